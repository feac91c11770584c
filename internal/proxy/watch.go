package proxy

import (
	"io"
	"net/url"
	"time"

	"elide.example/elide/internal/meter"
	"elide.example/elide/internal/wire"
)

// watched is the body of a response, of which the exchange's usage reader gets
// a copy. A piece is shown to it when the next one is asked for: by then the
// client has it, so that reading usage never delays a byte.
type watched struct {
	io.ReadCloser
	exchange *exchange
	last     []byte // not yet shown; in the buffer of who reads
}

// Read reads the next piece into p. What it read before must still stand in
// the buffer that it was given then, as it does where one buffer is used for
// all, each piece being written out before the next is read.
func (b *watched) Read(p []byte) (int, error) {
	x := b.exchange
	b.show()
	n, err := b.ReadCloser.Read(p)
	if n > 0 && x.first.IsZero() {
		x.first = time.Now()
	}
	b.last = p[:n]
	if err != nil {
		b.show() // nobody asks again
	}
	return n, err
}

func (b *watched) show() {
	if len(b.last) > 0 {
		b.exchange.usage.Write(b.last)
		b.exchange.link()
		b.last = nil
	}
}

// link notes to which conversation the response belongs, once it has named itself: the
// next request may say no more than that it goes on from it.
func (x *exchange) link() {
	if id := x.usage.Response(); id != "" && !x.linked && x.to.api == wire.Responses {
		x.chain.Add(id, x.conversation)
		x.linked = true
	}
}

// summary returns what is counted of an exchange that ended at the time.
func (x *exchange) summary(end time.Time) meter.Exchange {
	e := meter.Exchange{
		Time:     x.start,
		Provider: meter.ProviderName(x.to.api.Provider()),
		Path:     x.to.path,
		Status:   x.status,
		Report:   x.report,
		Duration: end.Sub(x.start),

		Conversation: x.conversation.String(),
		Group:        x.group,
	}
	if x.why != "" { // whatever else there is to say
		e.Report.Unchanged, e.Report.Doubt = x.why, false
	}
	if x.warning != "" {
		e.Report.Warnings = append(e.Report.Warnings, x.warning)
	}
	if !x.first.IsZero() {
		e.FirstByte = x.first.Sub(x.start)
	}
	if x.usage != nil {
		e.Usage = x.usage.Usage()
		e.Model = x.usage.Model()
	}
	if e.Model == "" && x.report.Model == "" {
		path, _ := url.PathUnescape(x.to.path) // it was read already
		e.Model, _ = wire.PathModel(path)
	}
	return e
}
