package floor

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

func TestSide(t *testing.T) {
	for text, want := range map[string]bool{
		"(  DIAG  )  job  3             got: '1,,1193-1'": true,
		"`expected`: \"1 2 3 4 ...\"":                     true,
		"  Expected: 3":                                   true,
		"    ||  want = [1 2]":                            true,
		"\tactual  : 5":                                   true,
		"Expected value: (1 2 3)":                         true,
		"  Actual output = 3":                             true,
		"an expected value: (1 2 3)":                      false,
		"value: 3":                                        false,
		"it is not what was expected: 3":                  false,
		"url: http://got":                                 false,
		"found 3 files":                                   false,
		"not found: x":                                    false,
		"unexpected: x":                                   false,
	} {
		if got := side([]byte(text), ':') || side([]byte(text), '='); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestCompares(t *testing.T) {
	for text, want := range map[string]bool{
		"expected: The brown fox but got: The fox":            true,
		"  Expected 3, got 4":                                 true,
		"want \"a\", got \"b\"":                               true,
		"expected:<[foo]> but was:<[\"foo\"]>":                true,
		"assert: expected `1`, found `2` at step 4":           true,
		"expected = 3, actual = 4":                            true,
		"Expected: true, received: false":                     true,
		"fails if an expected token is found":                 false,
		"gets what it was expected to":                        false,
		"expected: 3":                                         false,
		"wants: \"a\"":                                        false,
		"unexpected end of input, got what was left":          false,
		"expected the parser to have got 3 of them":           false,
		"expected 3 of the tokens that were there, forgot: 4": false,
	} {
		if got := compares([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	var text strings.Builder
	for i := range 60 {
		fmt.Fprintf(&text, "part %d of the checks is done\n", i)
		if i%9 == 4 {
			fmt.Fprintf(&text, "expected: %d but got: %d\n", i, i*i)
		}
	}
	for _, taken := range []shape.Shape{shape.TestLog, shape.Listing} {
		b := block.New([]byte(text.String()))
		f := floor{marks: make([]mark.Mark, b.Len())}
		f.sides(block.Section{Block: b, End: b.Len(), Shape: taken})
		for i, m := range f.marks {
			if want := taken == shape.TestLog && strings.HasPrefix(string(b.Text(i)), "expected"); want != (m.Rank > mark.Bulk) {
				t.Errorf("%v: shown %v: %s", taken, !want, b.Text(i))
			}
		}
	}
}

// TestSides: of each failure both sides of its comparison are shown, whatever stands before
// them and however alike they are; a side alone is one of what a program prints.
func TestSides(t *testing.T) {
	for _, form := range []string{"(  DIAG  )  job 3       %s: '%d'\n", "`%s`: \"%d\"\n", "  %s = %d\n"} {
		var text strings.Builder
		want := map[int]bool{}
		for i := range 60 {
			fmt.Fprintf(&text, "checks part %d\n", i)
			if i%9 == 4 {
				n := strings.Count(text.String(), "\n")
				want[n], want[n+1] = true, true
				fmt.Fprintf(&text, form+form, "got", i*i, "expected", i)
			}
			if i%9 == 7 {
				fmt.Fprintf(&text, form, "found", i)
			}
		}
		for _, taken := range []shape.Shape{shape.TestLog, shape.BuildLog} {
			b := block.New([]byte(text.String()))
			marks := make([]mark.Mark, b.Len())
			f := floor{marks: marks}
			f.sides(block.Section{Block: b, End: b.Len(), Shape: taken})
			for i, m := range marks {
				if got := m.Rank > mark.Bulk; got != want[i] {
					t.Errorf("%q, %v: shown %v: %s", form, taken, got, b.Text(i))
				}
			}
		}
	}
}
