package frame

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
)

// wrappings are what hosts make of an output.
var wrappings = []struct {
	name   string
	failed bool
	wrap   func(output string) string
}{
	{"nothing", false, func(o string) string { return o }},
	{"codex", false, func(o string) string {
		return "Chunk ID: 04c8ee\nWall time: 0.0000 seconds\nProcess exited with code 0\nOriginal token count: 3\nOutput:\n" + o
	}},
	{"codex, failed", true, func(o string) string {
		return "Chunk ID: 0a78f3\nWall time: 0.0000 seconds\nProcess exited with code 1\nOriginal token count: 2\nOutput:\n" + o
	}},
	{"codex, running", false, func(o string) string {
		return "Chunk ID: 0a78f3\nWall time: 10.0 seconds\nProcess running with session ID 7\nOriginal token count: 2\nOutput:\n" + o
	}},
	{"codex, cut", false, func(o string) string {
		return "Chunk ID: 04c8ee\nWall time: 0.5 seconds\nProcess exited with code 0\nOriginal token count: 28659\nOutput:\nWarning: truncated output (original token count: 28659)\nTotal output lines: 10000\n\n" + o
	}},
	{"codex, cut before", false, func(o string) string {
		return "Warning: truncated output (original token count: 28659)\nTotal output lines: 10000\n\nChunk ID: 04c8ee\nWall time: 0.5 seconds\nProcess exited with code 0\nOutput:\n" + o
	}},
	{"codex, older", true, func(o string) string {
		return "Exit code: 2\nWall time: 1.5 seconds\nTotal output lines: 5\nOutput:\n" + o
	}},
	{"codex, script", false, func(o string) string { return "Script completed\nWall time 0.1 seconds\nOutput:\n" + o }},
	{"codex, failed script", true, func(o string) string { return "Script failed\nWall time 0.1 seconds\nOutput:\n" + o }},
	{"codex, result of a script", false, func(o string) string {
		return `{"chunk_id":"cb827c","wall_time_seconds":0.000006858,"exit_code":0,"original_token_count":3,"output":` + quoteJS(o) + `}`
	}},
	{"codex, failed result of a script", true, func(o string) string {
		return `{"chunk_id":"cb827c","exit_code":1,"output":` + quoteJS(o) + `}`
	}},
	{"codex, oldest", false, func(o string) string {
		return `{"output":` + quoteJS(o) + `,"metadata":{"exit_code":0,"duration_seconds":0.1}}`
	}},
	{"codex, list of results", false, func(o string) string {
		return "Warning: truncated output (original token count: 9)\nTotal output lines: 1\n\n" + `[{"exit_code":0,"output":` + quoteJS(o) + `}]`
	}},
	{"python", true, func(o string) string {
		text, _ := json.Marshal(o)
		text = bytes.ReplaceAll(bytes.ReplaceAll(bytes.ReplaceAll(text, []byte(`\u003c`), []byte("<")), []byte(`\u003e`), []byte(">")), []byte(`\u0026`), []byte("&"))
		text = bytes.ReplaceAll(bytes.ReplaceAll(text, []byte(`\u2028`), []byte("\u2028")), []byte(`\u2029`), []byte("\u2029"))
		return `{"exit_code": 3, "stdout": ` + string(escapeAll(nil, text)) + `}`
	}},
	{"gemini", false, func(o string) string {
		return "<untrusted_context>\nOutput: " + o + "\nProcess Group PGID: 29324\n</untrusted_context>"
	}},
	{"gemini, failed", true, func(o string) string {
		return "<untrusted_context>\nOutput: " + o + "\nExit Code: 1\nProcess Group PGID: 30034\n</untrusted_context>"
	}},
	{"gemini, killed", true, func(o string) string {
		return "<untrusted_context>\nOutput: " + o + "\nSignal: 9\nBackground PIDs: 1, 2\nProcess Group PGID: 30034\n</untrusted_context>"
	}},
	{"gemini, cut", false, func(o string) string {
		return "Output too large. Showing first 8,000 and last 32,000 characters. For full output see: /home/me/.gemini/tmp/x/tool-outputs/session-1/run_shell_command__call_1.txt\n<untrusted_context>\nOutput: " + o + "\nProcess Group PGID: 1\n</untrusted_context>"
	}},
	{"gemini, mcp", false, func(o string) string { return "<untrusted_context>\n" + o + "\n</untrusted_context>" }},
	{"gemini, hooks", false, func(o string) string {
		return "<untrusted_context>\nOutput: " + o + "\nProcess Group PGID: 1\n</untrusted_context>\n\n[System] Tool input parameters were modified by a hook before execution."
	}},
	{"copilot", false, func(o string) string { return o + "\n<shellId: 0 completed with exit code 0>" }},
	{"copilot, failed", true, func(o string) string { return o + "\n<shellId: 0 completed with exit code 17>" }},
	{"claude, failed", true, func(o string) string { return "Exit code 1\n" + o }},
	{"claude, reminder", false, func(o string) string {
		return o + "\n\n<system-reminder>\nThink of it.\n</system-reminder>\n\n<system-reminder>more</system-reminder>\n"
	}},
	{"opencode, cut", false, func(o string) string {
		return "...output truncated...\n\nFull output saved to: /home/me/.local/share/opencode/tool-output/tool_1\n\n" + o
	}},
	{"cline", false, func(o string) string {
		return `[{"query":"seq 3","result":` + quoteJS(o) + `,"success":true}]`
	}},
	{"cline, failed", true, func(o string) string {
		return `[{"query":"exit 1","result":` + quoteJS("[Command exited with code 1]\n"+o) + `,"error":"Command exited with code 1","success":false}]`
	}},
	{"mcp", false, func(o string) string { return `{"content":[{"type":"text","text":` + quoteJS(o) + `}]}` }},
	{"mcp, reminder", false, func(o string) string {
		return `{"content":[{"type":"text","text":` + quoteJS(o+"\n\n<system-reminder>\"é\"\n</system-reminder>\n") + `}]}`
	}},
	{"mcp, failed", true, func(o string) string {
		return `{"content":[{"type":"text","text":` + quoteJS(o) + `}],"isError":true}`
	}},
}

