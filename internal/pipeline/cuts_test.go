package pipeline

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"elide.example/elide/internal/cutmark"
	"elide.example/elide/internal/longtest"
)

// waysToCut are how hosts cut an output: what stands in the place of the middle,
// before what is left, or behind it. All of each has to be shown.
var waysToCut = []struct {
	host, before, note, behind string
}{
	{host: "Claude Code, a failed command", note: "\n\n... [4933 characters truncated] ...\n\n"},
	{host: "Claude Code, a large output", before: "<persisted-output>\nOutput too large (34.2KB). Full output saved to: /home/me/x/b1.txt\n\nPreview (first 2KB):\n", behind: "\n...\n</persisted-output>"},
	{host: "Codex", note: "…14527 tokens truncated…"},
	{host: "Codex, a smaller model", before: "Warning: truncated output (original token count: 28659)\nTotal output lines: 10000\n\n", note: "…86600 chars truncated…"},
	{host: "opencode, a read", behind: "\n\n(File has more lines. Use 'offset' parameter to read beyond line 2000)\n"},
	{host: "opencode, MCP", note: "...48815 bytes truncated..."},
	{host: "Gemini", note: "\n... [CONTENT TRUNCATED] ...\n"},
	{host: "Cline", note: "\n\n...[truncated 6084 chars]...\n\n"},
	{host: "SWE-agent", behind: "<response clipped><NOTE>To save on context only part of this file has been shown to you.</NOTE>"},
	{host: "SWE-agent, a window", before: "(120 more lines above)\n", behind: "\n(1043 more lines below)\n"},
	{host: "mini-swe-agent", before: "<warning>\nThe output of your last command was too long.\n</warning>\n<output_head>\n", note: "\n</output_head>\n<elided_chars>\n24210 characters elided\n</elided_chars>\n<output_tail>\n", behind: "\n</output_tail>"},
	{host: "pi", behind: "\n\n[1549 more lines in file. Use offset=2001 to continue]"},
	{host: "one that nobody knows", note: "\n\n... [71,671 characters omitted] ...\n\n"},
	{host: "another one", note: " <<12 rows hidden, see page 2>> "},
}

// marksOf returns the marks in a text.
func marksOf(text string) []string {
	var out []string
	for at := 0; ; {
		m, ok := cutmark.Next([]byte(text), at)
		if !ok {
			return out
		}
		out = append(out, text[m.Start:m.End])
		at = m.End
	}
}

// TestCutsStay: real outputs of every shape, cut at random places in every way
// that hosts have. What says so is shown, with a budget and without.
func TestCutsStay(t *testing.T) {
	inputs, err := filepath.Glob("../../testdata/corpus/*/input")
	if err != nil || len(inputs) == 0 {
		t.Fatal("no cases in testdata/corpus: ", err)
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	checked := 0
	for _, name := range inputs {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(data) < 4096 || bytes.ContainsRune(data, 0) || !longtest.Some(filepath.Base(filepath.Dir(name)), 12) {
			continue
		}
		data = data[:min(len(data), 40<<10)]
		for _, way := range waysToCut {
			from := 1 + rnd.IntN(len(data)/2)
			to := len(data)/2 + rnd.IntN(len(data)/2)
			if way.note == "" {
				to = from
			}
			text := way.before + string(data[:from]) + way.note + string(data[to:]) + way.behind
			for _, opt := range []Options{{}, {Budget: 600}, {MaxBytes: 3000}, {PlainViews: true}} {
				res := plainly(t, []byte(text), opt)
				if !res.Reduced || bytes.ContainsRune(data, '\r') && opt.Budget+opt.MaxBytes > 0 {
					continue // a line that is drawn anew is one unit, and may be more than the budget
				}
				for _, part := range []string{way.before, way.note, way.behind} {
					for _, mark := range marksOf(part) {
						checked++
						if !bytes.Contains(res.Text, []byte(mark)) {
							t.Errorf("%s: %s, cut from %d to %d, budget %d: %q is hidden", filepath.Base(filepath.Dir(name)), way.host, from, to, opt.Budget, mark)
						}
					}
				}
			}
		}
	}
	if checked < 5000 && longtest.AskedForAll() || checked < 500 {
		t.Errorf("only %d marks were looked for", checked)
	}
}

// TestEachWayIsKnown: there is a mark in each part of each way, or the test
// above looks for nothing.
func TestEachWayIsKnown(t *testing.T) {
	for _, way := range waysToCut {
		for _, part := range []string{way.before, way.note, way.behind} {
			if part != "" && len(marksOf(part)) == 0 {
				t.Errorf("%s: %q is not known", way.host, part)
			}
		}
	}
}

// TestCutsFold: lines that are alike are folded after the first of them, whatever
// they say, and the last one is shown.
func TestCutsFold(t *testing.T) {
	for name, line := range map[string]func(i int) string{
		"the same mark": func(i int) string { return "... [" + strconv.Itoa(i) + " lines truncated] ..." },
		"other words each": func(i int) string {
			return "[" + strconv.Itoa(i) + " lines of w" + strings.Repeat("x", i%300) + " omitted]"
		},
		"a word of a log": func(i int) string { return "INFO table " + strconv.Itoa(i) + " truncated" },
		"SQL":             func(i int) string { return "TRUNCATE TABLE t" + strconv.Itoa(i) + ";" },
		"tests":           func(i int) string { return "ok test_output_is_truncated_" + strconv.Itoa(i) },
		"hashes":          func(i int) string { return strconv.Itoa(100000+7919*i) + " omitted" },
	} {
		var b strings.Builder
		for i := range 10_000 {
			b.WriteString(line(i) + "\n")
		}
		res := plainly(t, []byte(b.String()), Options{})
		if shown := res.Lines - res.HiddenLines; !res.Reduced || shown > 2*mostCuts {
			t.Errorf("%s: %d of %d lines are shown", name, shown, res.Lines)
		}
		if last := line(9999); len(marksOf(last)) > 0 && !bytes.Contains(res.Text, []byte(last)) {
			t.Errorf("%s: the last is hidden", name)
		}
	}
}
