package rewrite

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"elide.example/elide/internal/held"
	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/wire"
)

// The steps of an agent that works on a file.

func numberedFrom(lines []string, format string, first int) string {
	var b strings.Builder
	for i, l := range lines {
		fmt.Fprintf(&b, format, first+i)
		b.WriteString(l)
	}
	return b.String()
}

func readRange(path string, lines []string, first, last int) step {
	s := read(path, numberedFrom(lines[first-1:last], "%6d→", first))
	s.input["offset"], s.input["limit"] = first, last-first+1
	return s
}

func sedRange(path string, lines []string, first, last int) step {
	return bash(fmt.Sprintf("cd /src && sed -n '%d,%dp' %s", first, last, path), strings.Join(lines[first-1:last], ""))
}

func write(path string, lines []string) step {
	return step{name: "Write", input: map[string]any{"file_path": path, "content": strings.Join(lines, "")}, output: "File created successfully at: " + path}
}

func replace(path, old, now string, answer string) step {
	return step{name: "Edit", input: map[string]any{"file_path": path, "old_string": old, "new_string": now}, output: "The file has been updated. Here is a snippet:\n" + answer}
}

func addFile(path string, lines []string) step {
	patch := "*** Begin Patch\n*** Add File: " + path + "\n+" + strings.TrimSuffix(strings.Join(lines, "+"), "+") + "*** End Patch\n"
	return step{name: "apply_patch", input: map[string]any{"input": patch}, output: "Done!"}
}

// changed is the lines with some in the place of line 40.
func changed(lines []string, now ...string) []string {
	return slices.Replace(slices.Clone(lines), 39, 40, now...)
}

var number = regexp.MustCompile(`^ *(\d{1,8})(?:→|\t|\||:)`)

// plainLine is a line without what a host puts in front of it.
func plainLine(line string) string {
	return strings.TrimSuffix(number.ReplaceAllString(line, ""), "\n")
}

func plainLines(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		out = append(out, plainLine(line))
	}
	return out
}

// holdsRun tells whether the lines stand in the text, one behind the other.
func holdsRun(text, run []string) bool {
	for i := 0; i+len(run) <= len(text); i++ {
		if slices.Equal(text[i:i+len(run)], run) {
			return true
		}
	}
	return false
}

// linesAt returns the lines of an output that a gap names, by the numbers in front
// of them or else by their places.
func linesAt(output string, r marker.Range) []string {
	var byNumber, byPlace []string
	for i, line := range slices.Collect(strings.Lines(output)) {
		if m := number.FindStringSubmatch(line); m != nil {
			if n, _ := strconv.Atoi(m[1]); r.First <= n && n <= r.Last {
				byNumber = append(byNumber, plainLine(line))
			}
		}
		if r.First <= i+1 && i+1 <= r.Last {
			byPlace = append(byPlace, plainLine(line))
		}
	}
	if len(byNumber) == r.Last-r.First+1 {
		return byNumber
	}
	return byPlace
}

// saidBefore returns what the calls of the steps say, text by text.
func saidBefore(steps []step) (all [][]string) {
	for _, s := range steps {
		for _, v := range s.input {
			if text, ok := v.(string); ok {
				all = append(all, plainLines(text), plainLines(strings.ReplaceAll("\n"+text, "\n+", "\n")))
			}
		}
	}
	return all
}

// names tells whether the words of a name are ones of the step's call.
func names(s step, name string) bool {
	call := s.name + " " + fmt.Sprint(s.input)
	return !slices.ContainsFunc(strings.Fields(strings.TrimSuffix(name, "…")), func(word string) bool { return !strings.Contains(call, word) })
}

// checkGaps holds each gap of the kind against what stands above it in what is
// sent, and returns how many there are.
func checkGaps(t testing.TB, k *talk, sent []string) (n int) {
	t.Helper()
	for i, text := range sent {
		own := slices.Collect(strings.Lines(k.steps[i].output))
		for line := range strings.Lines(text) {
			h, ok := marker.ParseHeld([]byte(strings.TrimSuffix(line, "\n")))
			if !ok || text == k.steps[i].output {
				continue
			}
			n++
			run := plainLines(strings.Join(own[h.Gap.First-1:h.Gap.Last], ""))
			found := false
			if h.Lines == (marker.Range{}) {
				found = slices.ContainsFunc(saidBefore(k.steps[:i+1]), func(said []string) bool { return holdsRun(said, run) })
			}
			for j := range sent[:i] {
				named := names(k.steps[j], h.Name)
				found = found || named && slices.Equal(linesAt(k.steps[j].output, h.Lines), run) && holdsRun(plainLines(sent[j]), run)
			}
			if !found {
				t.Fatalf("step %d: nothing above that is shown holds %s\n%s", i, line, strings.Join(sent[:i+1], "\n=====\n"))
			}
		}
	}
	return n
}

