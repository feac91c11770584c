package pipeline

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/longtest"
)

// The law of cut outputs: whatever a host cut out of JSON, and wherever, each
// shown piece is a piece of the input, but for what docs/marker.md lets its
// views drop by the syntax of the original.

// hostCuts are the ways in which hosts and people cut an output; a and b are
// how many bytes of its head and of its tail stay, or lines where it says so.
var hostCuts = []struct {
	name string
	cut  func(w *whole, a, b int) cutText
}{
	{"head -c", func(w *whole, a, _ int) (c cutText) { c.add(w, 0, a); return }},
	{"tail -c", func(w *whole, _, b int) (c cutText) { c.add(w, len(w.text)-b, len(w.text)); return }},
	{"tail -c | head -c", func(w *whole, a, b int) (c cutText) { c.add(w, len(w.text)-b-a, len(w.text)-b); return }},
	{"head -n", func(w *whole, a, _ int) (c cutText) { c.add(w, 0, lineEnd(w.text, a)); return }},
	{"tail -n", func(w *whole, _, b int) (c cutText) {
		c.add(w, lineEnd(w.text, len(w.text)-b), len(w.text))
		return
	}},
	{"head -n; tail -n", func(w *whole, a, b int) (c cutText) {
		c.silent = true
		c.add(w, 0, lineEnd(w.text, a))
		c.add(w, lineEnd(w.text, max(len(w.text)-b, a)), len(w.text))
		return
	}},
	{"head -c; echo; tail -c", middle("", "\n", 0)},
	{"omitted", middle("", "\n\n... [%d characters omitted] ...\n\n", 0)},
	{"Codex, tokens", middle("Warning: truncated output (original token count: 20000)\nTotal output lines: 1\n\n", "…%d tokens truncated…", 0)},
	{"Codex, chars", middle("", "…%d chars truncated…", 0)},
	{"Cline", middle("", "\n\n...[truncated %d chars]...\n\n", 0)},
	{"Claude", middle("Exit code 1\n", "\n\n... [%d characters truncated] ...\n\n", 0)},
	{"Claude, in the line", middle("", "... [%d characters truncated] ...", 0)},
	{"opencode", func(w *whole, _, b int) (c cutText) {
		c.say("...output truncated...\n\nFull output saved to: /home/dev/.local/share/opencode/tool-output/tool_1\n\n")
		c.add(w, len(w.text)-b, len(w.text))
		return
	}},
	{"Gemini", middle("Output too large. Showing first 8,000 and last 32,000 characters. For full output see: /tmp/out.txt\n", "\n\n... [%d characters omitted] ...\n\n", 0)},
	{"a note that no one knows", middle("", " <%d more> ", 0)},
	{"head -c; tail -c", middle("", "", 0)},
	{"head -c, then Codex", middle("", "…%d tokens truncated…", 777)},
	{"head -c, then omitted", middle("", "\n\n... [%d characters omitted] ...\n\n", 777)},
}

// middle cuts out what is between the head and the tail, of an original whose
// last bytes had been cut off before.
func middle(above, note string, off int) func(w *whole, a, b int) cutText {
	return func(w *whole, a, b int) (c cutText) {
		size := max(len(w.text)-off, 0)
		a = min(a, size)
		b = min(b, size-a)
		c.say(above)
		c.silent = note == "" || note == "\n" || note == " <%d more> "
		c.add(w, 0, a)
		c.say(strings.ReplaceAll(note, "%d", fmt.Sprint(size-a-b)))
		c.add(w, size-b, size)
		return c
	}
}

// lineEnd returns where the line ends that holds byte i.
func lineEnd(text []byte, i int) int {
	i = min(max(i, 0), len(text))
	n := bytes.IndexByte(text[i:], '\n')
	if n < 0 {
		return len(text)
	}
	return i + n + 1
}

// checkCut reduces what one cut leaves, and reads it.
func checkCut(t testing.TB, w *whole, in cutText) string {
	res := plainly(t, in.text, Options{MinBytes: -1})
	if !res.Reduced || bytes.Contains(w.text, []byte("⟦")) {
		return ""
	}
	return readCut(w, in, res.Text[:bytes.LastIndex(res.Text, []byte("⟦elided:"))])
}

