package proxy

import (
	"net/http"
	"strings"

	"elide.example/elide/internal/conversation"
	"elide.example/elide/internal/ledger"
	"elide.example/elide/internal/rewrite"
)

// orderHeader is a header by which a client says of one request whether it is to be
// reduced. It and that of the conversation are for us, and go no further.
const orderHeader = "X-Elide"

// Why requests are sent as they came, in statistics.
const (
	orderedOff  = "x-elide: off"
	misordered  = "x-elide is neither on nor off"
	switchedOff = "elide is off"
)

// misorder is the warning about such a header. What it says stays in the request.
const misorder = "requests come with a header x-elide that says neither on nor off: they go out as they came"

// ordered returns why a client's own order has the request pass, "" if it gave none.
// An order that isn't understood was given by somebody who wants something else than
// what happens without it.
func ordered(header http.Header) string {
	values := header[orderHeader]
	if len(values) == 0 {
		return ""
	}
	passes := misordered
	for _, value := range values {
		switch {
		case strings.EqualFold(strings.TrimSpace(value), "off"):
			return orderedOff
		case len(values) == 1 && strings.EqualFold(strings.TrimSpace(value), "on"):
			return ""
		}
	}
	return passes
}

// standing is what a request belongs to, and so what is to be done with it.
type standing struct {
	conversation conversation.ID
	group        string // ledger.GroupElide and so on
	why          string // it is sent as it came; "" if it may be changed
}

// place finds out what the headers of a request say of where it belongs, and takes off
// those that are meant for us.
func (h *handler) place(x *exchange, header http.Header) {
	x.order = ordered(header)
	x.standing = h.standing(conversation.Of(header, nil, nil), x.order)
	if x.order == misordered {
		h.misordered.Do(func() { x.warning = misorder })
	}
	if h.Rewriter != nil {
		header.Del(orderHeader)
		header.Del(conversation.Header)
	}
}

// placeIn finds out what the body says of it as well.
func (h *handler) placeIn(x *exchange, in *rewrite.Reading) {
	if !x.conversation.Told() {
		x.standing = h.standing(conversation.Of(nil, in.Request(), h.chain), x.order)
	}
}

func (h *handler) standing(id conversation.ID, order string) standing {
	s := standing{conversation: id}
	s.group, s.why = h.Groups.Of(id)
	switch {
	case h.Rewriter == nil:
		s.group, s.why = ledger.GroupOff, switchedOff
	case order != "":
		s.group, s.why = ledger.GroupOff, order
	}
	return s
}

// passes tells whether the request is not even looked at.
func (s standing) passes() bool { return s.group == ledger.GroupOff }

// looks tells whether it is only looked at.
func (s standing) looks() bool {
	return s.group == ledger.GroupHoldout || s.group == ledger.GroupObserve
}
