package pipeline

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// printed is a case of the corpus: what a run printed, and the lines that must be shown.
type printed struct {
	name, input string
	critical    []string
}

// runsOf returns the cases of testdata/corpus that are what a run printed, 4 to 60 KB long.
func runsOf(t *testing.T) (all []printed) {
	t.Helper()
	names, _ := filepath.Glob("../../testdata/corpus/*/case.json")
	for _, name := range names {
		var c struct {
			Shape    string
			Critical []struct{ Text string }
		}
		data, err := os.ReadFile(name)
		if err == nil {
			err = json.Unmarshal(data, &c)
		}
		input, err2 := os.ReadFile(filepath.Join(filepath.Dir(name), "input"))
		if err != nil || err2 != nil {
			t.Fatal(name, err, err2)
		}
		if !slices.Contains([]string{"test-log", "build-log", "log", "stack"}, c.Shape) || len(input) < smallBytes || len(input) > 60_000 || bytes.Count(input, []byte("\n")) < textLines {
			continue
		}
		l := printed{name: filepath.Base(filepath.Dir(name)), input: strings.ToValidUTF8(string(input), "?")}
		for _, line := range c.Critical {
			l.critical = append(l.critical, strings.TrimSpace(line.Text))
		}
		all = append(all, l)
	}
	if len(all) < 40 {
		t.Fatalf("%d runs in testdata/corpus", len(all))
	}
	return all
}

// lacks returns those of the lines that a JSON text doesn't hold as part of a string.
func lacks(text string, lines []string) (out []string) {
	for _, line := range lines {
		escaped := string(inJSON(line))
		if !strings.Contains(text, escaped[1:len(escaped)-1]) {
			out = append(out, line)
		}
	}
	return out
}

// inJSON returns a value as JSON, without escapes for HTML.
func inJSON(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err)
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

// shownFrom returns what is shown of a block.
func shownFrom(t *testing.T, data []byte) string {
	t.Helper()
	if res := plainly(t, data, Options{}); res.Reduced {
		return string(res.Text)
	}
	return string(data)
}

// TestTextsInJSON: of what a run printed the labelled lines are shown that are shown of it
// alone, in whatever JSON it comes, and little more than of it alone. By where its lines stand
// 40 cases lose one in the first of these.
func TestTextsInJSON(t *testing.T) {
	t.Parallel()
	wrap := map[string]func(a, b printed) any{
		"a result": func(a, _ printed) any {
			return map[string]any{"exit_code": 1, "output": a.input, "ms": 12}
		},
		"jobs": func(a, b printed) any {
			return map[string]any{"jobs": []any{
				map[string]any{"name": "first-job", "log": a.input}, map[string]any{"name": "second-job", "log": b.input},
			}}
		},
	}
	all := runsOf(t)
	for name, w := range wrap {
		in, out, alone := 0, 0, 0
		for i, a := range all {
			b := all[(i+7)%len(all)]
			data := inJSON(w(a, b))
			text := shownFrom(t, data)
			in, out = in+len(data), out+len(text)
			alone += len(shownFrom(t, []byte(a.input)))
			if name == "jobs" {
				alone += len(shownFrom(t, []byte(b.input)))
			}
			for _, l := range []printed{a, b} {
				if l.name == b.name && name != "jobs" {
					continue
				}
				if missed := lacks(text, l.critical); len(missed) > 0 {
					t.Errorf("%s of %s and %s: of %s is hidden %.100q", name, a.name, b.name, l.name, missed)
				}
			}
			if name == "jobs" && (!strings.Contains(text, "first-job") || !strings.Contains(text, "second-job")) {
				t.Errorf("%s and %s: a job's name is hidden", a.name, b.name)
			}
		}
		if 100*out > 130*alone { // a line end takes two bytes, and a short line comes with the next
			t.Errorf("%s: of %d bytes %d are shown, %d of what they hold", name, in, out, alone)
		}
	}
}

