package stats

import (
	"encoding/json"
	"io"
	"time"

	"elide.example/elide/internal/ledger"
	"elide.example/elide/internal/trial"
)

// Version is that of the JSON that is written.
const Version = 1

// jsonSum is a Sum as it is written for programs.
type jsonSum struct {
	Name *string `json:"name,omitempty"`
	Sum
	NetTokens int64 `json:"net_tokens"`
	NetBytes  int64 `json:"net_bytes"`
}

func asJSON(name *string, s *Sum) jsonSum { return jsonSum{name, *s, s.Net(), s.NetBytes()} }

// jsonExchanges are what went through a proxy, as it is written for programs.
type jsonExchanges struct {
	Groups     map[string]ledger.SumJSON `json:"groups"`
	Comparison *trial.JSON               `json:"comparison"` // null: none was left alone
}

// GroupsJSON returns the groups for programs.
func GroupsJSON(groups map[string]ledger.Sum) map[string]ledger.SumJSON {
	out := map[string]ledger.SumJSON{}
	for name, sum := range groups {
		out[name] = sum.JSON()
	}
	return out
}

// WriteJSON writes the sums as one line of JSON; by is the groupings, nil for
// all.
func (s *Stats) WriteJSON(w io.Writer, by []By) error {
	if by == nil {
		by = AllBy()
	}
	out := struct {
		Version    int              `json:"version"`
		First      *time.Time       `json:"first"` // null: there are no events
		Last       *time.Time       `json:"last"`
		Estimated  bool             `json:"tokens_estimated"`
		Unreadable int              `json:"unreadable_lines"`
		Total      jsonSum          `json:"total"`
		By         map[By][]jsonSum `json:"by"`
		Exchanges  *jsonExchanges   `json:"exchanges"` // null: there are none
	}{Version: Version, Estimated: true, Unreadable: s.unreadable, Total: asJSON(nil, &s.total), By: map[By][]jsonSum{}}
	if !s.Empty() {
		first, last := s.Span()
		out.First, out.Last = &first, &last
	}
	for _, b := range by {
		out.By[b] = []jsonSum{}
		for _, g := range s.Groups(b) {
			out.By[b] = append(out.By[b], asJSON(&g.Name, &g.Sum))
		}
	}
	if len(s.exchanges.groups) > 0 {
		out.Exchanges = &jsonExchanges{GroupsJSON(s.exchanges.groups), s.compared().JSON()}
	}
	return json.NewEncoder(w).Encode(out)
}
