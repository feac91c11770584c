package replay

import (
	"encoding/json"
	"fmt"
	"io"
	"time"
	"unicode/utf16"
)

// schema names the form of the sums in JSON. It changes when a field does.
const schema = "elide-replay.v1"

// WriteJSON writes the sums as one line of JSON.
func (s *Sums) WriteJSON(w io.Writer, by []string) error {
	if by == nil {
		by = AllBy()
	}
	out := struct {
		Schema        string             `json:"schema"`
		Estimated     bool               `json:"tokens_estimated"`
		First         *time.Time         `json:"first"` // null: not known
		Last          *time.Time         `json:"last"`
		Files         int                `json:"files"`
		Conversations int                `json:"conversations"`
		Requests      int                `json:"requests"`
		Unpriced      int                `json:"conversations_without_price"`
		Dearer        int                `json:"conversations_dearer"`
		Median        float64            `json:"median_saved"`
		Results       float64            `json:"cost_of_results"`
		Recovery      float64            `json:"cost_of_recovery"`
		NotWhole      int                `json:"outputs_with_hidden_facts"`
		Total         Sum                `json:"total"`
		By            map[string][]Group `json:"by"`
		Hidden        []Miss             `json:"hidden"`
		Skipped       []Skipped          `json:"skipped"`
		Unread        int                `json:"unreadable_lines"`
	}{
		Schema: schema, Estimated: true, Files: s.Report.Files, Conversations: s.Conversations, Requests: s.Requests,
		Unpriced: s.Unpriced, Dearer: s.Dearer, Median: s.Median, Results: s.Results, Recovery: s.Recovery, NotWhole: s.NotWhole,
		Total: s.Total, By: map[string][]Group{}, Hidden: s.Report.Misses(), Skipped: append([]Skipped{}, s.Report.Skipped...), Unread: s.Report.Unread,
	}
	if !s.First.IsZero() {
		out.First, out.Last = &s.First, &s.Last
	}
	for _, b := range by {
		out.By[b] = s.Groups(b)
	}
	line, err := json.Marshal(out)
	if err != nil {
		return err
	}
	_, err = w.Write(append(inASCII(line), '\n'))
	return err
}

// inASCII escapes all of a JSON text that is not ASCII: names of files may hold what a
// terminal acts on.
func inASCII(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for _, r := range string(text) {
		switch {
		case r < 0x7f:
			out = append(out, byte(r))
		case r <= 0xffff:
			out = fmt.Appendf(out, "\\u%04x", r)
		default:
			high, low := utf16.EncodeRune(r)
			out = fmt.Appendf(out, "\\u%04x\\u%04x", high, low)
		}
	}
	return out
}
