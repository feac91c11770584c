// Package block cuts the bytes of one tool output into units.
//
// A unit is the smallest piece that is kept or elided whole: a line with its
// line end, or, where a line is too long to be kept or dropped as one, a
// segment of it. Units tile the block: laid end to end they are its bytes.
// Everything later (classifying, ranking, selecting, rendering) speaks of
// units by their index and never copies or changes the bytes.
package block

import (
	"bytes"
	"math"
	"sort"

	"elide.example/elide/internal/line"
	"elide.example/elide/internal/rules"
)

// longLine is the length in bytes from which a line is cut into segments.
// Below it a line costs about as much as the gaps that cutting it would need.
const longLine = 1024

// segment is the length in bytes that a segment of a long line is to have
// where nothing in the line says better.
const segment = 256

// mostSegments is how many units the cutting of lines may leave a block with.
// Tokens can be a byte long, and each unit costs some thirty bytes in all that
// comes later: a line of JSON that goes beyond it is cut like any other text. Real
// JSON has 15 to 40 bytes a token: it is reached from 8 MB on, in one line.
const mostSegments = 1 << 19

// MaxBytes is the most that one Block may hold. Larger originals are
// reduced in passes, a Block for each.
const MaxBytes = math.MaxInt32

// Unit is the place of a unit in its original.
type Unit struct {
	start int32 // offset in the Block's bytes
	line  int32 // line in the Block, from 0
	col   int32 // offset of the unit in its line
	eol   int32 // offset of its line end in the Block's bytes, of the unit's end if it has none
}

// span is a unit's text in its block's screen, from ^from up to, not
// including, to. The zero span is that of a unit without control codes.
type span struct{ from, to int32 }

// Span is a run of units: First included, End not.
type Span struct{ First, End int }

// Block is one tool output, or one pass's part of a large one, cut into
// units. It is read-only after New and safe for concurrent use.
type Block struct {
	data   []byte
	units  []Unit
	lines  int
	coarse bool

	// What a terminal leaves of the units with control codes: screen is the
	// text of all of them, shown says which of it is whose. nil: there are none.
	screen []byte
	shown  []span

	// FirstLine is the number, counted from 0, of the block's first line in
	// the original; FirstCol is the byte of that line at which the block
	// starts. Both are 0 but for the later passes over a large original.
	FirstLine, FirstCol int

	// Continues says that the original goes on after the block.
	Continues bool

	// Seen is what was read of each unit; nil: nothing was, yet. Of a line that is cut
	// into segments each has what was read of the first. It is set before the block is
	// used by others.
	Seen []line.Seen

	// Twin has for each unit the last before it that is the same line, or the unit itself:
	// what is told of a line by its text alone is told of both. nil as long as Seen is.
	Twin []int32

	// Kin has for each unit the last before it that is the same line but for numbers whose
	// digits tell nothing, or the unit itself: its Twin, if it has one. What a line looks like is told of
	// both, not what it names or counts. nil as long as Seen is.
	Kin []int32

	memos     map[any]any // of each type what is kept of each unit: see Memo
	templates []uint64    // of units; see Section.Template

	// Answers are the runs of units, in their order, that look like what a command of its
	// own answered, set as Seen is.
	Answers []Span

	// Rules are what is known of lines; nil: what is embedded, and nothing of the
	// user's.
	Rules *rules.Set
}

// New cuts data, which it keeps and never changes, into units.
// data must not be longer than MaxBytes.
func New(data []byte) *Block { return NewOf(data, bytes.Count(data, newline)) }

// NewOf is New of data with so many line ends.
func NewOf(data []byte, lines int) *Block {
	b := &Block{data: data, units: make([]Unit, 0, lines+1)}
	for start := 0; start < len(data); b.lines++ {
		end := len(data)
		if i := bytes.IndexByte(data[start:], '\n'); i >= 0 {
			end = start + i + 1
		}
		if end-start <= longLine {
			b.units = append(b.units, Unit{start: int32(start), line: int32(b.lines), eol: int32(start + len(trimEOL(data[start:end])))})
			start = end
			continue
		}
		first := len(b.units)
		b.addLine(start, end)
		start = end
		for i := len(b.units) - 1; i >= first; i-- {
			u := &b.units[i]
			u.eol = u.start + int32(len(trimEOL(data[u.start:end])))
			end = int(u.start)
		}
	}
	b.resolve()
	return b
}

// resolve plays the units with control codes, once for all who ask for them.
func (b *Block) resolve() {
	codes := newControls(b.data)
	for i := 0; i < len(b.units); i++ {
		code := codes.from(int(b.units[i].start))
		if code == len(b.data) {
			return
		}
		for i+1 < len(b.units) && int(b.units[i+1].start) <= code {
			i++
		}
		line := b.data[b.units[i].start:b.units[i].eol]
		if code >= int(b.units[i].eol) {
			continue
		}
		if b.shown == nil {
			b.shown = make([]span, len(b.units))
		}
		from := len(b.screen)
		if b.StartsLine(i) && (bytes.HasSuffix(b.Raw(i), newline) || i+1 == len(b.units)) {
			b.screen = appendResolved(b.screen, line)
		} else {
			b.screen = appendPart(b.screen, line)
		}
		b.shown[i] = span{^int32(from), int32(len(b.screen))}
	}
}

