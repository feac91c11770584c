package install

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func taken(t *testing.T, p Place, host string, with ...Host) *Plan {
	t.Helper()
	h, ok := Find(host)
	if !ok {
		t.Fatal("no such host")
	}
	plan, err := h.Unplan(p, with...)
	if err == nil {
		err = plan.Write()
	}
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

func text(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// texts are settings as people and programs lay them out.
var texts = []string{
	"{}", "{}\n", "{ }", "{\n}\n", "{\r\n}\r\n", "\xef\xbb\xbf{}", "// only this\n{}", "{} // and that",
	"{\n  // nothing yet\n}\n",
	"{\"theme\":\"dark\"}", "{\"hooks\": {}, \"env\": { }, \"mcpServers\": {\n}}",
	"{\n\t\"env\": {\n\t\t\"A\": \"1\", // one\n\t},\n\t\"hooks\": {\n\t\t\"PostToolUse\": [],\n\t},\n}",
	"{\r\n    \"mcpServers\": {\r\n        \"other\": {\"command\": \"/bin/elide-like\"}\r\n    } // all\r\n}",
	`{"hooks": {"PostToolUse": [{"hooks": [{"command": "/opt/my-elide hook claude PostToolUse"}]}]}}`,
}

// TestEdited: whoever changes a file after elide was installed keeps the change,
// and all else is as it was, byte for byte.
func TestEdited(t *testing.T) {
	edited := func(text string) string {
		rest, mark := strings.CutPrefix(text, "\xef\xbb\xbf")
		rest = "// edited\n" + rest
		if mark {
			rest = "\xef\xbb\xbf" + rest
		}
		return rest
	}
	tried := 0
	p := newPlace(t, t.TempDir(), false)
	for _, h := range Hosts() {
		for _, f := range h.files(p, programs) {
			if _, shared := f.content.(settings); !shared {
				continue
			}
			for _, before := range texts {
				tried++
				after, _, err := f.put([]byte(before))
				if err != nil {
					t.Fatal(err)
				}
				got, err := f.take([]byte(edited(string(after))), []byte(before))
				if err != nil || string(got) != edited(before) {
					t.Errorf("%s: %v: %q became %q", h.Name, err, edited(before), got)
				}
			}
		}
	}
	if tried == 0 {
		t.Fatal("no file was tried")
	}
}

// TestAdded: what others add to a file of elide's own stays.
func TestAdded(t *testing.T) {
	p := newPlace(t, t.TempDir(), false)
	name := p.at(".copilot", "hooks", "elide.json")
	written(t, p, "copilot")
	theirs := strings.Replace(text(t, name), `"postToolUse": [`, `"postToolUse": [{"type": "command", "bash": "mine"},`, 1)
	put(t, name, theirs)
	if plan := written(t, p, "copilot"); len(plan.Changes) > 0 {
		t.Errorf("once more it changes\n%s", plan.Diff())
	}
	taken(t, p, "copilot")
	if want := `{"version":1,"hooks":{"postToolUse":[{"type":"command","bash":"mine"}]}}`; !same([]byte(text(t, name)), []byte(want)) {
		t.Errorf("left is %s", text(t, name))
	}
}

// TestUnreadable: elide doesn't say that it is out of a file that it can't read.
func TestUnreadable(t *testing.T) {
	for name, breaks := range map[string]func(string) string{
		"broken": func(text string) string { return text + "}" },
		"twice":  func(text string) string { return strings.Replace(text, "{", `{"hooks": {},`, 1) },
	} {
		p := newPlace(t, t.TempDir(), false)
		written(t, p, "claude")
		settings := p.at(".claude", "settings.json")
		put(t, settings, breaks(text(t, settings)))
		before := tree(t, p.Home)
		_, err := claude().Unplan(p)
		var at *FileError
		if !errors.As(err, &at) || at.Path != settings {
			t.Errorf("%s: %v", name, err)
		}
		if in := claude().Inspect(p); len(in.Broken) != 1 || !claude().Installed(p) {
			t.Errorf("%s: %+v", name, in)
		}
		if differs(before, tree(t, p.Home)) != "" {
			t.Errorf("%s: something was written", name)
		}
	}
}

// TestLinkedFolder: a folder of settings that is kept elsewhere is never taken
// for one that is empty.
func TestLinkedFolder(t *testing.T) {
	p := newPlace(t, t.TempDir(), false)
	elsewhere := filepath.Join(t.TempDir(), "dotfiles")
	put(t, filepath.Join(elsewhere, "login"), "secret")
	link(t, elsewhere, p.at(".claude"))
	written(t, p, "claude")
	taken(t, p, "claude")
	if info, err := os.Lstat(p.at(".claude")); err != nil || info.Mode().Type() != os.ModeSymlink {
		t.Error("the link is gone")
	}
	if left := tree(t, elsewhere); len(left) != 1 {
		t.Errorf("%v is left", left)
	}
}

// TestMadeALink: a file of elide's that was made a link since goes with its link.
func TestMadeALink(t *testing.T) {
	p := newPlace(t, t.TempDir(), false)
	written(t, p, "claude")
	settings, elsewhere := p.at(".claude", "settings.json"), filepath.Join(t.TempDir(), "settings.json")
	if err := os.Rename(settings, elsewhere); err != nil {
		t.Fatal(err)
	}
	link(t, elsewhere, settings)
	taken(t, p, "claude")
	for _, path := range []string{settings, elsewhere} {
		if _, err := os.Lstat(path); !os.IsNotExist(err) {
			t.Errorf("%s is left", path)
		}
	}
}

// TestFormerPrefix: a prefix that ran nothing comes back too.
func TestFormerPrefix(t *testing.T) {
	for _, before := range []string{`{"env": {"CLAUDE_CODE_SHELL_PREFIX": ""}}`, `{"env": {"CLAUDE_CODE_SHELL_PREFIX": null}}`} {
		p := newPlace(t, t.TempDir(), false)
		put(t, p.at(".claude", "settings.json"), before)
		written(t, p, "claude")
		taken(t, p, "claude")
		if got := text(t, p.at(".claude", "settings.json")); got != before {
			t.Errorf("%s became %s", before, got)
		}
	}
}

// TestShared: two hosts that read one file have one part of elide in it, which
// stays for the one that is left.
func TestShared(t *testing.T) {
	p := newPlace(t, t.TempDir(), true)
	written(t, p, "claude")
	if plan := written(t, p, "codebuddy"); len(plan.Changes) != 1 {
		t.Errorf("it changes\n%s", plan.Diff())
	}
	plan := taken(t, p, "codebuddy")
	if notes := strings.Join(plan.Notes, "\n"); !strings.Contains(notes, ".mcp.json stays as it is: Claude Code reads it too") {
		t.Errorf("notes %q", notes)
	}
	if !strings.Contains(text(t, p.at(".mcp.json")), "elide") {
		t.Error("Claude Code has no server any more")
	}
	if codebuddy().Installed(p) || !claude().Installed(p) {
		t.Error("what is Claude Code's is taken for another's")
	}
	written(t, p, "codebuddy")
	both := []Host{claude(), codebuddy()}
	for _, h := range both {
		taken(t, p, h.Name, both...)
	}
	if left := tree(t, p.Project); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
}

// TestRenamed: a file of settings that has got another name since is found.
func TestRenamed(t *testing.T) {
	p := newPlace(t, t.TempDir(), false)
	put(t, p.at(".config", "opencode", "opencode.jsonc"), "{}")
	written(t, p, "opencode")
	put(t, p.at(".config", "opencode", "opencode.json"), `{"theme": "x"}`)
	taken(t, p, "opencode")
	if got := text(t, p.at(".config", "opencode", "opencode.jsonc")); got != "{}" {
		t.Errorf("it is %s", got)
	}
}
