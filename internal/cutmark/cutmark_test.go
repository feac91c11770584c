package cutmark

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// forms are what hosts and tools are known to write where they cut, each as it
// came from the version named. lost is what has to be shown of it.
var forms = []struct{ host, text string }{
	{"Claude Code 2.1, a failed command", "... [4933 characters truncated] ..."},
	{"Claude Code 2.1, older", "... [123 lines truncated] ..."},
	{"Claude Code 2.1, a large output", "<persisted-output>"},
	{"Claude Code 2.1, a large output", "Output too large (34.2KB). Full output saved to: /home/me/.claude/projects/x/tool-results/b.txt"},
	{"Claude Code 2.1, a large output", "Preview (first 2KB):"},
	{"Claude Code 2.1, a large output", "</persisted-output>"},
	{"Claude Code 2.1, Grep", "[Showing results with pagination = limit: 250, offset: 0]"},
	{"Claude Code 2.1, Glob", "(Results are truncated. Consider using a more specific path or pattern.)"},
	{"Claude Code 2.1, MCP", "Error: result (51,234 characters) exceeds maximum allowed tokens. Output has been saved to /home/me/x/tool-results/mcp.txt."},
	{"Codex 0.169", "…14527 tokens truncated…"},
	{"Codex 0.169, a model that it doesn't know", "…86600 chars truncated…"},
	{"Codex 0.169", "Warning: truncated output (original token count: 28659)"},
	{"Codex 0.169", "Total output lines: 10000"},
	{"Codex 0.169, a hook's text", "Full hook output saved to: /tmp/hook_outputs/s/u.txt"},
	{"Codex 0.40", "[... omitted 744 of 1000 lines ...]"},
	{"Codex, its own screen", "│ … +12 lines"},
	{"Codex, its own screen", "… +211 lines (ctrl + t to view transcript)"},
	{"opencode 1.18, bash", "...output truncated..."},
	{"opencode 1.18, bash", "Full output saved to: /home/me/.local/share/opencode/tool-output/tool_1"},
	{"opencode 1.18, MCP", "...48815 bytes truncated..."},
	{"opencode 1.18, read", "(File has more lines. Use 'offset' parameter to read beyond line 2000)"},
	{"opencode 1.18, read", "(Output capped at 50 KB. Showing lines 1-500. Use offset=501 to continue.)"},
	{"opencode 1.18, read", "(Showing lines 1-100 of 300. Use offset=101 to continue.)"},
	{"opencode 1.18, grep", "(Results are truncated: showing first 100 results (of 812). Consider using a more specific path.)"},
	{"Gemini CLI 0.61", "Output too large. Showing first 8,000 and last 32,000 characters. For full output see: /home/me/.gemini/tmp/x/tool-outputs/s/run_shell_command__call_1.txt"},
	{"Gemini CLI 0.2", "... [CONTENT TRUNCATED] ..."},
	{"Gemini CLI, read_file", "[File content truncated: showing lines 1-2000 of 5000 total lines. Use offset/limit parameters to view more.]"},
	{"Copilot 1.0.102", "Output too large to read at once (98.5 KB). Saved to: /tmp/1795238329671-copilot-tool-output-x.txt"},
	{"Copilot 1.0.102", "Preview (first 500 chars):"},
	{"Cline 3.0.65", "...[truncated 6084 chars]..."},
	{"Cline 3.0.65, its shell", "[... output truncated: 48113 of 96600 characters shown ...]"},
	{"VS Code", "Large tool result (97KB) written to file. Use the read_file tool to access the content at: /home/me/x/content.txt"},
	{"VS Code", "/* Lines 12-30 omitted */"},
	{"Windsurf", "<truncated 31 lines>"},
	{"OpenHands", "[... Observation truncated due to length ...]"},
	{"OpenHands", "Observations were truncated"},
	{"OpenHands", "[Previous command outputs are truncated. Showing the last 200 lines of the output below.]"},
	{"SWE-agent 1.0", "<response clipped><NOTE>Observations should not exceeded 100000 characters. 2338 characters were elided. Please try a different command that produces less output or use head/tail/grep/redirect the output to a file. Do not use interactive pagers.</NOTE>"},
	{"SWE-agent 1.0, its editor", "<response clipped><NOTE>To save on context only part of this file has been shown to you. You should retry this tool after you have searched inside the file with `grep -n` in order to find the line numbers of what you are looking for.</NOTE>"},
	{"SWE-agent 1.0, its editor", "<NOTE>This file is too large to display entirely. Showing abbreviated version. Please use `str_replace_editor view` with the `view_range` parameter to show selected lines next.</NOTE>"},
	{"SWE-agent 0.7", "(1043 more lines below)"},
	{"SWE-agent 0.7", "(12 more lines above)"},
	{"mini-swe-agent 1.0", "The output of your last command was too long."},
	{"mini-swe-agent 1.0", "<output_head>"},
	{"mini-swe-agent 1.0", "<elided_chars>"},
	{"mini-swe-agent 1.0", "12345 characters elided"},
	{"mini-swe-agent 1.0", "<output_tail>"},
	{"pi", "[1549 more lines in file. Use offset=2001 to continue]"},
	{"pi", "[Showing lines 1500-2000 of 3000 (50.0KB limit). Use offset=2001 to continue]"},
	{"pi", "[Showing lines 1500-2000 of 3000. Full output: /tmp/pi-bash-1.log]"},
	{"pi 0.10", "... (702 more lines not shown. Use offset=1001 to continue reading)"},
	{"pi, its own screen", "[Output truncated. Full output: /tmp/pi-bash-1.log]"},
	{"Crush", "... [3211 lines truncated] ..."},
	{"Zed", "Command output too long. The first 16384 bytes:"},
	{"LangChain", "Tool result too large, the result of this tool call call_1 was saved in the filesystem at this path: /large_tool_results/call_1"},
	{"any", "... [71,671 characters omitted] ..."},
	{"any", "[120 lines omitted]"},
	{"any", "[N omitted: 12 messages skipped]"},
	{"any", "{... 300 more entries ...}"},
	{"any", "<!-- 40 rows clipped -->"},
	{"any", "[truncated]"},
	{"any", "[snip]"},
	{"any", "(output truncated)"},
	{"any", "[Truncated. Use pagination or filters to narrow results.]"},
	{"any", "Output truncated."},
	{"any", "--- 5 lines omitted ---"},
	{"any", "…and 12 more"},
	{"any", "... 12 more results"},
	{"any", "[truncated, 34.2KB total]"},
	{"GitHub Actions", "This log was truncated because it exceeded the limit of 4 MB."},
	{"gh 2", "Showing 30 of 300 issues in o/r that match your search"},
	{"bd", "Showing 50 issues; more results matched but were hidden by --limit. Use --limit 0 for all."},
	{"graph tool behind MCP", "[!] TRUNCATED: showing 40 of 300 nodes (~2000-token budget). The answer may be among the rest."},
	{"graph tool behind MCP", "... (truncated — 260 more nodes cut by ~2000-token budget. Narrow with context_filter)"},
	{"pytest 8", "...Full output truncated (12 lines hidden, use '-vv' to show)"},
	{"node:assert", "... Lines skipped"},
	{"journalctl", "Lines 1-10 skipped"},
	{"npm 10", "A complete log of this run can be found in: /home/me/.npm/_logs/x-debug-0.log"},
	{"biome", "Diagnostics not shown: 12."},
	{"any", "… (+120 lines)"},
	{"any", "... (+120 lines)"},
	{"any", "[+120 lines]"},
	{"any", "... 1.2 MB suppressed ..."},
	{"any", "[120 rows dropped]"},
	{"any", "[120 lines discarded]"},
	{"any", "<120 lines stripped>"},
	{"any", "[folded 120 lines]"},
	{"any", "[... 120 lines collapsed ...]"},
	{"any", "<<< 120 LINES CUT >>>"},
	{"any", "----- cut 300 lines -----"},
	{"any", "(output cut at 30000 chars)"},
	{"any", "[output limited to 200 rows]"},
	{"any", "[1204 characters left out]"},
	{"any", "+1204 lines (ctrl+r to expand)"},
	{"any", "*** TRUNCATED ***"},
	{"any", "TRUNCATED"},
	{"any", "[content trimmed]"},
	{"any", "[output trimmed]"},
	{"any", "[partial output]"},
	{"any", "# 512 lines not shown"},
	{"any", "There are 340 more lines not displayed"},
	{"any", "[Output incomplete: limit reached]"},
	{"any", "WARNING: output was shortened"},
	{"any", "(and 120 more)"},
	{"any", "…and 120 others"},
	{"any", "[...120 lines...]"},
	{"any", "| … +120 lines |"},
	{"any", "... 1.2MB suppressed ..."},
	{"any", "(120 lines lost)"},
	{"any", "… +120 lines │"},
	{"any", "[120 lines cut]"},
	{"any", "=== 40 rows dropped ==="},
	{"any", "Output was cut at 30000 chars"},
	{"any", "[… 120 lines …]"},
}

