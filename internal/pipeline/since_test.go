package pipeline

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/delta"
	"elide.example/elide/internal/longtest"
	"elide.example/elide/internal/tokens"
)

const earlierHash = "ba9876543210"

// differently reduces now as its difference from before.
func differently(t testing.TB, before, now []byte, opt Options) Result {
	t.Helper()
	opt.MinBytes = -1
	opt.Since = &Earlier{Original: bytes.NewReader(before), Hash: earlierHash}
	return plainly(t, now, opt)
}

// labelled is a real output and the lines of it that an engineer needs.
type labelled struct {
	id       string
	input    []byte
	critical []string
}

func labelledOutputs(t testing.TB) []labelled {
	t.Helper()
	names, err := filepath.Glob("../../testdata/corpus/*/case.json")
	if err != nil || len(names) == 0 {
		t.Fatal("no cases in testdata/corpus: ", err)
	}
	var all []labelled
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var c struct {
			ID       string
			Critical []struct{ Text string }
		}
		if err := json.Unmarshal(text, &c); err != nil {
			t.Fatal(name, err)
		}
		l := labelled{id: c.ID}
		if l.input, err = os.ReadFile(filepath.Join(filepath.Dir(name), "input")); err != nil {
			t.Fatal(err)
		}
		for _, line := range c.Critical {
			l.critical = append(l.critical, line.Text)
		}
		if len(l.input) < 200<<10 {
			all = append(all, l)
		}
	}
	return all
}

// withoutSome returns the text without some runs of its lines, a run of up to
// most of every third.
func withoutSome(rng *rand.Rand, text []byte, most int) []byte {
	var out []byte
	left, drop := 0, false
	for line := range bytes.Lines(text) {
		if left == 0 {
			left, drop = 1+rng.IntN(most), rng.IntN(3) == 0
		}
		if left--; !drop {
			out = append(out, line...)
		}
	}
	return out
}

// squeezed is a text as labels are compared: blanks apart.
func squeezed(text string) string { return strings.Join(strings.Fields(text), " ") }

// shownText is a text as a terminal shows it.
func shownText(text []byte) string {
	b := block.New(text)
	var out []byte
	for i := range b.Len() {
		out = append(append(out, b.Text(i)...), '\n')
	}
	return squeezed(string(out))
}

// What an output says that the earlier one did not is shown as it would be
// without the earlier one.
func TestNewCriticalLinesAreShown(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for _, c := range labelledOutputs(t) {
		if !longtest.Some(c.id, 4) {
			continue
		}
		for _, most := range []int{1, 12, 60} {
			before := withoutSome(rng, c.input, most)
			if len(before) == 0 {
				continue
			}
			plain, since := plainly(t, c.input, Options{MinBytes: -1}), differently(t, before, c.input, Options{})
			if !since.Reduced {
				continue
			}
			had, have, was := shownText(plain.Text), shownText(since.Text), shownText(before)
			for _, line := range c.critical {
				line = squeezed(line)
				if strings.Contains(had, line) && !strings.Contains(was, line) && !strings.Contains(have, line) {
					t.Errorf("%s, runs of %d: %q is new and not shown", c.id, most, line)
				}
			}
		}
	}
}

// A difference costs no more than the block alone, hides what its gaps say,
// and is the same at every time.
func TestSinceLaws(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	for _, c := range labelledOutputs(t) {
		if !longtest.Some(c.id, 12) {
			continue
		}
		before := withoutSome(rng, c.input, 20)
		if len(before) == 0 {
			continue
		}
		for name, pair := range map[string][2][]byte{"more": {before, c.input}, "fewer": {c.input, before}, "same": {c.input, c.input}} {
			now := pair[1]
			plain, since := plainly(t, now, Options{MinBytes: -1}), differently(t, pair[0], now, Options{})
			if plain.Reduced && (!since.Reduced || len(since.Text) > len(plain.Text) || tokens.Estimate(since.Text) > tokens.Estimate(plain.Text)) {
				t.Errorf("%s, %s: larger than without --since", c.id, name)
			}
			checkSmaller(t, now, since)
			checkTiles(t, now, since)
			if again := differently(t, pair[0], now, Options{}); !bytes.Equal(again.Text, since.Text) {
				t.Errorf("%s, %s: two runs differ", c.id, name)
			}
			checkSinceVerbatim(t, now, differently(t, pair[0], now, Options{PlainViews: true}))
			for _, budget := range []int{60, 300} {
				if res := differently(t, pair[0], now, Options{Budget: budget}); res.Reduced && res.TokensOut > budget+budget/20 {
					t.Errorf("%s, %s: %d tokens within %d", c.id, name, res.TokensOut, budget)
				}
			}
		}
	}
}

// checkSinceVerbatim is checkVerbatim of what stands below the header.
func checkSinceVerbatim(t *testing.T, now []byte, res Result) {
	t.Helper()
	if _, _, rest, ok := delta.ParseHeader(res.Text); ok {
		res.Text = rest
	}
	checkVerbatim(t, now, res)
}

// Hostile blocks, each since each other, keep the same promises.
func TestSinceHostileBlocks(t *testing.T) {
	longtest.Asked(t)
	for _, before := range hostile() {
		for _, now := range hostile() {
			if len(now) == 0 {
				continue
			}
			since := differently(t, before, now, Options{})
			checkTiles(t, now, since)
			checkSmaller(t, now, since)
			checkSinceVerbatim(t, now, differently(t, before, now, Options{PlainViews: true}))
			if again := differently(t, before, now, Options{}); !bytes.Equal(again.Text, since.Text) {
				t.Errorf("two runs differ:\n%.300q\n%.300q", again.Text, since.Text)
			}
		}
	}
}

// The earlier block is read only, and one that can't be read is none.
func TestSinceUnreadable(t *testing.T) {
	now := []byte(strings.Repeat("2026-01-02 03:04:05 INFO all is well\n", 300))
	plain := plainly(t, now, Options{MinBytes: -1})
	opt := Options{MinBytes: -1, Since: &Earlier{Original: shortened{bytes.NewReader(now)}, Hash: earlierHash}}
	if res := plainly(t, now, opt); !bytes.Equal(res.Text, plain.Text) {
		t.Errorf("reduced otherwise:\n%s", res.Text)
	}
}

// shortened says that it is longer than it is.
type shortened struct{ *bytes.Reader }

func (s shortened) Size() int64 { return s.Reader.Size() + 10 }
