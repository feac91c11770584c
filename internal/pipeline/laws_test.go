package pipeline

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"elide.example/elide/internal/keep"
	"elide.example/elide/internal/longtest"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/tokens"
)

// The promises of README that are the pipeline's, as laws over any block.
// The restoring ones are tested with the store, the front ends' with them.

// plainly reduces without a store: the text alone.
func plainly(t testing.TB, data []byte, opt Options) Result {
	t.Helper()
	o := bytes.NewReader(data)
	if reason := passesUnread(o, opt); reason != "" {
		return Result{Reason: reason}
	}
	res, err := reduceText(o, opt, "0123456789ab")
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func checkLaws(t testing.TB, data []byte) {
	t.Helper()
	all := plainly(t, data, Options{MinBytes: -1})
	checkTiles(t, data, all)
	checkSmaller(t, data, all)
	checkEnds(t, all)
	plain := plainly(t, data, Options{MinBytes: -1, PlainViews: true})
	checkVerbatim(t, data, plain)
	checkBudgets(t, data)
	if again := plainly(t, data, Options{MinBytes: -1}); !bytes.Equal(again.Text, all.Text) {
		t.Errorf("two runs differ:\n%q\n%q", all.Text, again.Text)
	}
}

// checkTiles: pieces, laid end to end, are the block.
func checkTiles(t testing.TB, data []byte, res Result) {
	t.Helper()
	at := int64(0)
	for i, p := range res.Pieces {
		if p.Off != at || p.Len <= 0 {
			t.Fatalf("piece %d is [%d,+%d), the one before it ends at %d", i, p.Off, p.Len, at)
		}
		at += p.Len
	}
	if res.Pieces != nil && at != int64(len(data)) {
		t.Fatalf("pieces end at %d of %d bytes", at, len(data))
	}
}

// checkSmaller: a reduced text saves bytes and tokens.
func checkSmaller(t testing.TB, data []byte, res Result) {
	t.Helper()
	if !res.Reduced {
		return
	}
	if len(res.Text) >= len(data) || res.TokensOut >= res.Tokens {
		t.Errorf("%d bytes became %d, %d tokens %d", len(data), len(res.Text), res.Tokens, res.TokensOut)
	}
}

// checkEnds: a reduced block passes through untouched.
func checkEnds(t testing.TB, res Result) {
	t.Helper()
	if !res.Reduced {
		return
	}
	if again := plainly(t, res.Text, Options{MinBytes: -1}); again.Reduced {
		t.Errorf("reduced twice:\n%q", again.Text)
	}
}

// checkVerbatim: with each gap replaced by the bytes it names, the text
// without its marker is the block, byte for byte. So kept units are verbatim
// and in order, and gaps are where they say and hide what they say.
func checkVerbatim(t testing.TB, data []byte, res Result) {
	t.Helper()
	if !res.Reduced || bytes.Contains(data, []byte("⟦")) {
		return
	}
	body := res.Text[:bytes.LastIndex(res.Text, []byte("⟦elided:"))]
	got := fill(t, body, data)
	if !bytes.Equal(got, data) && !bytes.Equal(got, append(bytes.Clone(data), '\n')) {
		t.Errorf("gaps filled in:\n%q\nwant\n%q\ntext\n%q", got, data, res.Text)
	}
}

// fill replaces the gaps in body by the bytes of data that they name. The
// line end that follows a gap stands for that of the gap's last line.
func fill(t testing.TB, body, data []byte) []byte {
	lines := bytes.SplitAfter(data, []byte{'\n'})
	var out []byte
	for len(body) > 0 {
		i := bytes.Index(body, []byte("⟦"))
		if i < 0 {
			return append(out, body...)
		}
		out = append(out, body[:i]...)
		end := i + bytes.Index(body[i:], []byte("⟧")) + len("⟧")
		r, ok := marker.ParseGap(body[i:end])
		if !ok {
			t.Fatalf("not a gap: %q", body[i:end])
		}
		hidden := named(lines, r)
		out = append(out, hidden...)
		body = body[end:]
		if bytes.HasSuffix(hidden, []byte{'\n'}) {
			body = bytes.TrimPrefix(body, []byte{'\n'})
		}
	}
	return out
}

func named(lines [][]byte, r marker.Range) []byte {
	if r.IsSpan() {
		return lines[r.Line-1][r.First-1 : r.Last]
	}
	return bytes.Join(lines[r.First-1:r.Last], nil)
}

// checkBudgets: no budget is exceeded, and a larger one never drops what a
// smaller one kept.
func checkBudgets(t testing.TB, data []byte) {
	t.Helper()
	var before map[int64]bool
	for _, limit := range []int{100, 400, 1600} {
		res := plainly(t, data, Options{MinBytes: -1, MaxBytes: limit})
		if res.Reduced && len(res.Text) > limit {
			t.Errorf("%d bytes within %d", len(res.Text), limit)
		}
		before = grows(t, before, res)
	}
	before = nil
	for _, limit := range []int{50, 200, 800} {
		res := plainly(t, data, Options{MinBytes: -1, Budget: limit})
		if res.Reduced && res.TokensOut > limit+limit/20 {
			t.Errorf("%d tokens within %d", res.TokensOut, limit)
		}
		before = grows(t, before, res)
	}
}

func grows(t testing.TB, before map[int64]bool, res Result) map[int64]bool {
	t.Helper()
	shown := map[int64]bool{}
	for _, p := range res.Pieces {
		if p.Shown {
			shown[p.Off] = true
		}
	}
	for off := range before {
		if !shown[off] {
			t.Errorf("a larger limit drops the piece at %d", off)
		}
	}
	return shown
}

func FuzzLaws(f *testing.F) {
	for _, data := range samples(f) { // whole ones are TestLaws' matter
		f.Add(data[:min(len(data), 2<<10)])
		f.Add(data[max(0, len(data)-2<<10):])
	}
	for i := range 3 { // an output within JSON, a list of such, and one that is cut
		log := strings.Repeat(`step of it\r\n\ttell \u00e9\n`, 12) + `ERROR: it \"broke\"\n` + strings.Repeat(`step\n`, 9)
		f.Add([]byte([]string{`{"output":"` + log + `"}`, `[{"log":"` + log + `"},{"log":"` + log + `"}]`, log + `"},{"log":"` + log[:200]}[i]))
	}
	f.Add([]byte("\x91\xb6)" + strings.Repeat("+", 1152))) // its parts are estimated at less than the whole
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 8<<10 {
			t.Skip("takes as long as four shorter ones, which find more")
		}
		checkLaws(t, data)
	})
}