// silent are lines that speak of cutting, but not of this text.
var silent = []string{
	"", "...", "…", "[...]", "TRUNCATE TABLE users;", "ALTER TABLE t TRUNCATE PARTITION p0, p1",
	"test_truncated_output PASSED [ 12%]", "ok  \texample.com/truncate\t0.012s", "tests/unit/test_formatting.py::TestFormatOutput::test_truncation PASSED  [ 41%]",
	"const truncationResult = truncateTail(fullOutput);", "\ttext += `\\n... (${remaining} more lines)`;", "func truncateHash(h string) string {",
	"// Truncate to a reasonable length for display", "// The output is truncated to 100 lines.", "# log was truncated",
	"\t... 25 more", "\t... 12 common frames omitted", "3 tests skipped", "12 passed, 3 skipped in 0.12s", "Tests: 3 skipped, 40 passed, 43 total",
	"5c0e8f1 stop truncating transcripts", "a1b2c3d omitted hashes of the list", "The field is optional and inherits from `defaults` when omitted.",
	"#[allow(clippy::too_many_arguments)]", "All figures saved to results/figures/", "Tokens saved to ~/.pi/agent/oauth.json",
	"        # (12 unchanged attributes hidden)", "error: file not found", "10 files changed, 3 insertions(+)", "no more lines", "one more thing",
	"  id        | truncated | omitted | hidden", "hook context: If this output is truncated by your host, read the full persisted hook output before continuing",
	"warning: The check omitted these incompatible systems: aarch64-linux", `self.tmpfile.truncate()`, "F.py:1:89: E501 Line too long (101 > 88)", `"message":"Line too long (101 > 88)"`,
	"truncated: boolean;", "truncated: result.truncationResult?.truncated || false,", "bashMsg.truncated ? 1 : 0", "  12→\t// with full transcript. Ended sessions have it at /x/y.",
	"of the line exceeding the limit is not shown.", "replace any line that is too long with a message", `{"truncate": 12, "lines": 30}`,
	"[120 packets dropped]", "(5 requests dropped)", "[cut 3 branches]", "// drop 3 lines", "strip(3)", "dropped 12 rows from table users",
	"3 packets dropped", "connection dropped", "lost 3% packets", "10 packets transmitted, 9 received, 10% packet loss (1 lost)", "queue full (3 messages dropped)", "[12 events discarded]",
	"[120 bytes lost]", "rate limited (5 requests)", "[rate limited to 200 requests]", "cache (limited to 100 entries)", "HTTP/1.1 206 (Partial Content)", "[partial match]",
	"(partial)", "[file removed]", "(see output below)", "[data trimmed]", "(file skipped)", "(connection lost)",
	"  output: limited", "\"TRUNCATED\"", "\tTRUNCATED,", "status = TRUNCATED", "State TRUNCATED = 3", "\"status\": \"TRUNCATED\"",
	"===== 12 passed, 3 skipped in 0.12s =====", "--- PASS: TestTrimmedOutput (0.00s)", "=== RUN   TestLost", "--- cut here ---", "------------------------ >8 ------------------------", "Removed 3 files",
	"Cut 300 lines from the parser", "dropped 12 rows", "# 3 lines are lost here", "# drop 3 rows not needed", "+120 lines", "feature.go (+120 lines)",
	"feature.go | 120 lines (+100 -20)", "+// see (ctrl+r to expand)", "The dialog is not displayed", "incomplete type in output", "output incomplete type T", "The response is limited by the server",
	"trimmed := strings.TrimSpace(line)", "[trimmed]", "(folded)", "collapsed: true", "<Collapsed lines={3} />", "function displayed(lines, 3)",
	"if (lines.length < 120) cut (3)", "(reads 120 lines.)", "a[lines]", "[3 others]", "See ... others", "INSERT 0 120 rows.",
	"[LIMITED OUTPUT DEVICE]", "text was stripped of tags by the parser", "[INFO] 3 requests discarded", "kernel: [ 12.3] lost 5 interrupts", "Lost 12 lines of history in the merge", "the log is incomplete without it",
	"12 objects collapsed into one", "strip(text)[120 rows]", "ARG_MAX limited (120 lines)",
}

