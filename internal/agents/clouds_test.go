package agents

import (
	"slices"
	"strings"
	"testing"

	"elide.example/elide/internal/wire"
)

// TestClouds: what Claude Code asks in place of Anthropic goes through the proxy,
// where its requests can: not if they are signed and nobody signs them anew, and
// not if they go to more than one address.
func TestClouds(t *testing.T) {
	const (
		amazon = "https://bedrock-runtime.eu-west-1.amazonaws.com"
		own    = "https://api.anthropic.com"
	)
	bedrock, anthropic := at(wire.Bedrock), at(wire.Anthropic)
	for _, c := range []struct {
		name, variables string
		anew            bool
		chosen          map[wire.Provider]string
		anthropic, to   string // upstreams; "": none
		env             string // what the child gets of the three
		warned          string
	}{
		{name: "no cloud", variables: "AWS_REGION=eu-west-1 CLAUDE_CODE_USE_BEDROCK=0 ANTHROPIC_BEDROCK_BASE_URL=https://gw.example", anthropic: own},
		{name: "a bearer token", variables: "CLAUDE_CODE_USE_BEDROCK=1 AWS_REGION=eu-west-1 AWS_BEARER_TOKEN_BEDROCK=k", anthropic: own, to: amazon, env: bedrockURL + "=" + bedrock},
		{name: "signed", variables: "CLAUDE_CODE_USE_BEDROCK=1 AWS_REGION=eu-west-1", anthropic: own, warned: "--aws-sign"},
		{name: "signed for a gateway", variables: "CLAUDE_CODE_USE_BEDROCK=1 ANTHROPIC_BEDROCK_BASE_URL=https://gw.example", anthropic: own, warned: "--aws-sign"},
		{name: "signed anew", variables: "CLAUDE_CODE_USE_BEDROCK=true AWS_DEFAULT_REGION=eu-west-1", anew: true, anthropic: own, to: amazon, env: bedrockURL + "=" + bedrock},
		{name: "a gateway that wants no key", variables: "CLAUDE_CODE_USE_BEDROCK=1 CLAUDE_CODE_SKIP_BEDROCK_AUTH=1 ANTHROPIC_BEDROCK_BASE_URL=https://gw.example/bedrock/", anthropic: own, to: "https://gw.example/bedrock", env: bedrockURL + "=" + bedrock},
		{name: "chosen", chosen: map[wire.Provider]string{wire.Bedrock: "https://gw.example/b"}, anthropic: own, to: "https://gw.example/b", env: bedrockURL + "=" + bedrock},
		{name: "no region", variables: "CLAUDE_CODE_USE_BEDROCK=1 AWS_BEARER_TOKEN_BEDROCK=k", anthropic: own, warned: "AWS_REGION"},
		{name: "two regions", variables: "CLAUDE_CODE_USE_BEDROCK=1 AWS_BEARER_TOKEN_BEDROCK=k AWS_REGION=eu-west-1 ANTHROPIC_SMALL_FAST_MODEL_AWS_REGION=us-east-1", anthropic: own, warned: "AWS_REGION"},
		{name: "vertex", variables: "CLAUDE_CODE_USE_VERTEX=1 CLOUD_ML_REGION=us-east5", anthropic: "https://us-east5-aiplatform.googleapis.com", env: vertexURL + "=" + anthropic + "/v1"},
		{name: "vertex, global", variables: "CLAUDE_CODE_USE_VERTEX=1 CLOUD_ML_REGION=global", anthropic: "https://aiplatform.googleapis.com", env: vertexURL + "=" + anthropic + "/v1"},
		{name: "vertex, europe", variables: "CLAUDE_CODE_USE_VERTEX=1 CLOUD_ML_REGION=eu", anthropic: "https://aiplatform.eu.rep.googleapis.com", env: vertexURL + "=" + anthropic + "/v1"},
		{name: "vertex, a gateway", variables: "CLAUDE_CODE_USE_VERTEX=1 ANTHROPIC_VERTEX_BASE_URL=https://gw.example/vertex/v1", anthropic: "https://gw.example/vertex", env: vertexURL + "=" + anthropic + "/v1"},
		{name: "vertex, two regions", variables: "CLAUDE_CODE_USE_VERTEX=1 CLOUD_ML_REGION=us-east5 VERTEX_REGION_CLAUDE_HAIKU_4_5=global", anthropic: own, warned: "CLOUD_ML_REGION"},
		{name: "foundry", variables: "CLAUDE_CODE_USE_FOUNDRY=1 ANTHROPIC_FOUNDRY_BASE_URL=https://n.services.ai.azure.com/anthropic", anthropic: "https://n.services.ai.azure.com/anthropic", env: foundryURL + "=" + anthropic},
		{name: "foundry, a resource", variables: "CLAUDE_CODE_USE_FOUNDRY=1 ANTHROPIC_FOUNDRY_RESOURCE=n", anthropic: own, warned: foundryURL},
	} {
		l := launch(t, "claude -p x", strings.Fields(c.variables)...)
		l.SignsAnew = c.anew
		if c.chosen != nil {
			l.Upstreams = c.chosen
		}
		p, child := plan(t, l)
		to := ""
		if u := p.Upstreams[wire.Bedrock]; u != nil {
			to = u.String()
		}
		if got := p.Upstreams[wire.Anthropic].String(); got != c.anthropic || to != c.to {
			t.Errorf("%s: %s and %s", c.name, got, to)
		}
		var env []string
		for _, name := range []string{bedrockURL, vertexURL, foundryURL} {
			if value, ok := child.Env[name]; ok {
				env = append(env, name+"="+value)
			}
		}
		if got := strings.Join(env, " "); got != c.env {
			t.Errorf("%s: %s", c.name, got)
		}
		if c.warned == "" && len(p.Warnings) > 0 || c.warned != "" && !warned(p.Warnings, c.warned) {
			t.Errorf("%s: %v", c.name, p.Warnings)
		}
		if child.Env["ENABLE_TOOL_SEARCH"] != "" && l.inCloud() {
			t.Errorf("%s: tool search is turned on", c.name)
		}
		if got := p.Bases(at); c.env != "" && !slices.Contains(got, c.env) {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}

// TestGatewayServesBedrock: for agents that are started elsewhere a gateway for all
// providers is one for Bedrock too.
func TestGatewayServesBedrock(t *testing.T) {
	const gateway = "https://gw.example/all"
	l := launch(t, "")
	l.Args, l.Upstreams = nil, map[wire.Provider]string{wire.None: gateway}
	p, err := New(l)
	if err != nil {
		t.Fatal(err)
	}
	if u := p.Upstreams[wire.Bedrock]; u == nil || u.String() != gateway || !slices.Contains(p.Bases(at), bedrockURL+"="+at(wire.Bedrock)) {
		t.Errorf("%v, %q", u, p.Bases(at))
	}
	l.Upstreams = nil
	if p, err = New(l); err != nil || p.Upstreams[wire.Bedrock] != nil {
		t.Errorf("without one: %v, %v", p.Upstreams[wire.Bedrock], err)
	}
}
