package toolcall

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"elide.example/elide/internal/shape"
)

func TestCalls(t *testing.T) {
	for _, c := range []struct {
		name, input string
		want        Use // but for the key
	}{
		{"Bash", `{"command":"go test ./...","description":"Run tests"}`, Use{Command: "go test ./..."}},
		{"Read", `{"file_path":"/a/b.go","offset":10,"limit":20}`, Use{Reads: []string{"/a/b.go"}}},
		{"Edit", `{"file_path":"/a/b.go","old_string":"x","new_string":"cat y"}`, Use{Writes: []string{"/a/b.go"}}},
		{"MultiEdit", `{"file_path":"/a/b.go","edits":[{"old_string":"a","new_string":"b"}]}`, Use{Writes: []string{"/a/b.go"}}},
		{"Write", `{"file_path":"/a","content":"elision-get 123456"}`, Use{Writes: []string{"/a"}}},
		{"NotebookEdit", `{"notebook_path":"/n.ipynb","new_source":"x"}`, Use{Writes: []string{"/n.ipynb"}}},
		{"Grep", `{"pattern":"x","path":"src","output_mode":"content"}`, Use{Output: Output{Shape: shape.Grep, Sought: "x"}}},
		{"Glob", `{"pattern":"**/*.go"}`, Use{Output: Output{Shape: shape.Listing}}},
		{"mcp__search__grep", `{"query":"x"}`, Use{Output: Output{Shape: shape.Grep, Sought: "x"}}},
		{"mcp__orders__search", `{"query":"x"}`, Use{}}, // for anything
		{"search_file_content", `{"pattern":"a|b"}`, Use{Output: Output{Shape: shape.Grep, Sought: "a|b"}}},
		{"rg", `{"pattern":"a|b"}`, Use{Output: Output{Shape: shape.Grep, Sought: "a|b"}}},
		{"webfetch", `{"url":"https://shop.example"}`, Use{Output: Output{Shape: shape.Prose}}},
		{"WebSearch", `{"query":"x"}`, Use{Said: true}},
		{"bash", `{"command":"search_dir \"a.b\" src"}`, Use{Command: `search_dir "a.b" src`, Output: Output{Shape: shape.Grep, Sought: `a\.b`}}},
		{"bash", `{"command":"goto 120"}`, Use{Command: "goto 120", Reads: []string{unknown}}},
		{"bash", `{"command":"open src/a.py 40"}`, Use{Command: "open src/a.py 40", Reads: []string{"src/a.py"}}},
		{"bash", `{"command":"grep -A 100 'function f' main.ts | head -120"}`, Use{Command: "grep -A 100 'function f' main.ts | head -120", Reads: []string{"main.ts"}, Output: Output{Sought: "function f"}}},
		{"bash", `{"command":"grep -rn -A 3 'f(' src"}`, Use{Command: "grep -rn -A 3 'f(' src", Output: Output{Sought: `f\(`}}},
		{"bash", `{"command":"rg -n -A 30 'f\\(|g' src/a.ts"}`, Use{Command: "rg -n -A 30 'f\\(|g' src/a.ts", Reads: []string{"src/a.ts"}, Output: Output{Sought: `f\(|g`}}},
		{"bash", `{"command":"cd x && git grep -n 'a\\|b(' main -- src | head"}`, Use{Command: `cd x && git grep -n 'a\|b(' main -- src | head`, Output: Output{Sought: `a|b\(`}}},
		{"shell", `{"command":["bash","-lc","cat a.go && rm b.go"],"workdir":"/w"}`, Use{Command: "bash -lc 'cat a.go && rm b.go'", Reads: []string{"a.go"}, Writes: []string{"b.go"}}},
		{"shell", `{"command":["cat","a b.go"]}`, Use{Command: "cat 'a b.go'", Reads: []string{"a b.go"}}},
		{"shell", `{"commands":["cat a","make"]}`, Use{Command: "cat a\nmake", Reads: []string{"a"}}},
		{"exec_command", `{"cmd":"sed -n '1,20p' a.go","yield_time_ms":1000}`, Use{Command: "sed -n '1,20p' a.go", Reads: []string{"a.go"}}},
		{"functions.exec_command", `{"cmd":"cat a"}`, Use{Command: "cat a", Reads: []string{"a"}}},
		{"exec", `{"command":"cat a.go","yieldMs":1000}`, Use{Command: "cat a.go", Reads: []string{"a.go"}}},
		{"write_stdin", `{"session_id":1,"chars":"elision-get 0123456789ab\n"}`, Use{Command: "elision-get 0123456789ab\n", Expansion: true}},
		{"local_shell", `{"type":"exec","command":["tail","-n","5","x.log"],"env":{}}`, Use{Command: "tail -n 5 x.log", Reads: []string{"x.log"}}},
		{"apply_patch", "*** Begin Patch\n*** Update File: a.go\n*** Move to: b.go\n@@\n-x\n+y\n*** Add File: c.go\n+z\n*** Delete File: d.go\n*** End Patch\n", Use{Writes: []string{"a.go", "b.go", "c.go", "d.go"}}},
		{"apply_patch", `{"input":"*** Begin Patch\n*** Add File: c.go\n+z\n*** End Patch"}`, Use{Writes: []string{"c.go"}}},
		{"apply_patch", `{"type":"update_file","path":"x.go","diff":"@@"}`, Use{Writes: []string{"x.go"}}},
		{"shell", `{"command":["apply_patch","*** Begin Patch\n*** Add File: c.go\n+z\n*** End Patch"]}`, Use{Command: "apply_patch '*** Begin Patch\n*** Add File: c.go\n+z\n*** End Patch'", Writes: []string{"c.go"}}},
		{"bash", `{"command":"npm test","description":"d"}`, Use{Command: "npm test"}},
		{"read", `{"filePath":"/a.ts"}`, Use{Reads: []string{"/a.ts"}}},
		{"edit", `{"filePath":"/a.ts","oldString":"a","newString":"b"}`, Use{Writes: []string{"/a.ts"}}},
		{"run_shell_command", `{"command":"cat x | grep y"}`, Use{Command: "cat x | grep y", Output: Output{Sought: "y"}}},
		{"read_file", `{"absolute_path":"/x.py"}`, Use{Reads: []string{"/x.py"}}},
		{"read_many_files", `{"paths":["a","b"]}`, Use{Reads: []string{"a", "b"}}},
		{"replace", `{"file_path":"/x.py","old_string":"a","new_string":"b"}`, Use{Writes: []string{"/x.py"}}},
		{"write_file", `{"file_path":"/x.py","content":"c"}`, Use{Writes: []string{"/x.py"}}},
		{"view", `{"path":"/x","view_range":[1,5]}`, Use{Reads: []string{"/x"}}},
		{"view", `{"path":"","files":["/x","","/x"]}`, Use{Reads: []string{"/x"}}},
		{"create", `{"path":"/x","file_text":"y"}`, Use{Writes: []string{"/x"}}},
		{"run_commands", `{"commands":["cat a","head b"]}`, Use{Command: "cat a\nhead b", Reads: []string{"a", "b"}}},
		{"run_commands", `{"commands":"[\"cat a\"]"}`, Use{Command: "cat a", Reads: []string{"a"}}},
		{"read_files", `{"files":[{"path":"a","start_line":1},{"path":"b"}]}`, Use{Reads: []string{"a", "b"}}},
		{"str_replace_based_edit_tool", `{"command":"view","path":"/x"}`, Use{Reads: []string{"/x"}}},
		{"str_replace_based_edit_tool", `{"command":"insert","path":"/x","insert_line":1}`, Use{Writes: []string{"/x"}}},
		{"mcp__filesystem__read_file", `{"path":"/x"}`, Use{Reads: []string{"/x"}}},
		{"mcp_my_fs_read_file", `{"path":"/x"}`, Use{Reads: []string{"/x"}}},
		{"fs-write_file", `{"path":"/x","content":""}`, Use{Writes: []string{"/x"}}},
		{"mcp__elide__context_expand", `{"hash":"0123456789ab"}`, Use{Expansion: true}},
		{"elide-context_expand", `{}`, Use{Expansion: true}},
		{"context_expander", `{"hash":"x"}`, Use{}},
		{"Write", `{"file_path":"/a","content":"run elision-get 0123456789ab"}`, Use{Writes: []string{"/a"}}},
		{"remote_shell", `{"host":"h","line":"elision-get 0123456789ab"}`, Use{Expansion: true}},
		{"Task", `{"prompt":"look"}`, Use{Said: true}},
		{"spawn_agent", `{"message":"look"}`, Use{Said: true}},
		{"AskUserQuestion", `{}`, Use{Said: true}},
		{"Skill", `{"skill":"x"}`, Use{Said: true}},
		{"mcp__tracker__get_task", `{"id":1}`, Use{}},
		{"mcp__db__query", `{"sql":"select 1"}`, Use{}},
		{"some_runner", `{"command":"/usr/bin/elision-get 0123456789ab"}`, Use{Command: "/usr/bin/elision-get 0123456789ab", Expansion: true}},
		{"", ``, Use{}},
		{"Bash", `{"command":`, Use{Command: `{"command":`}},
		{"Bash", `[]`, Use{}},
		{"Bash", `{"command":{}}`, Use{}},
	} {
		got := Of(c.name, []byte(c.input))
		if got.Key == "" && c.name != "" {
			t.Errorf("%s %s has no key", c.name, c.input)
		}
		got.Key = ""
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s %s: -want +got\n%s", c.name, c.input, diff)
		}
	}
}