// TestTextsInLines: of what a run printed the labelled lines are shown too where a program quotes it
// in a line of its own: Ansible behind a host, Python as it writes a string.
func TestTextsInLines(t *testing.T) {
	t.Parallel()
	for name, of := range map[string]func(text string) string{
		"Ansible's": func(text string) string {
			return "TASK [run the tests] ****\nfatal: [web1]: FAILED! => " + string(inJSON(map[string]any{"changed": true, "rc": 2, "stdout": text})) + "\n"
		},
		"Python's": func(text string) string {
			quoted := string(inJSON(text))
			quoted = strings.ReplaceAll(quoted[1:len(quoted)-1], "'", `\'`)
			return "CompletedProcess(args=['make', 'test'], returncode=2, stdout='" + quoted + "', stderr='')\n"
		},
	} {
		in, out, alone := 0, 0, 0
		for _, a := range runsOf(t) {
			data := of(a.input)
			text := shownFrom(t, []byte(data))
			in, out, alone = in+len(data), out+len(text), alone+len(shownFrom(t, []byte(a.input)))
			if missed := lacks(strings.ReplaceAll(text, `\'`, "'"), a.critical); len(missed) > 0 {
				t.Errorf("%s: of %s is hidden %.100q", name, a.name, missed)
			}
		}
		if 100*out > 165*alone { // quotes and line ends take two bytes, and what is short comes whole
			t.Errorf("%s: of %d bytes %d are shown, %d of what they hold", name, in, out, alone)
		}
	}
	for _, text := range []string{`x '` + strings.Repeat(`a\n`, 2000) + `\u12'`, `"` + strings.Repeat(`\"\n`, 3000), `'` + strings.Repeat(`\ud83d\n`, 2000) + `'`, strings.Repeat(`'"`, 4000) + strings.Repeat(`\n`, 900) + `'`} {
		plainly(t, []byte(text+"\n"), Options{}) // a panic would be an error
	}
}

// TestLikeTextsInLines: of what many lines quote alike one is shown, bytes that Python writes by their
// numbers are read, and one long line is no rows of a list.
func TestLikeTextsInLines(t *testing.T) {
	t.Parallel()
	trace := "Traceback (most recent call last):\\n" + strings.Repeat(`  File \"/srv/app/till.py\", line 12, in run\n    return self.open(till)\n`, 60) + `\x1b[31mKeyError: \x1b[0mtill`
	var runs strings.Builder
	for i := range 40 {
		fmt.Fprintf(&runs, "fatal: [web%d]: FAILED! => {\"rc\": 1, \"stderr\": \"%s\"}\n", i, trace)
	}
	shown := shownFrom(t, []byte(runs.String()))
	if n := strings.Count(shown, "KeyError"); n != 1 || !strings.Contains(shown, "web0]") {
		t.Errorf("of 40 like texts %d are shown:\n%.3000s", n, shown)
	}
	if got := saidBy([]byte(`a\x1b[1mb\xzz`), text{strings: []span{{0, 13}}}); string(got.text) != "a\x1b[1mbxzz" {
		t.Errorf("what is said is %q", got.text)
	}
	var rows strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&rows, `%d,till-%d,open,%d.5\n`, 4000+i, i%70, i*7%911)
	}
	if n := len(shownFrom(t, []byte("Traceback\nsubprocess.CalledProcessError: cmd output='"+rows.String()+"'\n"))); n > 40_000 {
		t.Errorf("of one line of %d bytes %d are shown", rows.Len(), n)
	}
}

