//go:build unix

package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"elide.example/elide/internal/longtest"
)

// hooked runs tools as an agent does that has a hook: what the shell prints is
// reduced, unless it is a file.
type hooked struct {
	Shell
	t *testing.T
}

func (h hooked) Run(ctx context.Context, call Call) Output {
	out := h.Shell.Run(ctx, call)
	if line := inputOf(call).line; line == "" || strings.HasPrefix(line, "cat ") {
		return out
	}
	cmd := exec.CommandContext(ctx, filepath.Join(bin, "elide"))
	cmd.Env, cmd.Stdin = h.Env, strings.NewReader(out.Text)
	text, err := cmd.Output()
	if err != nil {
		h.t.Error(err)
	}
	out.Text = string(text)
	return out
}

// TestInstalled: the script for installed agents is judged to the end, and so
// is one where nothing is installed.
func TestInstalled(t *testing.T) {
	longtest.Only(t)
	reduced := []string{"success", "failure", "huge"}
	for _, d := range []*Dialect{claude(), codexCode()} {
		tells := map[string]string{"claude": "Exit code 1", "codex-code": `"exit_code":1`}[d.Name]
		if tells == "" {
			t.Fatalf("how does %s tell?", d.Name)
		}
		s := newStage(t, func(m *Model) { m.Script.Steps = Installed() })
		if err := MakeLogs(s.dir); err != nil {
			t.Fatal(err)
		}
		s.play(t, d, hooked{s.tools(), t})
		b := Bench{Script: s.model.Script, Host: Host{Reduced: reduced, Lacking: []string{"tick", "mcp", "tool", "there"}, Tells: tells},
			Original: func(hash string) ([]byte, error) { return []byte(s.get(t, hash)), nil }}
		verdicts := b.Judge(s.model.Exchanges())
		if len(verdicts) != len(Installed()) {
			t.Errorf("%s: %d verdicts", d.Name, len(verdicts))
		}
		for _, v := range verdicts {
			if len(v.Faults) > 0 {
				t.Errorf("%s: %v", d.Name, v)
			}
		}
		b.Host.Reduced, b.Host.Tells = nil, "went wrong"
		for _, v := range b.Judge(s.model.Exchanges()) {
			if want := slices.Contains(reduced, v.Name); want != (len(v.Faults) > 0) {
				t.Errorf("%s, nothing installed: %v", d.Name, v)
			}
		}
	}
}

