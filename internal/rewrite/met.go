package rewrite

import (
	"strings"

	"github.com/zeebo/blake3"

	"elide.example/elide/internal/audit"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/shape"
)

// Met is a result that a Rewriter sends shorter, or an expansion, which it
// meets for the first time. It is sent again with each later turn, and then it
// is in no Report.
type Met struct {
	Tool      string // as the agent calls it
	Command   string // the shell line that was run; "" if none was
	Expansion bool   // it shows an expanded original, and stays as it is
	Shape     string // of its first output that is sent shorter; "" of an expansion
	Hash      string // of the stored original of that, or of what is expanded, as markers have it; "": not known

	BytesIn, BytesOut, TokensIn, TokensOut int // of the text; tokens are estimated. Of an expansion both are what it shows
}

// Event returns what an account says of it. The original of an expansion is not
// known.
func (m Met) Event(frontEnd string) audit.Event {
	e := audit.Event{
		FrontEnd: frontEnd, Tool: m.Tool, Shape: m.Shape, Hash: m.Hash,
		BytesIn: m.BytesIn, BytesOut: m.BytesOut, TokensIn: m.TokensIn, TokensOut: m.TokensOut,
	}
	if m.Command != "" {
		e.Tool = audit.CommandName(m.Command)
	}
	if m.Expansion {
		e.BytesIn, e.TokensIn = 0, 0
	}
	return e
}

// met returns what the report says of a result that is met for the first time.
func (r *result) met() Met {
	m := Met{
		Tool: r.Call.Name, Command: r.use.Command, Expansion: r.use.Expansion,
		BytesIn: r.facts.bytes, TokensIn: r.facts.tokens, BytesOut: r.facts.bytes, TokensOut: r.facts.tokens,
	}
	if m.Expansion {
		m.Hash = namedHash(string(r.Call.Input.Raw()))
		return m
	}
	m.BytesOut, m.TokensOut, m.Shape = r.out.bytes, r.out.tokens, shape.Plain.String()
	if len(r.out.needs) > 0 {
		first := r.out.needs[0]
		m.Shape, m.Hash = first.meta.Type, marker.Hash(first.digest)
	}
	return m
}

// metKey tells results apart: each call's own is one of its own, in each conversation.
func (r *result) metKey(conversation digest) digest {
	return blake3.Sum256(append(append(conversation[:], r.raw[:]...), r.Call.ID...))
}

// namedHash returns the first hash in the input of a call, "" if there is none.
func namedHash(input string) string {
	notDigit := func(c rune) bool { return !strings.ContainsRune("0123456789abcdef", c) }
	for word := range strings.FieldsFuncSeq(input, notDigit) {
		if len(word) >= marker.HashLen {
			return word[:marker.HashLen]
		}
	}
	return ""
}
