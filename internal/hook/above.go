package hook

import (
	"bytes"
	"time"

	"github.com/zeebo/blake3"

	"elide.example/elide/internal/above"
	"elide.example/elide/internal/held"
	"elide.example/elide/internal/hook/seen"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/shape"
	"elide.example/elide/internal/store"
)

// What the agent has before it already is not shown twice, in hosts that tell when
// a conversation is compacted: runs of lines that an earlier call showed, or that
// the agent wrote in one, become gaps that say where they stand. What it has
// before it is remembered of each call (seen.Known), so that all calls of such a
// host come here, also those of which nothing can be made shorter.

// mostRead bounds the texts that are looked at.
const mostRead = 1 << 20

// slack is how long a call may be over before we know of it. What ended in that
// time may have run beside it.
const slack = 100 * time.Millisecond

// parts are the outputs in a text.
type parts struct {
	outputs [][]byte
	sent    [][]byte // in their places; nil: it stays
	made    []Output // of those that don't stay
	keys    []string // by which the call is known that shows them; "": by none
	whole   []bool   // nothing is to be said of it by where it stands
	text    func(blocks [][]byte) []byte
}

func newParts(outputs [][]byte, text func([][]byte) []byte) parts {
	n := len(outputs)
	return parts{outputs, make([][]byte, n), make([]Output, n), make([]string, n), make([]bool, n), text}
}

// stay has all outputs stay.
func (p *parts) stay() {
	clear(p.sent)
	clear(p.made)
}

// reduced are the outputs that don't stay.
func (p *parts) reduced() []Output {
	var out []Output
	for i, sent := range p.sent {
		if sent != nil {
			out = append(out, p.made[i])
		}
	}
	return out
}

// refer puts gaps in the place of what stands above, if that makes the text
// shorter, and notes what the agent has before it now. If that can't be, it
// refers to nothing.
func (t *turn) refer(text []byte, p parts) parts {
	if !t.refers || t.cfg.Memory == nil || len(text) > mostRead || len(text) < held.LeastHolding {
		return p
	}
	memory := t.memory()
	known := memory.Known(t.agent, t.began, t.reach)
	written := t.written(known)
	own := recall{known, append(append([]seen.Passage(nil), known.Passages...), written...)}
	with, lead := p, 0
	with.sent, with.made = append([][]byte(nil), p.sent...), append([]Output(nil), p.made...)
	for i := range p.outputs {
		lead += t.gaps(own, &with, i)
	}
	switch {
	case t.began.IsZero(), len(with.reduced()) == 0, !smaller(with.text(with.sent), p.text(p.sent)):
	case memory.Tell(t.agent, known, append(written, t.shown(known, with)...)) == nil:
		t.lead = lead
		for i, key := range with.keys {
			if key != "" && !bytes.Equal(with.sent[i], p.sent[i]) {
				memory.Point(t.agent, key)
			}
		}
		return with
	}
	memory.Tell(t.agent, known, append(written, t.shown(known, p)...))
	return p
}

// notice notes what the agent wrote in a call that has no text to be made shorter.
func (t *turn) notice() {
	if t.noted || !t.refers || t.cfg.Memory == nil || bytes.Count(t.input.Raw(), []byte(`\n`)) < above.Least-1 {
		return
	}
	memory := t.memory()
	known := memory.Known(t.agent, time.Time{}, 0)
	memory.Tell(t.agent, known, t.written(known))
}

// written is what the agent wrote in the call, once for all its texts.
func (t *turn) written(known *seen.Known) []seen.Passage {
	data := held.Written(t.input)
	if t.noted || len(data) > mostRead {
		return nil
	}
	t.noted = true
	read := above.Read(data)
	known.Sum(read)
	return []seen.Passage{{Lines: read.Lines, Files: t.files(), Written: true, Edit: !held.WritesWhole(t.use, t.input)}}
}

func (t *turn) files() []string {
	return append(append([]string(nil), t.use.Reads...), t.use.Writes...)
}

// shown is what the agent has before it of the outputs.
func (t *turn) shown(known *seen.Known, p parts) (out []seen.Passage) {
	size := 0
	for i, data := range p.outputs {
		if p.sent[i] != nil {
			data = p.sent[i]
		}
		size += len(data)
	}
	if t.limit > 0 && size > t.limit || t.cut && len(p.reduced()) == 0 {
		return nil // the host cuts it
	}
	for i, data := range p.outputs {
		if marker.Ends(data) {
			continue
		}
		read := t.read(known, data)
		lines, _ := held.Lines(read, held.Rows(read, p.sent[i]))
		out = append(out, seen.Passage{Lines: lines, Name: held.Label(t.use, t.tool), Files: t.files(), Bytes: size, Edit: held.Edits(t.use)})
		size = 0
	}
	return out
}

