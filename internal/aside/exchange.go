package aside

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/wire"
)

// Exchange is a request with the tool, and what comes back to it. One goroutine has it.
type Exchange struct {
	answerer *Answerer
	ctx      context.Context
	api      wire.API
	speaker  speaker
	body     []byte // as it was sent last
	send     func(body []byte) (*http.Response, error)
	at       Position

	rounds   int
	given    int // bytes of answers
	segments []segment
	shown    shown
	finished bool
}

// Exchange begins an exchange: body is what is sent, at where Prepare found that the coming
// turn stands, and send sends another body to where it goes.
func (a *Answerer) Exchange(ctx context.Context, api wire.API, body []byte, at Position, send func(body []byte) (*http.Response, error)) *Exchange {
	return &Exchange{answerer: a, ctx: ctx, api: api, speaker: speakerOf(api), body: body, send: send, at: at}
}

// Rounds returns how often the model was answered.
func (x *Exchange) Rounds() int { return x.rounds }

// Take takes the response over: what the client gets of it stands in it afterwards. An
// answer that is not streamed is whole then.
func (x *Exchange) Take(res *http.Response) error {
	if res.StatusCode != http.StatusOK || res.Header.Get("Content-Encoding") != "" {
		return nil
	}
	switch kind, _, _ := strings.Cut(res.Header.Get("Content-Type"), ";"); strings.TrimSpace(kind) {
	case "text/event-stream":
		res.Body = &streamed{x: x, source: res.Body, events: bufio.NewReaderSize(res.Body, 64<<10)}
		res.ContentLength = -1
		res.Header.Del("Content-Length")
	case "application/json":
		return x.whole(res)
	}
	return nil
}

// whole reads an answer that is not streamed, and those that follow from it.
func (x *Exchange) whole(res *http.Response) error {
	answer := res
	for {
		text, err := io.ReadAll(io.LimitReader(answer.Body, mostWhole+1))
		if err != nil {
			return err
		}
		if answer.StatusCode != http.StatusOK {
			answer.Body.Close()
			res.StatusCode, res.Status = answer.StatusCode, answer.Status
			for _, name := range []string{"Content-Type", "Retry-After"} {
				if values := answer.Header[name]; values != nil {
					res.Header[name] = values
				}
			}
			holdWhole(res, text)
			return nil
		}
		if len(text) > mostWhole || x.speaker.whole(text) != nil {
			if x.rounds > 0 {
				return errShape
			}
			res.Body = struct {
				io.Reader
				io.Closer
			}{io.MultiReader(bytes.NewReader(text), res.Body), res.Body}
			return nil
		}
		answer.Body.Close()
		if !x.speaker.heard().asks() {
			return x.end(res, text)
		}
		if answer, err = x.goOn(); err != nil {
			return err
		}
	}
}

// end gives the client an answer that is not streamed.
func (x *Exchange) end(res *http.Response, text []byte) error {
	x.finish()
	if x.rounds > 0 || x.speaker.heard().ours > 0 {
		merged, err := x.speaker.merged()
		if err != nil {
			return err
		}
		text = merged
	}
	holdWhole(res, text)
	return nil
}

func holdWhole(res *http.Response, text []byte) {
	res.Body, res.ContentLength = io.NopCloser(bytes.NewReader(text)), int64(len(text))
	res.Header.Del("Content-Length")
	res.TransferEncoding = nil
}

var errTooMany = errors.New("the model asked for originals too often in one message")

// goOn answers the calls of this round and has the model go on.
func (x *Exchange) goOn() (*http.Response, error) {
	if x.rounds >= MostRounds+sayEnough {
		return nil, errTooMany
	}
	said := x.said()
	answers := x.speaker.answers(x.answers(said.calls), false)
	x.segments = append(x.segments, segment{Shown: said.shown, Turn: said.turn, Answer: answers})
	x.shown.add(said.shown)
	x.rounds++
	body, ok := appended(x.api, x.body, append(said.turn, answers...))
	if !ok {
		return nil, errShape
	}
	x.body = body
	x.speaker.next()
	return x.send(body)
}

// said is what the model said in this round, as it can be sent back: a thought of OpenAI's
// that is neither kept there nor encrypted here is known by its id alone, to nobody.
func (x *Exchange) said() *round {
	said := x.speaker.round()
	if x.api != wire.Responses {
		return said
	}
	if doc, err := jsonspan.Parse(x.body); err != nil || doc.Root().Get("store").Kind() != jsonspan.False {
		return said
	}
	said.turn = slices.DeleteFunc(said.turn, func(item json.RawMessage) bool {
		o, _ := read(item)
		return o.text("type") == "reasoning" && o.text("encrypted_content") == ""
	})
	return said
}

// answers answers calls, within bounds.
func (x *Exchange) answers(calls []call) (list []answered) {
	for _, c := range calls {
		one := answered{id: c.id, text: "no more originals can be shown in this message: go on with what you have", failed: true}
		if x.rounds < MostRounds && x.given < MostAnswered {
			one.text, one.failed = x.answerer.Answer(x.ctx, c.arguments, min(PageBytes, MostAnswered-x.given))
			x.given += len(one.text)
		}
		list = append(list, one)
	}
	return list
}

