package reduce

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/jsondoc"
	"elide.example/elide/internal/shape"
)

// shownBy returns the units of text that the shape's reducer shows, joined.
func shownBy(t *testing.T, sh shape.Shape, text string) string {
	t.Helper()
	s := testSection(text)
	marks := make([]mark.Mark, s.Len())
	For(sh)(s, marks)
	var out []byte
	for i, m := range marks {
		if m.Rank > mark.Bulk {
			out = append(out, s.Raw(i)...)
		}
	}
	return string(out)
}

func wantShown(t *testing.T, got string, want ...string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(got, w) {
			t.Errorf("%q is not shown in:\n%s", w, got)
		}
	}
}

func wantHidden(t *testing.T, got string, hidden ...string) {
	t.Helper()
	for _, w := range hidden {
		if strings.Contains(got, w) {
			t.Errorf("%q is shown in:\n%s", w, got)
		}
	}
}

// bothForms runs the test on a value printed on many lines and on one.
func bothForms(t *testing.T, value any, check func(t *testing.T, got string)) {
	t.Helper()
	pretty, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, pretty); err != nil {
		t.Fatal(err)
	}
	t.Run("pretty", func(t *testing.T) { check(t, withoutBlanks(shownBy(t, shape.JSONArray, string(pretty)))) })
	t.Run("compact", func(t *testing.T) { check(t, withoutBlanks(shownBy(t, shape.JSONArray, compact.String()))) })
}

func withoutBlanks(text string) string {
	var inString bool
	return string(jsondoc.CompactJSON(nil, []byte(text), &inString))
}

type object = map[string]any

func TestJSONListShowsASampleAndWhatDeviates(t *testing.T) {
	var list []object
	for i := range 120 {
		o := object{"id": i, "name": fmt.Sprintf("item %d", i), "active": true, "note": nil}
		switch i {
		case 40:
			o["active"] = false
		case 60:
			o["extra"] = "a key that the others don't have"
		case 80:
			o["note"] = "set"
		case 100:
			delete(o, "name")
		}
		list = append(list, o)
	}
	bothForms(t, object{"count": 120, "items": list, "next": "abc"}, func(t *testing.T, got string) {
		wantShown(t, got, `"count":120`, `"next":"abc"`, `"item 0"`, `"id":40`, `"active":false`, `"id":60`, `"extra":`, `"id":80`, `"note":"set"`, `"id":100`)
		wantHidden(t, got, `"id":7,`, `"id":110`)
	})
}

func TestJSONFailuresAreShownWithTheirRecord(t *testing.T) {
	var tests []object
	for i := range 90 {
		o := object{"fullName": fmt.Sprintf("suite does thing %d", i), "status": "passed", "failureMessages": []string{}, "duration": i % 7}
		if i == 33 || i == 34 {
			o["status"], o["failureMessages"] = "failed", []string{"Error: expected 1\n" + strings.Repeat("    at run (/app/node_modules/jest-circus/build/run.js:3:16)\n", 40)}
		}
		tests = append(tests, o)
	}
	report := object{"numFailedTests": 2, "success": false, "testResults": []object{{"name": "/app/a.test.js", "status": "failed", "assertionResults": tests}}}
	bothForms(t, report, func(t *testing.T, got string) {
		wantShown(t, got, "does thing 33", "does thing 34", "Error: expected 1", `"numFailedTests":2`, `"success":false`)
		wantHidden(t, got, "does thing 50")
		if len(got) > 4500 {
			t.Errorf("%d bytes are shown", len(got))
		}
	})
}

func TestJSONNamesEveryFailureOfMany(t *testing.T) {
	var tests []object
	for i := range 400 {
		tests = append(tests, object{"fullName": fmt.Sprintf("test <%d>", i), "status": "failed", "failureMessages": []string{strings.Repeat("x", 700)}, "ok": i%2 == 0})
		if i%5 == 0 {
			tests[i]["status"], tests[i]["failureMessages"] = "passed", []string{}
		}
	}
	got := shownBy(t, shape.JSONObject, mustJSON(t, object{"tests": tests}))
	for i := range 400 {
		if name := fmt.Sprintf(`test \u003c%d\u003e`, i); i%5 != 0 && !strings.Contains(got, name) {
			t.Fatalf("the failure %s is not named", name)
		}
	}
}

func mustJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestJSONMapIsSampledLikeAList(t *testing.T) {
	packages := object{}
	for i := range 80 {
		p := object{"version": fmt.Sprintf("1.%d.0", i), "resolved": fmt.Sprintf("https://registry.example/p%d.tgz", i), "license": "MIT"}
		if i == 47 {
			p["deprecated"] = "use something else"
		}
		packages[fmt.Sprintf("node_modules/p%02d", i)] = p
	}
	bothForms(t, object{"name": "app", "lockfileVersion": 3, "packages": packages}, func(t *testing.T, got string) {
		wantShown(t, got, `"name":"app"`, `"lockfileVersion":3`, "node_modules/p00", "node_modules/p47", "use something else")
		wantHidden(t, got, "node_modules/p30")
	})
}

