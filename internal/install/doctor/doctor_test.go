package doctor

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"elide.example/elide/internal/child/childtest"
	"elide.example/elide/internal/install"
	"elide.example/elide/internal/longtest"
)

func TestMain(m *testing.M) { os.Exit(childtest.Tests{M: m}.Run()) }

// patient is a home with a host that a program of ours is installed in.
type patient struct {
	*testing.T
	home  string
	place install.Place
}

// newPatient installs a script as elide into the host.
func newPatient(t *testing.T, host, script string) (p patient, h install.Host) {
	p = patient{T: t, home: t.TempDir()}
	p.place = install.Place{Home: p.home, Env: func(string) string { return "" }, System: "linux"}
	h, ok := install.Find(host)
	if !ok {
		t.Fatal("no such host")
	}
	if script != "" {
		p.program("elide", script)
	}
	plan, err := h.Plan(p.place, install.Programs{Elide: filepath.Join(p.home, "elide")})
	if err == nil {
		err = plan.Write()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", p.home+":/bin:/usr/bin")
	t.Setenv("SHELL", "/bin/sh")
	return p, h
}

func (p patient) program(name, script string) {
	if err := os.WriteFile(filepath.Join(p.home, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
		p.Fatal(err)
	}
}

// examine returns what is found, a line for each finding.
func (p patient) examine(h install.Host) string {
	d := &Doctor{Programs: install.Programs{Elide: filepath.Join(p.home, "elide")}, Scratch: p.TempDir(), Dir: p.home, Env: os.Environ()}
	var lines strings.Builder
	for _, f := range d.Host(context.Background(), h, p.place) {
		fmt.Fprintf(&lines, "%s: %s\n", f.State, strings.ReplaceAll(f.Text, p.home, "HOME"))
	}
	return lines.String()
}

func (p patient) finds(h install.Host, wanted ...string) {
	p.Helper()
	found := p.examine(h)
	for _, line := range wanted {
		if !strings.Contains(found, line+"\n") {
			p.Errorf("not found: %s\nin\n%s", line, found)
		}
	}
}

// shorter answers as elide does, in the shape of Copilot CLI.
const shorter = `cat >/dev/null; echo '{"modifiedResult":{"resultType":"success","textResultForLlm":"case_test.go:160: got 4, want 5"}}'`

func TestHost(t *testing.T) {
	p, h := newPatient(t, "copilot", `case $1 in hook) `+shorter+`;;
mcp) read -r x; echo '{"jsonrpc":"2.0","id":1,"result":{}}'; read -r x; read -r x
  echo '{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"context_expand"},{"name":"more"}]}}'; cat >/dev/null;; esac`)
	p.program("copilot", "echo GitHub Copilot CLI 1.0.102.; echo more")
	p.finds(h,
		"ok: version 1.0.102",
		"ok: postToolUse: of 15675 bytes 31 would reach the model",
		"ok: MCP server: offers context_expand, more",
	)
	if found := p.examine(h); strings.Contains(found, string(Problem)) {
		t.Error(found)
	}
}

func TestProblems(t *testing.T) {
	for _, c := range []struct {
		name, script string
		wanted       []string
	}{
		{"moved away", "", []string{"problem: there is no HOME/elide any more: install elide again from where it is now"}},
		{"no answer", "echo it is broken >&2", []string{
			"problem: postToolUse: no answer: it is broken", "problem: MCP server: it is broken"}},
		{"a banner before the answer", "echo hello; " + shorter, []string{
			"problem: postToolUse: its answer can't be read, as if another program printed something too: the answer: byte 0: a value is expected",
			`problem: MCP server: it prints what is no message: "hello"`}},
		{"the failure is lost", `echo '{"modifiedResult":{"resultType":"success","textResultForLlm":"all is well"}}'`, []string{
			"problem: postToolUse: the failure in the sample would not reach the model"}},
		{"another server", `test $1 = hook || echo '{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"x"}]}}'`, []string{
			"problem: MCP server: it does not offer context_expand"}},
		{"an error", `echo '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"no"}}'`, []string{
			"problem: MCP server: it answers: no"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, h := newPatient(t, "copilot", c.script)
			p.program("copilot", "echo 1.0.66")
			p.finds(h, append(c.wanted, "problem: version 1.0.66 is too old: 1.0.67 or newer is needed")...)
		})
	}
}

func TestFiles(t *testing.T) {
	p, h := newPatient(t, "claude", "")
	settings := filepath.Join(p.home, ".claude", "settings.json")
	text, err := os.ReadFile(settings)
	if err != nil {
		t.Fatal(err)
	}
	theirs := strings.Replace(string(text), "{", `{"disableAllHooks": true, "env": {"CLAUDE_CODE_SHELL_PREFIX": "/bin/true"},`, 1)
	theirs = strings.Replace(theirs, `"PostToolUse": [`, `"PostToolUse": [{"hooks":[{"type":"command","command":"/x/rtk-rewrite.sh"}]},`, 1)
	if err := os.WriteFile(settings, []byte(theirs), 0o600); err != nil {
		t.Fatal(err)
	}
	p.finds(h,
		"problem: the host runs no hooks: HOME/.claude/settings.json says disableAllHooks",
		"note: /bin/true runs before each command, and elide-shell behind it, where it has bash or zsh run them",
		"problem: another program shortens the same output: /x/rtk-rewrite.sh",
	)
	if err := os.WriteFile(settings, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	p.finds(h, "problem: HOME/.claude/settings.json: line 1, column 2: parsing value: unexpected EOF")
	if err := os.Remove(settings); err != nil {
		t.Fatal(err)
	}
	p.finds(h, "problem: HOME/.claude/settings.json has no part of elide: elide install claude")
}

// TestFormerHook: a hook that an earlier version has written, and that this one
// doesn't answer, is told.
func TestFormerHook(t *testing.T) {
	p, h := newPatient(t, "codex", "exit 0")
	name := filepath.Join(p.home, ".codex", "hooks.json")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	line := strings.Replace(install.Command(filepath.Join(p.home, "elide"), "codex", "PreToolUse"), `"`, `\"`, -1)
	former := strings.Replace(string(text), `"hooks": {`, `"hooks": {"PreToolUse": [{"matcher": "^Bash$", "hooks": [{"type": "command", "command": "`+line+`"}]}],`, 1)
	if err := os.WriteFile(name, []byte(former), 0o600); err != nil {
		t.Fatal(err)
	}
	p.finds(h, "problem: PreToolUse: HOME/.codex/hooks.json has a hook of an earlier version, which does nothing any more: elide install codex takes it out")
}

// withShell installs elide into Claude Code again, with elide-shell beside it.
func (p patient) withShell(h install.Host) {
	p.Helper()
	elide := filepath.Join(p.home, "elide")
	plan, err := h.Plan(p.place, install.Programs{Elide: elide, Shell: elide + "-shell"})
	if err == nil {
		err = plan.Write()
	}
	if err != nil {
		p.Fatal(err)
	}
}

// TestShellLines: what the hook of SessionStart puts ahead of Claude Code's
// shell lines gets one of them.
func TestShellLines(t *testing.T) {
	for script, want := range map[string]string{
		`echo 'exec >out; sh "$ELIDE_SAMPLE"; exec >&2; grep got out; exit' >"$CLAUDE_ENV_FILE"`: "ok: shell commands: of 15675 bytes 36 would reach the model",
		`echo 'A=1' >"$CLAUDE_ENV_FILE"`:       "problem: shell commands: all of 15675 bytes would reach the model",
		`echo 'exec true' >"$CLAUDE_ENV_FILE"`: "problem: shell commands: the failure in the sample would not reach the model",
		`echo 'exit 3' >"$CLAUDE_ENV_FILE"`:    "problem: shell commands: exit status 3",
		`echo it is broken >&2`:                "problem: shell commands: the hook of SessionStart doesn't have them run by elide-shell: it is broken",
	} {
		p, h := newPatient(t, "claude", `test $1 = mcp && exit; cat >/dev/null; test "$3" != SessionStart -o ! "$CLAUDE_ENV_FILE" || { `+script+`; }`)
		p.withShell(h)
		p.finds(h, want)
	}
}

// TestPrefix: what stands before all that Claude Code runs is told.
func TestPrefix(t *testing.T) {
	p, h := newPatient(t, "claude", "test $1 = mcp || cat >/dev/null")
	settings := filepath.Join(p.home, ".claude", "settings.json")
	text, err := os.ReadFile(settings)
	if err != nil {
		t.Fatal(err)
	}
	for prefix, want := range map[string]string{
		"/x/elide-shell": "problem: CLAUDE_CODE_SHELL_PREFIX is /x/elide-shell, which works only while that is there: without it no command, hook or MCP server of yours runs: elide install claude",
		"/x/wrap -v":     "note: /x/wrap -v runs before each command, and elide-shell behind it, where it has bash or zsh run them",
	} {
		theirs := strings.Replace(string(text), "{", `{"env": {"CLAUDE_CODE_SHELL_PREFIX": "`+prefix+`"},`, 1)
		if err := os.WriteFile(settings, []byte(theirs), 0o600); err != nil {
			t.Fatal(err)
		}
		p.finds(h, want)
		if gone := strings.Contains(p.examine(h), "if elide is deleted: Claude Code goes on"); gone == strings.Contains(prefix, "elide") {
			t.Errorf("%s: it is said of it: %v", prefix, gone)
		}
	}
	p.withShell(h)
	if now, err := os.ReadFile(settings); err != nil || !strings.Contains(string(now), "/x/wrap") && strings.Contains(string(now), "SHELL_PREFIX") {
		t.Errorf("%v: left is %s", err, now)
	}
}

// TestDeleted: of each host it is told what it does once elide is deleted, as
// it is tried, not as it should be.
func TestDeleted(t *testing.T) {
	longtest.Asked(t)
	for _, h := range install.Hosts() {
		p, h := newPatient(t, h.Name, "test $1 = mcp || cat >/dev/null")
		well := "ok: if elide is deleted: " + h.Title + " goes on as without it"
		p.finds(h, well)
		spoiled := 0
		for _, path := range h.Inspect(p.place).Paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			worse := strings.ReplaceAll(string(text), " || true", "")
			if worse == string(text) {
				continue
			}
			spoiled++
			if err := os.WriteFile(path, []byte(worse), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if found := p.examine(h); spoiled > 0 && (strings.Contains(found, well) || !strings.Contains(found, "if elide is deleted, this would not go on as without it: elide install "+h.Name)) {
			t.Errorf("%s: not found that it needs elide:\n%s", h.Name, found)
		}
	}
}

// TestElsewhere: a host reads the project's files too.
func TestElsewhere(t *testing.T) {
	p, h := newPatient(t, "gemini", "test $1 = mcp || cat >/dev/null")
	project := filepath.Join(t.TempDir(), "project")
	settings := filepath.Join(project, ".gemini", "settings.json")
	if err := os.MkdirAll(filepath.Dir(settings), 0o755); err != nil {
		t.Fatal(err)
	}
	text := `{"hooksConfig": {"enabled": false}, "hooks": {"BeforeTool": [{"hooks": [{"command": "squeez hook"}]}]}}`
	if err := os.WriteFile(settings, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	d := &Doctor{Programs: install.Programs{Elide: filepath.Join(p.home, "elide")}, Scratch: t.TempDir(), Dir: project, Env: os.Environ()}
	found := fmt.Sprint(d.Host(context.Background(), h, p.place))
	for _, want := range []string{"settings.json says hooksConfig.enabled = false", "another program shortens the same output: squeez hook"} {
		if !strings.Contains(found, want) {
			t.Errorf("not found: %s\nin\n%s", want, found)
		}
	}

	// Claude Code has a file that all who work on a project share.
	p, h = newPatient(t, "claude", "test $1 = mcp || cat >/dev/null")
	settings = filepath.Join(project, ".claude", "settings.json")
	if err := os.MkdirAll(filepath.Dir(settings), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(settings, []byte(`{"disableAllHooks": true}`), 0o644); err != nil {
		t.Fatal(err)
	}
	d.Programs.Elide = filepath.Join(p.home, "elide")
	if found := fmt.Sprint(d.Host(context.Background(), h, p.place)); !strings.Contains(found, "settings.json says disableAllHooks") {
		t.Error(found)
	}
}

// TestTrust: Codex notes which hooks the user trusts by where they stand.
func TestTrust(t *testing.T) {
	p, h := newPatient(t, "codex", "test $1 = mcp || cat >/dev/null")
	const distrusted = "problem: PostToolUse: Codex does not run it before you trust it: start codex and type /hooks"
	p.finds(h, distrusted)
	name := filepath.Join(p.home, ".codex", "config.toml")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	key := filepath.Join(p.home, ".codex", "hooks.json") + ":post_tool_use:0:0"
	text = fmt.Appendf(text, "[hooks.state.%q]\ntrusted_hash = 'sha256:0'\n", key)
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if found := p.examine(h); strings.Contains(found, distrusted) {
		t.Error(found)
	}
}

func TestVersions(t *testing.T) {
	for text, want := range map[string]string{
		"2.1.330 (Claude Code)": "2.1.330", "codex-cli 0.169.0": "0.169.0", "grok 1.0.40 (eb1a) [stable]": "1.0.40", "none": "", "v3": "",
	} {
		if got := versionIn(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
	for _, c := range []struct {
		version, than string
		want          bool
	}{{"1.0.9", "1.0.10", true}, {"1.0.10", "1.0.9", false}, {"1.0", "1.0.1", true}, {"1.0.1", "1.0.1", false}, {"2", "1.9.9", false}} {
		if got := older(c.version, c.than); got != c.want {
			t.Errorf("%s before %s: %v", c.version, c.than, got)
		}
	}
}

// TestPackage: a program from a registry of packages is not started.
func TestPackage(t *testing.T) {
	p, h := newPatient(t, "copilot", "test $1 = mcp || cat >/dev/null")
	folder := filepath.Join(p.home, "node_modules", "@github", "copilot")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	p.program("node_modules/@github/copilot/index.js", "echo 9.9.9")
	if err := os.WriteFile(filepath.Join(folder, "package.json"), []byte(`{"name":"@github/copilot","version":"1.0.70"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(folder, "index.js"), filepath.Join(p.home, "copilot")); err != nil {
		t.Fatal(err)
	}
	p.finds(h, "ok: version 1.0.70")
}

// TestRivals: a hook for the same calls may spoil what elide's does, and the
// other way; one for other calls, or where elide answers nothing, can't.
func TestRivals(t *testing.T) {
	p, h := newPatient(t, "claude", "test $1 = mcp || cat >/dev/null")
	settings := filepath.Join(p.home, ".claude", "settings.json")
	text, err := os.ReadFile(settings)
	if err != nil {
		t.Fatal(err)
	}
	theirs := strings.Replace(string(text), `"PostToolUse": [`, `"PostToolUse": [
		{"matcher": "mcp__.*|Edit", "hooks": [{"type": "command", "command": "redact"}]},
		{"matcher": "Edit|Write", "hooks": [{"type": "command", "command": "gofmt -w"}]},`, 1)
	theirs = strings.Replace(theirs, `"SessionStart": [`, `"SessionStart": [{"hooks": [{"type": "command", "command": "greet"}]},`, 1)
	if err := os.WriteFile(settings, []byte(theirs), 0o600); err != nil {
		t.Fatal(err)
	}
	p.finds(h, "note: PostToolUse: another hook gets the same calls; if it changes what the model reads, or what is run, the two spoil each other's work: redact (HOME/.claude/settings.json)")
	if found := p.examine(h); strings.Contains(found, "gofmt") || strings.Contains(found, "greet") {
		t.Error(found)
	}
}

// TestAllBroken: what can't be read isn't said to be not installed.
func TestAllBroken(t *testing.T) {
	p, h := newPatient(t, "gemini", "true")
	if err := os.WriteFile(filepath.Join(p.home, ".gemini", "settings.json"), []byte(`{"elide"`), 0o600); err != nil {
		t.Fatal(err)
	}
	p.finds(h, "problem: HOME/.gemini/settings.json: line 1, column 9: parsing object after name: unexpected EOF")
	if found := p.examine(h); strings.Contains(found, "not installed") {
		t.Error(found)
	}
}