// quoteJS writes a string as JSON.stringify does.
func quoteJS(text string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.Encode(text)
	out := strings.TrimSuffix(b.String(), "\n")
	return strings.NewReplacer(`\\`, `\\`, `\u2028`, "\u2028", `\u2029`, "\u2029").Replace(out)
}

// TestWrappings: the output comes out of what each host makes of it, another
// goes in, and the host's word on how it ended is understood.
func TestWrappings(t *testing.T) {
	word := rapid.StringMatching(`[a-zé😀"\\<> \t{\[:\x00\x7f` + "\u2028" + `]{1,12}`)
	laws.Check(t, func(t *rapid.T) {
		output := "out é " + strings.Join(rapid.SliceOfN(word, 1, 5).Draw(t, "output"), "\n") + " end"
		for _, w := range wrappings {
			text := w.wrap(output)
			f := Open([]byte(text))
			blocks := f.Blocks()
			if len(blocks) != 1 || string(blocks[0]) != output {
				t.Fatalf("%s: %q holds %q, want %q", w.name, text, blocks, output)
			}
			if f.Failed() != w.failed {
				t.Fatalf("%s: failed is %v", w.name, f.Failed())
			}
			if got := f.Replace([][]byte{[]byte("line\n\"x\" é\t⟦1-2⟧")}); string(got) != w.wrap("line\n\"x\" é\t⟦1-2⟧") {
				t.Fatalf("%s: replaced: %q", w.name, got)
			}
		}
	})
}