func TestReadsAndWrites(t *testing.T) {
	for _, c := range []struct{ line, reads, writes string }{
		{"cat a b", "a b", ""},
		{"cat -n 'a b'", "'a b'", ""},
		{"cat -- -x", "-x", ""},
		{"cat a | head -50", "a", ""},
		{"cat a | head -n 50 | tail -20", "a", ""},
		{"nl -ba a | sed -n '10,20p'", "a", ""},
		{"nl -b a a", "a", ""},
		{"sed -n -e '1,5p' -e '$p' a", "a", ""},
		{"sed -ne 1,5p a", "a", ""},
		{"sed -n '/^func/,/^}/p' a", "a", ""},
		{"sed 5q a", "a", ""},
		{"sed 's/x/y/' a", "", ""},
		{"sed -n l a", "", ""},
		{"sed -e 1p -e 's/x/y/' a", "", ""},
		{"head -c 100 a", "a", ""},
		{"head -20 a b", "a b", ""},
		{"tail -n +5 a", "a", ""},
		{"tail +5 a", "a", ""},
		{"bat --line-range 5:9 -p a", "a", ""},
		{"less a", "a", ""},
		{"cat < a", "a", ""},
		{"cat a | grep x", "", ""},
		{"cat a | wc -l", "", ""},
		{"cat a | elide", "", ""},
		{"grep x a | head", "", ""},
		{"cat a | cat b -", "", ""},
		{"echo a", "", ""},
		{"echo cat a", "", ""},
		{"cat a 2>/dev/null", "a", ""},
		{"cat a 2>&1", "a", ""},
		{"cat a > b", "", "b"},
		{"cat a > b; cat b", "", "b"},
		{"cat a >> b", "", "b"},
		{"go test ./... > /tmp/o 2>&1; tail -5 /tmp/o", "", "/tmp/o"},
		{"make 2> errs", "", "errs"},
		{"make &> log", "", "log"},
		{"make 2>&1 | tee -a log | tail -5", "", "log"},
		{"cd x && cat a", "a", ""},
		{"cat a; cat b", "a b", ""},
		{"cat a || cat b", "a b", ""},
		{"cat a\ncat b # cat c", "a b", ""},
		{"if test -f a; then cat a; else cat b; fi", "a b", ""},
		{"for f in x y; do cat $f; done", "$f", ""},
		{"(cd x; cat a)", "a", ""},
		{"{ cat a; cat b; }", "a b", ""},
		{"echo $(cat a)", "", ""},
		{"echo \"$(cat a > b)\"", "", "b"},
		{"echo `cat a`", "", ""},
		{"diff <(cat a) <(cat b)", "", ""},
		{"x=$(cat a) && cat b", "b", ""},
		{"A=1 cat a", "a", ""},
		{"files=(cat dog)", "", ""},
		{"env A=1 cat a", "a", ""},
		{"sudo -u me cat a", "a", ""},
		{"timeout 5 cat a", "a", ""},
		{"timeout -s KILL 5 cat a", "a", ""},
		{"ls | xargs cat", "'${…}'", ""}, // which files is told when it runs
		{"git ls-files | grep x | xargs -n 1 sed -n 1,20p | head -50", "'${…}'", ""},
		{"ls | xargs wc -l", "", ""},
		{"ls | xargs cat | wc -l", "", ""},
		{"ls | xargs -I{} cat {} > b", "", "b"},
		{"find . -name '*.go' -exec cat {} +", "'${…}'", ""},
		{"find . -name '*.go' -print -exec head -20 {} \\; | head -99", "'${…}'", ""},
		{"find . -exec cat {} + -exec wc {} +", "", ""},
		{"find . -name '*.go'", "", ""},
		{"find . -exec", "", ""},
		{"find . " + strings.Repeat("-exec find ", 100_000) + "-exec cat {} +", "", ""}, // deeper than anybody writes
		{"find . " + strings.Repeat("-exec cat {} + ", 10_000), "'${…}'", ""},
		{"awk 'NR>=10 && NR<=20' a", "a", ""},
		{"awk 'NR==10,NR==20 {print NR \": \" $0} NR>20 {exit}' a b", "a b", ""},
		{"awk '/^func main/,/^}/' a", "a", ""},
		{"cat a | awk 'NR<9'", "a", ""},
		{"awk '{print $1}' a", "", ""},
		{"awk -F: '{s+=$2} END {print s}' a", "", ""},
		{"awk -f prog a", "", ""},
		{"awk 'NR' ", "", ""},
		{"awk", "", ""},
		{"git show HEAD:a", "a", ""},
		{"git --no-pager -C x show v1.2:./a 'v1.2:b c' | sed -n 1,9p", "./a 'b c'", ""},
		{"git show HEAD", "", ""},
		{"git show HEAD:a --stat HEAD", "", ""},
		{"git show :/fix", "", ""},
		{"git", "", ""},
		{"bash -c 'cat a'", "a", ""},
		{"bash -lc \"cat a && sed -i s/x/y/ b\"", "a", "b"},
		{"eval 'cat a'", "a", ""},
		{"bash -c 'cat a' | grep x", "", ""},
		{"elide run -- cat a", "a", ""},
		{"cat <<'EOF' > a\ncat b\nEOF\ncat c", "c", "a"},
		{"cat <<EOF\n\tEOF\ncat b\nEOF\ncat c", "c", ""},
		{"cat <<-EOF\n\tcat b\n\tEOF\ncat c", "c", ""},
		{"python3 - <<'EOF'\nopen('x')\nEOF", "", ""},
		{"cat <<< x", "", ""},
		{"apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a.go\n*** End Patch\nEOF", "", "a.go"},
		{"sed -i 's/a/b/' x y", "", "x y"},
		{"sed -i.bak -e 's/a/b/' x", "", "x"},
		{"sed -i '' 's/a/b/' x", "", "x"},
		{"sed -i s/x/y/ f && cat f", "f", "f"},
		{"perl -pi -e 's/a/b/' x", "", "x"},
		{"rm -rf a b", "", "a b"},
		{"mv a b", "", "a b"},
		{"cp -r a b", "", "b"},
		{"cp -t d a b", "", "d"},
		{"touch -d yesterday a", "", "a"},
		{"truncate -s 0 a", "", "a"},
		{"git rm a", "", "a"},
		{"git mv a b", "", "a b"},
		{"gofmt -w a.go", "", "a.go"},
		{"gofmt -l a.go", "", ""},
		{"> a", "", "a"},
		{": >| a", "", "a"},
		{"[[ a > b ]] && cat c", "c", ""},
		{"((a>b)) && cat c", "c", ""},
		{"echo $((1<<2)) > a", "", "a"},
		{"cat \\\n  a", "a", ""},
		{"cat a\\ b", "'a b'", ""},
		{"cat a 2>&1 >/dev/null", "", ""},
		{"cat 'unclosed", "unclosed", ""},
		{"case x in a) cat f;; esac", "f", ""},
		{"cat a &", "a", ""},
		{"cat a |& head", "a", ""},
	} {
		u := lineUse(c.line, 0)
		if got := quotedList(distinct(u.Reads)); got != c.reads {
			t.Errorf("%s reads %s, want %s", c.line, got, c.reads)
		}
		if got := quotedList(distinct(u.Writes)); got != c.writes {
			t.Errorf("%s writes %s, want %s", c.line, got, c.writes)
		}
	}
}

