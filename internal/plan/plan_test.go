package plan

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
)

var unlimited = Overhead{MarkerTokens: 25, MarkerBytes: 60, GapTokens: 9, GapBytes: 20}

// ranked makes a block of lines and marks from one letter a line: b for bulk,
// s sample, x context, o outlier, c critical.
func ranked(letters string) []Piece {
	var text strings.Builder
	marks := make([]mark.Mark, len(letters))
	for i, l := range letters {
		fmt.Fprintf(&text, "line %d says something that takes a dozen tokens or more to say, all in all\n", i+1)
		marks[i].Rank = mark.Rank(strings.IndexRune("bsxoc", l))
	}
	return Pieces(nil, block.New([]byte(text.String())), 0, marks, func(int) View { return Verbatim }, Limits{Tokens: 1})
}

func shown(pieces []Piece) string {
	var out strings.Builder
	for _, p := range pieces {
		for range p.Units {
			if p.Shown {
				out.WriteByte("bsxoc"[p.Mark.Rank])
			} else {
				out.WriteByte('.')
			}
		}
	}
	return out.String()
}

func TestRunsOfBulkAreFolded(t *testing.T) {
	pieces := ranked("bbbcbbbb")
	if len(pieces) != 3 || pieces[0].Units != 3 || pieces[2].First.Line != 5 || pieces[2].Last.Line != 8 {
		t.Errorf("pieces: %+v", pieces)
	}
}

func TestCheapRunsAreShown(t *testing.T) {
	b := block.New([]byte("critical\n}\nbulk that is long enough to be worth a gap in the place where it stood\n"))
	marks := make([]mark.Mark, 3)
	marks[0].Rank = mark.Critical
	marks[1].Rank = mark.Bulk
	marks[2].Rank = mark.Sample
	pieces := Pieces(nil, b, 0, marks, func(int) View { return Verbatim }, Limits{Tokens: 1})
	if pieces[1].Mark.Why != mark.WhyCheap {
		t.Errorf("a brace is hidden: %+v", pieces[1])
	}
}

func TestSelectByRankThenScore(t *testing.T) {
	pieces := ranked("sxocsxoc")
	pieces[6].Mark.Score = 9
	each := pieces[0].Tokens
	for n, want := range []string{"........", "...c....", "...c...c", "...c..oc", "..oc..oc", ".xoc..oc", ".xoc.xoc", "sxoc.xoc", "sxocsxoc"} {
		for i := range pieces {
			pieces[i].Shown = false
		}
		gaps := strings.Count(strings.Join(strings.FieldsFunc(want, func(r rune) bool { return r != '.' }), "|"), "|") + 1
		if !strings.Contains(want, ".") {
			gaps = 0
		}
		Select(pieces, Limits{Tokens: 25 + n*each + gaps*unlimited.GapTokens}, unlimited)
		if got := shown(pieces); got != want {
			t.Errorf("%d pieces fit: %s, want %s", n, got, want)
		}
	}
}

func TestFoldKeepsWhatSelectShows(t *testing.T) {
	lim := Limits{Tokens: 120}
	all := ranked("sxocbbsxocbbsxocbb")
	folded := Fold(ranked("sxocbbsxocbbsxocbb"), lim, unlimited)
	Select(all, lim, unlimited)
	Select(folded, lim, unlimited)
	if shown(all) != shown(folded) || len(folded) >= len(all) {
		t.Errorf("whole %s, folded %s in %d pieces of %d", shown(all), shown(folded), len(folded), len(all))
	}
}
