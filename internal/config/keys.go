package config

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"elide.example/elide/internal/keep"
)

// key is one setting: its name in a file, with the tables that it is in.
type key struct {
	name  string
	place func(*Config) any     // *bool, *int, *int64, *string, *[]string or *map[string]string
	check func(value any) error // what the type doesn't say; nil: nothing
	most  int64                 // of a number; 0: what its type holds
	// untrusted says what a project may do with the setting that the user has not
	// trusted; nil: nothing.
	untrusted rule
}

// The efforts that providers know, the least first.
var efforts = []string{"", "none", "minimal", "low", "medium", "high", "xhigh", "max"}

// reads are what may become of files that are read, from what hides nothing on.
var reads = []string{ReadsExact, ReadsNumbers, ReadsWide, ReadsFocus, ReadsBold, ReadsReduce}

// clears are which results may go that are over, from none on.
var clears = []string{ClearNone, ClearDone, ClearAll}

// verbosities are the profiles of output steering.
var verbosities = []string{"terse", "balanced", "detailed"}

// keys returns all settings in the order of the documentation.
func keys() []key {
	return []key{
		{name: "enabled", place: func(c *Config) any { return &c.Enabled }, untrusted: only(off)},
		{name: "min_block_bytes", place: func(c *Config) any { return &c.MinBlockBytes }, untrusted: only(more)},
		{name: "verify_max_bytes", place: func(c *Config) any { return &c.VerifyMaxBytes }, untrusted: only(more)},
		{name: "keep", place: func(c *Config) any { return &c.Keep }, check: patterns, untrusted: words},
		{name: "budget", place: func(c *Config) any { return &c.Budget }, untrusted: only(moreOfSome)},
		{name: "elision.ttl_ms", place: func(c *Config) any { return &c.Elision.TTLMillis }, check: positive, untrusted: only(more)},
		{name: "elision.sync", place: func(c *Config) any { return &c.Elision.Sync }, untrusted: only(on)},
		{name: "elision.url", place: func(c *Config) any { return &c.Elision.URL }, check: redisURL},
		{name: "elision.timeout_ms", place: func(c *Config) any { return &c.Elision.TimeoutMillis }, check: positive},
		{name: "elision.max_bytes", place: func(c *Config) any { return &c.Elision.MaxBytes }},
		{name: "elision.max_entries", place: func(c *Config) any { return &c.Elision.MaxEntries }},
		{name: "proxy.enabled", place: func(c *Config) any { return &c.Proxy.Enabled }, untrusted: only(off)},
		{name: "proxy.upstream", place: func(c *Config) any { return &c.Proxy.Upstream }, check: upstream},
		{name: "proxy.anthropic_upstream", place: func(c *Config) any { return &c.Proxy.AnthropicUpstream }, check: upstream},
		{name: "proxy.openai_upstream", place: func(c *Config) any { return &c.Proxy.OpenAIUpstream }, check: upstream},
		{name: "proxy.bedrock_upstream", place: func(c *Config) any { return &c.Proxy.BedrockUpstream }, check: upstream},
		{name: "proxy.gemini_upstream", place: func(c *Config) any { return &c.Proxy.GeminiUpstream }, check: upstream},
		{name: "proxy.reads", place: func(c *Config) any { return &c.Proxy.Reads }, check: oneOf(reads), untrusted: only(exact)},
		{name: "proxy.references", place: func(c *Config) any { return &c.Proxy.References }, untrusted: only(off)},
		{name: "proxy.clear_old", place: func(c *Config) any { return &c.Proxy.ClearOld }, check: oneOf(clears), untrusted: only(none)},
		{name: "proxy.directive", place: func(c *Config) any { return &c.Proxy.Directive }},
		{name: "proxy.min_error_bytes", place: func(c *Config) any { return &c.Proxy.MinErrorBytes }, untrusted: only(more)},
		{name: "proxy.observe", place: func(c *Config) any { return &c.Proxy.Observe }, untrusted: only(on)},
		{name: "proxy.holdout", place: func(c *Config) any { return &c.Proxy.Holdout }, most: 100, untrusted: only(more)},
		{name: "output_steering.enabled", place: func(c *Config) any { return &c.OutputSteering.Enabled }},
		{name: "output_steering.verbosity_profile", place: func(c *Config) any { return &c.OutputSteering.VerbosityProfile }, check: oneOf(verbosities)},
		{name: "output_steering.effort_routing.enabled", place: func(c *Config) any { return &c.OutputSteering.EffortRouting.Enabled }},
		{name: "output_steering.effort_routing.base_effort", place: func(c *Config) any { return &c.OutputSteering.EffortRouting.BaseEffort }, check: oneOf(efforts)},
		{name: "output_steering.effort_routing.mechanical_effort", place: func(c *Config) any { return &c.OutputSteering.EffortRouting.MechanicalEffort }, check: oneOf(efforts)},
		{name: "cache_align.enabled", place: func(c *Config) any { return &c.CacheAlign.Enabled }},
		{name: "cache_align.tools", place: func(c *Config) any { return &c.CacheAlign.Tools }},
		{name: "cache_hints.enabled", place: func(c *Config) any { return &c.CacheHints }},
		{name: "history.profile", place: func(c *Config) any { return &c.History.Profile }, check: oneOf(append([]string{""}, profiles...))},
		{name: "history.models", place: func(c *Config) any { return &c.History.Models }, check: modelProfiles},
		{name: "history.protect_recent", place: func(c *Config) any { return &c.History.ProtectRecent }},
		{name: "history.tail", place: func(c *Config) any { return &c.History.Tail }},
		{name: "history.context_budget", place: func(c *Config) any { return &c.History.ContextBudget }, check: positive},
		{name: "history.summary_after", place: func(c *Config) any { return &c.History.SummaryAfter }, check: positive},
		{name: "history.summarizer", place: func(c *Config) any { return &c.History.Summarizer }},
		{name: "history.summarizer_timeout_ms", place: func(c *Config) any { return &c.History.SummarizerTimeoutMillis }, check: positive},
		{name: "history.summarizer_max_bytes", place: func(c *Config) any { return &c.History.SummarizerMaxBytes }, check: positive},
		{name: "history.on_failure", place: func(c *Config) any { return &c.History.OnFailure }, check: oneOf([]string{OnFailureDigest, OnFailureKeep})},
		{name: "history.clear_old", place: func(c *Config) any { return &c.History.ClearOld }, check: oneOf(clears)},
		{name: "history.read_tools", place: func(c *Config) any { return &c.History.ReadTools }, check: toolPatterns},
		{name: "history.modify_tools", place: func(c *Config) any { return &c.History.ModifyTools }, check: toolPatterns},
		{name: "history.ignore_tools", place: func(c *Config) any { return &c.History.IgnoreTools }, check: toolPatterns},
		{name: "hook.enabled", place: func(c *Config) any { return &c.Hook.Enabled }, untrusted: only(off)},
		{name: "hook.ignore", place: func(c *Config) any { return &c.Hook.Ignore }, untrusted: added},
		{name: "audit.path", place: func(c *Config) any { return &c.AuditPath }, check: absolute},
		{name: "audit.max_bytes", place: func(c *Config) any { return &c.AuditMaxBytes }},
	}
}

