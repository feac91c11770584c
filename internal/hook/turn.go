package hook

import (
	"bytes"
	"context"
	"strconv"
	"time"

	"github.com/zeebo/blake3"

	"elide.example/elide/internal/cutmark"
	"elide.example/elide/internal/frame"
	"elide.example/elide/internal/held"
	"elide.example/elide/internal/hook/seen"
	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/pipeline"
	"elide.example/elide/internal/shape"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/tokens"
	"elide.example/elide/internal/toolcall"
)

// turn is a payload on its way to its answer.
type turn struct {
	ctx     context.Context
	cfg     Config
	host    string
	event   string
	payload jsonspan.Value

	session string
	agent   string // a sub-agent of the session; "": the main one
	tool    string
	use     toolcall.Use
	limit   int  // most bytes of a text that the host hands on as they are; 0: any
	bare    bool // the host wraps nothing round the texts
	numbers bool // the host numbers the lines of what it gets
	refers  bool // the host tells when a conversation is compacted, so that references can be made
	cut     bool // of the texts the host shows a part only, if they stay
	first   int  // the number of the first line, where the host numbers them
	fixed   bool // from which they are numbered in any case

	input jsonspan.Value // of the call
	began time.Time      // when the call did; zero: not known, and nothing is told by where it stands
	reach int            // most bytes of results that are taken to be before the agent; 0: any

	outputs []Output
	err     error
	texts   int  // how many texts of the call came before
	noted   bool // what the agent wrote in the call is remembered
	lead    int  // how many fewer lines are sent before the first that is shown, where the host numbers them
}

func newTurn(ctx context.Context, cfg Config, host, event string, payload jsonspan.Value) *turn {
	if cfg.MinErrorBytes == 0 {
		cfg.MinErrorBytes = toolcall.MinErrorBytes
	}
	if cfg.Env == nil {
		cfg.Env = func(string) string { return "" }
	}
	if cfg.now == nil {
		cfg.now = time.Now
	}
	return &turn{ctx: ctx, cfg: cfg, host: host, event: event, payload: payload}
}

// call says which tool was called, and in which session.
func (t *turn) call(session, tool string, input jsonspan.Value) {
	t.session, t.tool, t.input = session, tool, input
	t.use = toolcall.Of(tool, input.Raw())
}

// memory returns that of the session; nil if there is none.
func (t *turn) memory() *seen.Memory {
	if t.cfg.Memory == nil {
		return nil
	}
	return t.cfg.Memory(t.host, t.session)
}

// end notes which entries the session's conversation refers to now.
func (t *turn) end() {
	for _, o := range t.outputs {
		t.memory().Stored(o.Hash)
	}
}

// inString returns the JSON string to put in the place of one that the model
// would read, nil if it stays.
func (t *turn) inString(v jsonspan.Value) []byte {
	text, whole := v.AppendText(nil)
	if v.Kind() != jsonspan.String || !whole {
		return nil
	}
	if shorter := t.text(text); shorter != nil {
		return jsonspan.AppendString(nil, shorter)
	}
	return nil
}

// text returns what is to stand in the place of a text that the model would
// read, nil if it stays: the outputs in it made shorter, and all round them as
// the host wrote it.
func (t *turn) text(text []byte) []byte {
	p := t.outputsIn(text)
	if len(p.reduced()) > 0 && !smaller(p.text(p.sent), text) {
		p.stay()
	}
	p = t.refer(text, p)
	made := p.reduced()
	if len(made) == 0 {
		return nil
	}
	t.outputs = append(t.outputs, made...)
	return p.text(p.sent)
}

// asPrinted tells whether a text is to be shown as it came.
func (t *turn) asPrinted() bool {
	return t.use.AsPrinted() || t.use.Command != "" && t.cfg.Ignored != nil && t.cfg.Ignored(t.use.Command)
}

// outputsIn finds the outputs in a text and makes them shorter.
func (t *turn) outputsIn(text []byte) parts {
	var p parts
	room, stays := t.limit, t.asPrinted()
	if t.bare {
		p = newParts([][]byte{text}, func(blocks [][]byte) []byte {
			if blocks[0] == nil {
				return text
			}
			return blocks[0]
		})
	} else {
		f := frame.Open(text)
		t.refersTo(f)
		p = newParts(f.Blocks(), f.Replace)
		room, stays = t.room(text, p.outputs), stays || f.Failed() && t.short(text)
	}
	for i := range p.outputs {
		if t.texts++; stays {
			p.whole[i] = t.asPrinted()
			continue
		}
		t.block(&p, i, room)
	}
	return p
}

// refersTo notes which entries outputs refer to that were reduced before they
// came here.
func (t *turn) refersTo(f frame.Frame) {
	for _, b := range f.Blocks() {
		if !marker.Ends(b) {
			continue
		}
		if all := marker.Find(b); len(all) > 0 {
			t.memory().Refers(all[len(all)-1].Hash)
		}
	}
}