// cutOriginals are real documents, each as three printers write it, and such as
// no printer would be asked for.
func cutOriginals(t testing.TB) map[string][]byte {
	out := map[string][]byte{"records": []byte(foxes()), "strings of code": []byte(codeStrings())}
	for _, folder := range []string{"../../testdata/corpus", "../../../shared/corpus", "../../../shared/unseen"} {
		inputs, _ := filepath.Glob(folder + "/*/input")
		for _, name := range inputs {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if len(data) > 200<<10 || !json.Valid(data) {
				continue
			}
			id := filepath.Base(filepath.Dir(name))
			out[id] = data
			var buf bytes.Buffer
			if json.Compact(&buf, data) != nil {
				t.Fatal(name)
			}
			out[id+", on one line"] = spaced(buf.Bytes())
			out[id+", between"] = fmt.Appendf(nil, "$ curl -s localhost\nWarning:  it is \"late\",  [so  wait]\n%s\nDone:  in 3 s.  {\"a\":  1 and so on\n", data)
		}
	}
	if len(out) < 15 {
		t.Fatal("no documents in testdata/corpus")
	}
	return out
}

// spaced puts a blank behind each comma and colon, as Python does.
func spaced(compact []byte) []byte {
	var out []byte
	quoted := false
	for i := 0; i < len(compact); i++ {
		c := compact[i]
		out = append(out, c)
		switch {
		case quoted && c == '\\':
			i++
			out = append(out, compact[i])
		case c == '"':
			quoted = !quoted
		case !quoted && (c == ',' || c == ':'):
			out = append(out, ' ')
		}
	}
	return append(out, '\n')
}

func foxes() string {
	var b strings.Builder
	for i := range 200 {
		fmt.Fprintf(&b, `, {"id": %d, "title": "the brown fox number %d jumps over", "note": "nobody watches it closely %d"}`, i, i, i*7)
	}
	return "[" + b.String()[2:] + "]\n"
}

// codeStrings is a document whose strings read as structure does.
func codeStrings() string {
	texts := []string{`, `, `: `, `[ 1,  2 ]`, `{ }`, `], [`, ` , {`, `true, false`, `\", \"`, `if (x)  { f(\"a  b\", [ ]) }`, `\\`, `\ud83d\ude00  \u00e9`, `  `, ``, `é  ü`, `null`, `a  b`, `{\"k\":  1}`, `\n\n`, `:  17, `}
	rnd := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	for range 300 {
		text := func() string { return texts[rnd.IntN(len(texts))] }
		fmt.Fprintf(&b, `, {"id": %d, "sep": "%s", "code": "%s", "list": ["%s", "%s"]}`, rnd.IntN(1000), text(), text(), text(), text())
	}
	return "[" + b.String()[2:] + "]\n"
}

// cutsEach is how many places each original is cut at in each way.
const cutsEach = 8

func TestCutJSONStandsAsItStood(t *testing.T) {
	originals := cutOriginals(t)
	for _, h := range hostCuts {
		t.Run(h.name, func(t *testing.T) {
			t.Parallel()
			tried, wrong := 0, 0
			for id, text := range originals {
				if !longtest.Some(h.name+id, 20) {
					continue
				}
				w := newWhole(text)
				rnd := rand.New(rand.NewPCG(uint64(len(text)), 7))
				tries := cutsEach
				if id == "strings of code" {
					tries *= 20
				}
				for range tries {
					a, b := 500+rnd.IntN(6000), 500+rnd.IntN(6000)
					tried++
					if says := checkCut(t, w, h.cut(w, a, b)); says != "" {
						if wrong++; wrong <= 2 {
							t.Errorf("%s, %d from its head and %d from its tail: %s", id, a, b, says)
						}
					}
				}
			}
			if wrong > 0 {
				t.Errorf("%d of %d outputs are wrong", wrong, tried)
			}
		})
	}
}