// env returns the name of the variable that sets the key.
func (k key) env() string {
	return "ELIDE_" + strings.ToUpper(strings.ReplaceAll(k.name, ".", "_"))
}

func positive(value any) error {
	if value.(int) <= 0 {
		return fmt.Errorf("must be more than 0")
	}
	return nil
}

// absolute checks the name of a file that programs in several folders write.
func absolute(value any) error {
	if name := value.(string); name != "" && !filepath.IsAbs(name) {
		return fmt.Errorf("must be a whole path, from the root")
	}
	return nil
}

func patterns(value any) error {
	if _, err := keep.ParseAll(value.([]string)); err != nil {
		return fmt.Errorf("takes patterns: %w", err)
	}
	return nil
}

func oneOf(names []string) func(any) error {
	return func(value any) error {
		if slices.Contains(names, value.(string)) {
			return nil
		}
		return fmt.Errorf("must be one of %s", listed(names))
	}
}

// listed names values as a configuration file has them.
func listed(values []string) string { return `"` + strings.Join(values, `", "`) + `"` }

func urlOf(schemes ...string) func(any) error {
	return func(value any) error {
		text := value.(string)
		if text == "" {
			return nil
		}
		u, err := url.Parse(text)
		if err != nil || u.Host == "" || !slices.Contains(schemes, u.Scheme) {
			return fmt.Errorf("must be a URL that starts with %s://", strings.Join(schemes, ":// or "))
		}
		return nil
	}
}

// upstream checks the URL of a provider or a gateway. Credentials go in the
// client's own headers.
func upstream(value any) error {
	if err := urlOf("http", "https")(value); err != nil {
		return err
	}
	if u, err := url.Parse(value.(string)); err == nil && (u.User != nil || u.RawQuery != "" || u.Fragment != "") {
		return fmt.Errorf("must be a URL without user, password, query or fragment")
	}
	return nil
}

