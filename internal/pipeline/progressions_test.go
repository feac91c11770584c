package pipeline

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

// TestProgressionsAreTold: each line that is hidden because it goes on as those before it
// can be written from the two before it, whatever stands around; and a run is hidden.
func TestProgressionsAreTold(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		var text strings.Builder
		forms := []string{"ok %d case %d\n", "%d.%d\n", "#%d f(%d)\n", "step\n", "%03d of %d\n", "x%d-%d y\n", "\n", "é%d%d\n"}
		form := ""
		a, c := rapid.IntRange(0, 120).Draw(t, "one"), rapid.IntRange(0, 120).Draw(t, "other")
		for range rapid.IntRange(1, 8).Draw(t, "runs") {
			if form == "" || rapid.IntRange(0, 3).Draw(t, "again") == 0 {
				form = rapid.SampledFrom(forms).Draw(t, "form")
			}
			one, other := rapid.IntRange(0, 2).Draw(t, "step of one"), rapid.IntRange(-2, 2).Draw(t, "of the other")
			for range rapid.IntRange(1, 8).Draw(t, "lines") {
				if a, c = a+one, max(0, c+other); strings.Contains(form, "%") {
					fmt.Fprintf(&text, form, a, c)
				} else {
					text.WriteString(form)
				}
			}
		}
		b := block.New([]byte(text.String()))
		marks := make([]mark.Mark, b.Len())
		for i := range marks {
			marks[i].Rank = rapid.SampledFrom([]mark.Rank{mark.Sample, mark.Sample, mark.Sample, mark.Context, mark.Outlier, mark.Outlier, mark.Critical, mark.Critical, mark.Sample, mark.Bulk}).Draw(t, "rank")
		}
		before := append([]mark.Mark(nil), marks...)
		hideProgressions(b, []block.Section{{Block: b, End: b.Len(), Shape: shape.Plain}}, marks)
		for i, m := range marks {
			if m == before[i] {
				continue
			}
			if m.Why != mark.WhyGoesOn || m.Rank != mark.Bulk || before[i].Rank == mark.Bulk {
				t.Fatalf("line %d was %+v, is %+v", i+1, before[i], m)
			}
			one, two, line := b.Text(i-2), b.Text(i-1), b.Text(i)
			if told := wentOn(string(one), string(two)); told != string(line) {
				t.Fatalf("line %d, %q, is hidden, and %q and %q tell %q", i+1, line, one, two, told)
			}
			if before[i].Rank == mark.Critical && !bytes.Equal(two, line) {
				t.Fatalf("line %d decides, and says something new", i+1)
			}
		}
	})
}

var digits = regexp.MustCompile(`[0-9]+`)

// wentOn writes the line that follows two, if its numbers grow as they did.
func wentOn(one, two string) string {
	were := digits.FindAllString(one, -1)
	n := -1
	return digits.ReplaceAllStringFunc(two, func(is string) string {
		if n++; n >= len(were) {
			return "?"
		}
		a, _ := strconv.Atoi(were[n])
		b, _ := strconv.Atoi(is)
		if next := 2*b - a; is[0] == '0' || were[n][0] == '0' {
			return fmt.Sprintf("%0*d", len(is), next)
		} else {
			return strconv.Itoa(next)
		}
	})
}

// TestProgressions: what is repeated, or counted, is shown at its ends alone, and what
// breaks it where it stands.
func TestProgressions(t *testing.T) {
	var text strings.Builder
	for i := range 70 {
		state := "input"
		if i == 40 {
			state = "output"
		}
		fmt.Fprintf(&text, "GPIO%d: %s pull=none level=0 owner=kernel driver=bcm\n", i, state)
	}
	res := plainly(t, []byte(text.String()), Options{})
	for _, line := range []string{"GPIO0:", "GPIO1:", "GPIO39:", "GPIO40: output", "GPIO41:", "GPIO42:", "GPIO69:"} {
		if !strings.Contains(string(res.Text), line) {
			t.Errorf("%s is hidden in\n%s", line, res.Text)
		}
	}
	if n := bytes.Count(res.Text, []byte("GPIO")); n > 9 {
		t.Errorf("%d lines are shown", n)
	}

	warning := "PHP Warning:  Undefined array key \"indent\" in /srv/parse.php on line 356\n"
	res = plainly(t, []byte("checking\n"+strings.Repeat(warning, 60)+"PHP Fatal error:  Uncaught Error: Call to undefined function f() in /srv/parse.php:1443\nStack trace:\n"), Options{})
	if n := strings.Count(string(res.Text), warning); n != 3 || !strings.Contains(string(res.Text), "Fatal error") {
		t.Errorf("the warning is shown %d times:\n%s", n, res.Text)
	}

	var g growth
	for _, pair := range [][2]string{{"a 9", "a 010"}, {"a 1", "b 2"}, {"a 1", "a 1 "}, {"0123456789012345678", "0123456789012345679"}} {
		if g.between([]byte(pair[0]), []byte(pair[1])) {
			t.Errorf("%q goes on as %q", pair[0], pair[1])
		}
	}
}
