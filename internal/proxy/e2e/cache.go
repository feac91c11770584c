package e2e

import (
	"crypto/sha256"
	"encoding/json"
)

// cache is the prefixes that a provider was sent so far.
type cache struct{ seen map[[sha256.Size]byte]bool }

// usage plays the provider's cache: a prefix that came before is read, the
// rest is new, and kept if the provider was asked to, or does so by itself.
func (c *cache) usage(a *asked, text string, calls []Call) Usage {
	keep := a.cache && a.api != CountTokens && a.api != GeminiCount
	total, cached := 0, 0
	hash := sha256.New()
	add := func(part []byte) {
		_, _ = hash.Write(part)
		total += len(part)
		key := [sha256.Size]byte(hash.Sum(nil))
		if c.seen[key] {
			cached = total
		}
		if keep {
			c.keep(key)
		}
	}
	add(append([]byte(a.model), a.head...))
	for _, turn := range a.turns {
		add([]byte(plainTurn(turn)))
	}
	u := Usage{CacheRead: cached / 4, Output: (len(text)+inputBytes(calls))/4 + 1}
	if rest := (total - cached) / 4; keep && a.api == Messages {
		u.CacheWrite = rest
	} else {
		u.Input = rest
	}
	return u
}

func (c *cache) keep(key [sha256.Size]byte) {
	if c.seen == nil {
		c.seen = map[[sha256.Size]byte]bool{}
	}
	c.seen[key] = true
}

func inputBytes(calls []Call) int {
	n := 0
	for _, c := range calls {
		n += len(c.Input)
	}
	return n
}

// elements returns the elements of the list under key, as they came.
func elements(body []byte, key string) []json.RawMessage {
	var members map[string]json.RawMessage
	var list []json.RawMessage
	if json.Unmarshal(body, &members) == nil {
		_ = json.Unmarshal(members[key], &list) // not a list: it has no elements
	}
	return list
}

// canonical returns the members under keys as a provider compares them for its
// cache: without the marks that say what is to be kept.
func canonical(body []byte, keys ...string) string {
	var members map[string]any
	_ = json.Unmarshal(body, &members)
	kept := map[string]any{}
	for _, key := range keys {
		kept[key] = members[key]
	}
	return plain(kept)
}

// plain returns v as JSON without cache_control.
func plain(v any) string {
	walk(v, func(object map[string]any) { delete(object, "cache_control") })
	return jsonText(v)
}

// plainTurn returns a turn as a provider compares it for its cache: a text is
// the same as a list with that text.
func plainTurn(turn json.RawMessage) string {
	var v any
	_ = json.Unmarshal(turn, &v) // it was read as part of the body
	if m, ok := v.(map[string]any); ok {
		if text, ok := m["content"].(string); ok {
			m["content"] = []any{map[string]any{"type": "text", "text": text}}
		}
	}
	return plain(v)
}