func quotedList(paths []string) string {
	out := make([]string, len(paths))
	for i, p := range paths {
		out[i] = strings.ReplaceAll(quoted([]string{p}), "'$f'", "$f")
	}
	return strings.Join(out, " ")
}

func TestExpansion(t *testing.T) {
	for line, want := range map[string]bool{
		"elision-get 0123456789ab":                            true,
		"/usr/local/bin/elision-get abc | head":               true,
		"./bin/elision-get.exe abc":                           true,
		"cd x && elision-get abc":                             true,
		"ls; elision-get abc":                                 true,
		"ls\nelision-get abc":                                 true,
		"env A=b elision-get abc":                             true,
		"A=b elision-get abc":                                 true,
		"exec elision-get abc":                                true,
		"timeout 5 elision-get abc":                           true,
		"timeout --signal KILL 5s elision-get abc":            true,
		"sudo -E elision-get abc":                             true,
		"echo abc | xargs -n 1 elision-get":                   true,
		"echo abc | xargs -I{} elision-get {}":                true,
		"nohup nice -n 5 elision-get abc":                     true,
		"command elision-get abc":                             true,
		"bash -c 'elision-get abc'":                           true,
		"env FOO=1 bash -lc \"timeout 5 elision-get abc\"":    true,
		"echo \"$(elision-get abc)\"":                         true,
		"echo `elision-get abc`":                              true,
		"diff <(elision-get abc) x":                           true,
		"for h in a b; do elision-get $h; done":               true,
		"if true; then elision-get a; fi":                     true,
		"(elision-get a)":                                     true,
		"! elision-get a":                                     true,
		"elide run -- elision-get a":                          true,
		"'elision-get' a":                                     true,
		"elision\\-get a":                                     true,
		"cat <<X\ny\nX\nelision-get a":                        true,
		"echo elision-get abc":                                false,
		"grep -r elision-get .":                               false,
		"go build ./cmd/elision-get":                          false,
		"go run ./cmd/elision-get abc":                        false,
		"which elision-get":                                   false,
		"command -v elision-get":                              false,
		"man elision-get":                                     false,
		"ls cmd/elision-get && go test ./cmd/elision-get/...": false,
		"cat <<EOF\nelision-get abc\nEOF":                     false,
		"# elision-get abc":                                   false,
		"echo 'x; elision-get abc'":                           false,
		"elision-getter abc":                                  false,
		"my-elision-get abc":                                  false,
		"bash elision-get":                                    false,
		"":                                                    false,
		strings.Repeat("$(", 5000) + "elision-get a":          false, // deeper than anybody writes
		"bash -c \"bash -c 'bash -c \\\"elision-get a\\\"'\"": true,
	} {
		if got := lineUse(line, 0).Expansion; got != want {
			t.Errorf("%.80q is an expansion: %v, want %v", line, got, want)
		}
	}
}

