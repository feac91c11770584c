package agents

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/wire"
)

// at is where the proxy of the tests stands.
func at(p wire.Provider) string {
	return "http://127.0.0.1:1/s/" + map[wire.Provider]string{wire.Anthropic: "anthropic", wire.OpenAI: "openai", wire.Gemini: "gemini", wire.Bedrock: "bedrock"}[p]
}

// launch returns a command that runs in a home of its own, with these
// variables.
func launch(t *testing.T, args string, variables ...string) Launch {
	t.Helper()
	env := map[string]string{"HOME": t.TempDir(), "GEMINI_CLI_SYSTEM_SETTINGS_PATH": "/nonexistent"}
	for _, v := range variables {
		name, value, _ := strings.Cut(v, "=")
		env[name] = value
	}
	return Launch{
		Args: strings.Fields(args), Dir: t.TempDir(), Upstreams: map[wire.Provider]string{},
		Env: func(name string) (string, bool) { value, ok := env[name]; return value, ok },
	}
}

// put writes a file below the home of the launch.
func put(t *testing.T, l Launch, name, text string) {
	t.Helper()
	name = filepath.Join(l.home(), name)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// plan returns the plan for a launch, and the child.
func plan(t *testing.T, l Launch) (*Plan, *Child) {
	t.Helper()
	p, err := New(l)
	if err != nil {
		t.Fatal(err)
	}
	c := p.Child(at)
	t.Cleanup(c.Close)
	return p, c
}

// upstreams shows the upstreams of a plan.
func upstreams(p *Plan) string {
	var all []string
	for _, provider := range []wire.Provider{wire.Anthropic, wire.OpenAI, wire.Gemini} {
		if u := p.Upstreams[provider]; u != nil {
			all = append(all, u.String())
		}
	}
	return strings.Join(all, " ")
}

// TestVariables: each provider's variable leads to the proxy, with what it held
// before, what the user chose, or the provider's own address as its upstream.
func TestVariables(t *testing.T) {
	const own = "https://api.anthropic.com https://api.openai.com https://generativelanguage.googleapis.com"
	for _, c := range []struct {
		name, args string
		variables  []string
		chosen     map[wire.Provider]string
		upstreams  string
		env        map[string]string
	}{
		{
			name: "nothing set", args: "make", upstreams: own,
			env: map[string]string{"ANTHROPIC_BASE_URL": at(wire.Anthropic), "OPENAI_BASE_URL": at(wire.OpenAI) + "/v1", "GOOGLE_GEMINI_BASE_URL": at(wire.Gemini)},
		},
		{
			name: "set before", args: "make",
			variables: []string{"ANTHROPIC_BASE_URL=http://127.0.0.1:4000/a%20b/", "OPENAI_BASE_URL=https://gw.example/openai/v1/", "GOOGLE_GEMINI_BASE_URL="},
			upstreams: "http://127.0.0.1:4000/a%20b https://gw.example/openai https://generativelanguage.googleapis.com",
			env:       map[string]string{"ANTHROPIC_BASE_URL": at(wire.Anthropic), "OPENAI_BASE_URL": at(wire.OpenAI) + "/v1", "GOOGLE_GEMINI_BASE_URL": at(wire.Gemini)},
		},
		{
			name: "another version", args: "make",
			variables: []string{"OPENAI_BASE_URL=https://gw.example/paas/v4", "ANTHROPIC_BASE_URL=https://gw.example/v1"},
			upstreams: "https://gw.example https://gw.example/paas https://generativelanguage.googleapis.com",
			env:       map[string]string{"ANTHROPIC_BASE_URL": at(wire.Anthropic) + "/v1", "OPENAI_BASE_URL": at(wire.OpenAI) + "/v4", "GOOGLE_GEMINI_BASE_URL": at(wire.Gemini)},
		},
		{
			name: "no version", args: "make",
			variables: []string{"OPENAI_BASE_URL=https://gw.example/openai"},
			upstreams: "https://api.anthropic.com https://gw.example/openai https://generativelanguage.googleapis.com",
			env:       map[string]string{"ANTHROPIC_BASE_URL": at(wire.Anthropic), "OPENAI_BASE_URL": at(wire.OpenAI), "GOOGLE_GEMINI_BASE_URL": at(wire.Gemini)},
		},
		{
			name: "chosen for one", args: "make",
			variables: []string{"OPENAI_BASE_URL=https://before.example/v1", "ANTHROPIC_BASE_URL=https://before.example"},
			chosen:    map[wire.Provider]string{wire.OpenAI: "https://gw.example/v1", wire.Gemini: "https://gw.example/g"},
			upstreams: "https://before.example https://gw.example https://gw.example/g",
			env:       map[string]string{"ANTHROPIC_BASE_URL": at(wire.Anthropic), "OPENAI_BASE_URL": at(wire.OpenAI) + "/v1", "GOOGLE_GEMINI_BASE_URL": at(wire.Gemini)},
		},
		{
			name: "chosen without a version", args: "make",
			chosen:    map[wire.Provider]string{wire.OpenAI: "https://chatgpt.com/backend-api/codex", wire.Anthropic: "https://gw.example/v1"},
			upstreams: "https://gw.example https://chatgpt.com/backend-api/codex https://generativelanguage.googleapis.com",
			env:       map[string]string{"ANTHROPIC_BASE_URL": at(wire.Anthropic), "OPENAI_BASE_URL": at(wire.OpenAI), "GOOGLE_GEMINI_BASE_URL": at(wire.Gemini)},
		},
		{
			name: "chosen for all", args: "make",
			variables: []string{"OPENAI_BASE_URL=https://before.example/v1"},
			chosen:    map[wire.Provider]string{wire.None: "http://gw.example:8080/all", wire.Gemini: "http://127.0.0.1:9"},
			upstreams: "http://gw.example:8080/all http://gw.example:8080/all http://127.0.0.1:9",
			env:       map[string]string{"ANTHROPIC_BASE_URL": at(wire.Anthropic), "OPENAI_BASE_URL": at(wire.OpenAI) + "/v1", "GOOGLE_GEMINI_BASE_URL": at(wire.Gemini)},
		},
		{
			name: "opencode wants the version", args: "opencode run x", upstreams: own,
			env: map[string]string{"ANTHROPIC_BASE_URL": at(wire.Anthropic) + "/v1", "OPENAI_BASE_URL": at(wire.OpenAI) + "/v1", "GOOGLE_GEMINI_BASE_URL": at(wire.Gemini)},
		},
		{
			name: "opencode with an upstream", args: "opencode run x",
			chosen:    map[wire.Provider]string{wire.Anthropic: "https://gw.example/a"},
			upstreams: "https://gw.example/a https://api.openai.com https://generativelanguage.googleapis.com",
			env:       map[string]string{"ANTHROPIC_BASE_URL": at(wire.Anthropic) + "/v1", "OPENAI_BASE_URL": at(wire.OpenAI) + "/v1", "GOOGLE_GEMINI_BASE_URL": at(wire.Gemini)},
		},
		{
			name: "claude keeps its tool search", args: "claude -p x", upstreams: own,
			env: map[string]string{"ANTHROPIC_BASE_URL": at(wire.Anthropic), "OPENAI_BASE_URL": at(wire.OpenAI) + "/v1", "GOOGLE_GEMINI_BASE_URL": at(wire.Gemini), "ENABLE_TOOL_SEARCH": "true"},
		},
		{
			name: "claude as the user has it", args: "claude -p x", upstreams: own, variables: []string{"ENABLE_TOOL_SEARCH=auto:5"},
			env: map[string]string{"ANTHROPIC_BASE_URL": at(wire.Anthropic), "OPENAI_BASE_URL": at(wire.OpenAI) + "/v1", "GOOGLE_GEMINI_BASE_URL": at(wire.Gemini)},
		},
		{
			name: "claude and another's API", args: "claude -p x", variables: []string{"ANTHROPIC_BASE_URL=http://gw.example"},
			upstreams: "http://gw.example https://api.openai.com https://generativelanguage.googleapis.com",
			env:       map[string]string{"ANTHROPIC_BASE_URL": at(wire.Anthropic), "OPENAI_BASE_URL": at(wire.OpenAI) + "/v1", "GOOGLE_GEMINI_BASE_URL": at(wire.Gemini)},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := launch(t, c.args, c.variables...)
			l.Upstreams = c.chosen
			p, child := plan(t, l)
			if got := upstreams(p); got != c.upstreams {
				t.Errorf("upstreams %s, want %s", got, c.upstreams)
			}
			if !maps.Equal(child.Env, c.env) {
				t.Errorf("variables %v, want %v", child.Env, c.env)
			}
			if !slices.Equal(child.Args, l.Args) || len(p.Warnings)+len(child.Warnings) > 0 {
				t.Errorf("arguments %q, warnings %v %v", child.Args, p.Warnings, child.Warnings)
			}
		})
	}
}