// samples are blocks of every shape, and hostile ones.
func samples(t testing.TB) [][]byte {
	out := hostile()
	inputs, err := filepath.Glob("../../testdata/corpus/*/input")
	if err != nil || len(inputs) == 0 {
		t.Fatal("no cases in testdata/corpus: ", err)
	}
	for _, name := range inputs {
		if !longtest.Some(filepath.Base(filepath.Dir(name)), 4) {
			continue
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, data[:min(len(data), 62<<10)])
	}
	return out
}

func hostile() [][]byte {
	return [][]byte{
		nil,
		[]byte("\n"),
		[]byte(strings.Repeat("\n", 5000)),
		[]byte(strings.Repeat("\r\n", 3000) + "x"),
		[]byte(strings.Repeat("a", 20000)),
		[]byte(strings.Repeat("é\r", 4000)),
		[]byte(strings.Repeat("[", 5000)),
		[]byte("{\"a\":[" + strings.Repeat("{\"b\":1,\"c\":null},", 500) + "{}]}"),
		[]byte(strings.Repeat("\x1b[31m", 2000) + "error: red"),
		[]byte(strings.Repeat("⟦12-80⟧\n⟦elided:0123456789ab⟧ x\n", 200)),
		[]byte(strings.Repeat("\xff\xfe\x80 not utf-8 \xc3\n", 300)),
		bytes.Repeat([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 27, 127, 155}, 300),
		[]byte(strings.Repeat("ok\n", 900) + strings.Repeat("long ", 1000) + "\nFAIL: TestX\n" + strings.Repeat("ok\n", 900)),
	}
}