// redisURL checks that no part of a password can be taken for another part of
// the URL, and be shown.
func redisURL(value any) error {
	if err := urlOf("redis", "rediss")(value); err != nil {
		return err
	}
	if u, err := url.Parse(value.(string)); err == nil && strings.Contains(u.Path+u.RawQuery+u.Fragment, "@") {
		return fmt.Errorf("must have the characters @ / ? # of a password written as %%40 %%2F %%3F %%23")
	}
	return nil
}

// read returns a value, as TOML decodes it, in the setting's own type, or what
// the setting takes instead.
func (k key) read(c *Config, value any) (any, error) {
	value, err := convert(k.place(c), value, k.most)
	switch _, text := k.place(c).(*string); {
	case k.check == nil:
		return value, err
	case err == nil:
		return value, k.check(value)
	case text:
		return nil, cmp.Or(k.check(""), err) // which strings, where only some will do
	}
	return value, err
}

// assign gives the setting a value that read returned. A table of strings keeps
// what it had under other names.
func (c *Config) assign(k key, value any, from Origin) {
	switch p := k.place(c).(type) {
	case *bool:
		*p = value.(bool)
	case *int:
		*p = value.(int)
	case *int64:
		*p = value.(int64)
	case *string:
		*p = value.(string)
	case *[]string:
		*p = value.([]string)
	case *map[string]string:
		*p = merged(*p, value.(map[string]string))
	}
	if c.origins == nil {
		c.origins = map[string]Origin{}
	}
	c.origins[k.name] = from
}

// convert returns the value in the type that place points to, a number up to most.
func convert(place, value any, most int64) (any, error) {
	switch place.(type) {
	case *bool:
		if _, ok := value.(bool); !ok {
			return nil, fmt.Errorf("must be true or false")
		}
	case *int:
		n, err := whole(value, cmp.Or(most, maxInt))
		return int(n), err
	case *int64:
		return whole(value, cmp.Or(most, maxBytes))
	case *string:
		if _, ok := value.(string); !ok {
			return nil, fmt.Errorf("must be a string")
		}
	case *[]string:
		return stringList(value)
	case *map[string]string:
		return stringTable(value)
	}
	return value, nil
}

// The bounds of numbers: the milliseconds of 24 days, and bytes of which every
// reader of JSON can hold the number.
const (
	maxInt   = 1<<31 - 1
	maxBytes = 1<<53 - 1
)

func whole(value any, most int64) (int64, error) {
	n, ok := value.(int64)
	if !ok || n < 0 || n > most {
		return 0, fmt.Errorf("must be a whole number from 0 to %d", most)
	}
	return n, nil
}

func stringList(value any) (any, error) {
	if list, ok := value.([]string); ok {
		return list, nil
	}
	items, ok := value.([]any)
	list := make([]string, len(items))
	for i, item := range items {
		text, isText := item.(string)
		list[i], ok = text, ok && isText
	}
	if !ok {
		return nil, fmt.Errorf("must be a list of strings")
	}
	return list, nil
}

func stringTable(value any) (any, error) {
	if table, ok := value.(map[string]string); ok {
		return table, nil
	}
	members, ok := value.(map[string]any)
	table := make(map[string]string, len(members))
	for name, member := range members {
		text, isText := member.(string)
		table[name], ok = text, ok && isText
	}
	if !ok {
		return nil, fmt.Errorf("must be a table of strings")
	}
	return table, nil
}

// merged returns a table that has what is in both, the second over the first.
func merged(first, second map[string]string) map[string]string {
	both := maps.Clone(first)
	if both == nil {
		both = map[string]string{}
	}
	maps.Copy(both, second)
	return both
}

// findAt returns the setting that a path in a file belongs to: the one of that
// name, or a table of strings of which it names a member.
func findAt(path []string) (k key, member, ok bool) {
	if k, ok := find(strings.Join(path, ".")); ok {
		return k, false, true
	}
	k, ok = find(strings.Join(path[:len(path)-1], "."))
	return k, true, ok && k.hasMembers()
}

// hasMembers tells whether the setting is a table of strings.
func (k key) hasMembers() bool {
	_, ok := k.place(&Config{}).(*map[string]string)
	return ok
}

// find returns the setting of that name.
func find(name string) (key, bool) {
	k, ok := byName()[name]
	return k, ok
}

// byName returns the settings by their names. A file may name hundreds.
var byName = sync.OnceValue(func() map[string]key {
	named := map[string]key{}
	for _, k := range keys() {
		named[k.name] = k
	}
	return named
})
