package floor

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/line"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

// seen returns a block whose lines were looked at, each by itself.
func seen(text string) *block.Block {
	b := block.New([]byte(text))
	b.Seen, b.Twin, b.Kin = make([]line.Seen, b.Len()), make([]int32, b.Len()), make([]int32, b.Len())
	for i := range b.Len() {
		b.Seen[i], b.Twin[i], b.Kin[i] = line.See(b.Text(i)), int32(i), int32(i)
	}
	return b
}

// ranked returns the marks that the floor gives to a section of the block.
func ranked(b *block.Block, sh shape.Shape) []mark.Mark {
	marks := make([]mark.Mark, b.Len())
	Raise([]block.Section{{Block: b, End: b.Len(), Shape: sh}}, marks)
	return marks
}

// TestDeviants: of lines that are alike those are shown that have another word where
// nearly all have the same, and their kin beside them; not where all words differ, nor
// in source.
func TestDeviants(t *testing.T) {
	for name, c := range map[string]struct {
		usual, other func(i int) string
		want         int
	}{
		"a size": {
			func(i int) string { return fmt.Sprintf("102400 bytes copied, 0.00%d s, %d MB/s\n", 100+i*7, 90+i) },
			func(i int) string { return fmt.Sprintf("73728 bytes copied, 0.00%d s, %d MB/s\n", 100+i, 90+i) }, 2},
		"a severity": {
			func(i int) string { return fmt.Sprintf("-- item %d\n   Level: Low   Sure: High\n   At: p%d\n", i, i) },
			func(i int) string { return fmt.Sprintf("-- item %d\n   Level: High   Sure: High\n   At: p%d\n", i, i) }, 2},
		"names": {
			func(i int) string { return fmt.Sprintf("fetch part%d of set%d\n", i, i*3) },
			func(i int) string { return fmt.Sprintf("fetch part%d of set%d\n", i+90, i) }, 0},
		"units": {
			func(i int) string { return fmt.Sprintf("got part%d (%d kB at %d MB/s)\n", i, i, i*3) },
			func(i int) string { return fmt.Sprintf("got part%d (%d B at %d kB/s)\n", i, i, i*3) }, 0},
		"behind a bullet": {
			func(i int) string {
				return fmt.Sprintf("-   Coins     %d\n-   Paid      full\n-   At        p%d\n", i, i)
			},
			func(i int) string {
				return fmt.Sprintf("-   Coins     %d\n-   Paid      half\n-   At        p%d\n", i, i)
			}, 2},
		"what passes": {
			func(i int) string { return fmt.Sprintf("ok %d - keeps rate 100\n", i) },
			func(i int) string { return fmt.Sprintf("ok %d - keeps rate 200\n", i) }, 0},
	} {
		var text strings.Builder
		for i := range 40 {
			if i == 17 || i == 29 || i == 30 {
				text.WriteString(c.other(i))
			} else {
				text.WriteString(c.usual(i))
			}
		}
		b := seen(text.String())
		for sh, shown := range map[shape.Shape]bool{shape.BuildLog: true, shape.Table: true, shape.Listing: true, shape.SourceBrace: false} {
			want := c.want * mark.OneIf(shown)
			rare, near := 0, 0
			for _, m := range ranked(b, sh) {
				switch m.Why {
				case mark.WhyRare:
					rare++
				case mark.WhyNear:
					near++
				}
			}
			if rare != want || name == "a severity" && near != want {
				t.Errorf("%s, %v: %d lines shown, %d beside them, want %d", name, sh, rare, near, want)
			}
		}
	}
}

// TestNoiseThatComplains: a rule that calls a line noise by how it ends doesn't hide what
// the line says is wrong.
func TestNoiseThatComplains(t *testing.T) {
	const wrong = "web.service: Unit configuration has fatal error, unit will not be started.\n"
	marks := ranked(seen(strings.Repeat("Suite of parts started.\n", 30)+wrong), shape.TestLog)
	if marks[30].Why != mark.WhyWrong || marks[3].Rank > mark.Bulk {
		t.Errorf("what is wrong: %v; noise: %v", marks[30], marks[3])
	}
}

// TestBefore: what a log says right ahead of what went wrong is shown, a few times.
func TestBefore(t *testing.T) {
	var text strings.Builder
	for i := range 200 {
		fmt.Fprintf(&text, "2026-01-02 10:00:%02d INFO served request of client\n", i%60)
	}
	b := block.New([]byte(text.String()))
	marks := make([]mark.Mark, b.Len())
	for i := 9; i < b.Len(); i += 10 {
		marks[i] = mark.Mark{Rank: mark.Critical, Why: mark.WhyMessage}
	}
	f := floor{marks: marks}
	f.before(block.Section{Block: b, End: b.Len(), Shape: shape.Log})
	near := 0
	for i, m := range marks {
		if m.Why == mark.WhyNear {
			if near++; i%10 < 6 || i%10 == 9 {
				t.Errorf("line %d is shown", i+1)
			}
		}
	}
	if near != beforeMost*beforeLines {
		t.Errorf("%d lines, not %d", near, beforeMost*beforeLines)
	}
}
