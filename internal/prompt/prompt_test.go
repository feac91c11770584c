package prompt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/store"
)

func openStore(t testing.TB) *store.Store {
	s, err := store.Open(t.TempDir(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// log returns n lines of which one tells of trouble.
func log(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "2026-01-02 03:04:%02d INFO request %d served in %d ms\n", i%60, i, i*7919%97)
		if i == n/2 {
			b.WriteString("2026-01-02 03:04:05 ERROR disk sda1 is full\n")
		}
	}
	return b.String()
}

// inFence puts a text in a block, with something before each of its lines.
func inFence(fence, info, text, prefix string) string {
	var b strings.Builder
	for line := range strings.Lines(fence + info + "\n" + text + fence + "\n") {
		b.WriteString(prefix + line)
	}
	return b.String()
}

// reduced reduces a prompt with the blocks that it must have reduced.
func reduced(t *testing.T, s *store.Store, text string, want int) string {
	t.Helper()
	out, blocks, err := Reduce(t.Context(), []byte(text), pipeline.Options{}, s)
	if err != nil || len(blocks) != want {
		t.Fatalf("%d blocks, %v:\n%s", len(blocks), err, out)
	}
	return string(out)
}

func TestReduce(t *testing.T) {
	s := openStore(t)
	long := log(200)
	for _, c := range []struct {
		name, before, block, after string
		want                       int
	}{
		{"a block", "# Fix `it`\n\n", inFence("```", "log", long, ""), "\nEnd, no line end", 1},
		{"tildes", "", inFence("~~~~~", "", long, ""), "", 1},
		{"in a list", "1. a\n\n", inFence("```", "", long, "   "), "2. b\n", 1},
		{"in a quote", "", inFence("```", "console", long, "> "), "b\n", 1},
		{"indented", "", inFence("```", "", long, "  "), "", 1},
		{"one in a longer one", "", inFence("````", "md", inFence("```", "", long, ""), ""), "", 1},
		{"below the least length", "", inFence("```", "", log(20), ""), "", 0},
		{"never closed", "", "```\n" + long, "", 0},
		{"no block", "", long, "", 0},
		{"indented code", "", "    ```\n" + long + "    ```\n", "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := c.before + c.block + c.after
			out := reduced(t, s, text, c.want)
			if c.want == 0 {
				if out != text {
					t.Fatalf("it changed:\n%s", out)
				}
				return
			}
			opening, _, _ := strings.Cut(c.block, "\n")
			if !strings.HasPrefix(out, c.before+opening+"\n") || !strings.HasSuffix(out, "\n"+c.after) || len(out) > len(text)/4 {
				t.Errorf("%s", out)
			}
			if !strings.Contains(out, "sda1 is full") {
				t.Errorf("the failure is missing:\n%s", out)
			}
		})
	}
}

// TestRepeats: what stood above is a marker, which gives it back, wherever and in
// whatever block it stands.
func TestRepeats(t *testing.T) {
	s := openStore(t)
	long, unshortened := log(100), incompressible(3000)
	text := inFence("```", "", long, "") + inFence("~~~", "go test", long, "> ") + inFence("```", "", unshortened, "") + "- a\n\n" + inFence("```", "", unshortened, "  ")
	out, blocks, err := Reduce(t.Context(), []byte(text), pipeline.Options{}, s)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(string(out), "same as above") != 2 {
		t.Fatalf("%d blocks:\n%s", len(blocks), out)
	}
	found := findFenced(out)
	if got := restored(t, s, found[1].content); got != long {
		t.Errorf("the first gives %q back", got)
	}
	if got := restored(t, s, found[3].content); got != unshortened {
		t.Errorf("the second gives %q back", got)
	}
}

// TestRepeatsKeepTheEntry: a reference leaves the entry what it was.
func TestRepeatsKeepTheEntry(t *testing.T) {
	s := openStore(t)
	_, blocks, err := Reduce(t.Context(), []byte(inFence("```", "tail -n 99 log", log(100), "")+inFence("```", "", log(100), "")), pipeline.Options{}, s)
	if err != nil || len(blocks) != 2 {
		t.Fatalf("%d blocks, %v", len(blocks), err)
	}
	x, err := s.Expand(blocks[1].Hash)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	if x.Entry.Type != "log" || x.Entry.Command != "tail -n 99 log" || blocks[1].Shape != blocks[0].Shape || blocks[1].Command != blocks[0].Command {
		t.Errorf("%+v, %+v", x.Entry, blocks[1])
	}
}