// appended is the body with values behind its conversation.
func appended(api wire.API, body []byte, values []json.RawMessage) ([]byte, bool) {
	doc, err := jsonspan.Parse(body)
	if err != nil {
		return nil, false
	}
	conversation := doc.Root().Get(placeOf(api))
	text := bytes.Join(toBytes(values), []byte(","))
	switch conversation.Kind() {
	case jsonspan.String: // of Responses, what the user says
		user := `[{"role":"user","content":` + string(conversation.Raw()) + `},`
		return spliced(body, conversation.Replace(append(append([]byte(user), text...), ']')))
	case jsonspan.Array:
		_, end := conversation.Span()
		if conversation.Len() > 0 {
			text = append([]byte(","), text...)
		}
		return jsonspanInsert(body, end-1, text), true
	}
	return nil, false
}

func toBytes(values []json.RawMessage) (list [][]byte) {
	for _, v := range values {
		list = append(list, v)
	}
	return list
}

func spliced(body []byte, edits ...jsonspan.Edit) ([]byte, bool) { return jsonspan.Splice(body, edits) }

// placeOf is where an API has its conversation.
func placeOf(api wire.API) string {
	switch api {
	case wire.Responses:
		return "input"
	case wire.Generate, wire.GeminiCount:
		return "contents"
	}
	return "messages"
}

// finish remembers what the client doesn't have of the turn, when all of it is there.
func (x *Exchange) finish() {
	h := x.speaker.heard()
	if x.finished || len(x.segments) == 0 && h.ours == 0 {
		return
	}
	x.finished = true
	said := x.said()
	x.shown.add(said.shown)
	var beside []json.RawMessage
	if h.ours > 0 && h.forTools { // and others of the client's, else it would go on
		beside = x.speaker.answers(x.answers(said.calls), true)
		x.segments = append(x.segments, segment{Shown: said.shown, Turn: said.turn, Answer: beside, Beside: true})
		x.rounds++
	}
	if len(x.segments) == 0 {
		return
	}
	if strings.TrimSpace(x.shown.Text) != "" || len(x.shown.Calls) > 0 {
		x.remember(key(x.api, x.at.before, x.at.place, x.shown), recipe{Segments: x.segments})
	}
	if r, ok := x.speaker.(*responses); ok && r.id.text("id") != "" {
		rec := recipe{ID: r.lastID}
		if beside != nil {
			rec.Segments = []segment{{Answer: beside, Beside: true}}
		}
		x.remember(idKey(r.id.text("id")), rec)
	}
}

// remember keeps a recipe. What can't be kept costs a miss of the cache, and the model its
// question.
func (x *Exchange) remember(k [32]byte, r recipe) {
	if x.answerer.Memory.Remember(k, encode(r)) == nil {
		x.answerer.absent.remove(k)
	}
}

// streamed is a response as the client gets it.
type streamed struct {
	x      *Exchange
	source io.ReadCloser
	events *bufio.Reader
	out    bytes.Buffer
	err    error
}

// Read waits for an event of which the client gets something.
func (s *streamed) Read(p []byte) (int, error) {
	for s.out.Len() == 0 && s.err == nil {
		s.step()
	}
	if s.out.Len() > 0 {
		return s.out.Read(p)
	}
	return 0, s.err
}

func (s *streamed) Close() error { return s.source.Close() }

// step takes an event.
func (s *streamed) step() {
	e, err := readEvent(s.events)
	if len(e.raw) > 0 && (err == nil || err == io.EOF) {
		if err != nil {
			e.parse()
		}
		visible := s.x.speaker.feed(e)
		if h := s.x.speaker.heard(); h.ended && !h.asks() {
			s.x.finish() // before the client knows, and asks again
		}
		s.out.Write(visible)
	}
	asks := s.x.speaker.heard().asks()
	switch {
	case asks && (err == io.EOF || e.last()):
		s.goOn()
	case err != nil:
		s.err = err
	}
}

// last tells whether nothing follows an event.
func (e event) last() bool {
	return e.name == "message_stop" || e.name == "response.completed" || string(bytes.TrimSpace(e.data)) == "[DONE]"
}

// goOn has the model go on, and its answer follow.
func (s *streamed) goOn() {
	s.source.Close()
	res, err := s.x.goOn()
	if err != nil {
		s.fail(http.StatusBadGateway, nil)
		return
	}
	kind := res.Header.Get("Content-Type")
	if res.StatusCode != http.StatusOK || !strings.HasPrefix(kind, "text/event-stream") {
		const mostError = 64 << 10
		text, _ := io.ReadAll(io.LimitReader(res.Body, mostError)) // what came of it will do
		res.Body.Close()
		s.fail(res.StatusCode, text)
		return
	}
	s.source, s.events = res.Body, bufio.NewReaderSize(res.Body, 64<<10)
}

// fail ends the stream with an error.
func (s *streamed) fail(status int, text []byte) {
	s.out.Write(s.x.speaker.problem(status, text))
	s.err = io.EOF
}
