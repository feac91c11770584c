// Package ledger says what the exchanges of a proxy cost, and what they would
// have cost. It holds the record of one exchange as it stands in a file of
// statistics, the price table, and the sums of both by model.
//
// What is saved is counted as it is billed, not as it would look best:
//
//   - A token of a tool result that was not sent is worth what the tokens that
//     were sent with it cost on average, by the usage that the provider
//     reported for this very request. Where most of a prompt was read from a
//     cache, that is near the price of reading; where nothing is cached, it is
//     the price of input. So a block that is left out of sixty turns counts
//     once as written and then as read, and never sixty times as fresh input.
//     New text is mostly what tools printed, so that early turns count for
//     somewhat less than they saved.
//   - A request that carries an expansion for the first time is a turn that a
//     reduction has caused. What the whole of its prompt cost is taken off
//     what was saved, and on later turns what the expansion costs when it is
//     sent again. The few tokens that a proxy adds itself are not.
//   - What was refused, or asked only to count tokens, was not billed and
//     counts for nothing. Where a provider reports no usage, or the model is not
//     in the table, there is no money, and the sums say for how many requests.
//   - Tokens of tool results are estimates; those of the usage are the
//     provider's. Discounts, surcharges and subscriptions are not in the table.
//
// Nothing here is safe for concurrent use but a *Prices.
package ledger

import "time"

// Version is that of the records that are written.
const Version = 1

// Record is what is kept of one exchange: a line of a file of statistics. It
// holds sizes and counts, and no header, body or parameter of a path.
type Record struct {
	Version   int       `json:"version"`
	Time      time.Time `json:"time"` // when the request came, UTC
	Provider  string    `json:"provider"`
	Endpoint  string    `json:"endpoint"`
	Model     string    `json:"model"` // "" if neither side named it
	Status    int       `json:"status"`
	Duration  float64   `json:"duration_ms"`
	FirstByte float64   `json:"first_byte_ms"`

	Conversation string `json:"conversation,omitempty"` // a digest of its name, 12 hexadecimal digits; "" if it can't be told
	Group        string `json:"group,omitempty"`        // what was to be done with it; "" in lines of before there were groups, which is GroupElide

	Results         int `json:"results"`
	Reduced         int `json:"reduced"`
	References      int `json:"references"`
	Expansions      int `json:"expansions"`
	ExpansionTokens int `json:"expansion_tokens"` // of those that were sent for the first time

	ExpansionTokensAgain int `json:"expansion_tokens_again"` // of those that were sent before

	BytesIn   int `json:"bytes_in"`   // of the tool results' text, as it came
	BytesOut  int `json:"bytes_out"`  // and as it was sent
	TokensIn  int `json:"tokens_in"`  // estimated
	TokensOut int `json:"tokens_out"` // estimated

	Unchanged string `json:"unchanged,omitempty"` // why the request went through as it came
	Doubt     bool   `json:"doubt,omitempty"`     // and that was for a doubt
	Warnings  int    `json:"warnings,omitempty"`

	Would *Would `json:"would,omitempty"` // of a request that was only looked at; nil: of others, or it can't be told

	Usage *Usage `json:"usage,omitempty"` // nil: unknown
}

// The groups of requests.
const (
	GroupElide   = "elide"   // reduced, as configured
	GroupHoldout = "holdout" // of a conversation that is left alone, to be compared with the others
	GroupObserve = "observe" // only looked at, as all are
	GroupOff     = "off"     // the client, or the user, wants it as it is
)

// GroupOf returns the group of a record, also of one that names none.
func (r *Record) GroupOf() string {
	if r.Group == "" {
		return GroupElide
	}
	return r.Group
}

// Would is what would have become of the tool results of a request that was sent as
// it came. None of it was saved: the record's own counts are of what was sent.
type Would struct {
	Reduced    int `json:"reduced"`
	References int `json:"references"`
	BytesOut   int `json:"bytes_out"`
	TokensOut  int `json:"tokens_out"` // estimated
}

// Usage is what a provider says that it counted for one request. Input is
// fresh input, neither read from a cache nor written to one.
type Usage struct {
	Input        int  `json:"input"`
	Output       int  `json:"output"` // Reasoning included
	CacheRead    int  `json:"cache_read"`
	CacheWrite   int  `json:"cache_write"`    // CacheWrite1h included
	CacheWrite1h int  `json:"cache_write_1h"` // kept for an hour, not five minutes
	Reasoning    int  `json:"reasoning"`
	Known        bool `json:"-"`
}

// Prompt returns the tokens of the request.
func (u Usage) Prompt() int { return u.Input + u.CacheRead + u.CacheWrite }

// The endpoints that only count tokens.
const (
	CountTokens       = "count_tokens"
	GeminiCountTokens = "countTokens"
)

// Billed tells whether the exchange is one that a provider charges for.
func (r *Record) Billed() bool {
	return r.Status/100 == 2 && r.Endpoint != CountTokens && r.Endpoint != GeminiCountTokens
}

// Saved returns how many estimated tokens of tool results were not sent.
func (r *Record) Saved() int { return r.TokensIn - r.TokensOut }
