// Package requests makes of the configuration what it takes to reduce the history in
// requests to models.
package requests

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"elide.example/elide/internal/config"
	"elide.example/elide/internal/digest"
	"elide.example/elide/internal/focus"
	"elide.example/elide/internal/history"
	"elide.example/elide/internal/rewrite"
	"elide.example/elide/internal/setup"
)

// MostBody is how long a request may be; the providers take less.
const MostBody = 64 << 20

// Settings returns those of all profiles.
func Settings(cfg *config.Config) history.Settings {
	h := cfg.History
	return history.Settings{
		Profile: h.Profile, Models: inOrder(h.Models), MaxBodyBytes: MostBody,
		ProtectRecent: OrNone(h.ProtectRecent),
		Tail:          h.Tail,
		ContextBudget: h.ContextBudget,
		SummaryAfter:  h.SummaryAfter,
		Summarizer:    h.Summarizer, SummarizerTimeout: h.SummarizerTimeout(), SummarizerBytes: h.SummarizerMaxBytes,
		OnFailure: h.OnFailure,
		Tools:     digest.Tools{Read: h.ReadTools, Modify: h.ModifyTools, Ignore: h.IgnoreTools},
	}
}

// OrNone returns a number as Settings take it, where 0 is the default.
func OrNone(n int) int {
	if n == 0 {
		return -1
	}
	return n
}

// inOrder returns the patterns in the order in which they are tried: those of
// names before classes, and the longest first, as it says the most.
func inOrder(models map[string]string) []history.Model {
	class := func(pattern string) int {
		if strings.HasPrefix(pattern, "class:") {
			return 1
		}
		return 0
	}
	patterns := slices.SortedFunc(maps.Keys(models), func(a, b string) int {
		return cmp.Or(class(a)-class(b), len(b)-len(a), strings.Compare(a, b))
	})
	var list []history.Model
	for _, p := range patterns {
		list = append(list, history.Model{Pattern: p, Profile: models[p]})
	}
	return list
}

// History is how a request that elide sees by itself is reduced: as the proxy does it, but
// that results which are over stay unless the table [history] says otherwise. Whether the
// requests before it were sent so, and what a provider's cache holds of them, isn't known.
func History(cfg *config.Config) rewrite.Config {
	r := Rewriting(cfg)
	r.Clear = rewrite.ClearOf(cfg.History.ClearOld)
	return r
}

// Rewriting is how tool results are reduced: as the proxy does it.
func Rewriting(cfg *config.Config) rewrite.Config {
	return rewrite.Config{
		Pipeline:      setup.Options(cfg),
		References:    cfg.Proxy.References,
		Reads:         focus.Of(cfg.Proxy.Reads),
		ReduceReads:   cfg.Proxy.Reads == config.ReadsReduce,
		Clear:         rewrite.ClearOf(cfg.Proxy.ClearOld),
		MinErrorBytes: OrNone(cfg.Proxy.MinErrorBytes),
	}
}