func TestScripts(t *testing.T) {
	for _, c := range []struct {
		code string
		want Use
	}{
		{`const r = await tools.exec_command({cmd:"go test ./..."}); text(r);`, Use{Command: "go test ./..."}},
		{`text((await tools.exec_command({ "cmd": 'cat a.go', workdir: "/w", yield_time_ms: 1000 })).output)`, Use{Command: "cat a.go", Reads: []string{"a.go"}}},
		{"const [a, b] = await Promise.all([tools.exec_command({cmd: `cat a`}), tools[\"exec_command\"]({cmd: `rm b`})]);", Use{Command: "cat a\nrm b", Reads: []string{"a"}, Writes: []string{"b"}}},
		{`const cmd = "elision-get abc"; await tools.exec_command({cmd})`, Use{Command: "elision-get abc", Expansion: true}},
		{`const c = "elision-get abc"; await tools.exec_command({cmd: c})`, Use{Command: "elision-get abc", Expansion: true}},
		{`const h = ALL[0]; await tools.exec_command({cmd: "elision-get " + h})`, Use{Command: "elision-get ${…}", Expansion: true}},
		{"for (const f of [\"a\"]) await tools.exec_command({cmd: `cat ${f}`})", Use{Command: "cat ${f}", Reads: []string{"${f}"}}},
		{`for (const c of ["ls", "elision-get abc"]) await tools.exec_command({cmd: c})`, Use{Expansion: true}},
		{`await tools.mcp__elide__context_expand({hash:"abc"})`, Use{Expansion: true}},
		{`await tools.apply_patch("*** Begin Patch\n*** Update File: a.go\n*** End Patch")`, Use{Writes: []string{"a.go"}}},
		{`// tools.exec_command({cmd:"elision-get a"})` + "\n" + `text("elision-get a")`, Use{}},
		{`/* tools.exec_command({cmd:"cat a"}) */ text("it's")`, Use{}},
		{`tools.exec_command({cmd:["cat","a"]})`, Use{Command: "cat a", Reads: []string{"a"}}},
		{`tools.exec_command(`, Use{}},
		{`tools.exec_command({cmd:`, Use{}},
		{`tools.`, Use{}},
		{strings.Repeat("tools.a([", 3000), Use{}},
	} {
		got := Of("exec", []byte(c.code))
		got.Key = ""
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%.80s: -want +got\n%s", c.code, diff)
		}
	}
}

