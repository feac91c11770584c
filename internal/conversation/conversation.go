// Package conversation tells the conversations of a proxy's requests from each other,
// and which of them are left alone.
//
// A conversation is known by the first of these that a request has:
//
//  1. a header that names it: X-Elide-Conversation, or that of a host for its session
//  2. a session's name in the body, at its place in the provider's API
//  3. the response that it goes on from, if its own conversation is known (Chain)
//  4. its front: what the user said before the model's first turn, which stands
//     there as long as the conversation grows
//
// A name stays nowhere as it came: what is kept and written is its digest. The
// same conversation has the same ID in any process, at any time.
package conversation

import (
	"bytes"
	"encoding/hex"
	"strings"

	"github.com/zeebo/blake3"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/ledger"
	"elide.example/elide/internal/wire"
)

// ID is the digest of what a conversation is known by. The zero value is that of
// requests which tell of none.
type ID [32]byte

// Told tells whether it is the ID of a conversation.
func (id ID) Told() bool { return id != ID{} }

// String returns the first digits of the digest, "" if there is none.
func (id ID) String() string {
	if !id.Told() {
		return ""
	}
	return hex.EncodeToString(id[:ledger.IDLen/2])
}

// Header is the header by which a client names the conversation itself.
const Header = "X-Elide-Conversation"

// headers name conversations, the surest first. Hosts send theirs with each
// request of a session, also with those of its subagents.
var headers = [...]string{
	Header,
	"X-Claude-Code-Session-Id", // Claude Code
	"Session-Id",               // Codex
	"Session_id",               // Codex, earlier
	"X-Session-Affinity",       // opencode
	"X-Opencode-Session",       // opencode
	"X-Session-Id",             // gateways
	"Helicone-Session-Id",      // gateways
}

// Of returns the ID of the conversation that a request belongs to. header has its
// headers in their canonical form; request is nil where the body can't be read; chain
// may be nil.
func Of(header map[string][]string, request *wire.Request, chain *Chain) ID {
	for _, name := range headers {
		if id := named(header[name]); id.Told() {
			return id
		}
	}
	if request == nil {
		return ID{}
	}
	if name := session(request); name != "" {
		return digest("name", []byte(name))
	}
	if before := request.Body.Get("previous_response_id"); request.API == wire.Responses && isSet(before) {
		return chain.of(before.Str()) // the front stands with the provider
	}
	return front(request.Opening())
}

// named returns the ID of a name that a header has. One that is there twice says
// nothing for certain.
func named(values []string) ID {
	if len(values) != 1 || strings.TrimSpace(values[0]) == "" {
		return ID{}
	}
	return digest("name", []byte(strings.TrimSpace(values[0])))
}

func digest(kind string, text []byte) ID {
	h := blake3.New()
	h.WriteString("elide conversation 1\x00" + kind + "\x00")
	h.Write(text)
	return ID(h.Sum(nil))
}

func isSet(v jsonspan.Value) bool { return v.Exists() && v.Kind() != jsonspan.Null }

// front returns the ID of a conversation that begins with these texts: those up to the
// first that is no context put together by a host, which stands in tags. Of what is all
// in tags they are all meant.
func front(texts []jsonspan.Value) ID {
	var all []byte
	for _, t := range texts {
		start := len(all)
		all, _ = t.AppendText(all)
		words := bytes.TrimSpace(all[start:])
		all = append(all, 0)
		if len(words) > 0 && words[0] != '<' {
			break
		}
	}
	if len(bytes.Trim(all, "\x00 \t\r\n")) == 0 {
		return ID{}
	}
	return digest("front", all)
}
