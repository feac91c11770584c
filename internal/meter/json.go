package meter

import (
	"encoding/json"
	"io"
	"time"

	"elide.example/elide/internal/ledger"
)

// jsonConversation is a Conversation as it is written for programs.
type jsonConversation struct {
	ID     string         `json:"id"`
	Group  string         `json:"group"`
	Model  string         `json:"model"`
	First  time.Time      `json:"first"`
	Last   time.Time      `json:"last"`
	Now    jsonNow        `json:"now"`
	Used   int            `json:"facts_used"`
	Hidden int            `json:"facts_hidden"` // would have been
	Sum    any            `json:"sum"`
	Passed map[string]int `json:"passed"`
}

// jsonNow is what the results of the last request came to.
type jsonNow struct {
	TokensIn       int `json:"tokens_in"`
	TokensOut      int `json:"tokens_out"`
	WouldTokensOut int `json:"would_tokens_out"`
}

func (c *Conversation) json() jsonConversation {
	return jsonConversation{
		ID: c.ID, Group: c.Group, Model: c.Model, First: c.First, Last: c.Last,
		Now: jsonNow{c.NowIn, c.NowOut, c.NowWould}, Used: c.Used, Hidden: c.Hidden, Sum: c.Sum.ForPrograms(), Passed: c.Passed,
	}
}

// WriteJSON writes what was counted by now as one line of JSON.
func (m *Meter) WriteJSON(w io.Writer) error {
	s := m.Snapshot()
	out := struct {
		Version       int                `json:"version"`
		PricesOf      string             `json:"prices_of"`
		Total         any                `json:"total"`
		Groups        map[string]any     `json:"groups"`
		Conversations []jsonConversation `json:"conversations"`
		Others        *jsonConversation  `json:"others"` // null: none was forgotten
		Forgotten     int                `json:"forgotten"`
	}{Version: ledger.Version, PricesOf: s.PricesOf, Total: s.Total.ForPrograms(), Groups: map[string]any{}, Conversations: []jsonConversation{}, Forgotten: s.Forgotten}
	for group, sum := range s.Groups {
		out.Groups[group] = sum.ForPrograms()
	}
	for i := range s.Conversations {
		out.Conversations = append(out.Conversations, s.Conversations[i].json())
	}
	if s.Others != nil {
		others := s.Others.json()
		out.Others = &others
	}
	return json.NewEncoder(w).Encode(out)
}