// TestGapsAreTrue: whatever an agent does with a file, what a gap says stands
// above does stand there in what is sent, expanding gives each output back, and
// whatever follows, what stands before stays.
func TestGapsAreTrue(t *testing.T) {
	file := source(90)
	edited := changed(file, "\tadded()\n", "\tmore()\n", "\tlast()\n", "\tnew()\n", "\tend()\n")
	other := changed(source(90)[10:80], "\tother()\n")
	failing := bash("make test", testRun(5))
	failing.failed = true
	pool := []step{
		read("a.go", numberedFrom(file, "%6d→", 1)), read("a.go", numberedFrom(edited, "%6d→", 1)),
		readRange("a.go", file, 20, 60), readRange("a.go", edited, 20, 60), readRange("a.go", edited, 35, 94), readRange("a.go", file, 40, 43),
		sedRange("a.go", file, 10, 50), sedRange("a.go", edited, 30, 70), bash("cat a.go", strings.Join(edited, "")),
		write("a.go", file), write("b.go", other), addFile("a.go", edited), read("b.go", numberedFrom(other, "%5d\t", 1)),
		replace("a.go", file[39], strings.Join(edited[39:44], ""), numberedFrom(edited[35:48], "%6d\t", 36)),
		failing, bash("make test", testRun(6)), bash("make all test", testRun(40)), bash("make check", testRun(5)),
		bash("git diff", "--- a.go\n+++ a.go\n"+strings.Join(edited[36:50], "")), bash("true", ""),
		bash("cat notes.md", "⟦1-4⟧\n"+strings.Join(file[:30], "")+"⟦5-9 as in lines 1-5 of a.go above⟧\n"),
	}
	line := rapid.SampledFrom([]string{
		"", "\t}\n", "\n", "the first of some lines that are long enough\n", "the second of some lines that are long enough\n", "  \t\n", "a carriage return ends it\r\n",
		"7:seven of these lines have numbers\n", "8:eight of these lines have numbers\n", "    9→nine of these lines have numbers\n", "   10→ten of these lines have numbers\n", "00011| eleven\n", "00012| twelve\n",
	})
	anything := rapid.Custom(func(t *rapid.T) step {
		text := strings.TrimSuffix(strings.Join(rapid.SliceOfN(line, 4, 40).Draw(t, "lines"), ""), "\n")
		return rapid.SampledFrom([]step{bash("cat notes", text), bash("make notes", text+"\n"), read("notes.txt", text), write("notes.txt", strings.SplitAfter(text, "\n"))}).Draw(t, "step")
	})
	w, _ := newRewriter(t)
	everything := &talk{steps: pool}
	out, _ := messages(t, w, everything.body(len(pool)))
	after, _ := texts(t, out)
	if n := checkGaps(t, everything, after); n < 10 {
		t.Errorf("%d gaps in a conversation of all steps", n)
	}
	laws.Check(t, func(rt *rapid.T) {
		k := &talk{id: "x", steps: rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(pool), anything), 1, 12).Draw(rt, "steps")}
		part := rapid.IntRange(0, len(k.steps)).Draw(rt, "part")
		w, st := newRewriter(t)
		first, _ := messages(t, w, k.body(part))
		whole, _ := messages(t, w, k.body(len(k.steps)))
		if !bytes.HasPrefix(whole, prefix(first)) {
			rt.Fatalf("%d steps of %d are sent otherwise", part, len(k.steps))
		}
		fresh, _ := newRewriter(t)
		if out, _ := messages(t, fresh, k.body(len(k.steps))); !bytes.Equal(out, whole) {
			rt.Fatal("another process sends other bytes")
		}
		checkLaws(t, st, k.body(len(k.steps)), whole)
		after, _ := texts(t, whole)
		checkGaps(t, k, after)
	})
}