// smaller tells whether a text takes less than another, in tokens, and in bytes
// as JSON has it.
func smaller(text, other []byte) bool {
	return len(jsonspan.AppendString(nil, text)) < len(jsonspan.AppendString(nil, other)) &&
		tokens.Estimate(text) < tokens.Estimate(other)
}

// short tells whether the output of a command that failed is short enough to
// stay as it is, and is not what the host would cut.
func (t *turn) short(text []byte) bool {
	return len(text) < t.cfg.MinErrorBytes && (t.limit == 0 || len(text) <= t.limit)
}

// room returns how many bytes each of the blocks may have in a text, 0 if
// there is no limit.
func (t *turn) room(text []byte, blocks [][]byte) int {
	const least = 512
	if t.limit == 0 {
		return 0
	}
	around := len(text)
	for _, b := range blocks {
		around -= len(b)
	}
	return max((t.limit-around)/len(blocks), least)
}

// block makes an output shorter, unless it stays.
func (t *turn) block(p *parts, i, room int) {
	data := p.outputs[i]
	if marker.Ends(data) {
		return
	}
	own := blake3.Sum256(data)
	var text []byte
	var out Output
	var err error
	before := t.before(p, i, own)
	p.whole[i] = before == seen.Pointed
	switch {
	case before == seen.Same && len(data) >= t.least():
		p.whole[i] = true
		text, out, err = t.reference(data, own)
	case !t.exact():
		text, out, err = t.reduce(data, own, room)
	}
	if err != nil && t.err == nil {
		t.err = err
	}
	if text == nil || err != nil {
		return
	}
	p.sent[i], p.made[i] = t.madeOf(data, text, own, out.Shape)
}

// madeOf returns what is sent for an output, which ends as that does, and what
// is told of it.
func (t *turn) madeOf(data, text []byte, own [32]byte, shape string) ([]byte, Output) {
	if !bytes.HasSuffix(data, []byte{'\n'}) {
		text = bytes.TrimSuffix(text, []byte{'\n'})
	}
	return text, Output{shape, marker.Hash(own), len(data), len(text), tokens.Estimate(data), tokens.Estimate(text)}
}

// exact tells whether the output shows what may be edited, of which the exact
// bytes are needed. Logs aren't edited. But where the host puts numbers to the
// lines, those behind a gap would be wrong.
func (t *turn) exact() bool {
	return t.numbers || t.use.Exact()
}

// before notes that the agent is shown an output, and tells what the same call
// gave it before. Of what stays as it is but is cut by the host the agent sees a
// part only.
func (t *turn) before(p *parts, i int, own [32]byte) seen.Before {
	data := p.outputs[i]
	if !t.refers || t.use.Key == "" || len(data) < min(t.least(), held.LeastHolding) || t.exact() && (t.cut || t.limit > 0 && len(data) > t.limit) {
		return seen.Other
	}
	p.keys[i] = t.use.Key + "\x00" + strconv.Itoa(t.texts)
	return t.memory().Show(t.agent, p.keys[i], own)
}

func (t *turn) least() int {
	if t.cfg.Pipeline.MinBytes == 0 {
		return pipeline.DefaultMinBytes
	}
	return t.cfg.Pipeline.MinBytes
}

// original is an output in memory whose digest is known.
type original struct {
	*bytes.Reader
	data   []byte
	digest [32]byte
}

// Bytes returns the output.
func (o original) Bytes() ([]byte, bool) { return o.data, true }

// Digest returns its digest.
func (o original) Digest() [32]byte { return o.digest }

func newOriginal(data []byte, digest [32]byte) original {
	return original{bytes.NewReader(data), data, digest}
}

// reference stores an output that the agent was shown before, and returns the
// marker that stands for it.
func (t *turn) reference(data []byte, own [32]byte) ([]byte, Output, error) {
	note := "same as above, " + cutmark.Repeated(data) + strconv.Itoa(lineCount(data)) + " lines, elision-get"
	text := append(marker.Append(nil, marker.Hash(own), note), '\n')
	pending, err := t.cfg.Store.Prepare(t.ctx, newOriginal(data, own), own)
	if err != nil {
		return nil, Output{}, err
	}
	meta := store.Meta{Type: shape.Plain.String(), TTL: t.cfg.Pipeline.TTL, CompressedBytes: int64(len(text))}
	if _, err := pending.Commit(meta); err != nil {
		return nil, Output{}, err
	}
	return text, Output{Shape: shape.Plain.String()}, nil
}

func lineCount(data []byte) int {
	n := bytes.Count(data, []byte{'\n'})
	if !bytes.HasSuffix(data, []byte{'\n'}) {
		n++
	}
	return n
}

// reduce sends an output through the pipeline, which stores it.
func (t *turn) reduce(data []byte, own [32]byte, room int) ([]byte, Output, error) {
	opt := t.cfg.Pipeline
	opt.Command, opt.Told, opt.MaxBytes, opt.Since = t.use.Command, t.use.Output, room, nil
	res, err := pipeline.Reduce(t.ctx, newOriginal(data, own), opt, t.cfg.Store)
	if err != nil || !res.Reduced {
		return nil, Output{}, err
	}
	return res.Text, Output{Shape: res.Shape.String()}, nil
}
