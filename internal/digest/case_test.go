package digest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/thread/threadtest"
	"elide.example/elide/internal/wire"
)

// of returns the digest of one turn of these steps.
func of(t testing.TB, opt Options, ask string, steps ...threadtest.Step) Digest {
	t.Helper()
	d, _ := digestOf(t, threadtest.Style{API: wire.Messages}, threadtest.Conversation{Turns: []threadtest.Turn{{Ask: ask, Steps: steps}}}, opt)
	return d
}

// TestErrors: of each error it is told whether it is gone, by later results of the
// same call alone.
func TestErrors(t *testing.T) {
	fails := func(names ...string) string {
		text := ""
		for i, name := range names {
			text += fmt.Sprintf("--- FAIL: %s (0.0%ds)\n    a_test.go:%d: got 1, want 2\n", name, i, 10+i)
		}
		return text + "FAIL\nFAIL\texample.com/a\t0.1s\nFAIL\n"
	}
	for _, c := range []struct {
		name  string
		steps []threadtest.Step
		want  []string
	}{
		{"gone", []threadtest.Step{bash("go test .", fails("TestA"), true), bash("go test .", "ok  \texample.com/a\t0.1s\n", false)},
			[]string{"- [3] Bash go test . → --- FAIL: TestA (0.00s) | a_test.go:10: got 1, want 2 (resolved in [5])"}},
		{"still there, and another is gone", []threadtest.Step{bash("go test .", fails("TestA", "TestB"), true), bash("go test .", fails("TestB"), true)},
			[]string{
				"- [3] Bash go test . → --- FAIL: TestA (0.00s) | a_test.go:10: got 1, want 2 (resolved in [5])",
				"- [5] Bash go test . → --- FAIL: TestB (0.00s) | a_test.go:10: got 1, want 2 (open)",
			}},
		{"names that differ by digits", []threadtest.Step{bash("go test .", fails("Test1", "Test2"), true), bash("go test .", fails("Test1", "Test2"), true)},
			[]string{
				"- [5] Bash go test . → --- FAIL: Test1 (0.00s) | a_test.go:10: got 1, want 2 (open)",
				"- [5] Bash go test . → --- FAIL: Test2 (0.01s) | a_test.go:11: got 1, want 2 (open)",
			}},
		{"another call says nothing", []threadtest.Step{bash("go test .", fails("TestA"), true), bash("go test ./b", "ok  \texample.com/b\t0.1s\n", false)},
			[]string{"- [3] Bash go test . → --- FAIL: TestA (0.00s) | a_test.go:10: got 1, want 2 (open)"}},
		{"an edit that works after one that didn't", []threadtest.Step{
			tool("Edit", "old_string not found", true, "file_path", "a.go", "old_string", "x"), tool("Edit", "updated", false, "file_path", "b.go"), tool("Edit", "updated", false, "file_path", "a.go", "old_string", "y")},
			[]string{"- [3] Edit a.go → old_string not found (resolved in [7])"}},
		{"a failure without a known message", []threadtest.Step{bash("./run", "starting\nworking\nit broke\n", true)},
			[]string{"- [3] Bash ./run → starting | working | it broke (open)"}},
		{"a long one", []threadtest.Step{bash("./run", "starting\n"+strings.Repeat("working\n", 100)+"it broke\n\n", true)},
			[]string{"- [3] Bash ./run → starting (open)", "- [3] Bash ./run → it broke (open)"}},
		{"a failure that says nothing", []threadtest.Step{bash("./run", "\n", true)}, nil},
		{"errors in what is read are none", []threadtest.Step{
			bash("cat test.log", fails("TestA"), false), tool("Read", fails("TestA"), false, "file_path", "test.log"), bash("grep -rn error .", "a.go:3: error: no\n", false)},
			nil},
	} {
		if diff := cmp.Diff(c.want, texts(errorList, of(t, Options{}, "Go.", c.steps...).Errors)); diff != "" {
			t.Errorf("%s: -want +got\n%s", c.name, diff)
		}
	}
}