// TestDirect: a child that uses a proxy of the network must not use it for the
// way to this machine.
func TestDirect(t *testing.T) {
	for _, c := range []struct{ variables, want string }{
		{"HTTPS_PROXY=http://proxy.example", "127.0.0.1,localhost"},
		{"http_proxy=http://proxy.example no_proxy=.example", ".example,127.0.0.1,localhost"},
		{"ALL_PROXY=http://proxy.example NO_PROXY=10.0.0.1", "10.0.0.1,127.0.0.1,localhost"},
		{"NO_PROXY=10.0.0.1", ""},
	} {
		_, child := plan(t, launch(t, "make", strings.Fields(c.variables)...))
		if child.Env["NO_PROXY"] != c.want || child.Env["no_proxy"] != c.want {
			t.Errorf("%s: %q %q", c.variables, child.Env["NO_PROXY"], child.Env["no_proxy"])
		}
	}
}

// TestBad: a base URL that can't be an upstream is refused, and not shown.
func TestBad(t *testing.T) {
	for _, v := range []string{
		"ANTHROPIC_BASE_URL=ftp://secret.example", "OPENAI_BASE_URL=secret.example/v1", "OPENAI_BASE_URL=https://secret@gw.example",
		"GOOGLE_GEMINI_BASE_URL=http://u:secret@gw.example/", "ANTHROPIC_BASE_URL=https://gw.example?key=secret", "ANTHROPIC_BASE_URL=https://#secret",
		"ANTHROPIC_BASE_URL=:secret", "ANTHROPIC_BASE_URL=http://:80/secret",
	} {
		name, _, _ := strings.Cut(v, "=")
		_, err := New(launch(t, "make", v))
		if err == nil || !strings.HasPrefix(err.Error(), name+" must be a URL") || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", v, err)
		}
	}
	l := launch(t, "make")
	l.Upstreams[wire.None] = "https://u:secret@gw.example"
	if _, err := New(l); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("%v", err)
	}
}