func TestLaws(t *testing.T) {
	for i, data := range samples(t) {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			t.Parallel()
			checkLaws(t, data)
		})
	}
}

// TestPasses holds the reduction in passes to the laws of the whole: every
// line is shown or within a gap, numbers go on from pass to pass.
func TestPasses(t *testing.T) {
	longtest.Asked(t)
	var b bytes.Buffer
	for i := 0; b.Len() < 2*passBytes+passBytes/2; i++ {
		b.WriteString("2026-01-02 03:04:05 INFO request ")
		b.WriteString(strconv.Itoa(i))
		b.WriteString(" served in 12 ms\n")
		if i == 600_000 {
			b.WriteString("2026-01-02 03:04:05 ERROR disk sda1 is full\n")
		}
	}
	data := b.Bytes()
	res := plainly(t, data, Options{})
	checkTiles(t, data, res)
	if !res.Reduced || !bytes.Contains(res.Text, []byte("disk sda1 is full")) {
		t.Errorf("reduced %v, the error is lost in\n%.2000s", res.Reduced, res.Text)
	}
	if tokens.Estimate(res.Text) > passesBudget {
		t.Errorf("%d tokens are shown", tokens.Estimate(res.Text))
	}
	checkVerbatim(t, data, plainly(t, data, Options{PlainViews: true}))
}

// TestOneLongLine holds a single line that takes several passes to them too.
func TestOneLongLine(t *testing.T) {
	data := []byte(strings.Repeat("all work and no play ", (passBytes+passBytes/2)/21))
	res := plainly(t, data, Options{PlainViews: true})
	checkTiles(t, data, res)
	checkVerbatim(t, data, res)
	if !res.Reduced {
		t.Error("passes through: ", res.Reason)
	}
}

func TestPanicPasses(t *testing.T) {
	_, err := reduceText(panicking{bytes.NewReader(make([]byte, 4096))}, Options{}, "0123456789ab")
	if err == nil || !strings.Contains(err.Error(), "reducing: ") {
		t.Errorf("error is %v", err)
	}
}

type panicking struct{ *bytes.Reader }

func (panicking) ReadAt([]byte, int64) (int, error) { panic("a fault") }

func TestKeepAndQuery(t *testing.T) {
	var b bytes.Buffer
	for i := range 400 {
		b.WriteString("2026-01-02 03:04:05 INFO request " + strconv.Itoa(i) + " served\n")
	}
	data := b.Bytes()
	pattern, err := keep.Parse("REQUEST 217 ")
	if err != nil {
		t.Fatal(err)
	}
	for name, opt := range map[string]Options{
		"keep":  {Keep: []keep.Pattern{pattern}},
		"query": {Query: "why was request 217 slow"},
	} {
		res := plainly(t, data, opt)
		if !res.Reduced || !bytes.Contains(res.Text, []byte("request 217 served")) {
			t.Errorf("%s: lost in\n%s", name, res.Text)
		}
	}
}

func TestCommandExpands(t *testing.T) {
	data := []byte(strings.Repeat("2026-01-02 03:04:05 INFO all is well\n", 500))
	for _, command := range []string{"/usr/bin/elision-get 0123456789ab", "cd sub && elision-get 0123456789ab -L 1:9", "env A=1 elision-get 01234567"} {
		if res := plainly(t, data, Options{Command: command}); res.Reduced {
			t.Errorf("%s: an expanded original is reduced again", command)
		}
	}
	if res := plainly(t, data, Options{Command: "grep elision-get README.md"}); !res.Reduced {
		t.Error("a command that only names elision-get passes through")
	}
}

func TestWhyNamesAll(t *testing.T) {
	for w := mark.WhyNone; w <= mark.WhyUnknown; w++ {
		if w.String() == "" {
			t.Errorf("reason %d has no name", w)
		}
	}
}