// TestOutcomes: what came of a call is what its tool says, or how much it printed,
// and never a success that nobody told of.
func TestOutcomes(t *testing.T) {
	for _, c := range []struct {
		step threadtest.Step
		want string
	}{
		{bash("go test ./...", failingTests, true), "- [2] Bash go test ./... → failed: FAIL example.com/shop/auth 0.231s"},
		{bash("go test ./...", passingTests, false), "- [2] Bash go test ./... → ok example.com/shop/cart 0.101s"},
		{bash("./run", "starting\nit broke\n", true), "- [2] Bash ./run → failed"},
		{bash("touch a", "", false), "- [2] Bash touch a → nothing printed"},
		{bash("hostname", "db-7\n", false), "- [2] Bash hostname → db-7"},
		{bash("seq 400", strings.Repeat("4711\n", 400), false), "- [2] Bash seq 400 → 400 lines"},
		{bash("cat a.json", "{\n\"level\": \"error\",\n\"status\": \"failed\",\n\"text\": \""+strings.Repeat("x", 200)+"\"}\n", false), "- [2] Bash cat a.json → 4 lines"},
		{tool("search", "a.go", false, "query", "tokens\nof", "limit", "5"), "- [2] search limit=5 query=tokens of → a.go"},
	} {
		got := texts(toolList, of(t, Options{}, "Go.", c.step).Tools)
		if len(got) != 1 || got[0] != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestManyErrors: an error that is too many to be told is not said to be gone.
func TestManyErrors(t *testing.T) {
	names := make([]string, 30)
	for i := range names {
		names[i] = "Test" + strings.Repeat("X", i+1)
	}
	output := ""
	for _, name := range names {
		output += fmt.Sprintf("--- FAIL: %s (0.00s)\n    a_test.go:1: no\n", name)
	}
	first := "--- FAIL: " + names[20] + " (0.00s)\n    a_test.go:1: no\nFAIL\n"
	d := of(t, Options{}, "Go.", bash("go test .", first, true), bash("go test .", output+"FAIL\n", true))
	if len(d.Errors) < 2 || !d.Errors[0].Open || !strings.Contains(d.Errors[0].Text, names[20]) {
		t.Errorf("%q", texts(errorList, d.Errors))
	}
}

func TestFilesOfCalls(t *testing.T) {
	custom := Options{Tools: Tools{Read: []string{"fetch_*"}, Modify: []string{"SAVE"}, Ignore: []string{"Read"}}}
	for _, c := range []struct {
		name string
		opt  Options
		step threadtest.Step
		want Files
	}{
		{"read", Options{}, tool("Read", "x", false, "file_path", "/w/./a.go"), Files{Read: []string{"/w/a.go"}}},
		{"view", Options{}, tool("str_replace_based_edit_tool", "x", false, "command", "view", "path", "a.go"), Files{Read: []string{"a.go"}}},
		{"failed", Options{}, tool("Read", "File does not exist.", true, "file_path", "a.go"), Files{}},
		{"failed, as the text says", Options{}, tool("Read", "Error: ENOENT: a.go", false, "file_path", "a.go"), Files{}},
		{"a file that begins like a failure", Options{}, tool("Read", "errors:\n  - one\n  - two\n", false, "file_path", "e.yaml"), Files{Read: []string{"e.yaml"}}},
		{"a file that speaks of failures", Options{}, tool("Read", strings.Repeat("the file was not found\n", 20), false, "file_path", "a.md"), Files{Read: []string{"a.md"}}},
		{"shell", Options{}, bash("cat a.go b.go > c.go; sed -i s/x/y/ d.go", "", false), Files{Modified: []string{"c.go", "d.go"}}},
		{"missing", Options{}, bash("cat a.go b.go", "x\ncat: b.go: No such file or directory\n", true), Files{Read: []string{"a.go"}}},
		{"folder", Options{}, bash("cd sub && cat a.go ~/b /etc/c > ../d", "x", false), Files{Modified: []string{"d"}}},
		{"folder, read", Options{}, bash("cd /w/sub && cat a.go ~/b /etc/c", "x", false), Files{Read: []string{"/w/sub/a.go", "~/b", "/etc/c"}}},
		{"folders", Options{}, bash("cd sub && cat a.go && cd .. && cat b.go", "x", false), Files{Read: []string{"a.go", "b.go"}}},
		{"what a shell makes something of", Options{}, bash("cat $f *.go a{1,2} `x` /dev/null", "x", false), Files{}},
		{"a route", Options{}, tool("Read", "x", false, "file_path", "app/[id]/{x}.tsx"), Files{Read: []string{"app/[id]/{x}.tsx"}}},
		{"unknown", Options{}, tool("fetch_doc", "x", false, "path", "a.md"), Files{}},
		{"set to read", custom, tool("fetch_doc", "x", false, "path", "a.md"), Files{Read: []string{"a.md"}}},
		{"set to modify", custom, tool("Save", "x", false, "path", "a.md"), Files{Modified: []string{"a.md"}}},
		{"set to nothing", custom, tool("Read", "x", false, "file_path", "a.md"), Files{}},
	} {
		if diff := cmp.Diff(c.want, of(t, c.opt, "Go.", c.step).Files); diff != "" {
			t.Errorf("%s: -want +got\n%s", c.name, diff)
		}
	}
	if p, err := (Tools{Read: []string{"a*"}, Ignore: []string{"[a"}}).Check(); p != "[a" || err == nil {
		t.Errorf("%q, %v", p, err)
	}
}

func TestRequests(t *testing.T) {
	long := strings.Repeat("The log says nothing. ", 200) + "Why does it stop?"
	for _, c := range []struct{ ask, want string }{
		{"Repair\n\n  it.", "- [1] Repair it."},
		{"<system-reminder>Be nice.</system-reminder>Repair it.<system-reminder>x</system-reminder>", "- [1] Repair it."},
		{"<environment_context>\n<cwd>/w</cwd>\n</environment_context>", ""},
		{"<user_query>Repair it.</user_query>", "- [1] <user_query>Repair it.</user_query>"},
		{"Go on.", ""},
		{"yes, please!", ""},
		{"Use Go", "- [1] Use Go"},
		{"日本", "- [1] 日本"},
		{"[3] is wrong", "- [1] [3] is wrong"},
		{"Expand ⟦elided:0123456789ab⟧", "- [1] Expand [elided:0123456789ab]"},
		{long, "- [1] " + extract(long, firstMost*2/3) + " " + strings.TrimSpace(long[len(long)-firstMost/3+5:])},
	} {
		got := strings.Join(texts(requestList, of(t, Options{}, c.ask, bash("true", "", false)).Request), "\n")
		if c.ask == long {
			if !strings.HasPrefix(got, "- [1] The log says nothing. ") || !strings.HasSuffix(got, "Why does it stop?") || len(got) > firstMost+20 {
				t.Errorf("%q", got)
			}
		} else if got != c.want {
			t.Errorf("%q: %q, want %q", c.ask, got, c.want)
		}
	}
}

// TestRequestBefore: where the stretch holds no words of the user, those before it
// are told, shortly.
func TestRequestBefore(t *testing.T) {
	talk := mustRead(t, threadtest.Style{API: wire.Messages}.Encode(session))
	d := Of(talk, 1, 7, Options{})
	if got := texts(requestList, d.Request); len(got) != 1 || !strings.HasPrefix(got[0], "- The tests of the auth package fail") {
		t.Errorf("%q", got)
	}
}

func TestNext(t *testing.T) {
	plan := tool("TodoWrite", "ok", false)
	plan.Calls[0].Input = nil
	plan.Calls[0].Free = `{"todos":[{"content":"Find it","status":"completed"},{"content":"Repair it","status":"in_progress"},{"content":"Test it","status":"pending"}]}`
	plan.Calls[0].Name = "todo_write"
	d := of(t, Options{}, "Go.", says("Next I'll look around.", bash("ls", "a", false)), plan, says("I found the cause in a.go. I still need to run the tests.", bash("ls", "a", false)))
	got := texts(nextList, d.Next)
	if want := "I still need to run the tests."; len(got) == 0 || !strings.HasSuffix(got[len(got)-1], want) {
		t.Errorf("%q, want %q", got, want)
	}
	for _, l := range d.Next {
		if strings.Contains(l.Text, "look around") || strings.Contains(l.Text, "Find it") {
			t.Errorf("%q is over", l.Text)
		}
	}
}

// TestPlans: the plans of the usual agents.
func TestPlans(t *testing.T) {
	for name, input := range map[string]string{
		"TodoWrite":          `{"todos":[{"content":"Repair it","status":"in_progress","activeForm":"Repairing"},{"content":"x","status":"completed"}]}`,
		"update_plan":        `{"explanation":"e","plan":[{"step":"x","status":"completed"},{"step":"Repair it","status":"in_progress"}]}`,
		"write_todos":        `{"todos":[{"description":"Repair it","status":"in_progress"},{"description":"x","status":"cancelled"}]}`,
		"functions.todo_add": `{"items":[{"title":"Repair it"}]}`,
	} {
		a := action{at: 3, name: name, input: []byte(input)}
		got := texts(nextList, a.openPoints())
		if !a.isPlan() || len(got) != 1 || !strings.HasSuffix(got[0], "Repair it") {
			t.Errorf("%s: %q, plan %v", name, got, a.isPlan())
		}
	}
	for _, a := range []action{{name: "Bash"}, {name: "TodoRead"}} {
		if a.isPlan() {
			t.Errorf("%s is a plan", a.name)
		}
	}
	if a := (action{name: "TodoWrite", input: []byte(`{"todos":"[]`)}); a.openPoints() != nil {
		t.Error("no plan has points")
	}
}

// TestNumbers: what results say and later turns use, and nothing else.
func TestNumbers(t *testing.T) {
	d := of(t, Options{}, "Deploy release 7781 of the shop.",
		bash("./deploy", "release 7781 starts\nqueue job-48213 created\nunused 99887\nbuild sha 3f9a1c22e7 on host db-7.internal\nretry limit 250\n", false),
		says("The job of release 7781 is job-48213, with a limit of 250.", bash("./status --sha 3f9a1c22e7", "done at 12:30\n", false)),
		tool("Write", "ok", false, "file_path", "notes.md", "content", "host db-7.internal"))
	got := texts(numberList, d.Numbers)
	want := []string{
		"- [3] queue job-48213 created (used in [4])",
		"- [3] build sha 3f9a1c22e7 on host db-7.internal (used in [6])",
		"- [3] retry limit 250 (used in [4])",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"the port is 8080.":                   "8080",
		"listen=127.0.0.1:43817,":             "127.0.0.1:43817 127.0.0.1 43817",
		"at (internal/a_test.go:14)":          "internal/a_test.go:14 internal/a_test.go",
		"aa 12 x1y v1.2.3 snake_case fooBar.": "x1y v1.2.3 snake_case fooBar",
		"well-known words, and. more:":        "",
		"--- FAIL: TestTokenExpiry (0.01s)":   "TestTokenExpiry 0.01s",
		"":                                    "",
	} {
		var got []string
		words([]byte(text), func(at int, word []byte) {
			if text[at:at+len(word)] != string(word) {
				t.Errorf("%q does not stand at %d of %q", word, at, text)
			}
			got = append(got, string(word))
		})
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestSentences(t *testing.T) {
	text := "# Result\n\nIt works now, e.g. in a.go. The fix (v1.2) holds! Does it?\n\n```go\nvar x = 1 // because\n```\n| a | b |\n- 修复了这个错误。 下一步是测试。\n"
	var got []string
	sentences(text, func(s string) { got = append(got, s) })
	want := []string{"It works now, e.g. in a.go.", "The fix (v1.2) holds!", "修复了这个错误。", "下一步是测试。"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// TestLines: a line is read as it was written.
func TestLines(t *testing.T) {
	for _, c := range []struct {
		list list
		line Line
		want string
	}{
		{requestList, Line{Text: "a b", From: Ref{"01234567", 3}}, "- [01234567:3] a b\n"},
		{requestList, Line{Text: "a"}, "- a\n"},
		{requestList, Line{Text: "[3] a"}, "- [?] [3] a\n"},
		{requestList, Line{Text: "[3] a", From: Ref{"01234567", 4}}, "- [01234567:4] [3] a\n"},
		{errorList, Line{Text: "e", Open: true}, "- e (open)\n"},
		{errorList, Line{Text: "e (open)", Open: true}, "- e (open) (open)\n"},
		{errorList, Line{Text: "e", Later: Ref{"01234567", 5}}, "- e (resolved in [01234567:5])\n"},
		{numberList, Line{Text: "port 80", From: Ref{"01234567", 4}, Later: Ref{"76543210", 5}}, "- [01234567:4] port 80 (used in [76543210:5])\n"},
	} {
		text := string(c.line.appendTo(nil, c.list))
		if text != c.want {
			t.Errorf("%+v: %q, want %q", c.line, text, c.want)
		}
		if got := parseLine(strings.TrimSpace(text), "ffffffff"); got != c.line {
			t.Errorf("%q: %+v, want %+v", text, got, c.line)
		}
	}
	for text, want := range map[string]Ref{"- [12] a": {"ffffffff", 12}, "- [0] a": {}, "- [012] a": {}, "- [x:1] a": {}, "- [0123456:1] a": {}, "- [:1] a": {}, "- [12": {}, "- [9999999999] a": {}} {
		if got := parseLine(text, "ffffffff"); got.From != want {
			t.Errorf("%q is from %v, want %v", text, got.From, want)
		}
	}
	if got := parseLine("- [12] a (used in [13])", ""); got != (Line{Text: "a"}) {
		t.Errorf("of no known stretch: %+v", got)
	}
}

// TestManyShortLines: what the estimates of lines are short of is made up for.
func TestManyShortLines(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching("[a-z=:. (){}A-Z0-9]{1,12}").Draw(t, "text")
		d := Digest{most: rapid.IntRange(100, 900).Draw(t, "tokens")}
		for i := range 400 {
			d.Tools = append(d.Tools, Line{Text: oneLine("x" + text), From: Ref{Message: i + 1}})
		}
		checkText(t, d, string(d.Append(nil)))
	})
}

func TestOneLine(t *testing.T) {
	for text, want := range map[string]string{
		" a\n\tb\r\n": "a b", "a\x1b[31mb\x00c": "a [31mb c", "⟦1-2⟧": "[1-2]", "a\u202eb": "a b", "": "", "\n": "", "größe 日本": "größe 日本",
	} {
		if got := oneLine(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for _, most := range []int{8, 9, 10, 11, 20} {
		if got := extract(strings.Repeat("ä ", 1000), most); len(got) > most || !strings.HasSuffix(got, ellipsis) || strings.ToValidUTF8(got, "") != got {
			t.Errorf("%d bytes: %q", most, got)
		}
	}
}

// TestSummaryForm: calls say why they were made.
func TestSummaryForm(t *testing.T) {
	step := bash("go vet ./...", "", false)
	step.Calls[0].Input["description"] = "Look for mistakes"
	d := of(t, Options{Form: Summary}, "Go.", step, says("The tests come next.", bash("go test ./...", passingTests, false)))
	got := texts(toolList, d.Tools)
	if len(got) != 2 || !strings.Contains(got[0], "(Look for mistakes)") || !strings.Contains(got[1], "(The tests come next.)") {
		t.Errorf("%q", got)
	}
}

// TestFewFiles: a summary with too many files names the latest that were modified.
func TestFewFiles(t *testing.T) {
	var f Files
	for i := range 200 {
		f.Read = append(f.Read, fmt.Sprintf("pkg/read%d.go", i))
		f.Modified = append(f.Modified, fmt.Sprintf("pkg/mod%d.go", i))
	}
	d := Digest{Files: f, form: Summary, most: 600}
	text := string(d.Append(nil))
	checkText(t, d, text)
	_, got, _ := earlier(text)
	if n := len(got.Files.Modified); n == 0 || n == 200 || !slices.Equal(got.Files.Modified, f.Modified[200-n:]) || !strings.Contains(text, fmt.Sprintf("\n… %d more\n", 200-n)) {
		t.Errorf("%d files in\n%s", n, text)
	}
	d.form = Sections
	if _, got, _ := earlier(string(d.Append(nil))); !cmp.Equal(got.Files, f) {
		t.Errorf("%d and %d files are left", len(got.Files.Read), len(got.Files.Modified))
	}
}
