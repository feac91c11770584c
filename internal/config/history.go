package config

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"time"
)

// History is the table [history]: what elide messages makes of a conversation.
type History struct {
	Profile                 string            // "": none
	Models                  map[string]string // a pattern of models' names, or a class of them, to a profile
	ProtectRecent           int               // turns at the end that live-zone leaves alone
	Tail                    bool              // local keeps the ends of texts
	ContextBudget           int               // tokens, near which five-stage fires
	SummaryAfter            int               // messages after which summary fires
	Summarizer              string            // a line for the shell; "": none
	SummarizerTimeoutMillis int
	SummarizerMaxBytes      int
	OnFailure               string // of the summarizer: OnFailureDigest or OnFailureKeep
	ClearOld                string // as Proxy.ClearOld, of requests that elide sees one by one

	// Patterns of the names of tools that read files or modify them, beside those
	// that are known, and of tools that shall not count.
	ReadTools, ModifyTools, IgnoreTools []string
}

// SummarizerTimeout returns how long a summarizer may take.
func (h History) SummarizerTimeout() time.Duration {
	return time.Duration(h.SummarizerTimeoutMillis) * time.Millisecond
}

// profiles are what a conversation may go through.
var profiles = []string{"tool-results", "live-zone", "local", "five-stage", "summary"}

// What takes the place of a summary that could not be had: the digest that is
// made without a model; or nothing, and the history stays as it is.
const (
	OnFailureDigest = "digest"
	OnFailureKeep   = "keep"
)

func defaultHistory() History {
	return History{
		ProtectRecent: 2, ContextBudget: 200_000, SummaryAfter: 5,
		SummarizerTimeoutMillis: 60_000, SummarizerMaxBytes: 64 << 10, OnFailure: OnFailureDigest, ClearOld: ClearNone,
	}
}

// modelProfiles checks the table of models. Which classes there are is known
// where they are used.
func modelProfiles(value any) error {
	models := value.(map[string]string)
	for _, pattern := range slices.Sorted(maps.Keys(models)) {
		if _, err := path.Match(pattern, ""); err != nil || pattern == "" {
			return fmt.Errorf("takes patterns of models' names, as \"llama*\", and not %q", pattern)
		}
		if !slices.Contains(profiles, models[pattern]) {
			return fmt.Errorf("takes one of %s for %q", listed(profiles), pattern)
		}
	}
	return nil
}

// toolPatterns checks patterns of tools' names.
func toolPatterns(value any) error {
	for _, pattern := range value.([]string) {
		if _, err := path.Match(pattern, ""); err != nil || pattern == "" {
			return fmt.Errorf("takes patterns of tools' names, as \"read_*\", and not %q", pattern)
		}
	}
	return nil
}
