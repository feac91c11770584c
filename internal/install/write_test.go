package install

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func planned(t *testing.T, p Place, host string) (*Plan, error) {
	t.Helper()
	h, ok := Find(host)
	if !ok {
		t.Fatal("no such host")
	}
	return h.Plan(p, programs)
}

func written(t *testing.T, p Place, host string) *Plan {
	t.Helper()
	plan, err := planned(t, p, host)
	if err == nil {
		err = plan.Write()
	}
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

func link(t *testing.T, to, path string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(to, path); err != nil {
		t.Fatal(err)
	}
}

// TestLinks: a user's own files may be kept elsewhere, and stay there. What a
// project's links lead to outside of it is not written.
func TestLinks(t *testing.T) {
	p := newPlace(t, t.TempDir(), false)
	elsewhere := filepath.Join(t.TempDir(), "dotfiles", "settings.json")
	put(t, elsewhere, "{}\n")
	link(t, elsewhere, p.at(".claude", "settings.json"))
	written(t, p, "claude")
	if text, _ := os.ReadFile(elsewhere); !mentions(text, "PostToolUse") {
		t.Errorf("the file is %q", text)
	}
	if info, err := os.Lstat(p.at(".claude", "settings.json")); err != nil || info.Mode().Type() != os.ModeSymlink {
		t.Error("the link is gone")
	}

	for _, name := range []string{".claude", ".claude/settings.local.json"} {
		p := newPlace(t, t.TempDir(), true)
		target := elsewhere
		if name == ".claude" {
			target = filepath.Dir(elsewhere)
		}
		link(t, target, p.at(name))
		if _, err := planned(t, p, "claude"); !errors.Is(err, errOutside) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestRefused(t *testing.T) {
	for _, c := range []struct{ host, path, text, want string }{
		{"claude", ".claude/settings.json", "{,}", "line 1, column 2"},
		{"claude", ".claude/settings.json", `{"hooks": []}`, "hooks is no object"},
		{"codex", ".codex/config.toml", "a = [", "it is no TOML"},
		{"codex", ".codex/config.toml", "mcp_servers = {}", "what would be added does not fit"},
		{"copilot", ".copilot/hooks/elide.json", "{}", "is not elide's"},
		{"cline", ".cline/plugins/elide.ts", "export default {}", "is not elide's"},
		{"gemini", ".gemini/settings.json/x", "", "it is no regular file"},
	} {
		p := newPlace(t, t.TempDir(), false)
		put(t, p.at(c.path), c.text)
		before := tree(t, p.Home)
		_, err := planned(t, p, c.host)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s with %s: %v", c.host, c.text, err)
		}
		if differs(before, tree(t, p.Home)) != "" {
			t.Errorf("%s with %s: something was written", c.host, c.text)
		}
	}
}

// TestForeignAlone: a file in which another program has all the places that
// elide would take is not touched.
func TestForeignAlone(t *testing.T) {
	p := newPlace(t, t.TempDir(), false)
	path := p.at(".config", "opencode", "opencode.json")
	const text = `{"mcp": {"elide": {"type": "remote", "url": "http://127.0.0.1:1/mcp"}}}`
	put(t, path, text)
	if notes := written(t, p, "opencode").Notes; !strings.Contains(strings.Join(notes, "\n"), "mcp.elide is of another program, and was left alone") {
		t.Errorf("not said: %q", notes)
	}
	if got, err := os.ReadFile(path); string(got) != text {
		t.Errorf("it is %q, %v", got, err)
	}
}

// TestForeign: what is another's stays, and is told.
func TestForeign(t *testing.T) {
	p := newPlace(t, t.TempDir(), false)
	put(t, p.at(".claude.json"), `{"mcpServers": {"elide": {"command": "/x/other"}}}`)
	put(t, p.at(".claude", "settings.json"), `{"env": {"CLAUDE_CODE_SHELL_PREFIX": "/x/wrap -v"}}`)
	put(t, p.at(".codex", "config.toml"), "[mcp_servers.elide]\ncommand = 'other'\n")
	before := tree(t, p.Home)
	notes := strings.Join(append(written(t, p, "claude").Notes, written(t, p, "codex").Notes...), "\n")
	for _, want := range []string{
		".claude.json: mcpServers.elide is of another program, and was left alone",
		"config.toml: mcp_servers.elide is of another program, and was left alone",
	} {
		if !strings.Contains(notes, want) {
			t.Errorf("not said: %s\nin\n%s", want, notes)
		}
	}
	in := claude().Inspect(p)
	if in.Prefix != "/x/wrap -v" || in.Former != "" {
		t.Errorf("the prefix is %q before %q", in.Prefix, in.Former)
	}
	for _, h := range []Host{claude(), codex()} {
		plan, err := h.Unplan(p)
		if err == nil {
			err = plan.Write()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if path := differs(before, tree(t, p.Home)); path != "" {
		t.Errorf("%s is not as it was", path)
	}
}

// TestChangedMeanwhile: a file that a host has just written is not overwritten.
func TestChangedMeanwhile(t *testing.T) {
	p := newPlace(t, t.TempDir(), false)
	put(t, p.at(".claude.json"), "{}")
	plan, err := planned(t, p, "claude")
	if err != nil {
		t.Fatal(err)
	}
	put(t, p.at(".claude.json"), `{"numStartups": 2}`)
	if err := plan.Write(); !errors.Is(err, errChanged) {
		t.Fatal(err)
	}
	if text, _ := os.ReadFile(p.at(".claude.json")); string(text) != `{"numStartups": 2}` {
		t.Errorf("it is %q", text)
	}
}

// TestModes: a file keeps its permissions, and its copy is the user's alone.
func TestModes(t *testing.T) {
	p := newPlace(t, t.TempDir(), false)
	put(t, p.at(".claude", "settings.json"), "{}") // 0640
	written(t, p, "claude")
	for name, want := range map[string]os.FileMode{
		".claude/settings.json": 0o640, ".claude/settings.json.elide-backup": 0o600, ".claude.json": 0o600,
	} {
		if info, err := os.Stat(p.at(name)); err != nil || info.Mode() != want {
			t.Errorf("%s: %v %v", name, info.Mode(), err)
		}
	}
}

// TestMoved: variables of the hosts lead elsewhere, and nothing is taken out of
// there but what was put in.
func TestMoved(t *testing.T) {
	p := newPlace(t, t.TempDir(), false)
	away, host := t.TempDir(), ""
	p.Env = func(name string) string {
		if strings.HasSuffix(name, "_HOME") || strings.HasSuffix(name, "_DIR") {
			return filepath.Join(away, host)
		}
		return ""
	}
	for path, want := range map[string]string{
		"claude/settings.json": "PostToolUse", "claude/.claude.json": "mcp", "codex/config.toml": "mcp_servers",
		"copilot/hooks/elide.json": "elide", "opencode/opencode/plugins/elide.ts": "elide",
		"gemini/.gemini/settings.json": "AfterTool", "grok/hooks/elide.json": "elide", "vibe/hooks.toml": "post_tool",
	} {
		host, _, _ = strings.Cut(path, "/")
		written(t, p, host)
		if text, err := os.ReadFile(filepath.Join(away, path)); err != nil || !mentions(text, want) {
			t.Errorf("%s: %v %q", path, err, text)
		}
		h, _ := Find(host)
		plan, err := h.Unplan(p)
		if err == nil {
			err = plan.Write()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if left := len(tree(t, p.Home)) + len(tree(t, away)); left > 0 {
		t.Errorf("%d files are in the home, or left", left)
	}
}

// TestStale: the copy of a file that was removed since doesn't come back.
func TestStale(t *testing.T) {
	p := newPlace(t, t.TempDir(), false)
	put(t, p.at(".copilot", "hooks", "elide.json.elide-backup"), "old")
	written(t, p, "copilot")
	plan, err := copilot().Unplan(p)
	if err == nil {
		err = plan.Write()
	}
	if left := tree(t, p.Home); err != nil || len(left) > 0 {
		t.Errorf("%v: %v is left", err, left)
	}
}

// TestMixed: a group that a user has put a hook of his own into keeps that.
func TestMixed(t *testing.T) {
	p := newPlace(t, t.TempDir(), false)
	written(t, p, "gemini")
	name := p.at(".gemini", "settings.json")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	put(t, name, strings.Replace(string(text), `"hooks": [`, `"hooks": [{"command": "mine"},`, 1))
	plan, err := gemini().Unplan(p)
	if err == nil {
		err = plan.Write()
	}
	if err != nil {
		t.Fatal(err)
	}
	left, _ := os.ReadFile(name)
	if want := `{"hooks":{"AfterTool":[{"matcher":"^(run_shell_command|mcp_.*)$","hooks":[{"command":"mine"}]}]}}`; !same(left, []byte(want)) {
		t.Errorf("left is %s", left)
	}
}

// TestLess: what is not wanted any more goes.
func TestLess(t *testing.T) {
	p := newPlace(t, t.TempDir(), false)
	for _, h := range []Host{claude(), codex()} {
		for _, programs := range []Programs{programs, {Elide: programs.Elide}} {
			plan, err := h.Plan(p, programs)
			if err == nil {
				err = plan.Write()
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	for path, text := range tree(t, p.Home) {
		if strings.HasSuffix(path, ".elide-backup") {
			continue
		}
		if strings.Contains(text, "PreToolUse") || strings.Contains(text, "elide-shell") || strings.Contains(text, `"env"`) {
			t.Errorf("%s: %s", path, text)
		}
	}
	in := claude().Inspect(p)
	if len(in.Lines) != 3 || len(in.Servers) != 1 || in.Prefix != "" || len(in.Broken)+len(in.Missing) > 0 {
		t.Errorf("%+v", in)
	}
}

// TestBeside: two rewriters in one folder are told.
func TestBeside(t *testing.T) {
	p := newPlace(t, t.TempDir(), false)
	written(t, p, "opencode")
	for _, name := range []string{"tokf.ts", "snipped.ts", "squeez.js", "mine.ts"} {
		put(t, p.at(".config", "opencode", "plugins", name), "")
	}
	var got []string
	for _, other := range opencode().Inspect(p).Others {
		got = append(got, filepath.Base(other))
	}
	if strings.Join(got, " ") != "squeez.js tokf.ts" {
		t.Errorf("%q", got)
	}
	if notes := written(t, p, "opencode").Notes; !strings.Contains(strings.Join(notes, "\n"), "plugins/tokf.ts") {
		t.Errorf("it is not said at the next time: %q", notes)
	}
}

func TestParseCommand(t *testing.T) {
	for _, elide := range []string{"/usr/bin/elide", "/opt/my tools/it's/elide"} {
		call, ok := parseCommand(Command(elide, "claude", "PostToolUse"))
		if want := (Call{elide, "claude", "PostToolUse"}); !ok || call != want {
			t.Errorf("%s: %v %v", elide, call, ok)
		}
	}
	for _, line := range []string{"elide hook claude X", "'/a b/elide' hook claude X 2>>/tmp/log || true", "/x/elide hook claude X 2>&1"} {
		if _, ok := parseCommand(line); !ok {
			t.Errorf("%s is not known", line)
		}
	}
	for _, line := range []string{
		"", "'", "'/bin/elide", "'/bin/elide' run x y", "/bin/other hook claude X", "elide hook claude",
		"elide hook claude X | tee log", "elide hook claude X && mine", "elide hook claude X; mine", "elide hook claude X $(mine)",
		"elide hook claude X || mine", "elide hook claude X & mine", "elide-wrapper hook claude X",
	} {
		if call, ok := parseCommand(line); ok {
			t.Errorf("%s: %v", line, call)
		}
	}
}
