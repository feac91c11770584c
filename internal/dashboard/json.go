package dashboard

import (
	"encoding/json"
	"io"
	"time"

	"elide.example/elide/internal/ledger"
	"elide.example/elide/internal/meter"
	"elide.example/elide/internal/stats"
	"elide.example/elide/internal/trial"
)

// Version is that of the JSON.
const Version = 1

// data is what is shown, for programs.
type data struct {
	Version       int                       `json:"version"`
	Since         time.Time                 `json:"since"`
	Time          time.Time                 `json:"time"`
	PricesOf      string                    `json:"prices_of"`
	Total         ledger.SumJSON            `json:"total"`
	Groups        map[string]ledger.SumJSON `json:"groups"`
	Conversations []conversation            `json:"conversations"`
	Others        *conversation             `json:"others"` // null: all are told apart
	Forgotten     int                       `json:"forgotten"`
	Passed        map[string]int            `json:"passed"`
	Comparison    *trial.JSON               `json:"comparison"` // null: none is left alone
}

// conversation is one of them.
type conversation struct {
	ledger.SumJSON
	Model  string         `json:"model"`
	Group  string         `json:"group"`
	First  time.Time      `json:"first"`
	Last   time.Time      `json:"last"`
	Now    now            `json:"now"`
	Used   int            `json:"facts_used"`   // later, after the one output that had them, of what was only looked at
	Hidden int            `json:"facts_hidden"` // of these, that would have been
	Passed map[string]int `json:"passed"`
}

// now is the tokens of all tool results of the last request.
type now struct {
	In    int `json:"tokens_in"`
	Out   int `json:"tokens_out"`
	Would int `json:"would_tokens_out"`
}

// WriteJSON writes the same as the page, and all conversations that are told apart.
func (b *Board) WriteJSON(w io.Writer) error {
	s := b.from()
	out := data{
		Version: Version, Since: b.began.UTC().Truncate(time.Second), Time: b.now().UTC().Truncate(time.Second), PricesOf: s.PricesOf,
		Total: s.Total.JSON(), Groups: stats.GroupsJSON(s.Groups), Conversations: []conversation{}, Forgotten: s.Forgotten,
		Passed: passedBy(&s), Comparison: b.compare().JSON(),
	}
	for i := range s.Conversations {
		out.Conversations = append(out.Conversations, asJSON(&s.Conversations[i]))
	}
	if s.Others != nil {
		others := asJSON(s.Others)
		out.Others = &others
	}
	return json.NewEncoder(w).Encode(out)
}

func asJSON(c *meter.Conversation) conversation {
	out := conversation{SumJSON: c.Sum.JSON(), Model: c.Model, Group: c.Group, First: c.First.UTC(), Last: c.Last.UTC(),
		Now: now{c.NowIn, c.NowOut, c.NowWould}, Used: c.Used, Hidden: c.Hidden, Passed: c.Passed}
	out.SumJSON.Conversation = &c.ID
	return out
}
