package floor

import (
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

// TestStates: the records that say by a key that they failed are shown with what names
// them, if most say that they didn't.
func TestStates(t *testing.T) {
	record := func(name, result string) string {
		return "Test begin:\n  name: " + name + "\n  line: 3\nTest end:\n  kind: " + result + "\n  actual: 4\n"
	}
	passed := strings.Repeat(record("adds", "pass"), 20)
	salt := func(result string, n int) string { // its keys end below each other
		return strings.Repeat("-----\n      ID: till\n    Name: box\n  Result: "+result+"\n Comment: it is shut\n", n)
	}
	for _, c := range []struct {
		text  string
		shown string
	}{
		{passed + record("drops", "fail") + passed, record("drops", "fail")},
		{strings.Repeat(record("drops", "fail"), 20), ""}, // how things are
		{passed, ""},
		{salt("True", 20) + salt("False", 1) + salt("True", 20), strings.TrimPrefix(salt("False", 1), "-----\n")},
		{strings.ReplaceAll(salt("True", 20)+salt("False", 1), "Result", "Dry"), ""},
	} {
		b := block.New([]byte(c.text))
		marks := make([]mark.Mark, b.Len())
		f := floor{marks: marks}
		f.states(block.Section{Block: b, End: b.Len(), Shape: shape.Listing})
		var shown strings.Builder
		for i := range marks {
			if marks[i].Rank > mark.Bulk {
				shown.Write(b.Raw(i))
			}
		}
		if shown.String() != c.shown {
			t.Errorf("shown %q, want %q", shown.String(), c.shown)
		}
	}
}

func TestCodeOf(t *testing.T) {
	for text, want := range map[string]string{
		"^ The tag must be closed. (tag-pair)":                            "tag-pair",
		"! Found old packages here. [PKGS-7392]":                          "PKGS-7392",
		"83:6   error  Incorrect term, use another instead   terminology": "terminology",
		"83:6   error  Incorrect term  no-undef":                          "no-undef",
		"the price of it  twelve":                                         "",
		"it was called so by some of them (see above)":                    "",
	} {
		if got := string(codeOf([]byte(text))); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