// incompressible returns a line in which nothing repeats.
func incompressible(n int) string {
	b, x := make([]byte, n), uint32(1)
	for i := range b {
		x = x*1664525 + 1013904223
		b[i] = "abcdefghijklmnopqrstuvwxyz0123456789"[x>>16%36]
	}
	return string(b) + "\n"
}

// restored returns what the marker at the end of a content gives back.
func restored(t fatal, s *store.Store, content []byte) string {
	found := marker.Find(content)
	if len(found) == 0 {
		t.Fatalf("no marker: %s", content)
	}
	x, err := s.Expand(found[len(found)-1].Hash)
	if err != nil {
		t.Fatalf("%v", err)
	}
	defer x.Close()
	data, err := io.ReadAll(io.NewSectionReader(x, 0, x.Size()))
	if err != nil {
		t.Fatalf("%v", err)
	}
	return string(data)
}

// TestHints: the words behind a fence, or the first line of the block, say what it
// is where it doesn't tell itself.
func TestHints(t *testing.T) {
	s := openStore(t)
	for info, want := range map[string]string{"go test ./...": "go test ./...", "go": "", "go title=\"x\"": "", "{.go .x}": ""} {
		_, blocks, err := Reduce(t.Context(), []byte(inFence("```", info, log(100), "")), pipeline.Options{}, s)
		if err != nil || len(blocks) != 1 || blocks[0].Command != want {
			t.Errorf("%s: %+v, %v", info, blocks, err)
		}
	}
	_, blocks, err := Reduce(t.Context(), []byte(inFence("```", "console", "$ tail -n 99 log\n"+log(100), "")), pipeline.Options{}, s)
	if err != nil || len(blocks) != 1 || blocks[0].Command != "tail -n 99 log" {
		t.Errorf("%+v, %v", blocks, err)
	}
	_, blocks, err = Reduce(t.Context(), []byte(inFence("```", "elision-get 0123456789ab", log(100), "")), pipeline.Options{}, s)
	if err != nil || len(blocks) != 0 {
		t.Errorf("an expansion was reduced: %+v, %v", blocks, err)
	}
	plain := strings.Repeat("foo bar\nbaz\n", 400)
	for info, want := range map[string]string{"": "plain", "log": "log", "nonsense": "plain"} {
		_, blocks, err := Reduce(t.Context(), []byte(inFence("```", info, plain, "")), pipeline.Options{}, s)
		if err != nil || len(blocks) != 1 || blocks[0].Shape.String() != want {
			t.Errorf("%s: %+v, %v", info, blocks, err)
		}
	}
}

// broken is a store that can't be written.
type broken struct{}

func (broken) Prepare(context.Context, store.Original, [32]byte) (*store.Pending, error) {
	return nil, errors.New("the disk is full")
}

// TestFailsOpen: without a store the prompt goes through.
func TestFailsOpen(t *testing.T) {
	text := []byte(inFence("```", "", log(100), "") + inFence("```", "", log(100), ""))
	out, blocks, err := Reduce(t.Context(), text, pipeline.Options{}, broken{})
	if err == nil || len(blocks) > 0 || !bytes.Equal(out, text) {
		t.Errorf("%v, %d blocks:\n%s", err, len(blocks), out)
	}
}

// checkLaws: outside of the blocks nothing changes, no block ends elsewhere, what
// is shown is shorter and gives the original back, and a second time nothing changes.
func checkLaws(t fatal, s *store.Store, text []byte, opt pipeline.Options) {
	out, _, err := Reduce(context.Background(), text, opt, s)
	if err != nil {
		t.Fatalf("%v", err)
	}
	was, is := findFenced(text), findFenced(out)
	if len(was) != len(is) {
		t.Fatalf("%d blocks of\n%q\nbecame %d in\n%q", len(was), text, len(is), out)
	}
	at, outAt := 0, 0
	for i := range was {
		if !bytes.Equal(text[at:was[i].start], out[outAt:is[i].start]) {
			t.Fatalf("before block %d of\n%q\nis other text in\n%q", i, text, out)
		}
		at, outAt = was[i].end, is[i].end
		if bytes.Equal(text[was[i].start:at], out[is[i].start:outAt]) {
			continue
		}
		if outAt-is[i].start >= at-was[i].start {
			t.Fatalf("block %d is no shorter: %q", i, is[i].content)
		}
		if got := restored(t, s, is[i].content); got != string(was[i].content) {
			t.Fatalf("block %d gives back\n%q\nnot\n%q", i, got, was[i].content)
		}
	}
	if !bytes.Equal(text[at:], out[outAt:]) {
		t.Fatalf("behind the blocks of\n%q\nis other text in\n%q", text, out)
	}
	again, blocks, err := Reduce(context.Background(), out, opt, s)
	if err != nil || len(blocks) > 0 || !bytes.Equal(again, out) {
		t.Fatalf("a second time %q becomes %q, %v", out, again, err)
	}
}