func TestJSONDeepFindingKeepsTheNameOfItsRecord(t *testing.T) {
	var pods []object
	for i := range 70 {
		state := object{"running": object{"startedAt": "2026-05-01T10:00:00Z"}}
		if i == 17 {
			state = object{"waiting": object{"reason": "CrashLoopBackOff", "message": "back-off 5m0s"}}
		}
		pods = append(pods, object{"kind": "Pod",
			"metadata": object{"name": fmt.Sprintf("web-%d", i), "labels": object{"app": "web"}, "annotations": object{"a": strings.Repeat("b", 300)}},
			"spec":     object{"containers": []object{{"name": "web", "image": "web:1", "env": []object{{"name": "A", "value": strings.Repeat("v", 1500)}}}}},
			"status":   object{"phase": "Running", "containerStatuses": []object{{"name": "web", "state": state}}}})
	}
	bothForms(t, object{"apiVersion": "v1", "items": pods}, func(t *testing.T, got string) {
		wantShown(t, got, `"name":"web-17"`, "CrashLoopBackOff", "back-off 5m0s")
		wantHidden(t, got, `"name":"web-9"`)
	})
}

func TestJSONOfALinter(t *testing.T) {
	var lines []string
	for i := range 200 {
		code := "E501"
		if i == 90 {
			code = "F821"
		}
		lines = append(lines, fmt.Sprintf(`{"code":%q,"filename":"src/m%d.py","location":{"row":%d,"column":1},"message":"m%d","severity":"error"}`, code, i/20, i, i))
	}
	got := shownBy(t, shape.JSONLines, strings.Join(lines, "\n"))
	wantShown(t, got, "F821", `"m0"`)
	if len(got) > 800 {
		t.Errorf("where all are errors, an error is no deviation: %d bytes are shown", len(got))
	}
}

func TestJSONFragments(t *testing.T) {
	var b strings.Builder
	for i := range 60 {
		fmt.Fprintf(&b, "    {\n      \"id\": %d,\n      \"state\": %q\n    },\n", i, map[bool]string{true: "failed", false: "ok"}[i == 30])
	}
	for name, text := range map[string]string{
		"tail": b.String() + "  ],\n  \"total\": 60\n}\n",
		"head": "{\n  \"items\": [\n" + b.String(),
		"text": "npm warn something\n{\n  \"items\": [\n" + b.String() + "  ]\n}\ndone in 3s\n",
	} {
		t.Run(name, func(t *testing.T) {
			got := shownBy(t, shape.JSONObject, text)
			wantShown(t, got, `"id": 30`, `"failed"`)
			wantHidden(t, got, `"id": 50`)
			if name == "tail" {
				wantShown(t, got, `"total": 60`)
			}
			if name == "text" {
				wantShown(t, got, "npm warn something", "done in 3s")
			}
		})
	}
}

func TestColouredJSON(t *testing.T) {
	var b strings.Builder
	b.WriteString("\x1b[1;39m[\n")
	for i := range 60 {
		fmt.Fprintf(&b, "  \x1b[1;39m{\n    \x1b[34;1m\"id\"\x1b[0m\x1b[1;39m:\x1b[0m \x1b[0;39m%d\x1b[0m\x1b[1;39m\n  \x1b[1;39m}\x1b[0m\x1b[1;39m,\n", i)
	}
	b.WriteString("\x1b[1;39m]\x1b[0m\n")
	got := shownBy(t, shape.JSONArray, b.String())
	if n := strings.Count(got, "\n"); n < 3 || n > 12 {
		t.Errorf("%d of 182 lines are shown:\n%s", n, got)
	}
}

func TestGoTestEvents(t *testing.T) {
	var b strings.Builder
	event := func(action, test, output string) {
		fmt.Fprintf(&b, `{"Time":"2026-11-21T04:07:23Z","Action":%q,"Package":"example.com/m"`, action)
		if test != "" {
			fmt.Fprintf(&b, `,"Test":%q`, test)
		}
		if output != "" {
			fmt.Fprintf(&b, `,"Output":%q`, output)
		}
		b.WriteString("}\n")
	}
	for i := range 60 {
		name := fmt.Sprintf("TestTable/case_%d", i)
		event("run", name, "")
		event("output", name, "=== RUN   "+name+"\n")
		event("output", name, fmt.Sprintf("    m_test.go:12: looked at %d\n", i))
		if i == 20 {
			event("output", name, "    --- FAIL: "+name+" (0.00s)\n")
			event("fail", name, "")
		} else {
			event("pass", name, "")
		}
	}
	event("output", "TestTable", "--- FAIL: TestTable (0.00s)\n")
	event("fail", "TestTable", "")
	event("output", "", "FAIL\texample.com/m\t0.1s\n")
	event("fail", "", "")
	got := shownBy(t, shape.JSONLines, b.String())
	wantShown(t, got, "looked at 20", `"Action":"fail","Package":"example.com/m","Test":"TestTable/case_20"`, `"Action":"fail","Package":"example.com/m"}`)
	wantHidden(t, got, "looked at 21", "case_30", "=== RUN")
}

