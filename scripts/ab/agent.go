//go:build unix

package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// agent is how an agent is started. Both arms start it in the same way.
type agent struct {
	provider string // "": by the model
	program  string
	args     func(model, prompt string) []string
	prepare  func(s *setting) error // writes its settings; may be nil
	env      func(s *setting) []string
}

// setting is what an agent's settings hold.
type setting struct{ home, url, word, model, provider string }

func agents() map[string]agent {
	none := func(*setting) []string { return nil }
	return map[string]agent{
		"small": {
			provider: anthropic, program: "ab", env: none,
			args: func(model, prompt string) []string { return []string{"agent", model, prompt} },
		},
		"claude": {
			provider: anthropic, program: "claude",
			args: func(model, prompt string) []string {
				return []string{"-p", prompt, "--model", model, "--output-format", "json", "--allowedTools", "Bash,Read,Edit,Write,Grep,Glob,mcp__elide"}
			},
			env: func(*setting) []string {
				return []string{"DISABLE_AUTOUPDATER=1", "DISABLE_TELEMETRY=1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1"}
			},
		},
		"codex": {
			provider: openai, program: "codex",
			args: func(model, prompt string) []string {
				return []string{"exec", "--skip-git-repo-check", "--json", "-m", model, "--dangerously-bypass-approvals-and-sandbox", prompt}
			},
			prepare: func(s *setting) error {
				return writeFile(filepath.Join(s.home, ".codex/config.toml"), fmt.Sprintf("openai_base_url = %q\n", s.url+"/v1"))
			},
			env: func(s *setting) []string {
				return []string{"CODEX_API_KEY=" + s.word, "CODEX_HOME=" + filepath.Join(s.home, ".codex")}
			},
		},
		"opencode": {
			program: "opencode",
			args:    func(_, prompt string) []string { return []string{"run", "--format", "json", prompt} },
			prepare: func(s *setting) error {
				name := s.provider + "/" + s.model
				return writeFile(filepath.Join(s.home, ".config/opencode/opencode.json"), fmt.Sprintf(
					`{"model": %q, "small_model": %q, "autoupdate": false, "share": "disabled", "permission": {"bash": "allow", "edit": "allow"}}`+"\n", name, name))
			},
			env: func(s *setting) []string {
				list := []string{"OPENCODE_DISABLE_AUTOUPDATE=1", "OPENCODE_DISABLE_MODELS_FETCH=1", "OPENCODE_DISABLE_LSP_DOWNLOAD=1"}
				if s.provider == anthropic { // it wants /v1 there; what is given twice, counts the last time
					list = append(list, "ANTHROPIC_BASE_URL="+s.url+"/v1")
				}
				return list
			},
		},
		"mini-swe-agent": {
			program: "mini",
			args: func(model, prompt string) []string {
				return []string{"-y", "--exit-immediately", "-m", model, "-t", prompt, "-o", "/dev/null"}
			},
			env: func(*setting) []string {
				return []string{"MSWEA_CONFIGURED=true", "MSWEA_SILENT_STARTUP=1", "MSWEA_COST_TRACKING=ignore_errors", "LITELLM_LOCAL_MODEL_COST_MAP=True"}
			},
		},
	}
}

func agentNames() []string { return slices.Sorted(maps.Keys(agents())) }

func writeFile(name, text string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(text), 0o600)
}

// The providers, by what variables are called.
const (
	anthropic = "anthropic"
	openai    = "openai"
)

// providerOf returns whose model it is, if nobody says.
func providerOf(a agent, model string) string {
	switch {
	case a.provider != "":
		return a.provider
	case strings.Contains(model, "claude"):
		return anthropic
	}
	return openai
}

// keyName is the variable that has a provider's key.
func keyName(provider string) string { return strings.ToUpper(provider) + "_API_KEY" }

// settings are the variables by which an agent finds its provider.
func (s *setting) settings() []string {
	base := s.url
	if s.provider == openai {
		base += "/v1"
	}
	name := strings.ToUpper(s.provider)
	return []string{name + "_BASE_URL=" + base, keyName(s.provider) + "=" + s.word}
}
