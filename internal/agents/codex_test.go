package agents

import (
	"slices"
	"strings"
	"testing"

	"elide.example/elide/internal/wire"
)

// settings returns those that a child's Codex gets by -c, without their order.
func settings(args []string) []string {
	var all []string
	for i, arg := range args {
		if arg == "-c" {
			all = append(all, args[i+1])
		}
	}
	return all
}

const ownProvider = `model_providers.elide={name="OpenAI",base_url="http://127.0.0.1:1/s/openai/v1",wire_api="responses",requires_openai_auth=true,supports_websockets=false}`

func TestCodex(t *testing.T) {
	const corp = "[model_providers.corp]\nbase_url = \"https://corp.example/ai/v1\"\n"
	for _, c := range []struct {
		name, args string
		variables  []string
		files      map[string]string
		chosen     string
		upstream   string // of OpenAI
		settings   []string
		warning    string
	}{
		{
			name: "API key", args: "codex exec x", upstream: "https://api.openai.com",
			settings: []string{"model_provider=elide", ownProvider, "features.enable_request_compression=false"},
		},
		{
			name: "ChatGPT", args: "codex exec x", upstream: "https://chatgpt.com/backend-api/codex",
			files:    map[string]string{".codex/auth.json": `{"OPENAI_API_KEY":null,"tokens":{"id_token":"x"}}`},
			settings: []string{"model_provider=elide", strings.Replace(ownProvider, "openai/v1", "openai", 1), "features.enable_request_compression=false"},
		},
		{
			name: "ChatGPT by its mode, in another folder", args: "codex exec x", upstream: "https://chatgpt.com/backend-api/codex",
			variables: []string{"CODEX_HOME=HOME/elsewhere"},
			files:     map[string]string{"elsewhere/auth.json": `{"auth_mode":"chatgpt","OPENAI_API_KEY":"x"}`},
		},
		{
			name: "a key in a variable goes over a login", args: "codex exec x", upstream: "https://api.openai.com",
			variables: []string{"CODEX_API_KEY=x"},
			files:     map[string]string{".codex/auth.json": `{"auth_mode":"chatgpt"}`},
		},
		{
			name: "an API key in the login's file", args: "codex exec x", upstream: "https://api.openai.com",
			files: map[string]string{".codex/auth.json": `{"OPENAI_API_KEY":"x","tokens":null}`},
		},
		{
			name: "keyring", args: "codex exec x", upstream: "https://api.openai.com", warning: "keyring",
			files: map[string]string{".codex/config.toml": `cli_auth_credentials_store = "keyring"`},
		},
		{
			name: "keyring and an upstream", args: "codex exec x", upstream: "https://chatgpt.com/backend-api/codex", chosen: codexLoginURL,
			files: map[string]string{".codex/config.toml": `cli_auth_credentials_store = "keyring"`},
		},
		{
			name: "its own base URL", args: "codex exec x", upstream: "https://gw.example/x",
			files: map[string]string{".codex/config.toml": `openai_base_url = "https://gw.example/x/v1"`},
		},
		{
			name: "chosen", args: "codex exec x", upstream: "http://127.0.0.1:9", chosen: "http://127.0.0.1:9/v1",
			files:    map[string]string{".codex/config.toml": `openai_base_url = "https://gw.example/x/v1"`},
			settings: []string{"model_provider=elide", ownProvider, "features.enable_request_compression=false"},
		},
		{
			name: "a provider of the user's", args: "codex exec x", upstream: "https://corp.example/ai",
			files:    map[string]string{".codex/config.toml": "model_provider = \"corp\"\n" + corp},
			settings: []string{`model_providers.corp.base_url="http://127.0.0.1:1/s/openai/v1"`, "model_providers.corp.supports_websockets=false"},
		},
		{
			name: "a provider of a profile", args: "codex --profile work exec x", upstream: "https://corp.example/ai",
			files:    map[string]string{".codex/config.toml": "model_provider = \"other\"\n", ".codex/work.config.toml": "model_provider = \"corp\"\n" + corp},
			settings: []string{`model_providers.corp.base_url="http://127.0.0.1:1/s/openai/v1"`, "model_providers.corp.supports_websockets=false", "--"},
		},
		{
			name: "a provider of the arguments", upstream: "https://arg.example",
			args:     `codex exec -c model_provider=corp --config=model_providers.corp.base_url="https://arg.example/v1" x`,
			files:    map[string]string{".codex/config.toml": corp},
			settings: []string{`model_providers.corp.base_url="http://127.0.0.1:1/s/openai/v1"`, "model_providers.corp.supports_websockets=false", "model_provider=corp"},
		},
		{
			name: "what follows -- is no setting", args: "codex exec -- -c model_provider=corp", upstream: "https://api.openai.com",
			files: map[string]string{".codex/config.toml": corp},
		},
		{
			name: "a provider without a base URL", args: "codex exec x", upstream: "https://api.openai.com", warning: "left as it is",
			files: map[string]string{".codex/config.toml": `model_provider = "amazon-bedrock"`}, settings: []string{},
		},
		{
			name: "a provider that can't be named", args: "codex exec x", upstream: "https://api.openai.com", warning: "left as it is",
			files:    map[string]string{".codex/config.toml": "model_provider = \"a b\"\n[model_providers.\"a b\"]\nbase_url = \"https://corp.example\"\n"},
			settings: []string{},
		},
		{name: "a local model", args: "codex --oss exec x", upstream: "https://api.openai.com", warning: "left as it is", settings: []string{}},
		{
			name: "a configuration that can't be read", args: "codex exec x", upstream: "https://api.openai.com", warning: "can't be read",
			files: map[string]string{".codex/config.toml": "model_provider = "}, settings: []string{},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := launch(t, c.args)
			home := l.home()
			for i, v := range c.variables {
				c.variables[i] = strings.Replace(v, "HOME/", home+"/", 1)
			}
			l = launch(t, c.args, append(c.variables, "HOME="+home)...)
			for name, text := range c.files {
				put(t, l, name, text)
			}
			l.Upstreams[wire.OpenAI] = c.chosen
			p, child := plan(t, l)
			if got := p.Upstreams[wire.OpenAI].String(); got != c.upstream {
				t.Errorf("upstream %s, want %s", got, c.upstream)
			}
			if got := settings(child.Args); c.settings != nil && !slices.Equal(got, slices.DeleteFunc(c.settings, func(s string) bool { return s == "--" })) {
				t.Errorf("settings\n%q, want\n%q", got, c.settings)
			}
			if warned := len(p.Warnings) == 1 && strings.Contains(p.Warnings[0].Error(), c.warning); warned != (c.warning != "") {
				t.Errorf("warnings %v", p.Warnings)
			}
		})
	}
}

