package history

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"elide.example/elide/internal/digest"
)

// The profiles.
const (
	ToolResults = "tool-results"
	LiveZone    = "live-zone"
	Local       = "local"
	FiveStage   = "five-stage"
	Summary     = "summary"
)

// profiles are what makes the changes of each.
var profiles = map[string]func(*request) ([]change, error){
	ToolResults: (*request).toolResults,
	LiveZone:    (*request).liveZone,
	Local:       (*request).local,
	FiveStage:   (*request).fiveStage,
	Summary:     (*request).summary,
}

// Profiles returns their names, the gentlest first.
func Profiles() []string { return []string{ToolResults, LiveZone, Local, FiveStage, Summary} }

// What is done if the summarizer fails.
const (
	UseDigest    = "digest" // the deterministic digest takes its place
	KeepOriginal = "keep"   // the request goes out as it came
)

// Settings are those of all profiles. Of a number 0 is the default; where none is
// meant, it is negative.
type Settings struct {
	// Profile is what requests go through; "" is none. Models decide instead, if
	// there are any: the first whose pattern the model's name has. A request whose
	// model has none passes byte for byte.
	Profile string
	Models  []Model

	SkipCompress bool // every request passes byte for byte
	MaxBodyBytes int  // a larger body is refused; default 64 MiB

	// A turn begins at a message of the user's own. One in which the model answers
	// with calls more than TurnRounds times counts as several, so that an agent that
	// works on one request for hours has turns, too. Default 4.
	TurnRounds int

	// Of live-zone.
	ProtectRecent int  // turns at the end that stay; default 2
	Frozen        int  // messages at the front that stay; default none
	Sent          Sent // what was sent before, which stays as it was sent
	LongText      int  // bytes from which a text that is no result is reduced; default 2048

	// Of local.
	KeepTurns int  // turns at the end that are sent, one at least; default 2
	TextBytes int  // how long a text or a result may be; default 800
	Tail      bool // keep the last bytes of a text, and not its most useful lines

	// Of five-stage.
	ContextBudget int  // tokens that the model takes; default 200,000
	BudgetPercent int  // of it from which the stages fire; default 80
	SlackPercent  int  // of it that a later firing has to drop, unless it brings a request below the budget; default 20
	Force         bool // fire whatever the estimate: the provider said that the context is too long
	ClearAfter    int  // turns after which results are cleared; default 4
	KeepFirst     int  // messages that stay at the front, behind the system messages; default 2
	KeepLast      int  // and at the end; default 6
	DigestTokens  int  // length of the synthetic message; default 1500, or an eighth of a small budget

	// Of summary.
	SummaryAfter  int // messages, the task among them, after which the history is replaced; default 5
	SummaryTokens int // length of the summary; default 1500

	// Of five-stage and summary. Summarizer is a line for the shell; it must come
	// from where the user may name commands, never from a request or a project that
	// the user doesn't trust. "" is none: the digest is deterministic.
	Summarizer        string
	SummarizerTimeout time.Duration // default digest.DefaultTimeout
	SummarizerBytes   int           // the most that it may print; default digest.DefaultBytes
	OnFailure         string        // UseDigest (the default) or KeepOriginal
	Tools             digest.Tools  // whose calls touch files, beside those that are known
}

// Model gives the models whose names a pattern has (path.Match, without regard to
// case) a profile. Pattern may name a class of models instead: "class:local".
type Model struct{ Pattern, Profile string }

// classes are groups of models under one name, as patterns.
var classes = map[string][]string{
	"class:local": { // as Ollama, llama.cpp and LM Studio name what they serve
		"*:*", "*.gguf", "*-gguf", "*-q[2-8]_*", "*-mlx*", "llama*", "*/llama*", "qwen*", "*/qwen*", "mistral*", "gemma*", "*/gemma*",
		"phi*", "*/phi*", "deepseek-r1*", "codellama*", "starcoder*", "smollm*",
	},
	"class:claude": {"claude*", "*/claude*", "*.anthropic.claude*", "anthropic.claude*"},
	"class:openai": {"gpt-*", "o[1-9]*", "codex*", "*/gpt-*"},
	"class:gemini": {"gemini*", "*/gemini*"},
}

