package agents

import (
	"strings"

	"elide.example/elide/internal/wire"
)

// variable is one that holds the base URL of a provider.
type variable struct {
	name     string
	provider wire.Provider
	usual    string // where clients go without it
}

const (
	anthropicURL = "https://api.anthropic.com"
	openAIURL    = "https://api.openai.com/v1"
	geminiURL    = "https://generativelanguage.googleapis.com"
)

const geminiVariable = "GOOGLE_GEMINI_BASE_URL"

// variables returns those that the agent reads. opencode puts the paths of
// Anthropic's API behind the version, as it does OpenAI's.
func variables(agent string) []variable {
	anthropic := variable{"ANTHROPIC_BASE_URL", wire.Anthropic, anthropicURL}
	if agent == "opencode" {
		anthropic.usual = anthropicURL + "/v1"
	}
	return []variable{anthropic, {"OPENAI_BASE_URL", wire.OpenAI, openAIURL}, {geminiVariable, wire.Gemini, geminiURL}}
}

// variables adds an outlet for each variable. What one of them holds becomes
// the upstream.
func (p *Plan) variables() error {
	for _, v := range variables(p.Agent) {
		if p.left[v.name] {
			continue
		}
		b, err := p.launch.baseOf(v.provider, v.name, p.launch.env(v.name), v.usual)
		if err != nil {
			return err
		}
		p.offer(v.provider, b, func(c *Child, baseURL string) { c.Env[v.name] = baseURL })
	}
	return nil
}

// Bases returns the variables, as NAME=VALUE, for clients that are started
// elsewhere; at is as for Child.
func (p *Plan) Bases(at func(wire.Provider) string) []string {
	c := p.Child(at)
	defer c.Close()
	var lines []string
	names := []string{bedrockURL, vertexURL, foundryURL}
	for _, v := range variables("") {
		names = append(names, v.name)
	}
	for _, name := range names {
		if value, ok := c.Env[name]; ok {
			lines = append(lines, name+"="+value)
		}
	}
	return lines
}

// direct returns what keeps the child's requests to this machine from being
// sent to a proxy of the network.
func (p *Plan) direct() map[string]string {
	found := false
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"} {
		found = found || p.launch.env(name) != "" || p.launch.env(strings.ToLower(name)) != ""
	}
	env := map[string]string{}
	if !found {
		return env
	}
	for _, name := range []string{"NO_PROXY", "no_proxy"} {
		hosts := []string{"127.0.0.1", "localhost"}
		if value := p.noProxy(name); value != "" {
			hosts = append([]string{value}, hosts...)
		}
		env[name] = strings.Join(hosts, ",")
	}
	return env
}

// noProxy returns the variable, or what its other spelling holds.
func (p *Plan) noProxy(name string) string {
	for _, n := range []string{name, "no_proxy", "NO_PROXY"} {
		if value := p.launch.env(n); value != "" {
			return value
		}
	}
	return ""
}

// claude keeps Claude Code's tool search as it would be without the proxy: it
// leaves it out where the base URL is not Anthropic's own, and then sends the
// definitions of all tools with every request.
func (p *Plan) claude() {
	const toolSearch = "ENABLE_TOOL_SEARCH"
	p.steps = append(p.steps, func(c *Child) {
		if _, set := p.launch.Env(toolSearch); !set && !p.launch.inCloud() && p.Upstreams[wire.Anthropic].String() == anthropicURL {
			c.Env[toolSearch] = "true"
		}
	})
}
