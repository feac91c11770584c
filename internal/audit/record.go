package audit

import (
	"encoding/json"
	"io"
	"strings"
	"time"

	"elide.example/elide/internal/jsonlines"
)

// Version is that of the records that are written.
const Version = 1

// The kinds of records.
const (
	Compressed = "context_compressed"
	Expanded   = "context_expanded"
	Observed   = "context_observed" // would have been reduced, and was shown as it came: BytesOut and TokensOut are what it would have been
)

// Record is a line of the file. docs/audit.md describes it.
type Record struct {
	Version  int       `json:"version"`
	Event    string    `json:"event"` // Compressed, Expanded or Observed
	Time     time.Time `json:"time"`  // UTC
	FrontEnd string    `json:"front_end"`
	Host     string    `json:"host"`
	Tool     string    `json:"tool"`
	Shape    string    `json:"shape"`

	BytesIn   int64 `json:"bytes_in"`
	BytesOut  int64 `json:"bytes_out"`
	TokensIn  int64 `json:"tokens_in"`
	TokensOut int64 `json:"tokens_out"`
	Estimated bool  `json:"tokens_estimated"` // always true: no provider has counted them

	Hash        string `json:"hash"`
	Correlation string `json:"correlation"`
	Group       string `json:"group"` // of the conversation, as a proxy's statistics have it; "": it is in none
	Totals      Totals `json:"totals"`
}

// Totals are those of a file, up to the line that they stand in.
type Totals struct {
	Compressed     int64 `json:"compressed"` // events
	Expanded       int64 `json:"expanded"`
	BytesIn        int64 `json:"bytes_in"` // of what was reduced
	BytesOut       int64 `json:"bytes_out"`
	BytesExpanded  int64 `json:"bytes_expanded"` // what expansions gave
	TokensIn       int64 `json:"tokens_in"`
	TokensOut      int64 `json:"tokens_out"`
	TokensExpanded int64 `json:"tokens_expanded"`
}

// plus returns the totals with a record added.
func (t Totals) plus(r *Record) Totals {
	if r.Event == Observed {
		return t
	}
	if r.Event == Expanded {
		t.Expanded++
		t.BytesExpanded += r.BytesOut
		t.TokensExpanded += r.TokensOut
		return t
	}
	t.Compressed++
	t.BytesIn += r.BytesIn
	t.BytesOut += r.BytesOut
	t.TokensIn += r.TokensIn
	t.TokensOut += r.TokensOut
	return t
}

// maxCount is more than any count of an output, and so little that sums of a
// billion of them don't overflow.
const maxCount = 1 << 32

// maxTotal bounds what is taken for a total, so that a damaged line can't make
// the next ones overflow.
const maxTotal = 1 << 62

func newRecord(event string, e Event, now time.Time) *Record {
	return &Record{
		Version: Version, Event: event, Time: now.UTC().Truncate(time.Millisecond),
		FrontEnd: jsonlines.Plain(e.FrontEnd), Host: jsonlines.Plain(e.Host), Tool: jsonlines.Plain(e.Tool), Shape: jsonlines.Plain(e.Shape),
		BytesIn: bounded(e.BytesIn), BytesOut: bounded(e.BytesOut), TokensIn: bounded(e.TokensIn), TokensOut: bounded(e.TokensOut),
		Estimated: true, Hash: hexadecimal(e.Hash), Correlation: jsonlines.Plain(e.Correlation), Group: jsonlines.Plain(e.Group),
	}
}

func bounded(n int) int64 { return min(max(int64(n), 0), maxCount) }

// hexadecimal returns a hash, "" for what is none.
func hexadecimal(hash string) string {
	const longest = 64
	if len(hash) > longest || strings.Trim(hash, "0123456789abcdef") != "" {
		return ""
	}
	return hash
}

// maxLine is how long a line may be. Those that are written are a tenth of it
// at most.
const maxLine = 16 << 10

// Read calls add with each record of a file, in its order. Lines that are no
// record, such as one that a crash cut off, or are of a later version, are left
// out and counted. The error is that of reading.
func Read(from io.Reader, add func(*Record)) (unreadable int, err error) {
	return jsonlines.Read(from, maxLine, Parse, add)
}

// Parse reads a record, and refuses what no event can have been. Texts come
// out as they would be written: others may have written into the file.
func Parse(line []byte) (*Record, bool) {
	r := &Record{}
	if json.Unmarshal(line, r) != nil || r.Version != Version || r.Event != Compressed && r.Event != Expanded && r.Event != Observed || r.Time.IsZero() {
		return nil, false
	}
	for _, n := range [...]int64{r.BytesIn, r.BytesOut, r.TokensIn, r.TokensOut} {
		if n < 0 || n > maxCount {
			return nil, false
		}
	}
	t := &r.Totals
	for _, n := range [...]int64{t.Compressed, t.Expanded, t.BytesIn, t.BytesOut, t.BytesExpanded, t.TokensIn, t.TokensOut, t.TokensExpanded} {
		if n < 0 || n > maxTotal {
			return nil, false
		}
	}
	r.FrontEnd, r.Host, r.Tool, r.Shape = jsonlines.Plain(r.FrontEnd), jsonlines.Plain(r.Host), jsonlines.Plain(r.Tool), jsonlines.Plain(r.Shape)
	r.Hash, r.Correlation, r.Group = hexadecimal(r.Hash), jsonlines.Plain(r.Correlation), jsonlines.Plain(r.Group)
	return r, true
}
