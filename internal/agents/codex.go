package agents

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/wire"
)

// codexLoginURL is where Codex goes with a ChatGPT login.
const codexLoginURL = "https://chatgpt.com/backend-api/codex"

// codex points Codex at the proxy by settings in its arguments: it reads no
// variable. Its own provider can't be changed but for the address, and tries a
// WebSocket first, in which nothing could be rewritten. So it gets one that is
// the same but for that. Of a provider that the user configured the address is
// replaced.
func (p *Plan) codex() error {
	c, err := readCodex(&p.launch, p.launch.Args[p.at+1:])
	if err != nil {
		p.warn(fmt.Errorf("codex is left as it is: its configuration can't be read: %w", err))
		return nil
	}
	name := c.text("model_provider")
	switch {
	case c.local:
		p.warn(errors.New("codex is left as it is: it was told to use a local model"))
		return nil
	case name == "" || name == "openai":
		return p.codexOwn(c)
	case !isBareKey(name) || c.text("model_providers", name, "base_url") == "":
		p.warn(fmt.Errorf("codex is left as it is: its provider %q has no base_url that could be replaced", name))
		return nil
	}
	b, err := p.launch.baseOf(wire.OpenAI, "codex's model_providers."+name+".base_url", c.text("model_providers", name, "base_url"), openAIURL)
	if err != nil {
		return err
	}
	key := "model_providers." + name
	p.offer(wire.OpenAI, b, func(child *Child, baseURL string) {
		p.codexArgs(child, key+".base_url="+tomlString(baseURL), key+".supports_websockets=false")
	})
	return nil
}

// codexOwn replaces Codex's own provider by one that is called and behaves as
// it does, also towards a ChatGPT login.
func (p *Plan) codexOwn(c *codexConfig) error {
	usual := openAIURL
	switch store := c.text("cli_auth_credentials_store"); {
	case c.chatGPT():
		usual = codexLoginURL
	case (store == "keyring" || store == "auto") && p.launch.chosen(wire.OpenAI) == "":
		p.warn(cli.Hint(errors.New("codex's login is in a keyring: it is taken for an API key"),
			"with a ChatGPT login: --openai-upstream "+codexLoginURL))
	}
	b, err := p.launch.baseOf(wire.OpenAI, "codex's openai_base_url", c.text("openai_base_url"), usual)
	if err != nil {
		return err
	}
	p.offer(wire.OpenAI, b, func(child *Child, baseURL string) {
		p.codexArgs(child,
			"model_provider=elide",
			`model_providers.elide={name="OpenAI",base_url=`+tomlString(baseURL)+`,wire_api="responses",requires_openai_auth=true,supports_websockets=false}`,
			"features.enable_request_compression=false") // it would only be undone on this machine
	})
	return nil
}

// codexArgs puts settings before the arguments of Codex, so that those that the
// user gives go over them. npm exec takes flags for its own up to a --.
func (p *Plan) codexArgs(c *Child, settings ...string) {
	at := p.at + 1
	if p.at > 0 && program(c.Args[0]) == "npm" {
		if at == len(c.Args) || c.Args[at] != "--" {
			c.insert(at, "--")
		}
		at++
	}
	for _, s := range settings {
		c.insert(at, "-c", s)
		at += 2
	}
}

// tomlString returns a URL as a TOML string. There is nothing in an address of
// the proxy that would have to be escaped.
func tomlString(url string) string { return `"` + url + `"` }

// isBareKey tells whether a TOML key needs no quotes.
func isBareKey(name string) bool {
	for _, c := range []byte(name) {
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && (c < '0' || c > '9') && c != '-' && c != '_' {
			return false
		}
	}
	return name != ""
}

// codexConfig is what matters here of Codex's configuration.
type codexConfig struct {
	launch *Launch
	folder string
	layers []map[string]any // the later go over the earlier
	local  bool             // a model on this machine, by a flag
}

// readCodex reads Codex's configuration: its file, that of a profile, and its
// arguments.
func readCodex(l *Launch, args []string) (*codexConfig, error) {
	c := &codexConfig{launch: l, folder: l.env("CODEX_HOME")}
	if c.folder == "" {
		c.folder = filepath.Join(l.home(), ".codex")
	}
	settings, profile := c.scan(args)
	if err := c.readFile("config.toml"); err != nil {
		return nil, err
	}
	if isBareKey(profile) {
		if err := c.readFile(profile + ".config.toml"); err != nil {
			return nil, err
		}
	}
	c.layers = append(c.layers, settings...)
	return c, nil
}

func (c *codexConfig) readFile(name string) error {
	data, err := os.ReadFile(filepath.Join(c.folder, name))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var doc map[string]any
	if err := toml.Unmarshal(data, &doc); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	c.layers = append(c.layers, doc)
	return nil
}

// scan reads the arguments: the settings of -c, and the profile.
func (c *codexConfig) scan(args []string) (settings []map[string]any, profile string) {
	for i, arg := range args {
		next := ""
		if i+1 < len(args) {
			next = args[i+1]
		}
		flag, value, joined := strings.Cut(arg, "=")
		if !joined || !strings.HasPrefix(flag, "--") {
			flag, value = arg, next
		}
		switch flag {
		case "--":
			return settings, profile
		case "-c", "--config":
			settings = append(settings, setting(value))
		case "-p", "--profile":
			profile = value
		case "--oss", "--local-provider":
			c.local = true
		}
	}
	return settings, profile
}

// setting reads the KEY=VALUE of a -c as Codex does: the value is TOML, or else
// text.
func setting(text string) map[string]any {
	var doc map[string]any
	if toml.Unmarshal([]byte(text), &doc) == nil {
		return doc
	}
	key, value, _ := strings.Cut(text, "=")
	return map[string]any{strings.TrimSpace(key): strings.TrimSpace(value)}
}

// text returns the text at a key, "" if there is none.
func (c *codexConfig) text(path ...string) string {
	found := ""
	for _, layer := range c.layers {
		var at any = layer
		for _, key := range path {
			table, _ := at.(map[string]any)
			at = table[key]
		}
		if text, ok := at.(string); ok {
			found = text
		}
	}
	return found
}

// chatGPT tells whether Codex is logged in with ChatGPT, as far as its folder
// says.
func (c *codexConfig) chatGPT() bool {
	if c.launch.env("CODEX_API_KEY") != "" {
		return false
	}
	data, err := os.ReadFile(filepath.Join(c.folder, "auth.json"))
	if err != nil {
		return false
	}
	var login struct {
		Mode   string  `json:"auth_mode"`
		Key    present `json:"OPENAI_API_KEY"`
		Tokens present `json:"tokens"`
	}
	if json.Unmarshal(data, &login) != nil {
		return false
	}
	if login.Mode != "" {
		return strings.HasPrefix(strings.ToLower(login.Mode), "chatgpt")
	}
	return bool(login.Tokens) && !bool(login.Key)
}

// present notes that a member is there, and forgets what it holds.
type present bool

func (p *present) UnmarshalJSON(data []byte) error {
	*p = string(data) != "null"
	return nil
}
