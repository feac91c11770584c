// Package aside answers a model's calls of the tool context_expand in the client's place:
// what model and proxy say to each other then, the client doesn't hear.
//
// To the tools of a request the tool is added (Prepare). When the model calls it, the call is
// taken out of what the client gets, the answer comes from the store, and the model is asked
// to go on, with its own turn and the answer behind the conversation; what it says then comes
// to the client as the rest of the same message (Exchange). Ids are the first answer's, usage
// is the sum of all, the reason to stop is the last one's. If the model calls tools of the
// client's beside it, the client answers these, and both answers reach the model together.
//
// When the client sends the conversation again, the asides are put back into their places
// (Prepare too), with the bytes that they had, so that the provider's cache holds. They are
// remembered by what the client has of the turn, in the store, so a restart changes nothing.
// A turn that isn't known again goes on without its aside.
//
// There is a file a provider's shape. A request whose shape doesn't allow all that is passed
// without the tool.
package aside

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/zeebo/blake3"

	"elide.example/elide/internal/expand"
	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/wire"
)

// Bounds of an aside.
const (
	// MostRounds is how often the model is answered for one message of the client's. Then
	// it is told so, a few times, before the message fails.
	MostRounds = 8
	sayEnough  = 3
	// MostAnswered bounds the bytes of all answers within one message.
	MostAnswered = 256 << 10
	// PageBytes is how long an answer is; nobody between the proxy and the model cuts it.
	PageBytes = 24_000
	// mostWhole is how long an answer that is not streamed may be to be looked at.
	mostWhole = 32 << 20
)

// longestAnswer is how long an original is searched: the client hears nothing meanwhile.
const longestAnswer = 20 * time.Second

var errSlow = errors.New("the search took too long: give a simpler pattern, or a range")

// Memory keeps asides. It is called concurrently.
type Memory interface {
	Remember(key [32]byte, recipe []byte) error
	Recall(key [32]byte) (recipe []byte, ok bool)
}

// Answerer answers.
type Answerer struct {
	// Answer answers a call's arguments, a JSON object, with a page of at most so many bytes.
	Answer func(ctx context.Context, arguments []byte, most int) (text string, failed bool)
	Memory Memory

	absent absent
	puts   puts
}

// New returns an Answerer that finds originals by find.
func New(find expand.Find, memory Memory) *Answerer {
	return &Answerer{Memory: memory, Answer: func(ctx context.Context, arguments []byte, most int) (string, bool) {
		request, err := expand.ParseRequest(arguments)
		if err != nil {
			return err.Error(), true
		}
		ctx, cancel := context.WithTimeoutCause(ctx, longestAnswer, errSlow)
		defer cancel()
		answer := request.Answer(ctx, find, most)
		return string(answer.Text), answer.Failed
	}}
}

// speakerOf returns what knows the shape of an API's responses; nil if none does.
func speakerOf(api wire.API) speaker {
	switch api {
	case wire.Messages:
		return &anthropic{}
	case wire.Chat:
		return &chat{}
	case wire.Responses:
		return &responses{}
	case wire.Generate:
		return &gemini{}
	}
	return nil
}

// speaker knows a provider's shape: it takes what the model says, round by round, and
// gives what the client is to hear.
type speaker interface {
	// feed takes an event of a stream and returns what the client gets of it.
	feed(e event) []byte
	// whole takes an answer that is not streamed. The error says that it is not known.
	whole(body []byte) error
	// merged returns the answer of all rounds, not streamed.
	merged() ([]byte, error)
	// heard tells what came of this round so far, round what the model said in it.
	heard() *tally
	round() *round
	// next begins another round.
	next()
	// problem returns an event that tells of an error.
	problem(status int, body []byte) []byte
	// answers returns the answers to calls, as values of the conversation, or, if it is
	// beside answers of the client's, as it is put there.
	answers(list []answered, beside bool) []json.RawMessage
}

// tally is what came of a round.
type tally struct {
	ours, others int  // calls of our tool, and of the client's
	ended        bool // it told why it stopped
	forTools     bool // namely so that tools may run
}