// TestExpansionByName: whatever names elision-get and a hash may be an expansion.
func TestExpansionByName(t *testing.T) {
	for line, want := range map[string]bool{
		"ssh host elision-get 0123456789ab":                true,
		"docker exec c elision-get 0123456789ab:3-9":       true,
		"go run ./cmd/elision-get 0123456789ab":            true,
		`python3 -c "run(['elision-get','0123456789ab'])"`: true,
		"git show 0123456789ab":                            false,
		"grep -rn elision-get 012345678.9ab":               false,
	} {
		input, _ := json.Marshal(map[string]string{"command": line})
		if got := Of("Bash", input).Expansion; got != want {
			t.Errorf("%s: %v", line, got)
		}
	}
}

// TestKeys: calls in a group do the same thing, and no other's.
func TestKeys(t *testing.T) {
	bash := func(command string) [2]string {
		input, _ := json.Marshal(map[string]string{"command": command, "description": "about " + command})
		return [2]string{"Bash", string(input)}
	}
	groups := [][][2]string{
		{bash("go test ./..."), bash("go test  ./... 2>&1"), bash("go test ./... 2>&1 | tail -40"), bash("timeout 60 go test ./... | tail -n 80"), {"Bash", `{"timeout":5,"command":"go test ./..."}`}},
		{bash("go test ./internal/a")},
		{bash("cat a")},
		{bash("cat b")},
		{bash("cat < a")},
		{bash("cat < b")},
		{bash("nl a | sed -n 1,20p")},
		{bash("nl a | sed -n 10,30p")},
		{bash("cat a | grep x | head -5"), bash("cat a | grep x | head -9")},
		{bash("python3 - <<E\nprint(1)\nE")},
		{bash("python3 - <<E\nprint(2)\nE")},
		{bash("cd x && cat b")},
		{{"Read", `{"file_path":"a"}`}},
		{{"Read", `{"file_path":"a","limit":5,"offset":1}`}, {"Read", `{"offset":1,"file_path":"a","limit":5}`}},
		{{"exec_command", `{"cmd":"ls"}`}},
		{{"exec_command", `{"cmd":"ls","workdir":"/w"}`}},
		{{"exec", `text(await tools.exec_command({cmd:"ls"}))`}, {"exec", `const x = await tools.exec_command({cmd:"ls"}); text(x.output);`}},
		{{"Edit", `{"file_path":"a","old_string":"x","new_string":"y"}`}, {"Edit", `{"file_path":"a","old_string":"y","new_string":"z"}`}},
		{{"Edit", `{"file_path":"b","old_string":"x","new_string":"y"}`}},
		{{"apply_patch", "*** Begin Patch\n*** Update File: a\n-x\n*** End Patch"}, {"apply_patch", "*** Begin Patch\n*** Update File: a\n-y\n*** End Patch"}},
		{{"custom", "free text"}},
		{{"custom", "other text"}},
	}
	of := map[string]int{}
	for i, group := range groups {
		for _, c := range group {
			key := Of(c[0], []byte(c[1])).Key
			if other, ok := of[key]; ok && other != i {
				t.Errorf("%s has the key of group %d, not %d", c, other, i)
			}
			of[key] = i
		}
	}
	if len(of) != len(groups) {
		t.Errorf("%d keys for %d groups", len(of), len(groups))
	}
}