// TestNoWrapping: the whole text is the block.
func TestNoWrapping(t *testing.T) {
	for _, text := range []string{
		"", "\n", "{", "[", "{}", "[]", "null", `{"output":"x"}`, `{"a":{"output":"x","exit_code":0},"b":1}`, `[{"exit_code":0,"output":"x"},{"name":"y"}]`,
		`{"query":"x","result":"y"}`, `{"content":[{"type":"text","text":"x"}],"structuredContent":{}}`, `{"content":[]}`, `{"content":"x"}`,
		`{"exit_code":0,"output":"a\/b"}`, `{"exit_code":0,"output":"\u0041"}`, `{"exit_code":0,"output":"\ud800"}`, `{"exit_code":0,"output":"x","output":"y"}`,
		"Output:\nx", "Chunk ID: 1\nOutput: x", "Chunk ID: 1\nnoise\nOutput:\nx", "Exit code 1", "Exit code x\ny", "Output: x", "<untrusted_context>\nx", "Output too large. Showing first ",
		"<shellId: 0 completed with exit code 0>", "x\n<shellId: 0", "...output truncated...\n\nx", "x</system-reminder>", "Warning: truncated output (original token count: 5)",
		`{"exit_code":0,"output":"x…5 tokens truncated…`, `{"exit_code":0,"output":"x","y…5 tokens truncated…"}`, `{"name":0,"output":"x\…5 tokens truncated…n"}`,
	} {
		f := Open([]byte(text))
		if blocks := f.Blocks(); len(blocks) != 1 || string(blocks[0]) != text {
			t.Errorf("%q holds %q", text, blocks)
		}
		if f.Failed() {
			t.Errorf("%q failed", text)
		}
	}
}