func (h *tally) heard() *tally { return h }

// asks tells whether the model waits for us alone.
func (h *tally) asks() bool { return h.ours > 0 && h.others == 0 && h.forTools }

// stopped notes why the model stopped.
func (h *tally) stopped(why string, forTools ...string) {
	if why != "" {
		h.ended, h.forTools = true, slices.Contains(forTools, why)
	}
}

// round is what the model said once.
type round struct {
	calls []call            // of our tool
	turn  []json.RawMessage // as values of the conversation, with our calls
	shown shown             // what the client has of it
}

// call is a call of our tool.
type call struct {
	id        string
	arguments []byte
}

// answered is a call and its answer.
type answered struct {
	id, text string
	failed   bool
}

// shown is what a client has of a turn: what it says, which tools it calls, and by which
// signatures its thoughts are known.
type shown struct {
	Text     string   `json:"text,omitempty"`
	Calls    []string `json:"calls,omitempty"`
	Thoughts []string `json:"thoughts,omitempty"`
}

func (s *shown) add(more shown) {
	s.Text += more.Text
	s.Calls = append(s.Calls, more.Calls...)
	s.Thoughts = append(s.Thoughts, more.Thoughts...)
}

// segment is a round of which the client has only a part.
type segment struct {
	Shown  shown             `json:"shown"`
	Turn   []json.RawMessage `json:"turn"`
	Answer []json.RawMessage `json:"answer"`
	Beside bool              `json:"beside,omitempty"` // the answers of the client's go with ours
}

// recipe tells how the asides of a turn are put back.
type recipe struct {
	Segments []segment `json:"segments,omitempty"`
	ID       string    `json:"id,omitempty"` // that the provider knows the end of the turn by, if the client has another
}

// key is by what a turn is known again: what stands before it, its place among the
// model's turns, and what it says. Clients send it in other pieces than it came in, and
// some trim it.
func key(api wire.API, before string, place int, s shown) [32]byte {
	h := blake3.New()
	put := func(text string) {
		n := len(text)
		h.Write([]byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)})
		h.WriteString(text)
	}
	put("aside 1")
	h.Write([]byte{byte(api.Provider()), byte(place >> 8), byte(place)})
	put(before)
	if len(s.Calls) == 0 { // with calls, whose ids tell, some clients leave it out
		put(strings.TrimSpace(s.Text))
	}
	for _, c := range s.Calls {
		put(c)
	}
	var sum [32]byte
	h.Sum(sum[:0])
	return sum
}

// idKey is by what the response of an id is known again.
func idKey(id string) [32]byte { return blake3.Sum256([]byte("aside 1 response\x00" + id)) }

// Prepare makes a client's request the one to send: asides are put back, and the tool is
// added to its tools. It returns the body itself where there is nothing to do, where the
// model's next turn will stand, and whether the tool was added: not so where there are no
// tools, where there is one of that name already, or where an answer of that kind can't be
// taken over. path and query are those of the address, doc is the body as it was parsed,
// nil if it is no JSON.
func (a *Answerer) Prepare(api wire.API, path, query string, body []byte, doc *jsonspan.Doc) (prepared []byte, next Position, offered bool) {
	if speakerOf(api) == nil && api != wire.CountTokens {
		return body, next, false
	}
	if doc == nil || api.Provider() == wire.Anthropic && wire.Attested(doc.Root()) {
		return body, next, false
	}
	edits, next := a.restored(api, doc)
	edit, offered := offer(api, path, query, doc.Root())
	if offered {
		edits = append(edits, edit)
	}
	if len(edits) == 0 {
		return body, next, false
	}
	if out, ok := jsonspan.Splice(body, edits); ok {
		return out, next, offered
	}
	return body, next, false
}

// offer is the edit that adds the tool.
func offer(api wire.API, path, query string, root jsonspan.Value) (edit jsonspan.Edit, ok bool) {
	tools := root.Get("tools")
	if tools.Kind() != jsonspan.Array || tools.Len() == 0 || hasTool(tools) || !takes(api, path, query, root) {
		return edit, false
	}
	_, end := tools.Span()
	return jsonspan.Edit{Start: end - 1, End: end - 1, New: append([]byte(","), toolOf(api)...)}, true
}

