package floor

import (
	"strings"
	"testing"

	"elide.example/elide/internal/line"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

// TestAtTheEdge: between lines that are indented one at the left edge is unlike them,
// and its words count; one among others there isn't.
func TestAtTheEdge(t *testing.T) {
	const wrong = "unitd: the part of the list could not be read\n"
	for indent, want := range map[string]bool{"    ": true, "": false} {
		b := seen(strings.Repeat(indent+"a part of the list that can be read\n", 40) + wrong)
		for i := range b.Seen {
			b.Seen[i].Kind = line.Other
		}
		marks := ranked(b, shape.Listing)
		if got := marks[40].Why == mark.WhyWrong; got != want {
			t.Errorf("indented by %q: %v, want %v", indent, got, want)
		}
	}
}

// TestBetweenRows: where a listing is rows for the smaller part, the words of what stands
// between them at the left edge count.
func TestBetweenRows(t *testing.T) {
	const wrong = "Exiting because a job could not be run\n"
	for rows, want := range map[int]bool{1: true, 3: false} {
		b := seen(strings.Repeat("Took up another of them\nFinished it\n"+strings.Repeat("    job: 12\n", rows*2), 20) + wrong)
		marks := ranked(b, shape.Listing)
		if got := marks[b.Len()-1].Why == mark.WhyWrong; got != want {
			t.Errorf("%d rows: %v, want %v", rows, got, want)
		}
	}
}

// TestFindingInSource: a finding at the left edge stands in no source, whatever it says.
func TestFindingInSource(t *testing.T) {
	const found = "ast/block.go:197:25: Sprintf format %s has arg of another type\n"
	for text, want := range map[string]bool{found: true, "\t" + found: false, "the block is 197 by 25\n": false} {
		b := seen(strings.Repeat("func f() {\n\treturn g(1)\n}\n", 30) + text)
		marks := ranked(b, shape.SourceBrace)
		if got := marks[b.Len()-1].Why == mark.WhyWrong; got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