// TestForms: each form is found where hosts put it: on a line of its own, within
// a long line, in the middle of a word, inside of a JSON string as JavaScript and
// as Python write one, at the head and at the tail. The mark is all of it.
func TestForms(t *testing.T) {
	for _, f := range forms {
		for name, wrap := range places(f.text) {
			text, want := wrap.text, wrap.mark
			m, ok := Next([]byte(text), 0)
			if !ok {
				t.Errorf("%s: %s: nothing in %.80q", f.host, name, text)
				continue
			}
			if got := text[m.Start:m.End]; !strings.Contains(got, strings.Trim(want, ".…{}<!>- /*│|")) {
				t.Errorf("%s: %s: found %q of %q", f.host, name, got, want)
			}
		}
	}
}

type placed struct{ text, mark string }

// places puts a form where hosts put it. A form in words is known at the start
// of a line or of a string only.
func places(form string) map[string]placed {
	escaped := func(text string, ascii bool) string {
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		e.Encode(text)
		out := strings.Trim(b.String(), "\n\"")
		if ascii {
			out = strings.ReplaceAll(out, "…", `\u2026`)
		}
		return out
	}
	out := map[string]placed{
		"alone":           {form, form},
		"on a line":       {"before\n" + form + "\nbehind", form},
		"CRLF":            {"before\r\n" + form + "\r\nbehind", form},
		"last":            {"before\n\n" + form, form},
		"first":           {form + "\n\nbehind", form},
		"in a string":     {`{"a":"before\n\n` + escaped(form, false) + `\n\nbehind","b":1}`, escaped(form, false)},
		"Python's string": {`{"a": "before\n` + escaped(form, true) + `\nbehind"}`, escaped(form, true)},
	}
	if strings.HasPrefix(form, "[!]") || strings.HasPrefix(form, "<NOTE>") {
		return out
	}
	if strings.ContainsAny(form[:1], "[(<{") || strings.HasPrefix(form, "…") || strings.HasPrefix(form, "...") {
		if strings.ContainsAny(form[len(form)-3:], ")]>…}") || strings.HasSuffix(form, "...") {
			out["within a line"] = placed{"some words before " + form + " some behind", form}
			out["within a word"] = placed{strings.Repeat("x", 700) + form + strings.Repeat("y", 700), form}
		}
	}
	return out
}