// hasTool tells whether the client has the tool, under whatever name its host gave it.
func hasTool(tools jsonspan.Value) bool {
	for tool := range tools.Elements() {
		for _, v := range []jsonspan.Value{tool.Get("name"), tool.Path("function", "name")} {
			if strings.HasSuffix(v.Str(), expand.ToolName) {
				return true
			}
		}
		for _, list := range []jsonspan.Value{tool.Get("functionDeclarations"), tool.Get("function_declarations"), tool.Get("tools")} {
			if list.Kind() == jsonspan.Array && hasTool(list) {
				return true
			}
		}
	}
	return false
}

// takes tells whether answers to such a request can be taken over.
func takes(api wire.API, path, query string, root jsonspan.Value) bool {
	switch api {
	case wire.Chat:
		n := root.Get("n")
		return !n.Exists() || n.Kind() == jsonspan.Null || string(n.Raw()) == "1"
	case wire.Responses: // what the server keeps itself can't be put together here
		return !strings.HasSuffix(path, "/compact") && root.Get("background").Kind() != jsonspan.True && !set(root.Get("conversation"))
	case wire.Generate:
		if _, stream := wire.PathModel(path); stream && !strings.Contains("&"+query+"&", "&alt=sse&") {
			return false // it comes as a list
		}
		n := root.Path("generationConfig", "candidateCount")
		return !n.Exists() || string(n.Raw()) == "1"
	}
	return true
}

func set(v jsonspan.Value) bool { return v.Exists() && v.Kind() != jsonspan.Null }

// toolOf is the tool as an element of the API's tools.
func toolOf(api wire.API) []byte {
	name, description := quoted(expand.ToolName), quoted(expand.ToolDescription)
	declared := `"name":` + name + `,"description":` + description
	switch api {
	case wire.Messages, wire.CountTokens:
		return []byte(`{` + declared + `,"input_schema":` + expand.ToolSchema + `}`)
	case wire.Chat:
		return []byte(`{"type":"function","function":{` + declared + `,"parameters":` + expand.ToolSchema + `}}`)
	case wire.Responses:
		return []byte(`{"type":"function",` + declared + `,"parameters":` + expand.ToolSchema + `,"strict":false}`)
	}
	return []byte(`{"functionDeclarations":[{` + declared + `,"parametersJsonSchema":` + expand.ToolSchema + `}]}`)
}

func quoted(text string) string { return string(jsonspan.AppendString(nil, []byte(text))) }

func jsonspanInsert(body []byte, at int, text []byte) []byte {
	out := make([]byte, 0, len(body)+len(text))
	out = append(out, body[:at]...)
	out = append(out, text...)
	return append(out, body[at:]...)
}

// object is a JSON object whose members are changed one by one.
type object map[string]json.RawMessage

func read(text []byte) (object, bool) {
	var o object
	return o, json.Unmarshal(text, &o) == nil && o != nil
}

func (o object) text(name string) string {
	var s string
	_ = json.Unmarshal(o[name], &s) // what is no text is none
	return s
}

func (o object) number(name string) int {
	var n int
	_ = json.Unmarshal(o[name], &n)
	return n
}

func (o object) object(name string) object {
	inner, _ := read(o[name])
	return inner
}

func (o object) list(name string) []json.RawMessage {
	var l []json.RawMessage
	_ = json.Unmarshal(o[name], &l)
	return l
}

func (o object) put(name string, value any) { o[name] = encode(value) }

// encode returns a value as JSON, nothing of it escaped that needn't be.
func encode(value any) json.RawMessage {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(value) != nil {
		return json.RawMessage("null") // these are maps, lists and texts
	}
	return json.RawMessage(strings.TrimSuffix(b.String(), "\n"))
}

// fingerprint stands for what is too long to be kept as a signature.
func fingerprint(text string) string {
	if text == "" {
		return ""
	}
	sum := blake3.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}