// TestLinesInJSON: what a run printed is known by its lines where each is a string: an item of a
// list, or a member of records such as those that containers' logs are kept in. Without a look
// at them together 19 to 50 of the cases lose a line in each of these forms.
func TestLinesInJSON(t *testing.T) {
	t.Parallel()
	records := func(lines []string, of func(i int, line string) any) (out []byte) {
		for i, l := range lines {
			out = append(append(out, inJSON(of(i, l))...), '\n')
		}
		return out
	}
	type form struct {
		of    func(lines []string) []byte
		times int // what comes with each line makes so many percent of what is shown of it alone
	}
	forms := map[string]form{
		"a list": {func(lines []string) []byte { return inJSON(map[string]any{"job": "build", "lines": lines}) }, 135},
		"a list on lines": {func(lines []string) []byte {
			var b bytes.Buffer
			if err := json.Indent(&b, inJSON(map[string]any{"job": "build", "lines": lines}), "", "  "); err != nil {
				t.Fatal(err)
			}
			return b.Bytes()
		}, 135},
		"a container's log": {func(lines []string) []byte {
			return records(lines, func(i int, line string) any {
				return map[string]any{"log": line + "\n", "stream": "stdout", "time": fmt.Sprintf("2026-03-04T05:%02d:%02d.%06dZ", i/60%60, i%60, i*7919%1_000_000)}
			})
		}, 340},
		"events": {func(lines []string) []byte {
			return inJSON(map[string]any{"events": func() (all []any) {
				for i, l := range lines {
					all = append(all, map[string]any{"timestamp": 1_764_410_000_000 + i*31, "message": l})
				}
				return all
			}()})
		}, 170},
	}
	inLists := func(lines []string, n int) (all [][]string) {
		for ; len(lines) > n; lines = lines[n:] {
			all = append(all, lines[:n])
		}
		return append(all, lines)
	}
	forms["pairs with the time"] = form{func(lines []string) []byte {
		var all [][2]string
		for i, l := range lines {
			all = append(all, [2]string{fmt.Sprint(1_764_410_000_000_000_000 + i*31), l})
		}
		return inJSON(map[string]any{"data": map[string]any{"result": []any{map[string]any{"values": all}}}})
	}, 190}
	forms["pairs with a number"] = form{func(lines []string) []byte {
		var all [][2]any
		for i, l := range lines {
			all = append(all, [2]any{1_764_410_000_000 + i*31, l})
		}
		return inJSON(map[string]any{"values": all})
	}, 190}
	forms["lists of six"] = form{func(lines []string) []byte { return inJSON(map[string]any{"chunks": inLists(lines, 6)}) }, 190}
	forms["cells of five"] = form{func(lines []string) []byte {
		var all []any
		for _, five := range inLists(lines, 5) {
			all = append(all, map[string]any{"output_type": "stream", "text": five})
		}
		return inJSON(map[string]any{"cells": all})
	}, 260}
	forms["a list in a quoted document"] = form{func(lines []string) []byte {
		return inJSON(map[string]any{"content": []any{map[string]any{"type": "text", "text": string(inJSON(map[string]any{"lines": lines}))}}})
	}, 190}
	forms["a text in a quoted document"] = form{func(lines []string) []byte {
		return inJSON(map[string]any{"content": []any{map[string]any{"type": "text", "text": string(inJSON(map[string]any{"stdout": strings.Join(lines, "\n"), "exit": 1}))}}})
	}, 190}
	forms["a text in a quoted document on lines"] = form{func(lines []string) []byte {
		var b bytes.Buffer
		if err := json.Indent(&b, inJSON(map[string]any{"stdout": strings.Join(lines, "\n"), "exit": 1}), "", "  "); err != nil {
			t.Fatal(err)
		}
		return inJSON(map[string]any{"content": []any{map[string]any{"type": "text", "text": b.String()}}})
	}, 190}
	for _, key := range []string{"textPayload", "short_message", "_raw", "RenderedMessage", "MESSAGE", "line"} {
		of := func(lines []string) []byte {
			return records(lines, func(i int, line string) any { return map[string]any{"at": i, key: line} })
		}
		forms[key] = form{of, 200}
	}
	for name, form := range forms {
		in, out, alone := 0, 0, 0
		for _, a := range runsOf(t) {
			data := form.of(strings.Split(strings.TrimSuffix(a.input, "\n"), "\n"))
			text := shownFrom(t, data)
			in, out, alone = in+len(data), out+len(text), alone+len(shownFrom(t, []byte(a.input)))
			critical := slices.Clone(a.critical)
			if strings.Contains(name, "quoted document") { // they are quoted once more
				for i, line := range critical {
					quoted := string(inJSON(line))
					critical[i] = quoted[1 : len(quoted)-1]
				}
			}
			if missed := lacks(text, critical); len(missed) > 0 {
				t.Errorf("%s: of %s is hidden %.100q", name, a.name, missed)
			}
		}
		if 100*out > form.times*alone {
			t.Errorf("%s: of %d bytes %d are shown, %d of what they hold", name, in, out, alone)
		}
	}
}

// TestSaysInJSON: a text that says that something is wrong is shown, whatever its key, and in
// a list of others.
func TestSaysInJSON(t *testing.T) {
	const inWords = "deploy failed: disk full on web-3"
	wrong := []string{
		"ERROR: module 150 does not link", "Error: it broke here", "fatal: not a repository", "panic: index out of range",
		"[ERROR] cannot open it", "TypeError: x is not a function", "2026-03-04T10:00:28Z ERROR cannot open db-7: timeout",
		"--- FAIL: TestTotal (0.00s)", inWords,
	}
	forms := map[string]func(texts []string) any{
		"a list":   func(texts []string) any { return texts },
		"in a key": func(texts []string) any { return map[string]any{"lines": texts} },
		"records": func(texts []string) (out any) {
			var all []any
			for i, s := range texts {
				all = append(all, map[string]any{"at": i, "text": s})
			}
			return all
		},
		"logs": func(texts []string) (out any) {
			var all []any
			for i := range 30 {
				all = append(all, map[string]any{"id": fmt.Sprint("job-", i), "log": strings.Join(texts[i*10:i*10+10], "\n") + "\n"})
			}
			return all
		},
	}
	for name, form := range forms {
		for _, say := range wrong {
			var texts []string
			for i := range 300 {
				texts = append(texts, fmt.Sprintf("step %d: compiled module %d", i, i))
			}
			texts[154] = say
			text := shownFrom(t, inJSON(form(texts)))
			if name == "logs" && say == inWords {
				continue // in a few lines nothing is unlike the others
			}
			if len(lacks(text, []string{say})) > 0 {
				t.Errorf("%s: %q is hidden: %.300s", name, say, text)
			}
			if name == "logs" && !strings.Contains(text, `"job-15"`) {
				t.Errorf("%s: %q is shown without its record's name: %.300s", name, say, text)
			}
			if len(text) > 4000 {
				t.Errorf("%s: %d bytes are shown", name, len(text))
			}
		}
	}
	for _, of := range []int{1, 20} { // all tell of it, or few do
		var docs []any
		for i := range 300 {
			text := fmt.Sprintf("Module %d counts what comes in.", i)
			if i%of == of-1 {
				text = fmt.Sprintf("Module %d tells what fails and how an error is handled.", i)
			}
			docs = append(docs, map[string]any{"id": i, "description": text})
		}
		if text := shownFrom(t, inJSON(docs)); strings.Contains(text, "Module 199 tells") {
			t.Errorf("what a description tells of is shown: %.300s", text)
		}
	}
}