// read takes an output apart, as the host shows it.
func (t *turn) read(known *seen.Known, data []byte) above.Text {
	read := above.Text{}
	if t.numbers {
		read = above.ReadNumbered(data, t.first)
	} else {
		read = above.Read(data)
	}
	known.Sum(read)
	return read
}

// recall is what is known, with what the agent wrote in the call itself.
type recall struct {
	known    *seen.Known
	passages []seen.Passage
}

// index holds the passages in which lines of the text may stand: few of many, and
// an index takes longer to make than to ask.
func (r recall) index(text above.Text) *above.Index {
	own := make(map[uint64]bool, len(text.Lines))
	for _, l := range text.Lines {
		own[l.Sum] = own[l.Sum] || !l.Blank
	}
	x := above.NewIndex()
	for _, p := range r.passages {
		shared := 0
		for _, l := range p.Lines {
			if own[l.Sum] {
				shared++
			}
		}
		if shared < above.Least {
			p.Lines = nil
		}
		x.Add(p.Lines, p.Edit)
	}
	return x
}

// gaps puts gaps into what is sent for an output. Where the host numbers the
// lines, lead is how many fewer stand before the first that is shown.
func (t *turn) gaps(r recall, p *parts, i int) (lead int) {
	data := p.outputs[i]
	if p.whole[i] || t.began.IsZero() || len(r.passages) == 0 || len(data) < held.LeastHolding || bytes.Contains(data, []byte(marker.Open)) {
		return 0
	}
	text := t.read(r.known, data)
	rows := held.Rows(text, p.sent[i])
	lines, at := held.Lines(text, rows)
	runs := r.index(text).Find(lines, !t.exact(), func(int) bool { return true })
	if t.exact() {
		runs = held.InPlace(lines, runs, func(run above.Run) above.Line { return r.passages[run.Text].Lines[run.At] },
			func(run above.Run) bool { return r.passages[run.Text].Shares(t.use.Reads) })
	}
	gaps := held.Gaps(rows, at, runs, func(run above.Run) []byte {
		where := r.passages[run.Text]
		return held.Text(lines[run.First:run.End], held.Where{Lines: where.Lines[run.At:], Name: where.Name, Written: where.Written})
	})
	if t.numbers {
		gaps, lead = around(len(rows), gaps, t.fixed)
	}
	if len(gaps) == 0 {
		return 0
	}
	sent, out, err := t.hold(data, held.Put(rows, gaps), p.made[i].Shape)
	if err != nil {
		if t.err == nil {
			t.err = err
		}
		return 0
	}
	p.sent[i], p.made[i] = sent, out
	return lead
}

// around keeps of the gaps those at the start and at the end, so that the lines
// that are shown stand together, and can be numbered from one on; those at the end
// alone if the first number is fixed. lead is how many fewer lines are sent before
// them.
func around(rows int, gaps []held.Gap, fixed bool) (kept []held.Gap, lead int) {
	end := len(gaps)
	for last := rows; end > 0 && gaps[end-1].End == last; end-- {
		last = gaps[end-1].First
	}
	begin := 0
	for first := 0; !fixed && begin < end && gaps[begin].First == first; begin++ {
		first = gaps[begin].End
		lead += gaps[begin].End - gaps[begin].First - 1
	}
	return append(append([]held.Gap(nil), gaps[:begin]...), gaps[end:]...), lead
}

// hold stores an output of which is sent what text has, and puts its marker to
// that.
func (t *turn) hold(data, text []byte, kind string) ([]byte, Output, error) {
	if kind == "" {
		kind = shape.Plain.String()
	}
	own := blake3.Sum256(data)
	text = held.Finish(text, own, data)
	pending, err := t.cfg.Store.Prepare(t.ctx, newOriginal(data, own), own)
	if err != nil {
		return nil, Output{}, err
	}
	meta := store.Meta{Type: kind, TTL: t.cfg.Pipeline.TTL, CompressedBytes: int64(len(text))}
	if _, err := pending.Commit(meta); err != nil {
		return nil, Output{}, err
	}
	sent, out := t.madeOf(data, text, own, kind)
	return sent, out, nil
}