// The reader must take what isn't cut, and see what was changed.
func TestReaderOfCuts(t *testing.T) {
	for id, text := range cutOriginals(t) {
		w := newWhole(text)
		var in cutText
		in.add(w, 0, len(text))
		if says := checkCut(t, w, in); says != "" {
			t.Errorf("%s, whole: %s", id, says)
		}
	}
	text := []byte(foxes())
	w := newWhole(text)
	var in cutText
	in.add(w, 0, 3000)
	in.say("\n\n... [71,671 characters omitted] ...\n\n")
	in.add(w, len(text)-3000, len(text))
	for from, to := range map[string]string{" fox": "fox", " characters ": "characters", "[71": "71", "closely": "close", "}, {": "}, {}, {", `"note": `: ""} {
		if readCut(w, in, bytes.Replace(in.text, []byte(from), []byte(to), 1)) == "" {
			t.Errorf("the reader takes %q for %q", to, from)
		}
	}
	if says := readCut(w, in, in.text); says != "" {
		t.Error(says)
	}
}

// TestDrawnJSONCut draws documents and cuts.
func TestDrawnJSONCut(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		text := drawDocument(t)
		h := rapid.SampledFrom(hostCuts).Draw(t, "way")
		w := newWhole(text)
		a := rapid.IntRange(0, len(text)).Draw(t, "head")
		b := rapid.IntRange(0, len(text)).Draw(t, "tail")
		in := h.cut(w, a, b)
		res, err := reduceText(bytes.NewReader(in.text), Options{MinBytes: -1}, "0123456789ab")
		if err != nil {
			t.Fatal(err)
		}
		if !res.Reduced {
			return
		}
		if says := readCut(w, in, res.Text[:bytes.LastIndex(res.Text, []byte("⟦elided:"))]); says != "" {
			t.Fatalf("%s: %s", h.name, says)
		}
	})
}

// FuzzCutJSON looks for a document, a way and a place that no one thought of.
func FuzzCutJSON(f *testing.F) {
	for way := range hostCuts {
		f.Add([]byte(foxes()), way, 1900+way, 2500-way)
		f.Add([]byte(codeStrings()), way, 1900+way, 2500-way)
	}
	f.Fuzz(func(t *testing.T, text []byte, way, a, b int) {
		if len(text) > 64<<10 || way < 0 || way >= len(hostCuts) || a < 0 || b < 0 || !json.Valid(text) || bytes.IndexByte(text, 0x1b) >= 0 {
			t.Skip()
		}
		w := newWhole(text)
		if says := checkCut(t, w, hostCuts[way].cut(w, a, b)); says != "" {
			t.Error(says)
		}
	})
}

// drawDocument draws a list of like records, printed in one of three ways.
func drawDocument(t *rapid.T) []byte {
	keys := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-z]{1,6}|, |: |\[ "|\\`), 2, 5, rapid.ID).Draw(t, "keys")
	var list []any
	for range rapid.IntRange(5, 60).Draw(t, "records") {
		record := map[string]any{}
		for _, key := range keys {
			record[key] = drawValue(t, 0)
		}
		list = append(list, record)
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	printed := rapid.IntRange(0, 2).Draw(t, "printed")
	if printed == 0 {
		enc.SetIndent("", "  ")
	}
	if err := enc.Encode(list); err != nil {
		t.Fatal(err)
	}
	if printed == 1 {
		return spaced(buf.Bytes()[:buf.Len()-1])
	}
	return buf.Bytes()
}

func drawValue(t *rapid.T, depth int) any {
	kind := rapid.IntRange(0, 9).Draw(t, "kind")
	switch {
	case kind < 4:
		return rapid.StringMatching(`([a-z]{1,5}|  |, |: |\[ |\] |\{ |\} |"|\\|\n|é|1|true|…12 tokens truncated…){0,6}`).Draw(t, "text")
	case kind < 5:
		return rapid.IntRange(-9, 999).Draw(t, "number")
	case kind < 6:
		return nil
	case kind < 7:
		return rapid.Bool().Draw(t, "bool")
	case depth > 2:
		return ""
	case kind < 9:
		return []any{drawValue(t, depth+1), drawValue(t, depth+1)}
	}
	return map[string]any{"k": drawValue(t, depth+1), "l": drawValue(t, depth+1)}
}
