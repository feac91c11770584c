package agents

import (
	"errors"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/wire"
)

// copilot points GitHub Copilot CLI at the proxy if it has a provider of the
// user's own. With a GitHub login there is no base URL that it would read.
func (p *Plan) copilot() error {
	const name = "COPILOT_PROVIDER_BASE_URL"
	own := p.launch.env(name)
	if own == "" {
		p.warn(cli.Hint(errors.New("copilot asks GitHub's own service, which no setting can send through a proxy"),
			"with a provider of your own it does: copilot help providers, and "+name))
		return nil
	}
	provider, usual := wire.OpenAI, openAIURL
	if p.launch.env("COPILOT_PROVIDER_TYPE") == "anthropic" {
		provider, usual = wire.Anthropic, anthropicURL
	}
	b, err := p.launch.baseOf(provider, name, own, usual)
	if err != nil {
		return err
	}
	p.offer(provider, b, func(c *Child, baseURL string) { c.Env[name] = baseURL })
	return nil
}

// cline reads base URLs from its own settings only.
func (p *Plan) cline() {
	p.warn(cli.Hint(errors.New("cline reads the addresses of providers from its own settings only"),
		"elide proxy --listen 127.0.0.1:8787, and the address that it prints as the base URL of cline auth"))
}
