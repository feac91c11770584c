package agents

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// TestGeminiLogin: the base URL is set where Gemini CLI uses it, and the child
// gets settings of its own only where the user chose nothing.
func TestGeminiLogin(t *testing.T) {
	const chosen = `{"security":{"auth":{"selectedType":"gemini-api-key"}}}`
	for _, c := range []struct {
		name      string
		variables []string
		settings  string // the user's
		project   string
		base      bool
		home      bool
		warning   string
	}{
		{name: "key, nothing chosen", variables: []string{"GEMINI_API_KEY=x"}, base: true, home: true},
		{name: "key, other settings", variables: []string{"GEMINI_API_KEY=x"}, settings: `{"ui":{"theme":"Dark"}}`, base: true, home: true},
		{name: "chosen", settings: chosen, base: true},
		{name: "chosen in the project", project: chosen, base: true},
		{name: "nothing", warning: "GEMINI_API_KEY is not set"},
		{name: "Google login", variables: []string{"GEMINI_API_KEY=x"}, settings: `{"security":{"auth":{"selectedType":"oauth-personal"}}}`, warning: "oauth-personal"},
		{name: "Vertex", variables: []string{"GEMINI_API_KEY=x", "GOOGLE_GENAI_USE_VERTEXAI=true"}, warning: "vertex-ai"},
		{name: "settings with comments", variables: []string{"GEMINI_API_KEY=x"}, settings: "{ // mine\n}", base: true, home: true},
		{name: "chosen, with a comment", settings: "{\"security\": {\"auth\": {\"selectedType\": \"gemini-api-key\",}}} // mine", base: true},
		{name: "Google login, with a comment", variables: []string{"GEMINI_API_KEY=x"}, settings: "// mine\n{\"security\":{\"auth\":{\"selectedType\":\"oauth-personal\"}}}", warning: "oauth-personal"},
		{name: "settings with a mark", settings: "\xef\xbb\xbf" + chosen, base: true},
		{name: "no object", variables: []string{"GEMINI_API_KEY=x"}, settings: "null", warning: "can't be read"},
		{name: "broken settings", variables: []string{"GEMINI_API_KEY=x"}, settings: "{", warning: "can't be read"},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := launch(t, "gemini -p x", c.variables...)
			if c.settings != "" {
				put(t, l, ".gemini/settings.json", c.settings)
			}
			if c.project != "" {
				l.Dir = filepath.Join(l.home(), "project")
				put(t, l, "project/.gemini/settings.json", c.project)
			}
			p, child := plan(t, l)
			_, base := child.Env[geminiVariable]
			_, home := child.Env[geminiHomeVariable]
			if base != c.base || home != c.home {
				t.Errorf("variables %v", child.Env)
			}
			if warnings := append(p.Warnings, child.Warnings...); c.warning != "" && !warned(warnings, c.warning) || c.warning == "" && len(warnings) > 0 {
				t.Errorf("warnings %v", warnings)
			}
		})
	}
}

// TestGeminiHome: in the child's settings the key is chosen and all else is as
// it was; the rest of the user's folder is there, and stays when the child's is
// gone.
func TestGeminiHome(t *testing.T) {
	l := launch(t, "gemini -p x", "GEMINI_API_KEY=x")
	const before = `{ // mine
	"ui": {"theme": "Dark",},
	"big": 9007199254740993, /* to the digit */
	"security": {"folderTrust": {"enabled": true}},
}`
	put(t, l, ".gemini/settings.json", before)
	put(t, l, ".gemini/GEMINI.md", "be kind")
	put(t, l, ".gemini/projects.json", "before")
	p, err := New(l)
	if err != nil {
		t.Fatal(err)
	}
	child := p.Child(at)
	folder := filepath.Join(child.Env[geminiHomeVariable], ".gemini")
	var settings struct {
		UI       struct{ Theme string }
		Big      json.Number
		Security struct {
			FolderTrust struct{ Enabled bool }
			Auth        struct{ SelectedType string }
		}
	}
	data, err := os.ReadFile(filepath.Join(folder, "settings.json"))
	if err := json.Unmarshal(data, &settings); err != nil {
		t.Fatal(err)
	}
	if settings.Big != "9007199254740993" {
		t.Errorf("a number became %s", settings.Big)
	}
	if err != nil || settings.UI.Theme != "Dark" || !settings.Security.FolderTrust.Enabled || settings.Security.Auth.SelectedType != keyLogin {
		t.Errorf("%v %s", err, data)
	}
	if text, err := os.ReadFile(filepath.Join(folder, "GEMINI.md")); err != nil || string(text) != "be kind" {
		t.Errorf("%q %v", text, err)
	}
	if err := os.WriteFile(filepath.Join(folder, "tmp", "session"), nil, 0o600); err != nil {
		t.Error(err)
	}
	for _, name := range []string{"projects.json", "installation_id"} { // one replaced, one new
		os.Remove(filepath.Join(folder, name))
		if err := os.WriteFile(filepath.Join(folder, name), []byte("of the child"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	child.Close()
	if _, err := os.Stat(child.Env[geminiHomeVariable]); !os.IsNotExist(err) {
		t.Errorf("the child's home is left: %v", err)
	}
	for name, want := range map[string]string{
		"settings.json": before, "GEMINI.md": "be kind", "tmp/session": "", "projects.json": "of the child", "installation_id": "of the child",
	} {
		if text, err := os.ReadFile(filepath.Join(l.home(), ".gemini", name)); err != nil || string(text) != want {
			t.Errorf("%s: %q %v", name, text, err)
		}
	}
}
