package classify

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/shape"
)

func TestHistoryRows(t *testing.T) {
	for text, want := range map[string][2]bool{
		"18e5985b fix(res.send): add a header":                     {true, false},
		"9835b6f90 Fix typos (#3092)":                              {true, false},
		"c6e620302 (Ada Lovelace 2014-07-10 01:02:57 -0400 201) x": {false, true},
		"^c6e6203 (Ada 2014-07-10 01:02:57 -0400 201)":             {false, false},
		"20261123 rows were read":                                  {false, false},
		"deadbeef":                                                 {false, false},
		"defaced walls":                                            {true, false}, // a word may be one; a list is three
		"6b04a1d4.26dbd038 conn=1000":                              {false, false},
	} {
		if got := [2]bool{commitRow([]byte(text)), blameRow([]byte(text))}; got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// TestHistoryAmongOthers: a short history is a list of its own between a file that git
// blames and what follows, and among what a tool says it is shown at least.
func TestHistoryAmongOthers(t *testing.T) {
	var blame, history, tool strings.Builder
	for i := range 30 {
		fmt.Fprintf(&blame, "%08x0 (Ada Lovelace 2014-07-10 01:02:57 -0400 %3d)   const part = value%d;\n", 0xc6e62030+i/7, i+200, i)
		fmt.Fprintf(&tool, "gcc -c -O2 -Wall -Iinclude -o part%d.o src/part%d.c\n", i, i)
	}
	for i := range 8 {
		fmt.Fprintf(&history, "%08x Mend the reading of part %d in the list\n", 0x18e5985b+i*77, i)
	}
	const rest = "commit 5175d2f357e9c6fac998812b3fc22a1a90ead988\nAuthor: Ada <ada@registry.example>\nDate:   Mon Jul 6 17:03:45 2026 +0200\n\n    Mend it\n\n    As it was told\n    in the list\n\n a.c | 2 +-\n"
	b := block.New([]byte(history.String() + blame.String() + rest))
	var shapes []shape.Shape
	for _, s := range Sections(b, "") {
		shapes = append(shapes, s.Shape)
	}
	if len(shapes) < 2 || shapes[0] != shape.Log || shapes[1] != shape.Table {
		t.Errorf("cut into %v", shapes)
	}
	b = block.New([]byte(tool.String() + history.String() + tool.String()))
	Sections(b, "")
	if !slices.Contains(b.Answers, block.Span{First: 30, End: 38}) {
		t.Errorf("answers: %v", b.Answers)
	}
}

// TestTreeAmongTests: a drawn tree among the lines of a runner is shown, with its root; one that draws
// results is the runner's.
func TestTreeAmongTests(t *testing.T) {
	var tests strings.Builder
	for i := range 30 {
		fmt.Fprintf(&tests, "ok %d - part %d is as it should be\n  ---\n  duration_ms: %d.4\n  ...\n", i+1, i, i)
	}
	for tree, want := range map[string]bool{
		"app@1.2.0 /srv/app\n├── left@1.3.0\n├── right@2.0.1\n└── upper@0.4.0\n": true,
		"suite\n├── ok 1 - left\n├── ok 2 - right\n└── not ok 3 - upper\n":       false,
	} {
		b := block.New([]byte(tests.String() + tree + tests.String()))
		Sections(b, "")
		if got := slices.Contains(b.Answers, block.Span{First: 120, End: 124}); got != want {
			t.Errorf("%q is an answer: %v", tree, got)
		}
	}
}
