package install

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// onWindows is a place with the folders of a user there, and elide's path there.
func onWindows(t *testing.T) (Place, Programs) {
	home := filepath.Join(t.TempDir(), "dev")
	env := map[string]string{"APPDATA": filepath.Join(home, "AppData", "Roaming")}
	p := Place{Home: home, Env: func(name string) string { return env[name] }, System: "windows"}
	return p, Programs{Elide: `C:\Users\O'Neil & Co\bin\elide.exe`, Shell: `C:\Users\O'Neil & Co\bin\elide-shell.exe`}
}

// TestWindows: hosts of which it is known what runs a hook there get elide into the
// files that they have there, by its path there, and lose it again.
func TestWindows(t *testing.T) {
	want := map[string][]string{
		"claude":   {".claude/settings.json", ".claude.json"},
		"copilot":  {".copilot/hooks/elide.json", ".copilot/mcp-config.json"},
		"opencode": {".config/opencode/plugins/elide.ts", ".config/opencode/opencode.json"},
		"cline":    {".cline/plugins/elide.ts", ".cline/data/settings/cline_mcp_settings.json"},
		"vscode":   {"AppData/Roaming/Code/User/mcp.json"},
		"amp":      {".config/amp/plugins/elide.ts", ".config/amp/settings.json"},
	}
	for _, h := range Hosts() {
		t.Run(h.Name, func(t *testing.T) {
			p, programs := onWindows(t)
			plan, err := h.Plan(p, programs)
			if want[h.Name] == nil {
				if !errors.Is(err, ErrWindows) {
					t.Fatalf("a plan, or %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, c := range plan.Changes {
				name, _ := filepath.Rel(p.Home, c.Path)
				got = append(got, filepath.ToSlash(name))
				if strings.HasSuffix(c.Path, ".json") && !json.Valid(c.New) {
					t.Errorf("%s is no JSON:\n%s", c.Path, c.New)
				}
				if strings.Contains(string(c.New), "elide-shell") {
					t.Errorf("%s has elide-shell:\n%s", c.Path, c.New)
				}
			}
			if strings.Join(got, " ") != strings.Join(want[h.Name], " ") {
				t.Errorf("files %q, want %q", got, want[h.Name])
			}
			if err := plan.Write(); err != nil {
				t.Fatal(err)
			}
			in := h.Inspect(p)
			for _, line := range in.Lines {
				if line.Elide != programs.Elide {
					t.Errorf("%s runs %s: %s", line.Event, line.Elide, line.Text)
				}
			}
			if len(in.Servers) != 1 || in.Servers[0].Command[0] != programs.Elide || len(in.Lines) == 0 && h.Name != "vscode" {
				t.Errorf("%+v", in)
			}
			if again, err := h.Plan(p, programs); err != nil || len(again.Changes) > 0 {
				t.Errorf("the second time %v %+v", err, again)
			}
			out, err := h.Unplan(p, h)
			if err == nil {
				err = out.Write()
			}
			if left := tree(t, p.Home); err != nil || len(left) > 0 {
				t.Errorf("left: %v %v", err, left)
			}
		})
	}
}

// TestPowerShell: a line for PowerShell is known again, and what runs more is not.
func TestPowerShell(t *testing.T) {
	for _, elide := range []string{`C:\bin\elide.exe`, `C:\Users\O'Neil & Co\elide.exe`} {
		line := PowerShell(elide, "copilot", "postToolUse")
		if call, ok := parseCommand(line); !ok || call != (Call{elide, "copilot", "postToolUse"}) {
			t.Errorf("%s: %+v", line, call)
		}
		if call, ok := parseCommand(line + "; rm x"); ok {
			t.Errorf("%+v", call)
		}
	}
}

// TestWindowsBeside: the user's own settings there stay as they are.
func TestWindowsBeside(t *testing.T) {
	p, programs := onWindows(t)
	name := filepath.Join(p.Home, ".claude", "settings.json")
	put(t, name, "{\r\n  \"model\": \"opus\"\r\n}\r\n")
	h, _ := Find("claude")
	plan, err := h.Plan(p, programs)
	if err == nil {
		err = plan.Write()
	}
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil || !strings.Contains(string(text), "\"model\": \"opus\"") {
		t.Errorf("%v\n%s", err, text)
	}
}
