package store

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"elide.example/elide/internal/marker"
)

// The schema elision-entry.v1, docs/elision-entry.v1.schema.json, by hand: a
// library for schemas would cost more at every start than all of elide. A test
// holds the two to each other.

var (
	requiredKeys = []string{"version", "hash", "digest", "type", "encoding", "created_at", "ttl_ms",
		"original_bytes", "compressed_bytes", "original"}
	optionalKeys = []string{"command", "table", "seal"}
)

// decodeDocument reads JSON that conforms to the schema.
func decodeDocument(data []byte) (document, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		return document{}, fmt.Errorf("not a JSON object: %w", err)
	}
	if err := checkKeys(members); err != nil {
		return document{}, err
	}
	m := object{members: members}
	doc := document{
		Version:         int(m.integer("version", version, version)),
		Hash:            m.text("hash", marker.IsHash),
		Digest:          m.text("digest", isDigest),
		Type:            m.text("type", validType),
		Encoding:        Encoding(m.text("encoding", isEncoding)),
		CreatedAt:       m.text("created_at", isTimestamp),
		TTLMillis:       m.integer("ttl_ms", 1, maxInteger),
		OriginalBytes:   m.integer("original_bytes", 0, maxInteger),
		CompressedBytes: m.integer("compressed_bytes", 0, maxInteger),
	}
	if members["command"] != nil {
		doc.Command = m.text("command", isCommand)
	}
	if members["table"] != nil {
		doc.Table = m.text("table", isDigest)
	}
	if members["seal"] != nil {
		doc.Seal = m.text("seal", isDigest)
	}
	doc.Original = m.text("original", originalCheck(doc.Encoding))
	return doc, m.err
}

func checkKeys(members map[string]json.RawMessage) error {
	for _, key := range requiredKeys {
		if members[key] == nil {
			return fmt.Errorf("%s is missing", key)
		}
	}
	most := len(requiredKeys)
	for _, key := range optionalKeys {
		if members[key] != nil {
			most++
		}
	}
	if len(members) > most {
		return fmt.Errorf("unknown member")
	}
	return nil
}

// object reads the members of a JSON object and keeps the first error.
type object struct {
	members map[string]json.RawMessage
	err     error
}

func (o *object) fail(key string) {
	if o.err == nil {
		o.err = fmt.Errorf("%s is not valid", key)
	}
}

func (o *object) text(key string, valid func(string) bool) string {
	raw := o.members[key]
	var s string
	if raw[0] != '"' || json.Unmarshal(raw, &s) != nil || !valid(s) {
		o.fail(key)
		return ""
	}
	return s
}

func (o *object) integer(key string, least, most int64) int64 {
	n, ok := wholeNumber(string(o.members[key]))
	if !ok || n < least || n > most {
		o.fail(key)
		return 0
	}
	return n
}

// wholeNumber reads a JSON number without a fraction, in any of JSON's ways
// to write it: 1, 1.0, 10e-1.
func wholeNumber(raw string) (int64, bool) {
	if n, err := strconv.ParseInt(raw, 10, 64); err == nil {
		return n, true
	}
	if strings.Trim(raw, "-+.eE0123456789") != "" {
		return 0, false // not a number: null, "…", {…}
	}
	x, err := strconv.ParseFloat(raw, 64)
	if err != nil || x != math.Trunc(x) || math.Abs(x) > maxInteger {
		return 0, false
	}
	return int64(x), true
}

func isDigest(s string) bool {
	return len(s) == 64 && strings.Trim(s, "0123456789abcdef") == ""
}

func isEncoding(s string) bool {
	return slices.Contains([]Encoding{UTF8, Base64, Zstd}, Encoding(s))
}

func isCommand(s string) bool {
	return s != "" && utf8.RuneCountInString(s) <= maxCommand
}

// isTimestamp tells whether s is an RFC 3339 time in UTC, to the second or
// with up to nine digits more.
func isTimestamp(s string) bool {
	const seconds = "2006-01-02T15:04:05"
	body, utc := strings.CutSuffix(s, "Z")
	if !utc || len(body) < len(seconds) {
		return false
	}
	if fraction := body[len(seconds):]; fraction != "" {
		digits, dot := strings.CutPrefix(fraction, ".")
		if !dot || digits == "" || len(digits) > 9 || strings.Trim(digits, "0123456789") != "" {
			return false
		}
	}
	_, err := time.Parse(seconds, body[:len(seconds)])
	return err == nil
}

// originalCheck returns what the encoding asks of the member original.
func originalCheck(e Encoding) func(string) bool {
	switch e {
	case Base64:
		return isBase64
	case Zstd:
		return isSideName
	}
	return func(string) bool { return true }
}

func isSideName(s string) bool {
	_, side, ok := hashOfName(s)
	return ok && side
}

// isBase64 tells whether s is standard base64 with its padding.
func isBase64(s string) bool {
	if len(s)%4 != 0 {
		return false
	}
	body := strings.TrimRight(s, "=")
	if len(s)-len(body) > 2 {
		return false
	}
	for i := range len(body) {
		if !base64Byte(body[i]) {
			return false
		}
	}
	return true
}

func base64Byte(c byte) bool {
	return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '+' || c == '/'
}
