package cachehint

import (
	"encoding/base64"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"elide.example/elide/internal/jsonspan"
)

const (
	header = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9"
	token  = header + ".eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
	hex32  = "4bf92f3577b34da6a3ce929d0e0e4736"
)

func encoded(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }

func find(text string) []Warning {
	doc, err := jsonspan.Parse(jsonspan.AppendString(nil, []byte(text)))
	if err != nil {
		panic(err)
	}
	return warnings([]jsonspan.Value{doc.Root()})
}

func TestVolatile(t *testing.T) {
	const id = "0b0e4b1c-6b7a-4c9e-8a52-0D6A1F2C3B4D"
	for _, c := range []struct {
		text string
		kind Kind // kinds: nothing
		at   int
	}{
		{id, UUID, 0},
		{"session_" + id + ".", UUID, 8},
		{"a-" + id, UUID, 2},
		{"x" + id, kinds, 0},
		{id + "0", kinds, 0},
		{id[:35], kinds, 0},
		{"now: 2026-01-02T03:04:05Z", DateTime, 5},
		{"2026-01-02 03:04", DateTime, 0},
		{"log-20260102T030405Z", DateTime, 4},
		{"Today is 2026-01-02.", kinds, 0},
		{"2026-13-02T03:04", kinds, 0},
		{"2026-01-32T03:04", kinds, 0},
		{"2026-01-02T33:04", kinds, 0},
		{"claude-sonnet-4-5-20250929", kinds, 0},
		{"Bearer " + token, JWT, 7},
		{header + "." + "eyJ9.", JWT, 0},
		{header + ".e30.x", kinds, 0},
		{header, kinds, 0},
		{header + ".", kinds, 0},
		{header + ".eyJ", kinds, 0},
		{"eyJ.eyJ9.x", kinds, 0}, // its header is no JSON
		{encoded(`{"alg":"x"}`) + ".eyJ9.x", JWT, 0},
		{encoded(`{"alg":"`+strings.Repeat("x", maxHeader)+`"}`) + ".eyJ9.x", kinds, 0},
		{"sha: " + hex32, LongHex, 5},
		{"0x" + hex32, LongHex, 0},
		{hex32[1:], kinds, 0},
		{hex32 + "g", kinds, 0},
		{"z" + hex32, kinds, 0},
		{strings.Repeat("a", 64), kinds, 0},
		{"", kinds, 0},
		{"é 日本 x", kinds, 0},
	} {
		got := find(c.text)
		switch {
		case c.kind == kinds && got != nil:
			t.Errorf("%q: %v", c.text, got)
		case c.kind != kinds && (len(got) != 1 || got[0].Kind != c.kind || got[0].Offset != c.at):
			t.Errorf("%q: %v, want %v at %d", c.text, got, c.kind, c.at)
		}
	}
}

// TestWarningIsMasked: nothing of a value is said.
func TestWarningIsMasked(t *testing.T) {
	for _, w := range find(token + " " + hex32) {
		if s := w.String(); strings.Contains(s, "eyJ") || strings.Contains(s, hex32[:4]) {
			t.Error(s)
		}
	}
}

// BenchmarkHostile is of texts that begin like a value at each place. What a
// byte costs doesn't grow with their length.
func BenchmarkHostile(b *testing.B) {
	for name, piece := range map[string]string{"header": "eyJ-", "headers": header + ".", "uuid": "0b0e4b1c-6b7a-"} {
		for _, n := range []int{1 << 16, 1 << 20} {
			text := strings.Repeat(piece, n/len(piece))
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					find(text)
				}
			})
		}
	}
}

// slow are the kinds as regular expressions, but tokens, whose header is
// decoded.
var slow = map[Kind]*regexp.Regexp{
	UUID:     regexp.MustCompile(`(?i)(?:^|[^0-9a-z])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:[^0-9a-z]|$)`),
	DateTime: regexp.MustCompile(`(?:^|[^0-9A-Za-z])(?:\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[Tt ](?:[01]\d|2[0-4]):\d\d|\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-4])\d\d)`),
	LongHex:  regexp.MustCompile(`(?:^|[^0-9A-Za-z])(?:0[xX])?([0-9a-fA-F]{32,})(?:[^0-9A-Za-z]|$)`),
}

// FuzzVolatile holds the detector against regular expressions. Where a token
// stands, or a value inside of another, they may differ.
func FuzzVolatile(f *testing.F) {
	f.Add("x 0b0e4b1c-6b7a-4c9e-8a52-0d6a1f2c3b4d y")
	f.Add("2026-01-02T03:04:05 20260102T0304")
	f.Add("0x" + hex32 + " " + token)
	f.Add("at 20260102T0304fffffffffffffffffff")
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ToValidUTF8(text, "?")
		found := map[Kind]bool{}
		for _, w := range find(text) {
			if found[w.Kind] {
				t.Fatalf("%q: %v twice", text, w.Kind)
			}
			found[w.Kind] = true
			if w.Offset >= len(text) || w.Line != 1+strings.Count(text[:w.Offset], "\n") {
				t.Fatalf("%q: %+v is not in it", text, w)
			}
		}
		if found[JWT] {
			return
		}
		for kind, expr := range slow {
			m := expr.FindStringSubmatch(text)
			letters := len(m) > 1 && !strings.ContainsAny(m[1], "0123456789")
			if found[kind] && m == nil || m != nil && !letters && len(found) == 0 {
				t.Fatalf("%q: %v found %v, expression %q", text, kind, found[kind], m)
			}
		}
	})
}