func TestSilent(t *testing.T) {
	for _, text := range silent {
		if m, ok := Next([]byte("before\n"+text+"\nbehind"), 0); ok {
			t.Errorf("%q is taken for a mark in %q", ("before\n" + text + "\nbehind")[m.Start:m.End], text)
		}
	}
}

// TestNext: marks come one after the other, each once, and in order.
func TestNext(t *testing.T) {
	text := []byte("a\n... [12 lines truncated] ...\nb [3 rows omitted] c …5 tokens truncated… d\nOutput truncated.\n")
	var got []string
	for at := 0; ; {
		m, ok := Next(text, at)
		if !ok {
			break
		}
		if m.Start < at || m.End <= m.Start {
			t.Fatalf("%v behind %d", m, at)
		}
		got = append(got, string(text[m.Start:m.End]))
		at = m.End
	}
	want := []string{"... [12 lines truncated] ...", "[3 rows omitted]", "…5 tokens truncated…", "Output truncated."}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("got %q, want %q", got, want)
	}
}

// FuzzNext: whatever the bytes, a mark lies in the text, and there is an end to
// them.
func FuzzNext(f *testing.F) {
	for _, form := range forms {
		f.Add([]byte("x\n" + form.text + "\ny"))
	}
	for _, text := range silent {
		f.Add([]byte(text))
	}
	f.Add([]byte(strings.Repeat("[(<", 300) + " more " + strings.Repeat(")]>", 300)))
	f.Fuzz(func(t *testing.T, text []byte) {
		before := bytes.Clone(text)
		last := 0
		for {
			m, ok := Next(text, last)
			if !ok {
				break
			}
			if m.Start < 0 || m.End > len(text) || m.Start >= m.End || m.End <= last {
				t.Fatalf("%v behind %d of %d", m, last, len(text))
			}
			last = m.End
		}
		if !bytes.Equal(text, before) {
			t.Fatal("the text was changed")
		}
	})
}

// TestDense: a text that is full of cues costs no more than a few times what others
// do, for only so many of them are looked at.
func TestDense(t *testing.T) {
	for _, part := range []string{" more", "( more", "...( more saved 1 line", "truncated ", "(truncated 1 line x"} {
		text := []byte(strings.Repeat(part, 4*window/len(part)) + "\n" + strings.Repeat("nothing to see here\n", window/10) + "[12 lines omitted]\n")
		found := 0
		for at := 0; ; {
			m, ok := Next(text, at)
			if !ok {
				break
			}
			found, at = m.End, m.End
		}
		if found != len(text)-1 {
			t.Errorf("%q: the mark behind it is not found", part)
		}
	}
}

func BenchmarkNext(b *testing.B) {
	line := "2026-01-02 03:04:05 INFO request 217 of user 12 served in 12 ms with 4 more hops, see the full trace\n"
	text := []byte(strings.Repeat(line, 10000))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		In(text)
	}
}