// TestSeveral: each output is a block, and the others stay as they were.
func TestSeveral(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"exit_code":0,"stdout":"a\n","stderr":"b\n"}`, `{"exit_code":0,"stdout":"a\n","stderr":"NEW\n"}`},
		{`[{"query":"1","result":"a\n","success":true}, {"query":"2","result":"b\n","success":true}]`, `[{"query":"1","result":"a\n","success":true}, {"query":"2","result":"NEW\n","success":true}]`},
		{`{"first":{"exit_code":0,"output":"a\n"},"second":{"exit_code":0,"output":"b\n"}}`, `{"first":{"exit_code":0,"output":"a\n"},"second":{"exit_code":0,"output":"NEW\n"}}`},
		{`{"exit_code":0,"output":"a\n","stdout":"b\n"}`, `{"exit_code":0,"output":"a\n","stdout":"NEW\n"}`},
		{`{"content":[{"type":"text","text":"a\n"},{"type":"image","data":"x"},{"type":"text","text":"b\n"}]}`, `{"content":[{"type":"text","text":"a\n"},{"type":"image","data":"x"},{"type":"text","text":"NEW\n"}]}`},
	} {
		f := Open([]byte(c.text))
		if blocks := f.Blocks(); len(blocks) != 2 || string(blocks[0]) != "a\n" || string(blocks[1]) != "b\n" {
			t.Errorf("%s holds %q", c.text, blocks)
			continue
		}
		if got := f.Replace([][]byte{nil, []byte("NEW\n")}); string(got) != c.want {
			t.Errorf("%s becomes %s, want %s", c.text, got, c.want)
		}
	}
}

// TestCut: a host cut the JSON anywhere in the output, in escapes too. The
// halves are blocks, and no byte of the text is lost.
func TestCut(t *testing.T) {
	output := "a \"quoted\" é line\twith \\ and \x01 and <tags>\n"
	long := strings.Repeat(output, 3)
	for _, c := range []struct{ head, tail, note string }{
		{"Warning: truncated output (original token count: 24527)\nTotal output lines: 1\n\n" + `{"chunk_id":"1","exit_code":0,"output":"`, `"}`, "…14527 tokens truncated…"},
		{`{"exit_code":0,"output":"`, `","session_id":5}`, "…9 chars truncated…"},
		{`[{"query":"x","result":"`, `","success":true}]`, "\n\n...[truncated 6084 chars]...\n\n"},
		{`{"exit_code":0,"output":"`, `"}`, "\n\n... [71,671 characters omitted] ...\n\n"},
		{`[{"query":"x","result":"first","success":true},{"query":"x","result":"`, `","success":true}]`, "\n\n...[truncated 6084 chars]...\n\n"},
	} {
		inside := quoteJS(long)
		inside = inside[1 : len(inside)-1]
		for from := 1; from < len(inside)/2; from++ {
			to := from + 30
			if !utf8.RuneStart(inside[from]) || !utf8.RuneStart(inside[to]) {
				continue
			}
			text := c.head + inside[:from] + c.note + inside[to:] + c.tail
			checkCut(t, text, c.note, inside[:from], inside[to:])
		}
	}
}

func checkCut(t *testing.T, text, note, head, tail string) {
	t.Helper()
	f := Open([]byte(text))
	blocks := f.Blocks()
	if at := strings.IndexAny(text, "{["); len(blocks) == 1 && json.Valid([]byte(text[at:])) {
		return // the cut is no harm to the JSON
	}
	if len(blocks) != 2 {
		t.Fatalf("%s holds %q", text, blocks)
	}
	for i, half := range []string{head, tail} {
		if got := string(asUTF8(nil, blocks[i])); !strings.Contains(half, got) || len(half)-len(got) > 6 {
			t.Fatalf("half %d of %s is %s, want %s", i, text, got, half)
		}
	}
	got := string(f.Replace([][]byte{[]byte("H\n"), []byte("T\"")}))
	if !strings.Contains(got, `H\n`) || !strings.Contains(got, `T\""`) || strings.Count(got, note) != 1 {
		t.Fatalf("%s becomes %s", text, got)
	}
}

// FuzzFrame: nothing replaced is the text itself, the same blocks put in give
// it too, and new blocks stand where the old ones stood.
func FuzzFrame(f *testing.F) {
	for _, w := range wrappings {
		f.Add([]byte(w.wrap("a\n\"b\"\né")))
	}
	f.Add([]byte(`{"exit_code":0,"output":"x\…5 tokens truncated…n"}`))
	f.Add([]byte(`[{"query":"x","result":"a` + "\n\n...[truncated 6 chars]...\n\n" + `b","success":true}]`))
	f.Fuzz(func(t *testing.T, text []byte) {
		before := bytes.Clone(text)
		fr := Open(text)
		blocks := fr.Blocks()
		if len(blocks) == 0 {
			t.Fatal("no block")
		}
		if got := fr.Replace(make([][]byte, len(blocks))); !bytes.Equal(got, before) {
			t.Fatalf("nothing replaced: %q", got)
		}
		if got := fr.Replace(blocks); !bytes.Equal(got, before) {
			t.Fatalf("the same replaced: %q", got)
		}
		for i := range blocks {
			blocks[i] = fmt.Appendf(nil, "new %d\n\"", i)
		}
		again := Open(fr.Replace(blocks))
		if got := again.Replace(nil); len(again.Blocks()) == len(blocks) && !bytes.Contains(got, []byte("new 0")) {
			t.Fatalf("not in place: %q", got)
		}
		if !bytes.Equal(text, before) {
			t.Fatal("the text was changed")
		}
	})
}

func BenchmarkOpen(b *testing.B) {
	lines := strings.Repeat("a line of an output, as long as such lines are\n", 1000)
	for _, name := range []string{"nothing", "codex, result of a script", "gemini"} {
		for _, w := range wrappings {
			if w.name == name {
				text := []byte(w.wrap(lines))
				b.Run(name, func(b *testing.B) {
					b.SetBytes(int64(len(text)))
					for b.Loop() {
						Open(text)
					}
				})
			}
		}
	}
}