// TestCodexVariable: programs that Codex runs go to the OpenAI API as before if
// Codex itself goes elsewhere.
func TestCodexVariable(t *testing.T) {
	l := launch(t, "codex exec x", "OPENAI_BASE_URL=https://gw.example/v1")
	p, child := plan(t, l)
	if _, set := child.Env["OPENAI_BASE_URL"]; set || p.Upstreams[wire.OpenAI].Host != "api.openai.com" {
		t.Errorf("%v %v", child.Env, p.Upstreams)
	}
}

// TestCodexArgs: the settings stand right behind the name, where the user's own
// go over them, and where no wrapper takes them for its own.
func TestCodexArgs(t *testing.T) {
	for args, want := range map[string]string{
		"codex":                                "codex -c S -c S -c S",
		"codex exec -c a=1 x":                  "codex -c S -c S -c S exec -c a=1 x",
		"npx -y @openai/codex exec x":          "npx -y @openai/codex -c S -c S -c S exec x",
		"npm exec @openai/codex -- exec x":     "npm exec @openai/codex -- -c S -c S -c S exec x",
		"npm exec -- @openai/codex exec x":     "npm exec -- @openai/codex -- -c S -c S -c S exec x",
		"env A=1 timeout 5 /bin/codex -m m -x": "env A=1 timeout 5 /bin/codex -c S -c S -c S -m m -x",
	} {
		_, child := plan(t, launch(t, args))
		for i, arg := range child.Args {
			if strings.HasPrefix(arg, "model_provider") || strings.HasPrefix(arg, "features.") {
				child.Args[i] = "S"
			}
		}
		if got := strings.Join(child.Args, " "); got != want {
			t.Errorf("%s:\n%s, want\n%s", args, got, want)
		}
	}
}
