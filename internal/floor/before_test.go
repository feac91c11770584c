package floor

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

func TestCommand(t *testing.T) {
	for text, want := range map[string]bool{
		"g++ -o server src/main.o libengine.a -lz":  true,
		"/usr/bin/cc -c a.c":                        true,
		"cargo build --release":                     true,
		"ar rc libengine.a a.o b.o":                 false,
		"main.c: -Wall is not known":                false,
		"Compiling a -o b":                          false,
		"note - this is it":                         false,
		"  -o is an option":                         false,
		"cc " + strings.Repeat("a.o ", 100) + "-lz": false,
	} {
		if got := command([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestRanBefore: of a build the command is shown that ran right ahead of what went wrong, as
// often as it ran, of the first two; what stands elsewhere isn't.
func TestRanBefore(t *testing.T) {
	var text strings.Builder
	for i := range 60 {
		fmt.Fprintf(&text, "cc -Wall -c part_%d.c\n", i)
		if i%12 == 5 {
			text.WriteString("ld: part.o: in function it\nlib.a: undefined reference to `it'\n")
		}
	}
	b := block.New([]byte(text.String()))
	marks := make([]mark.Mark, b.Len())
	for i := range marks {
		if strings.Contains(string(b.Text(i)), "undefined") {
			marks[i].Raise(mark.Critical, 200, mark.WhyFailure)
		}
	}
	f := floor{marks: marks}
	f.before(block.Section{Block: b, End: b.Len(), Shape: shape.BuildLog})
	var shown []string
	for i, m := range marks {
		if m.Rank > mark.Bulk {
			shown = append(shown, string(b.Text(i)))
		}
	}
	const ld, lib = "ld: part.o: in function it", "lib.a: undefined reference to `it'"
	want := []string{"cc -Wall -c part_5.c", ld, lib, "cc -Wall -c part_17.c", ld, lib, lib, lib, lib}
	if fmt.Sprint(shown) != fmt.Sprint(want) {
		t.Errorf("shown: %q\nwant:  %q", shown, want)
	}
}
