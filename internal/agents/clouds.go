package agents

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/wire"
)

// Claude Code asks a cloud in place of Anthropic if a variable says so, and then
// reads the base URL from another. The official SDKs read these too.
const (
	usesBedrock = "CLAUDE_CODE_USE_BEDROCK"
	usesVertex  = "CLAUDE_CODE_USE_VERTEX"
	usesFoundry = "CLAUDE_CODE_USE_FOUNDRY"

	bedrockURL = "ANTHROPIC_BEDROCK_BASE_URL"
	vertexURL  = "ANTHROPIC_VERTEX_BASE_URL"
	foundryURL = "ANTHROPIC_FOUNDRY_BASE_URL"
)

// smallRegion is where Claude Code asks its small model.
const smallRegion = "ANTHROPIC_SMALL_FAST_MODEL_AWS_REGION"

// vertexRegions are the regions of single models.
var vertexRegions = []string{
	"VERTEX_REGION_CLAUDE_3_5_HAIKU", "VERTEX_REGION_CLAUDE_3_5_SONNET", "VERTEX_REGION_CLAUDE_3_7_SONNET", "VERTEX_REGION_CLAUDE_4_0_OPUS",
	"VERTEX_REGION_CLAUDE_4_0_SONNET", "VERTEX_REGION_CLAUDE_4_1_OPUS", "VERTEX_REGION_CLAUDE_4_5_OPUS", "VERTEX_REGION_CLAUDE_4_5_SONNET",
	"VERTEX_REGION_CLAUDE_4_6_OPUS", "VERTEX_REGION_CLAUDE_4_6_SONNET", "VERTEX_REGION_CLAUDE_HAIKU_4_5",
}

// on tells whether a switch among the variables is on.
func (l *Launch) on(name string) bool {
	switch strings.ToLower(l.env(name)) {
	case "1", "true", "yes", "on":
		return true
	}
	return false
}

// inCloud tells whether Claude Code asks a cloud.
func (l *Launch) inCloud() bool { return l.on(usesBedrock) || l.on(usesVertex) || l.on(usesFoundry) }

// clouds adds the outlets for clouds that are asked. Vertex and Foundry serve
// Anthropic's API, so that theirs is its upstream then.
func (p *Plan) clouds() error {
	l := &p.launch
	if l.on(usesBedrock) || l.Upstreams[wire.Bedrock] != "" {
		if err := p.bedrock(); err != nil {
			return err
		}
	}
	if len(l.Args) == 0 && l.Upstreams[wire.Bedrock] == "" && l.Upstreams[wire.None] != "" {
		// A gateway for all: who comes from elsewhere may ask it for Bedrock too.
		if err := p.outlet(wire.Bedrock, bedrockURL, ""); err != nil {
			return err
		}
	}
	switch {
	case l.on(usesVertex):
		return p.vertex()
	case l.on(usesFoundry):
		return p.foundry()
	}
	return nil
}

// bedrock leaves a client alone that signs its requests, if they can't be signed
// anew: Amazon would refuse what is signed for the proxy's address.
func (p *Plan) bedrock() error {
	l := &p.launch
	signs := l.env("AWS_BEARER_TOKEN_BEDROCK") == "" && !l.on("CLAUDE_CODE_SKIP_BEDROCK_AUTH")
	if signs && !l.SignsAnew && l.Upstreams[wire.Bedrock] == "" {
		p.warn(cli.Hint(errors.New("requests to Bedrock don't go through the proxy: they are signed for Amazon's address"),
			"--aws-sign signs them anew, with the same credentials; AWS_BEARER_TOKEN_BEDROCK needs no signature"))
		return nil
	}
	own, region := l.env(bedrockURL), cmp.Or(l.env("AWS_REGION"), l.env("AWS_DEFAULT_REGION"))
	if own == "" && l.chosen(wire.Bedrock) == "" {
		if other := l.env(smallRegion); other != "" && other != region || region == "" {
			p.warn(cli.Hint(errors.New("requests to Bedrock don't go through the proxy: it has to be one region that is asked"),
				"AWS_REGION alone, without "+smallRegion+", or "+bedrockURL))
			return nil
		}
	}
	return p.outlet(wire.Bedrock, bedrockURL, fmt.Sprintf("https://bedrock-runtime.%s.amazonaws.com", region))
}

func (p *Plan) vertex() error {
	l := &p.launch
	region := l.env("CLOUD_ML_REGION")
	if l.env(vertexURL) == "" && l.chosen(wire.Anthropic) == "" {
		apart := region == ""
		for _, name := range vertexRegions {
			other := l.env(name)
			apart = apart || other != "" && other != region
		}
		if apart {
			p.warn(cli.Hint(errors.New("requests to Vertex AI don't go through the proxy: it has to be one region that is asked"),
				"CLOUD_ML_REGION alone, without regions of single models, or "+vertexURL))
			return nil
		}
	}
	host := region + "-aiplatform.googleapis.com"
	switch region {
	case "global":
		host = "aiplatform.googleapis.com"
	case "us", "eu":
		host = "aiplatform." + region + ".rep.googleapis.com"
	}
	return p.outlet(wire.Anthropic, vertexURL, "https://"+host+"/v1")
}

// foundry needs the variable: the SDK takes either it or the name of a resource.
func (p *Plan) foundry() error {
	if p.launch.env(foundryURL) == "" {
		p.warn(cli.Hint(errors.New("requests to Foundry don't go through the proxy: their address is not said"),
			foundryURL+"=https://NAME.services.ai.azure.com/anthropic in place of ANTHROPIC_FOUNDRY_RESOURCE"))
		return nil
	}
	return p.outlet(wire.Anthropic, foundryURL, anthropicURL)
}

// outlet adds a variable as an outlet.
func (p *Plan) outlet(provider wire.Provider, name, usual string) error {
	b, err := p.launch.baseOf(provider, name, p.launch.env(name), usual)
	if err != nil {
		return err
	}
	p.offer(provider, b, func(c *Child, baseURL string) { c.Env[name] = baseURL })
	return nil
}
