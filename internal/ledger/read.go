package ledger

import (
	"encoding/json"
	"io"
	"strings"

	"elide.example/elide/internal/jsonlines"
)

// MaxLine is how long a line of a file of statistics may be. Those that are
// written are a tenth of it at most.
const MaxLine = 64 << 10

// Read calls add with each record of a file of statistics. Lines that are no
// record, such as one that a full disk cut, or are of a later version, are left
// out and counted. The error is that of reading.
func Read(from io.Reader, add func(*Record)) (unreadable int, err error) {
	return jsonlines.Read(from, MaxLine, Parse, add)
}

// Parse reads a record, and refuses what no exchange can have been.
func Parse(line []byte) (*Record, bool) {
	r := &Record{}
	if json.Unmarshal(line, r) != nil || r.Version != Version {
		return nil, false
	}
	counts := []int{r.Results, r.Reduced, r.References, r.Expansions, r.ExpansionTokens, r.ExpansionTokensAgain,
		r.BytesIn, r.BytesOut, r.TokensIn, r.TokensOut, r.Warnings}
	if u := r.Usage; u != nil {
		u.Known = true
		counts = append(counts, u.Input, u.Output, u.CacheRead, u.CacheWrite, u.CacheWrite1h, u.Reasoning, u.CacheWrite-u.CacheWrite1h)
	}
	if w := r.Would; w != nil {
		counts = append(counts, w.Reduced, w.References, w.BytesOut, w.TokensOut)
	}
	for _, n := range counts {
		if n < 0 || n > maxCount {
			return nil, false
		}
	}
	r.Conversation, r.Group = conversationID(r.Conversation), groupName(r.Group)
	return r, true
}

// IDLen is how long the digest of a conversation's name is, in hexadecimal digits.
const IDLen = 12

// conversationID returns the digest of a conversation's name, "" for what is none.
func conversationID(id string) string {
	if len(id) != IDLen || strings.Trim(id, "0123456789abcdef") != "" {
		return ""
	}
	return id
}

// groupName returns a group, or that of what nothing is known of and nothing claimed.
func groupName(group string) string {
	switch group {
	case "", GroupElide, GroupHoldout, GroupObserve:
		return group
	}
	return GroupOff
}

// maxCount is more than any count of one exchange, and so little that sums of
// them don't overflow.
const maxCount = 1 << 40