// FuzzOf: nothing makes it fail, it is the same each time, and what is written
// as an argument vector is read as the same words.
func FuzzOf(f *testing.F) {
	f.Add("Bash", `{"command":"cat a | head <<X\n$(ls"}`)
	f.Add("exec", "tools.exec_command({cmd:`a${b}`})")
	f.Add("shell", `{"command":["a b","'","\\","$(x"]}`)
	f.Fuzz(func(t *testing.T, name, input string) {
		first, again := Of(name, []byte(input)), Of(name, []byte(input))
		if diff := cmp.Diff(first, again); diff != "" {
			t.Fatal(diff)
		}
		words := strings.Fields(strings.ToValidUTF8(input, "?"))
		if len(words) == 0 || slices.ContainsFunc(words, func(w string) bool { return strings.Contains(w, "\x00") }) {
			return
		}
		parsed := parseShell(quoted(words))
		if len(parsed) != 1 || len(parsed[0].commands) != 1 || !slices.Equal(parsed[0].commands[0].words, words) {
			t.Fatalf("%q is read as %+v", words, parsed)
		}
	})
}

func BenchmarkOf(b *testing.B) {
	input := []byte(`{"command":"cd /w && go test ./... 2>&1 | tail -40 && sed -n '1,200p' internal/a/b.go","description":"Run the tests"}`)
	for b.Loop() {
		Of("Bash", input)
	}
}