// TestJudge: what is lost, missing, early, or can't be restored is found.
func TestJudge(t *testing.T) {
	dir := t.TempDir()
	if err := MakeProject(dir); errors.Is(err, exec.ErrNotFound) {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	log := accessLog()
	const marked = "a line\n⟦elided:0123456789ab 219 lines⟧"
	want := Want{Of: "log/access.log", Shows: []string{"a line"}, Exit: 1, Not: []string{"later"}}
	for name, test := range map[string]struct {
		text, original string
		host           Host
		fault          string
	}{
		"whole":              {"a line\n" + log + "status 1", "", Host{Tells: "status 1"}, ""},
		"whole in JSON":      {`{"output":` + jsonText("a line\n"+log) + `,"status 1"}`, "", Host{Tells: "status 1"}, ""},
		"numbered":           {"a line\n" + strings.ReplaceAll(log, "\n", "\n7\t") + "status 1", "", Host{Tells: "status 1"}, ""},
		"reduced":            {marked + "status 1", log, Host{Reduced: []string{"it"}, Tells: "status 1"}, "want true"},
		"reduced, line":      {marked + "\nstatus 1", log, Host{Reduced: []string{"it"}, Tells: "status 1"}, ""},
		"reduced, numbered":  {"1\ta line\n2\t⟦elided:0123456789ab⟧\nstatus 1", log, Host{Reduced: []string{"it"}, Tells: "status 1"}, ""},
		"reduced, unlisted":  {marked + "\nstatus 1", log, Host{Tells: "status 1"}, "hides something: true, want false"},
		"not in the store":   {marked + "\nstatus 1", "", Host{Reduced: []string{"it"}, Tells: "status 1"}, "can't be expanded"},
		"an original cut":    {marked + "\nstatus 1", log[:9000], Host{Reduced: []string{"it"}, Tells: "status 1"}, "is lost"},
		"cut":                {"a line\n" + log[:9000] + "status 1", "", Host{Tells: "status 1"}, "is lost"},
		"cut by the agent":   {"a li", "", Host{Lacking: []string{"it"}}, ""},
		"not shown":          {log + "status 1", "", Host{Tells: "status 1"}, `doesn't show "a line"`},
		"not wrapped":        {"a line\n" + log + "status 1", "", Host{Tells: "status 1", Wraps: "<done>"}, "without \"<done>\""},
		"wrapped":            {"a line\n" + log + "status 1\n<done>", "", Host{Tells: "status 1", Wraps: "<done>"}, ""},
		"no status":          {"a line\n" + log, "", Host{Tells: "status 1"}, "exit status"},
		"shown before time":  {"a line\n" + log + "status 1 later", "", Host{Tells: "status 1"}, "too early"},
		"it doesn't tell it": {"a line\n" + log, "", Host{}, ""},
	} {
		b := Bench{Script: Script{Dir: dir, Steps: []Step{{Name: "it", Run: "x", Want: want}, {Run: "unnamed"}}}, Host: test.host,
			Original: func(hash string) ([]byte, error) {
				if test.original == "" || hash != "0123456789ab" {
					return nil, errors.New("none")
				}
				return []byte(test.original), nil
			}}
		v := b.Judge([]Exchange{{Results: []Result{{ID: stepID("call", 0), Text: test.text}}}})
		if len(v) != 1 || strings.Contains(v[0].String(), "fault: ") != (test.fault != "") || !strings.Contains(v[0].String(), test.fault) {
			t.Errorf("%s: %v", name, v)
		}
		if v := b.Judge(nil); len(v[0].Faults) != 1 {
			t.Errorf("no result: %v", v)
		}
	}
}

// TestUse: a server's tool is called by the name that each agent gives it.
func TestUse(t *testing.T) {
	use := Step{Use: &Use{Server: "lab", Tool: "lab_orders"}}
	shell := tool{name: "bash", params: map[string]json.RawMessage{"command": nil}}
	for _, test := range []struct {
		tools []tool
		want  Call
	}{
		{[]tool{{name: "mcp_other_lab_orders"}, {name: "mcp__lab__lab_orders"}}, Call{Name: "mcp_other_lab_orders", Input: "{}"}},
		{[]tool{{name: "lab-lab_orders"}}, Call{Name: "lab-lab_orders", Input: "{}"}},
		{[]tool{{name: "lab_orders", space: "mcp__lab"}}, Call{Name: "lab_orders", Space: "mcp__lab", Input: "{}"}},
		{[]tool{{name: "ToolSearch"}}, Call{Name: "mcp__lab__lab_orders", Input: "{}"}},
		{[]tool{{name: searchTool}}, Call{Name: "lab_orders", Space: "mcp__lab", Input: "{}"}},
		{[]tool{{name: "exec", free: true}}, Call{Name: "exec", Free: true, Input: "const r = await tools.mcp__lab__lab_orders({}); text(r);"}},
		{[]tool{shell}, Call{Name: "bash", Input: `{"command":"echo there is no lab_orders"}`}},
	} {
		if got, ok := (Script{}).call(use, &asked{tools: test.tools}); !ok || got != test.want {
			t.Errorf("%v: got %v, want %v", test.tools, got, test.want)
		}
	}
}

// TestExpandTool: elide's own tool is asked for what the named step hid.
func TestExpandTool(t *testing.T) {
	s := Script{Steps: []Step{{Name: "a", Run: "x"}, {Run: "y"}}}
	a := &asked{tools: []tool{{name: "elide_context_expand"}, {name: "bash", params: map[string]json.RawMessage{"command": nil}}},
		results: []Result{{ID: stepID("call", 0), Text: "⟦elided:0123456789ab⟧"}, {ID: stepID("call", 1), Text: "⟦elided:ba9876543210⟧"}}}
	for _, test := range []struct {
		x    Expand
		want string
	}{
		{Expand{Tool: true, Of: "a", Range: "3-4"}, `{"range":"3-4","ref":"0123456789ab"}`},
		{Expand{Tool: true}, `{"ref":"ba9876543210"}`},
		{Expand{Of: "a"}, `{"command":"elision-get 0123456789ab"}`},
		{Expand{Tool: true, Of: "b"}, `{"command":"echo nothing is hidden"}`},
	} {
		if got, _ := s.call(Step{Expand: &test.x}, a); got.Input != test.want {
			t.Errorf("%v: got %v, want %s", test.x, got, test.want)
		}
	}
}

// TestAside: the background is asked for where there is one.
func TestAside(t *testing.T) {
	step := Step{Run: "x", Aside: true}
	for name, want := range map[string]string{"run_in_background": `{"command":"x","run_in_background":true}`, "timeout": `{"command":"x"}`} {
		a := &asked{tools: []tool{{name: "bash", params: map[string]json.RawMessage{"command": nil, name: nil}}}}
		if got, _ := (Script{}).call(step, a); got.Input != want {
			t.Errorf("got %s, want %s", got.Input, want)
		}
	}
}

// TestServeMCP: the server answers what it knows, and says what it doesn't.
func TestServeMCP(t *testing.T) {
	var out strings.Builder
	err := ServeMCP(strings.NewReader(`{"jsonrpc":"2.0","id":0,"method":"server/discover"}
{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"2025-06-18"}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/list"}
{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"lab_orders","arguments":{}}}
`), &out)
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if err != nil || len(lines) != 4 {
		t.Fatalf("%v\n%s", err, out.String())
	}
	for i, want := range []string{`"code":-32601`, `"protocolVersion":"2025-06-18"`, `"name":"lab_orders"`, "card of customer 4711"} {
		if !json.Valid([]byte(lines[i])) || !strings.Contains(lines[i], want) {
			t.Errorf("got %s, want %s", lines[i], want)
		}
	}
	if err := ServeMCP(strings.NewReader("{"), &out); err == nil {
		t.Error("no error")
	}
}