// TestNothingIsSentTwice: what is sent for the last of these steps.
func TestNothingIsSentTwice(t *testing.T) {
	file := source(90)
	edited := changed(file, strings.Split(strings.ReplaceAll(strings.Join(source(5), ""), "step", "added"), "\n")[:5]...)
	for i := 39; i < 44; i++ {
		edited[i] += "\n"
	}
	whole := read("/src/a.go", numberedFrom(file, "%6d→", 1))
	failing := step{name: "Bash", input: map[string]any{"command": "make check"}, output: testRun(5), failed: true}
	head := strings.Join(file[:30], "")
	for _, c := range []struct {
		name  string
		steps []step
		want  string
	}{
		{"a range of what was read whole", []step{whole, readRange("/src/a.go", file, 20, 60)}, "⟦1-41 as in lines 20-60 of a.go above⟧\n⟦elided:"},
		{"without numbers", []step{whole, sedRange("a.go", file, 20, 60)}, "⟦1-41 as in lines 20-60 of a.go above⟧\n⟦elided:"},
		{"with numbers that were not there", []step{sedRange("a.go", file, 20, 60), readRange("/src/a.go", file, 30, 60)},
			"⟦1-31 numbered 30-60 as in lines 11-41 of sed -n '20,60p' a.go above⟧\n⟦elided:"},
		{"a file that was written", []step{write("/src/a.go", file), whole}, "⟦1-90 as you wrote it above⟧\n⟦elided:"},
		{"a file that a patch has added", []step{addFile("/src/a.go", file), whole}, "⟦1-90 as you wrote it above⟧\n⟦elided:"},
		{"a file from a shell", []step{bash("cat > a.go <<'EOF'\n"+head+"EOF\n", ""), bash("cat a.go", head)}, "⟦1-30 as you wrote it above⟧\n⟦elided:"},
		{"what an edit answers with", []step{whole, replace("/src/a.go", file[39], strings.Join(edited[39:44], ""), numberedFrom(edited[34:49], "%6d\t", 35))},
			"The file has been updated. Here is a snippet:\n⟦2-6 as in lines 35-39 of a.go above⟧\n⟦7-11 numbered 40-44 as you wrote it above⟧\n⟦12-16 numbered 45-49 as in lines 41-45 of a.go above⟧\n⟦elided:"},
		{"a range after an edit", []step{whole, replace("/src/a.go", file[39], strings.Join(edited[39:44], ""), "done\n"), readRange("/src/a.go", edited, 20, 70)},
			"⟦1-20 as in lines 20-39 of a.go above⟧\n" + numberedFrom(edited[39:44], "%6d→", 40) + "⟦26-51 numbered 45-70 as in lines 41-66 of a.go above⟧\n⟦elided:"},
		{"a few lines of another file", []step{whole, read("/src/b.go", numberedFrom(append(slices.Clone(file[:9]), source(200)[150:]...), "%6d→", 1))}, "     1→"},
		{"a test that fails again", []step{failing, bash("make check 2>&1", testRun(5)), failing}, "⟦1-171 as in lines 1-171 of make check above⟧\n⟦elided:"},
		{"an error that stands above", []step{bash("cat log", testRun(5)[4000:]), {name: "Bash", input: map[string]any{"command": "make it"}, output: testRun(5)[4000:], failed: true}}, "⟦1-"},
		{"an expansion", []step{whole, bash("elision-get 0a1b2c3d4e5f 20-60", strings.Join(file[19:60], ""))}, file[19]},
		{"where it stands, not where it is referred to", []step{whole, readRange("/src/a.go", file, 20, 60), readRange("/src/a.go", file, 20, 60)}, "⟦1-41 as in lines 20-60 of a.go above⟧\n⟦elided:"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, st := newRewriter(t)
			k := &talk{steps: c.steps}
			body := k.body(len(c.steps))
			out, _ := messages(t, w, body)
			checkLaws(t, st, body, out)
			after, _ := texts(t, out)
			checkGaps(t, k, after)
			if last := after[len(after)-1]; !strings.HasPrefix(last, c.want) {
				t.Errorf("%s\ninstead of\n%s", last, c.want)
			}
		})
	}
}

// TestHiddenIsNotAbove: what was hidden of an output stands nowhere.
func TestHiddenIsNotAbove(t *testing.T) {
	w, _ := newRewriter(t)
	run := testRun(5)
	part := run[len("=== RUN"):][:900]
	part = part[strings.IndexByte(part, '\n')+1 : strings.LastIndexByte(part, '\n')+1]
	k := &talk{steps: []step{bash("make test", run), bash("cat passed.txt", part)}}
	out, _ := messages(t, w, k.body(2))
	after, _ := texts(t, out)
	if strings.Contains(after[0], part[:60]) || after[1] != part {
		t.Errorf("%s\n%s", after[0], after[1])
	}
}