// has tells whether the model's name has the pattern.
func (m Model) has(name string) bool {
	patterns, ok := classes[m.Pattern]
	if !ok {
		patterns = []string{strings.ToLower(m.Pattern)}
	}
	return slices.ContainsFunc(patterns, func(p string) bool {
		ok, _ := path.Match(p, strings.ToLower(name))
		return ok
	})
}

// choose returns the profile of a model, or why there is none.
func (s Settings) choose(model string) (profile, none string) {
	if len(s.Models) == 0 {
		if s.Profile == "" {
			return "", "no profile is set"
		}
		return s.Profile, ""
	}
	for _, m := range s.Models {
		if m.has(model) {
			return m.Profile, ""
		}
	}
	return "", "the model has no profile"
}

// withDefaults checks the settings and fills in what is not set.
func (s Settings) withDefaults() (Settings, error) {
	s.MaxBodyBytes = or(s.MaxBodyBytes, 64<<20)
	s.TurnRounds = max(1, or(s.TurnRounds, 4))
	s.ProtectRecent = or(s.ProtectRecent, 2)
	s.Frozen = max(0, s.Frozen)
	s.LongText = or(s.LongText, 2048)
	s.KeepTurns = max(1, or(s.KeepTurns, 2))
	s.TextBytes = or(s.TextBytes, 800)
	s.ContextBudget = or(s.ContextBudget, 200_000)
	s.BudgetPercent = or(s.BudgetPercent, 80)
	s.SlackPercent = or(s.SlackPercent, 20)
	s.ClearAfter = or(s.ClearAfter, 4)
	s.KeepFirst = or(s.KeepFirst, 2)
	s.KeepLast = or(s.KeepLast, 6)
	s.DigestTokens = or(s.DigestTokens, min(digest.DefaultTokens, max(256, s.ContextBudget/8)))
	s.SummaryAfter = or(s.SummaryAfter, 5)
	s.SummaryTokens = or(s.SummaryTokens, digest.DefaultTokens)
	if s.OnFailure == "" {
		s.OnFailure = UseDigest
	}
	return s, s.check()
}

// or returns a setting: the default if it is 0, 0 if it is negative.
func or(n, byDefault int) int {
	if n == 0 {
		return byDefault
	}
	return max(n, 0)
}

// leastText is how long a text that was cut has to be allowed to be: a marker has
// to fit in, and something beside it.
const leastText = 200

func (s Settings) check() error {
	if _, ok := profiles[s.Profile]; !ok && s.Profile != "" {
		return unknown(s.Profile)
	}
	for _, m := range s.Models {
		if _, ok := profiles[m.Profile]; !ok {
			return unknown(m.Profile)
		}
		if _, err := path.Match(m.Pattern, ""); err != nil {
			return fmt.Errorf("the pattern %q can't be read", m.Pattern)
		}
		if _, ok := classes[m.Pattern]; !ok && strings.HasPrefix(m.Pattern, "class:") {
			return fmt.Errorf("there is no %q: there are class:local, class:claude, class:openai and class:gemini", m.Pattern)
		}
	}
	switch {
	case s.TextBytes < leastText:
		return fmt.Errorf("texts can't be cut to less than %d bytes", leastText)
	case s.ContextBudget == 0:
		return errors.New("a context budget must be more than 0")
	case s.BudgetPercent > 100 || s.SlackPercent > 100:
		return errors.New("a budget has no more than 100 percent")
	case s.OnFailure != UseDigest && s.OnFailure != KeepOriginal:
		return fmt.Errorf("on failure must be %s or %s", UseDigest, KeepOriginal)
	}
	if pattern, err := s.Tools.Check(); err != nil {
		return fmt.Errorf("the pattern %q can't be read", pattern)
	}
	return nil
}

func unknown(profile string) error {
	return fmt.Errorf("there is no profile %q: there are %s", profile, strings.Join(Profiles(), ", "))
}
