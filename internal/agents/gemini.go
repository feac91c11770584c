package agents

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"github.com/tailscale/hujson"

	"elide.example/elide/internal/cli"
)

// keyLogin is the auth type with which Gemini CLI uses a base URL.
const keyLogin = "gemini-api-key"

// gemini sees to it that Gemini CLI takes the base URL. It does so with an API
// key that was chosen in its settings. If the key is there, but nothing was
// chosen, it takes the base URL for a sign of another login and ends at once.
// So the child gets a home for its settings where the key is chosen, with the
// rest as it is. With another login the base URL is not used at all.
func (p *Plan) gemini() {
	chosen := p.geminiLogin()
	switch {
	case chosen == keyLogin:
	case chosen != "":
		p.left[geminiVariable] = true
		p.warn(geminiHint(fmt.Errorf("gemini uses no base URL with the login %q", chosen)))
	case p.launch.env("GEMINI_API_KEY") == "":
		p.left[geminiVariable] = true
		p.warn(geminiHint(errors.New("gemini uses a base URL with an API key only, and GEMINI_API_KEY is not set")))
	default:
		p.steps = append(p.steps, p.geminiHome)
	}
}

func geminiHint(err error) error {
	return cli.Hint(err, `~/.gemini/settings.json: {"security":{"auth":{"selectedType":"`+keyLogin+`"}}}`)
}

// geminiLogin returns the auth type that is chosen by variables or settings, ""
// if none is.
func (p *Plan) geminiLogin() string {
	for _, file := range []string{p.geminiSystem(), filepath.Join(p.launch.Dir, ".gemini", "settings.json"), filepath.Join(p.geminiFolder(), "settings.json")} {
		if login := loginIn(file); login != "" {
			return login
		}
	}
	for _, v := range [][2]string{{"GOOGLE_GENAI_USE_GCA", "oauth-personal"}, {"GOOGLE_GENAI_USE_VERTEXAI", "vertex-ai"}} {
		if p.launch.env(v[0]) == "true" {
			return v[1]
		}
	}
	return ""
}

func (p *Plan) geminiSystem() string {
	switch name := p.launch.env("GEMINI_CLI_SYSTEM_SETTINGS_PATH"); {
	case name != "":
		return name
	case runtime.GOOS == "darwin":
		return "/Library/Application Support/GeminiCli/settings.json"
	case runtime.GOOS == "windows":
		return `C:\ProgramData\gemini-cli\settings.json`
	}
	return "/etc/gemini-cli/settings.json"
}

// geminiFolder returns the folder of the user's settings.
func (p *Plan) geminiFolder() string {
	home := p.launch.env(geminiHomeVariable)
	if home == "" {
		home = p.launch.home()
	}
	return filepath.Join(home, ".gemini")
}

// readSettings returns what a settings file says as plain JSON. People put
// comments and trailing commas into it.
func readSettings(file string) ([]byte, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	return hujson.Standardize(append(data, '\n')) // which ends a comment
}

// loginIn returns the auth type that a settings file chooses, "" if there is
// none or it can't be read.
func loginIn(file string) string {
	data, err := readSettings(file)
	if err != nil {
		return ""
	}
	var settings struct {
		Security struct {
			Auth struct {
				SelectedType string `json:"selectedType"`
			} `json:"auth"`
		} `json:"security"`
	}
	json.Unmarshal(data, &settings) // what it can't read chooses nothing
	return settings.Security.Auth.SelectedType
}

const geminiHomeVariable = "GEMINI_CLI_HOME"

// geminiHome gives the child a home for its settings. Where that can't be, it
// gets no base URL.
func (p *Plan) geminiHome(c *Child) {
	home, err := os.MkdirTemp("", "elide-gemini-*")
	if err == nil {
		folder, user := filepath.Join(home, ".gemini"), p.geminiFolder()
		c.after = append(c.after, func() {
			bringBack(folder, user)
			os.RemoveAll(home)
		})
		err = fillHome(folder, user)
	}
	if err != nil {
		delete(c.Env, geminiVariable)
		c.Warnings = append(c.Warnings, geminiHint(fmt.Errorf("gemini is left as it is: %w", err)))
		return
	}
	c.Env[geminiHomeVariable] = home
}

// fillHome makes a folder that holds links to all that is in the user's, and
// settings where the key is chosen.
func fillHome(folder, user string) error {
	settings, err := withKeyLogin(filepath.Join(user, "settings.json"))
	if err != nil {
		return err
	}
	if err := os.Mkdir(folder, 0o700); err != nil {
		return err
	}
	if err := linkAll(user, folder); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "settings.json"), settings, 0o600)
}

// linkAll makes links in folder to what is in the user's. The folders for
// sessions are made there if need be, as Gemini CLI would: what it keeps is to
// be found again.
func linkAll(user, folder string) error {
	for _, name := range []string{"tmp", "history"} {
		if err := os.MkdirAll(filepath.Join(user, name), 0o700); err != nil {
			return err
		}
	}
	entries, err := os.ReadDir(user)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Name() == "settings.json" {
			continue
		}
		if err := os.Symlink(filepath.Join(user, e.Name()), filepath.Join(folder, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// bringBack copies the files that the child made, or put in place of a link, to
// the user's folder. What can't be copied is state that is made anew.
func bringBack(folder, user string) {
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		if !e.Type().IsRegular() || e.Name() == "settings.json" {
			continue
		}
		data, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			continue
		}
		part := filepath.Join(user, e.Name()+".elide-part")
		if os.WriteFile(part, data, 0o600) != nil || os.Rename(part, filepath.Join(user, e.Name())) != nil {
			os.Remove(part)
		}
	}
}

// withKeyLogin returns the settings in a file, or none, with the key chosen.
func withKeyLogin(file string) ([]byte, error) {
	settings := map[string]any{}
	data, err := readSettings(file)
	if err == nil {
		d := json.NewDecoder(bytes.NewReader(data))
		d.UseNumber()
		err = d.Decode(&settings)
	}
	if err == nil && settings == nil {
		err = errors.New("they are no object")
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("its settings can't be read: %w", err)
	}
	security := table(settings, "security")
	table(security, "auth")["selectedType"] = keyLogin
	return json.MarshalIndent(settings, "", "  ")
}

// table returns the object under a key, which is made if there is none.
func table(of map[string]any, key string) map[string]any {
	t, ok := of[key].(map[string]any)
	if !ok {
		t = map[string]any{}
		of[key] = t
	}
	return t
}