// TestOnlyWhatIsSentIsAbove: conversations that differ in what stands before an
// output don't take each other's gaps.
func TestOnlyWhatIsSentIsAbove(t *testing.T) {
	file := source(90)
	last := readRange("a.go", file, 20, 60)
	w, _ := newRewriter(t)
	for _, steps := range [][]step{
		{read("a.go", numberedFrom(file, "%6d→", 1)), last}, {bash("ls", "a.go\n"), last}, {write("a.go", file), last}, {write("a.go", file[:50]), last}, {last},
	} {
		k := &talk{steps: steps}
		alone, _ := newRewriter(t)
		want, _ := messages(t, alone, k.body(len(steps)))
		if got, _ := messages(t, w, k.body(len(steps))); !bytes.Equal(got, want) {
			t.Errorf("%.300s\ninstead of\n%.300s", got, want)
		}
	}
}

// TestGapsOfOpenAI: what a call says is found in an input that is text, too.
func TestGapsOfOpenAI(t *testing.T) {
	file := strings.Join(source(40), "")
	input, _ := json.Marshal(map[string]any{"path": "a.go", "content": file})
	if got := string(writtenIn(string(quoted(string(input))))); !strings.Contains(got, file) {
		t.Errorf("%.200s", got)
	}
	if got := string(writtenIn(string(quoted("*** Begin Patch\n*** Add File: a\n+x\n+y\n*** End Patch")))); !strings.Contains(got, "x\ny\n") {
		t.Errorf("%q", got)
	}
}

func writtenIn(input string) []byte {
	doc, err := jsonspan.Parse([]byte(input))
	if err != nil {
		panic(err)
	}
	return held.Written(doc.Root())
}

// TestAsTheUserWroteIt: in each API, what the user wrote before a result is found,
// and what he writes behind it is not.
func TestAsTheUserWroteIt(t *testing.T) {
	file := strings.Join(source(40), "")
	text, ls := string(quoted("Look at this:\n"+file)), string(quoted("fine"))
	for name, c := range map[string]struct {
		api  wire.API
		body string // with verbs for what the user writes first, for the output, and for what he writes then
	}{
		"messages": {wire.Messages, `{"messages":[{"role":"user","content":%s},{"role":"assistant","content":[{"type":"tool_use","id":"c","name":"Bash","input":{"command":"cat a.go"}}]},
{"role":"user","content":[{"type":"tool_result","tool_use_id":"c","content":%s},{"type":"text","text":%s}]}]}`},
		"chat": {wire.Chat, `{"messages":[{"role":"user","content":%s},{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"bash","arguments":"{\"command\":\"cat a.go\"}"}}]},
{"role":"tool","tool_call_id":"c","content":%s},{"role":"user","content":[{"type":"text","text":%s}]}]}`},
		"responses": {wire.Responses, `{"input":[{"role":"user","content":[{"type":"input_text","text":%s}]},{"type":"function_call","name":"exec_command","arguments":"{\"cmd\":\"cat a.go\"}","call_id":"c"},
{"type":"function_call_output","call_id":"c","output":%s},{"role":"user","content":%s}]}`},
		"gemini": {wire.Generate, `{"contents":[{"role":"user","parts":[{"text":%s}]},{"role":"model","parts":[{"functionCall":{"name":"run_shell_command","args":{"command":"cat a.go"}}}]},
{"role":"user","parts":[{"functionResponse":{"name":"run_shell_command","response":{"output":%s}}},{"text":%s}]}]}`},
	} {
		w, _ := newRewriter(t)
		before, _ := w.Rewrite(t.Context(), c.api, fmt.Appendf(nil, c.body, text, quoted(file), ls))
		if !strings.Contains(string(before), "⟦1-40 as the user wrote it above⟧") {
			t.Errorf("%s: %s", name, before)
		}
		body := fmt.Appendf(nil, c.body, ls, quoted(file), text)
		if behind, rep := w.Rewrite(t.Context(), c.api, body); !bytes.Equal(behind, body) {
			t.Errorf("%s: %+v", name, rep)
		}
	}
}