// TestWhatWentWrongLast: records that say under a key such as lastError what went wrong are shown,
// as many as do, and words that say what to do of an error are not.
func TestWhatWentWrongLast(t *testing.T) {
	var targets []any
	var wrong []string
	for i := range 40 {
		target := map[string]any{
			"url": fmt.Sprintf("http://10.0.0.%d/metrics", i), "health": "up", "lastError": "", "onError": "retry", "seconds": i * 7919 % 100,
		}
		if i%5 == 3 {
			target["health"], target["lastError"] = "down", fmt.Sprintf("Get 10.0.0.%d: connection refused", i)
			wrong = append(wrong, target["lastError"].(string), target["url"].(string))
		}
		targets = append(targets, target)
	}
	text := shownFrom(t, inJSON(map[string]any{"targets": targets}))
	if missed := lacks(text, wrong); len(missed) > 0 {
		t.Errorf("hidden is %q", missed)
	}
	if strings.Contains(text, "10.0.0.20/") {
		t.Error("a target is shown that is up")
	}
	catalogue, schema := map[string]any{}, map[string]any{}
	for i := range 100 {
		catalogue[fmt.Sprintf("page%d.label", i)] = fmt.Sprintf("The field %d", i)
		catalogue[fmt.Sprintf("page%d.saveError", i)] = "Could not save. Please try again."
		schema[fmt.Sprintf("Part%dException", i)] = map[string]any{"type": "object", "members": []int{i}}
	}
	for _, doc := range []any{catalogue, schema, map[string]any{"texts": catalogue}} {
		if text := shownFrom(t, inJSON(doc)); len(text) > 1200 {
			t.Errorf("%d bytes are shown of what could go wrong: %.200s", len(text), text)
		}
	}
}

// TestTextsAreCutAnywhere: JSON that holds outputs and was cut, mixed or escaped wrongly is
// reduced within the laws.
func TestTextsAreCutAnywhere(t *testing.T) {
	log := strings.Repeat(`step of it\r\n\ttell \u00e9\n`, 40) + `ERROR: it \"broke\"\n` + strings.Repeat(`step\n\u000a`, 90)
	seeds := []string{
		`{"output":"` + log + `"}`, `[{"name":"a","log":"` + log + `"},{"log":"` + log + `"}]`,
		`{"log":"` + log + "\"}\n{\"log\":\"" + log + "\"}\n{\"x\":1}\n", "{\n \"a\": \"" + log + "\",\n \"b\": [\"" + log + "\"]\n}\n",
		strings.Repeat(`{"id":7,"log":"`+log+`"}`+"\n", 12),
		`{"lines":[` + strings.Repeat(`"ok\tx",`, 40) + `"src/a.go:7:2: undefined: x","--- FAIL: TestX (0.00s)","","\n\n"]}`,
		strings.Repeat(`{"log":"--- PASS: TestY (0.00s)\n","at":1}`+"\n", 30) + `{"log":"--- FAIL: TestX (0.00s)","at":1}`,
	}
	rng := rand.New(rand.NewPCG(7, 16))
	pick := func() []byte { return []byte(seeds[rng.IntN(len(seeds))]) }
	for range 1500 {
		data := pick()
		for range 1 + rng.IntN(6) {
			at := rng.IntN(len(data))
			switch rng.IntN(5) {
			case 0:
				data = slices.Delete(data, at, min(len(data), at+1+rng.IntN(60)))
			case 1:
				const odd = "\"\\{}[],:\nnu\x1b\xff"
				data[at] = odd[rng.IntN(len(odd))]
			case 2:
				data = slices.Insert(data, at, pick()[:rng.IntN(300)]...)
			case 3:
				data = data[:at+1]
			case 4:
				data = bytes.ReplaceAll(data, []byte(`\n`), []byte([]string{`\\n`, "\n", `\"`, `\u0`}[rng.IntN(4)]))
			}
			if len(data) == 0 {
				data = pick()
			}
		}
		res := plainly(t, data, Options{MinBytes: -1})
		checkTiles(t, data, res)
		checkSmaller(t, data, res)
		if t.Failed() {
			t.Fatalf("%q", data)
		}
	}
}