func TestLaws(t *testing.T) {
	s := openStore(t)
	laws.Check(t, func(t *rapid.T) {
		line := rapid.SampledFrom([]string{"", "text", "```", "   ```  ", "~~~~", "> x", "error: no", "ok  \telide\t0.1s", "x\r```", "\x1b[31mred\x1b[0m", "⟦elided:0123456789ab⟧"})
		signs := rapid.SampledFrom([]string{"```", "````", "~~~", "~~~~~"})
		var b bytes.Buffer
		for range rapid.IntRange(1, 4).Draw(t, "parts") {
			b.WriteString(strings.Join(rapid.SliceOfN(line, 0, 3).Draw(t, "between"), "\n") + "\n")
			content := strings.Join(rapid.SliceOfN(line, 0, 12).Draw(t, "content"), "\n") + "\n"
			content = strings.Repeat(content, rapid.IntRange(1, 30).Draw(t, "times"))
			b.WriteString(inFence(signs.Draw(t, "fence"), rapid.SampledFrom([]string{"", "go test", "diff", "json"}).Draw(t, "info"), content,
				rapid.SampledFrom([]string{"", "", "> ", "  "}).Draw(t, "prefix")))
		}
		checkLaws(t, s, b.Bytes(), pipeline.Options{MinBytes: rapid.SampledFrom([]int{-1, 200}).Draw(t, "least")})
	})
}

func FuzzReduce(f *testing.F) {
	f.Add("a\n```\nx\n```\n", "error: x\n", 100)
	f.Add("> ~~~ go test\n> x\n> ~~~\n", "ok\n", 10)
	s := openStore(f)
	f.Fuzz(func(t *testing.T, text, line string, times int) {
		times = min(max(times, 0), 200)
		checkLaws(t, s, []byte(text+"\n```\n"+strings.Repeat(line, times)+"\n```\n"+text), pipeline.Options{MinBytes: -1})
	})
}

func TestTail(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`([a-zé⟦]{0,9}\n){0,9}[a-zé⟦]{0,40}\n?`).Draw(t, "text")
		most := rapid.IntRange(0, 60).Draw(t, "most")
		got, err := Tail(strings.NewReader(text), most)
		if err != nil || len(got) > most || !strings.HasSuffix(text, string(got)) || !utf8.Valid(got) {
			t.Fatalf("%q, %v", got, err)
		}
		before := text[:len(text)-len(got)]
		end := text[len(text)-min(most, len(text)):]
		whole := before == "" || strings.HasSuffix(before, "\n")
		if !whole && strings.Contains(strings.TrimSuffix(end, "\n"), "\n") {
			t.Fatalf("%q of %q doesn't start at a line", got, text)
		}
		if whole && before != "" && len(got)+len(before)-1-strings.LastIndexByte(before[:len(before)-1], '\n') <= most {
			t.Fatalf("one more line of %q fits before %q", text, got)
		}
	})
}

// TestEnd: the tail of a log that comes in pieces is that of the whole log.
func TestEnd(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		most := rapid.IntRange(0, 30).Draw(t, "most")
		end, whole := End{Most: most}, ""
		for _, piece := range rapid.SliceOfN(rapid.StringMatching(`[aé\n]{0,50}`), 0, 8).Draw(t, "pieces") {
			if n, err := end.Write([]byte(piece)); n != len(piece) || err != nil {
				t.Fatalf("%d of %d written, %v", n, len(piece), err)
			}
			whole += piece
		}
		want, err := Tail(strings.NewReader(whole), most)
		if err != nil || string(end.Tail()) != string(want) {
			t.Fatalf("%q, not %q, of %q; %v", end.Tail(), want, whole, err)
		}
	})
}

func BenchmarkReduce(b *testing.B) {
	text := []byte(strings.Repeat("# A task\n\n", 50) + inFence("```", "log", log(2000), "") + inFence("~~~", "", log(1500), "> "))
	s := openStore(b)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, blocks, err := Reduce(b.Context(), text, pipeline.Options{}, s); err != nil || len(blocks) != 2 {
			b.Fatal(len(blocks), err)
		}
	}
}
