package hook

import (
	"bytes"
	"context"
	"strconv"

	"github.com/zeebo/blake3"

	"elide.example/elide/internal/cutmark"
	"elide.example/elide/internal/frame"
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

	outputs []Output
	err     error
	texts   int // how many texts of the call came before
}

func newTurn(ctx context.Context, cfg Config, host, event string, payload jsonspan.Value) *turn {
	if cfg.MinErrorBytes == 0 {
		cfg.MinErrorBytes = toolcall.MinErrorBytes
	}
	if cfg.Env == nil {
		cfg.Env = func(string) string { return "" }
	}
	return &turn{ctx: ctx, cfg: cfg, host: host, event: event, payload: payload}
}

// call says which tool was called, and in which session.
func (t *turn) call(session, tool string, input jsonspan.Value) {
	t.session, t.tool = session, tool
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
	if t.use.AsPrinted() || t.use.Command != "" && t.cfg.Ignored != nil && t.cfg.Ignored(t.use.Command) {
		return nil
	}
	shorter, made := t.outputsIn(text)
	if len(made) == 0 || !smaller(shorter, text) {
		return nil
	}
	t.outputs = append(t.outputs, made...)
	return shorter
}

// outputsIn makes the outputs in a text shorter.
func (t *turn) outputsIn(text []byte) (shorter []byte, made []Output) {
	if t.bare {
		if b, out := t.block(text, t.limit); b != nil {
			return b, []Output{out}
		}
		return nil, nil
	}
	f := frame.Open(text)
	t.refersTo(f)
	if f.Failed() && t.short(text) {
		return nil, nil
	}
	blocks := f.Blocks()
	room := t.room(text, blocks)
	for i, b := range blocks {
		var out Output
		if blocks[i], out = t.block(b, room); blocks[i] != nil {
			made = append(made, out)
		}
	}
	return f.Replace(blocks), made
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

// block returns what is to stand in the place of an output, nil if it stays.
func (t *turn) block(data []byte, room int) ([]byte, Output) {
	if marker.Ends(data) {
		return nil, Output{}
	}
	own := blake3.Sum256(data)
	t.texts++
	var text []byte
	var out Output
	var err error
	switch {
	case t.again(data, own):
		text, out, err = t.reference(data, own)
	case !t.exact():
		text, out, err = t.reduce(data, own, room)
	}
	if err != nil && t.err == nil {
		t.err = err
	}
	if text == nil || err != nil {
		return nil, Output{}
	}
	if !bytes.HasSuffix(data, []byte{'\n'}) {
		text = bytes.TrimSuffix(text, []byte{'\n'})
	}
	out.Hash, out.BytesIn, out.BytesOut = marker.Hash(own), len(data), len(text)
	out.TokensIn, out.TokensOut = tokens.Estimate(data), tokens.Estimate(text)
	return text, out
}

// exact tells whether the output shows what may be edited, of which the exact
// bytes are needed. Logs aren't edited. But where the host puts numbers to the
// lines, those behind a gap would be wrong.
func (t *turn) exact() bool {
	return t.numbers || t.use.Exact()
}

// again notes that the agent is shown the output, and tells whether the same
// call showed it the same before. Of what stays as it is but is cut by the host
// the agent sees a part only.
func (t *turn) again(data []byte, own [32]byte) bool {
	if !t.refers || t.use.Key == "" || len(data) < t.least() || t.exact() && t.limit > 0 && len(data) > t.limit {
		return false
	}
	return t.memory().Show(t.agent, t.use.Key+"\x00"+strconv.Itoa(t.texts), own)
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