func TestRgEvents(t *testing.T) {
	var b strings.Builder
	for f := range 9 {
		path := fmt.Sprintf("src/f%d.go", f)
		fmt.Fprintf(&b, `{"type":"begin","data":{"path":{"text":%q}}}`+"\n", path)
		for i := range 10 {
			text := fmt.Sprintf("\tUse(%d)\n", i)
			fmt.Fprintf(&b, `{"type":"match","data":{"path":{"text":%q},"lines":{"text":%q},"line_number":%d,"submatches":[{"match":{"text":"Use"},"start":1,"end":4}]}}`+"\n", path, text, i)
		}
		fmt.Fprintf(&b, `{"type":"end","data":{"path":{"text":%q},"stats":{"matches":10}}}`+"\n", path)
	}
	b.WriteString(`{"data":{"stats":{"matches":90}},"type":"summary"}` + "\n")
	got := shownBy(t, shape.JSONLines, b.String())
	wantShown(t, got, "src/f0.go", "src/f8.go", `"summary"`)
	wantHidden(t, got, `"type":"end"`, `Use(9)`)
}

func FuzzReducersTakeAnything(f *testing.F) {
	f.Add([]byte(nil))
	f.Add([]byte("[{\"a\":1},{\"a\":\"\\"))
	f.Add([]byte("diff --git a/x b/x\n@@@ -1 -1 +1 @@@\n++<<<<<<< a\n"))
	f.Add([]byte("a:1:x\nb-2-y\n--\na:\x00"))
	f.Add([]byte("/:v\n-")) // a path of nothing
	f.Add([]byte(`{"Action":"fail","Package":"p","Test":"/"}` + "\n{}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s := block.Section{Block: block.New(data)}
		s.End = s.Block.Len()
		for _, sh := range []shape.Shape{shape.JSONArray, shape.JSONLines, shape.Grep, shape.Diff} {
			For(sh)(s, make([]mark.Mark, s.Len()))
		}
	})
}

func FuzzCompactJSON(f *testing.F) {
	f.Add([]byte(`{"a": [1, "b c"]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var want bytes.Buffer
		if !json.Valid(data) || json.Compact(&want, data) != nil {
			return
		}
		var inString bool
		if got := jsondoc.CompactJSON(nil, data, &inString); !bytes.Equal(got, want.Bytes()) || inString {
			t.Fatalf("%q, want %q", got, want.Bytes())
		}
	})
}

// ESLint grades by numbers, 2 being an error.
func TestNumberedSeverities(t *testing.T) {
	var b strings.Builder
	b.WriteString(`[{"filePath":"/src/a.js","messages":[`)
	for i := range 200 {
		severity, text := 1, "Unexpected var."
		if i == 120 {
			severity, text = 2, "'total' is not defined."
		}
		fmt.Fprintf(&b, `{"ruleId":"r","severity":%d,"message":"%s","line":%d},`, severity, text, i)
	}
	b.WriteString(`{"ruleId":"r","severity":1,"message":"Unexpected var.","line":9}]}]`)
	wantShown(t, shownBy(t, shape.JSONArray, b.String()), "'total' is not defined.")
}

// A record with a rare value for which there is no room is named, by a member
// called after what it names or within its name.
func TestNamesOfRareRecords(t *testing.T) {
	for name, want := range map[string]string{
		`"Candidate_Name":"SMITH %d"`:                "SMITH 77",
		`"name":{"common":"Land %d","native":["x"]}`: "Land 77",
	} {
		var b strings.Builder
		b.WriteString("[")
		for i := range 120 {
			status := "assigned"
			if i == 77 {
				status = "reserved"
			}
			fmt.Fprintf(&b, `{%s,"status":"%s","text":"%s"},`+"\n", fmt.Sprintf(name, i), status, strings.Repeat("word ", 600))
		}
		b.WriteString("{}]")
		wantShown(t, shownBy(t, shape.JSONArray, b.String()), want, "reserved")
	}
}

// TestMessagesOfRecordsAreShownOnce: of a log in JSON what a program says again and again is
// shown once, beside what it says once.
func TestMessagesOfRecordsAreShownOnce(t *testing.T) {
	var text strings.Builder
	for i := range 300 {
		msg := fmt.Sprintf("copied part %d of the store", i*i)
		switch {
		case i%40 == 20:
			msg = fmt.Sprintf("begins an election in term %d", i/40)
		case i == 130:
			msg = "opened the till"
		}
		fmt.Fprintf(&text, "{\"level\":\"info\",\"ts\":\"2026-01-02T03:%02d:%02dZ\",\"msg\":%q}\n", i/60, i%60, msg)
	}
	got := shownOf(shape.JSONLines, text.String())
	wantShown(t, got, "opened the till", "in term 0", "copied part 0 of")
	wantHidden(t, got, "in term 3", "copied part 10000 of")
}
