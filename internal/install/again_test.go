package install

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// TestOtherName: by another name, what was put in would not be known again.
func TestOtherName(t *testing.T) {
	p := newPlace(t, t.TempDir(), false)
	for _, h := range Hosts() {
		if _, err := h.Plan(p, Programs{Elide: "/opt/elide-dev"}); !errors.Is(err, ErrName) {
			t.Errorf("%s: %v", h.Name, err)
		}
	}
}

// TestOwnSettings: what a user has changed in elide's entry of a server stays
// when elide is installed again, from another place too.
func TestOwnSettings(t *testing.T) {
	p := newPlace(t, t.TempDir(), false)
	name := p.at(".claude.json")
	written(t, p, "claude")
	theirs := strings.Replace(text(t, name), `"args"`, `"env": {"ELIDE_BUDGET": "900"}, // mine
      "args"`, 1)
	put(t, name, theirs)
	if plan := written(t, p, "claude"); len(plan.Changes) > 0 {
		t.Errorf("once more it changes\n%s", plan.Diff())
	}
	plan, err := claude().Plan(p, Programs{Elide: "/new/elide", Shell: "/new/elide-shell"})
	if err == nil {
		err = plan.Write()
	}
	if err != nil {
		t.Fatal(err)
	}
	if got, want := text(t, name), strings.Replace(theirs, programs.Elide, "/new/elide", 1); got != want {
		t.Errorf("it became %s", got)
	}
	taken(t, p, "claude")
	if left := tree(t, p.Home); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
}

// TestPlaces: the hooks of others keep their places, by which Codex knows what
// the user trusted.
func TestPlaces(t *testing.T) {
	p := newPlace(t, t.TempDir(), false)
	written(t, p, "codex")
	name := p.at(".codex", "hooks.json")
	theirs := strings.Replace(text(t, name), "\n    ]\n  }", ",\n      {\"hooks\": [{\"command\": \"mine\"}]}\n    ]\n  }", 1)
	put(t, name, theirs)
	plan, err := codex().Plan(p, Programs{Elide: "/new/elide"})
	if err == nil {
		err = plan.Write()
	}
	if err != nil {
		t.Fatal(err)
	}
	got := text(t, name)
	if ours, mine := strings.Index(got, "/new/elide"), strings.Index(got, "mine"); ours < 0 || mine < ours {
		t.Errorf("it became %s", got)
	}
}

// TestForeignHook: a hook in elide's group that runs no command stays.
func TestForeignHook(t *testing.T) {
	p := newPlace(t, t.TempDir(), false)
	written(t, p, "gemini")
	name := p.at(".gemini", "settings.json")
	put(t, name, strings.Replace(text(t, name), `"hooks": [`, `"hooks": [{"type": "http", "url": "http://localhost/x"},`, 1))
	taken(t, p, "gemini")
	if got := text(t, name); !strings.Contains(got, "http://localhost/x") || strings.Contains(got, "elide") {
		t.Errorf("left is %s", got)
	}
}

func TestOverlap(t *testing.T) {
	const tools = "Read|Grep|WebFetch|mcp__.*"
	for matcher, want := range map[string]bool{
		"": true, "*": true, ".*": true, "Read": true, "Edit|Grep": true, "Edit, Read": true, "^Read$": true, "mcp__github__.*": true,
		"mcp__memory__create": true, "(?!Edit)Read|x": true, "Edit|Write|MultiEdit": false, "Bash": false, "Notebook.*": false, "Rea": false,
	} {
		if got := overlap(tools, matcher); got != want {
			t.Errorf("%q: %v", matcher, got)
		}
		if overlap(matcher, tools) != overlap(tools, matcher) {
			t.Errorf("%q: the order matters", matcher)
		}
	}
}

// TestInspectForeign: hooks that nobody knows are found where the host reads
// them.
func TestInspectForeign(t *testing.T) {
	for host, c := range map[string]struct{ path, text, event, want string }{
		"claude":  {".claude/settings.json", `{"hooks": {"PostToolUse": [{"matcher": "Read", "hooks": [{"type": "command", "command": "redact"}]}]}}`, "PostToolUse", "redact"},
		"copilot": {".copilot/hooks/other.json", `{"hooks": {"PostToolUse": [{"type": "http", "url": "http://x"}]} /* c */ }`, "postToolUse", "http://x"},
		"codex":   {".codex/config.toml", "[[hooks.PostToolUse]]\nmatcher = 'Bash'\nhooks = [{type = 'command', command = 'redact'}]\n", "PostToolUse", "redact"},
		"vibe":    {".vibe/hooks.toml", "[[hooks]]\ntype = 'post_tool'\nmatch = 'bash'\ncommand = \"'/x/elide' hook vibe post_tool | tee log\"\n", "post_tool", "'/x/elide' hook vibe post_tool | tee log"},
	} {
		p := newPlace(t, t.TempDir(), false)
		put(t, p.at(c.path), c.text)
		written(t, p, host)
		h, _ := Find(host)
		in := h.Inspect(p)
		rival := func(l Line) bool {
			return l.Event == c.event && slices.ContainsFunc(in.Foreign, func(f Hook) bool { return f.Text == c.want && l.Rivals(f) })
		}
		if !slices.ContainsFunc(in.Lines, rival) {
			t.Errorf("%s: %+v", host, in)
		}
		taken(t, p, host)
		if got := text(t, p.at(c.path)); got != c.text {
			t.Errorf("%s: left is %s", host, got)
		}
	}
}