var newline = []byte{'\n'}

// addLine appends the units of the long line data[start:end].
func (b *Block) addLine(start, end int) {
	if redrawn(b.data[start:end]) {
		b.units = append(b.units, Unit{start: int32(start), line: int32(b.lines)})
		return
	}
	first := len(b.units)
	if !b.addSegments(start, end, segmenter(b.data[start:end]), mostSegments) {
		b.units, b.coarse = b.units[:first], true
		b.addSegments(start, end, textSegment, math.MaxInt)
	}
}

// addSegments appends the units into which cut cuts the line. It is false if
// the block has more than most by then.
func (b *Block) addSegments(start, end int, cut func([]byte) int, most int) bool {
	for at := start; at < end; {
		if len(b.units) >= most {
			return false
		}
		b.units = append(b.units, Unit{start: int32(at), line: int32(b.lines), col: int32(at - start)})
		at += cut(b.data[at:end])
	}
	return true
}

// Coarse tells whether JSON was cut like text, as its tokens are too many.
func (b *Block) Coarse() bool { return b.coarse }

// Len returns the number of units.
func (b *Block) Len() int { return len(b.units) }

// Lines returns the number of lines; a last line without a line end counts.
func (b *Block) Lines() int { return b.lines }

// Bytes returns the bytes of the whole block. They must not be changed.
func (b *Block) Bytes() []byte { return b.data }

// Raw returns the bytes of unit i as they came, line end included.
func (b *Block) Raw(i int) []byte { return b.data[b.units[i].start:b.end(i)] }

// Range returns the bytes of the units from first up to, not including, end.
func (b *Block) Range(first, end int) []byte {
	if first >= end {
		return nil
	}
	return b.data[b.units[first].start:b.end(end-1)]
}

func (b *Block) end(i int) int32 {
	if i+1 < len(b.units) {
		return b.units[i+1].start
	}
	return int32(len(b.data))
}

// Text returns unit i as a terminal would leave it: without its line end,
// terminal codes dropped, carriage-return overwrites resolved. It costs no
// allocation, and must not be changed.
func (b *Block) Text(i int) []byte {
	if b.shown != nil && b.shown[i].from < 0 {
		return b.screen[^b.shown[i].from:b.shown[i].to]
	}
	u := &b.units[i]
	return b.data[u.start:u.eol]
}

// Offset returns the offset of unit i in the block's bytes.
func (b *Block) Offset(i int) int { return int(b.units[i].start) }

// UnitAt returns the unit that holds a byte of the block, the last one of what is behind it.
func (b *Block) UnitAt(offset int) int {
	return sort.Search(len(b.units), func(i int) bool { return int(b.units[i].start) > offset }) - 1
}

// StartOf returns the unit that begins a line of the block, counted from 0.
func (b *Block) StartOf(line int) int {
	return sort.Search(len(b.units), func(i int) bool { return int(b.units[i].line) >= line })
}

// Line returns the number in the original, counted from 1, of the line that
// unit i is or is part of.
func (b *Block) Line(i int) int { return b.FirstLine + int(b.units[i].line) + 1 }

// Columns returns which bytes of its line unit i is, counted from 1, both
// ends included.
func (b *Block) Columns(i int) (first, last int) {
	col := int(b.units[i].col)
	if b.units[i].line == 0 {
		col += b.FirstCol
	}
	return col + 1, col + int(b.end(i)-b.units[i].start)
}

// StartsLine tells whether unit i begins a line, EndsLine whether it ends one.
// A unit that does both is a whole line.
func (b *Block) StartsLine(i int) bool {
	u := &b.units[i]
	return u.col == 0 && (u.line > 0 || b.FirstCol == 0)
}

// EndsLine tells whether unit i is the last of its line.
func (b *Block) EndsLine(i int) bool {
	end := b.end(i)
	return b.data[end-1] == '\n' || int(end) == len(b.data) && !b.Continues
}

// partial tells whether unit i is only a part of a line.
func (b *Block) partial(i int) bool { return !b.StartsLine(i) || !b.EndsLine(i) }

// WholeLines tells whether each unit of the block is a whole line.
func (b *Block) WholeLines() bool {
	return len(b.units) == b.lines && b.FirstCol == 0 && !b.Continues
}

func trimEOL(line []byte) []byte {
	if n := len(line); n > 0 && line[n-1] == '\n' {
		line = line[:n-1]
		if n > 1 && line[n-2] == '\r' {
			line = line[:n-2]
		}
	}
	return line
}