// TestBases: what a proxy without a child prints for its clients.
func TestBases(t *testing.T) {
	l := launch(t, "", "OPENAI_BASE_URL=http://gw.example/api/v1", "HTTP_PROXY=http://proxy.example")
	p, _ := plan(t, l)
	want := []string{"ANTHROPIC_BASE_URL=" + at(wire.Anthropic), "OPENAI_BASE_URL=" + at(wire.OpenAI) + "/v1", "GOOGLE_GEMINI_BASE_URL=" + at(wire.Gemini)}
	if got := p.Bases(at); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// TestCopilot: only a provider of the user's own can be sent through the proxy,
// and of the variables those that ask the same upstream.
func TestCopilot(t *testing.T) {
	p, child := plan(t, launch(t, "copilot -p x", "COPILOT_PROVIDER_BASE_URL=http://127.0.0.1:9/v1", "COPILOT_PROVIDER_TYPE=openai"))
	if upstreams(p) != "https://api.anthropic.com http://127.0.0.1:9 https://generativelanguage.googleapis.com" {
		t.Error(upstreams(p))
	}
	if _, set := child.Env["OPENAI_BASE_URL"]; set || child.Env["COPILOT_PROVIDER_BASE_URL"] != at(wire.OpenAI)+"/v1" || len(p.Warnings) > 0 {
		t.Errorf("%v %v", child.Env, p.Warnings)
	}
	p, child = plan(t, launch(t, "copilot -p x", "COPILOT_PROVIDER_BASE_URL=http://127.0.0.1:9", "COPILOT_PROVIDER_TYPE=anthropic"))
	if child.Env["COPILOT_PROVIDER_BASE_URL"] != at(wire.Anthropic) || p.Upstreams[wire.Anthropic].Host != "127.0.0.1:9" {
		t.Errorf("%v", child.Env)
	}
	p, child = plan(t, launch(t, "copilot -p x"))
	if _, set := child.Env["COPILOT_PROVIDER_BASE_URL"]; set || !warned(p.Warnings, "GitHub") {
		t.Errorf("%v %v", child.Env, p.Warnings)
	}
	if _, err := New(launch(t, "copilot", "COPILOT_PROVIDER_BASE_URL=x")); err == nil {
		t.Error("a base URL that is none was taken")
	}
}

func TestCline(t *testing.T) {
	if p, _ := plan(t, launch(t, "cline task")); !warned(p.Warnings, "cline") {
		t.Errorf("%v", p.Warnings)
	}
}

// warned tells whether there is one warning, with that text and a hint.
func warned(warnings []error, text string) bool {
	var shown strings.Builder
	for _, w := range warnings {
		cli.Warn(&shown, "elide", w)
	}
	return len(warnings) == 1 && strings.Contains(shown.String(), text) && strings.Contains(shown.String(), "hint: ")
}
