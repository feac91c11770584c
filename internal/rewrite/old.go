package rewrite

import (
	"bytes"
	"strconv"

	"github.com/zeebo/blake3"

	"elide.example/elide/internal/focus"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/shape"
)

const (
	// outlinePart is what an outline takes of a file at most, one byte in so many, and
	// mostOutline how many in all: where hardly anything but declarations stands they say
	// little less than the file, and nothing would go. With a half or a quarter the bill is
	// the same within 0.03 points.
	outlinePart = 3
	mostOutline = 16 << 10
)

// outlined tells whether of a result that is over may stay what a file declares.
func (c *conversation) outlined(r *result) bool {
	return c.w.cfg.patience().outlines && len(r.use.Reads) == 1 && len(r.facts.blocks) == 1 && r.facts.blocks[0].size <= mostFile
}

// old returns what is sent for a result that is over: markers, of a file behind what it
// declares.
func (c *conversation) old(r *result) outcome {
	name := "" // of the file
	if c.outlined(r) {
		name = r.use.Reads[0]
	}
	key := blake3.Sum256(append([]byte("old "+name+"\x00"), r.raw[:]...))
	out, _ := c.w.outcomes.do(key, func() (outcome, bool) {
		blocks := make([][]byte, len(r.facts.blocks))
		var needs []need
		for i, b := range r.facts.blocks {
			data := r.decoded()[i]
			text, hidden := []byte(nil), lineCount(data)
			if name != "" {
				text, hidden = outline(data, name)
			}
			blocks[i] = marker.Append(text, marker.Hash(b.digest), "old, "+strconv.Itoa(hidden)+" lines, elision-get")
			if bytes.HasSuffix(data, []byte{'\n'}) {
				blocks[i] = append(blocks[i], '\n')
			}
			needs = append(needs, need{b.digest, metaOf(shape.Plain, len(blocks[i]))})
		}
		return r.replace(blocks, false, needs), true
	})
	return out
}

// outline returns the lines of an output that declare something in the file that it shows,
// with gaps, and how many these hide: all, if no text is left.
func outline(data []byte, name string) (text []byte, hidden int) {
	lines := fileLines(data)
	if shown := focus.Outline(lines, name); shown != nil {
		if text = focus.Write(nil, lines, shown); len(text) <= min(len(data)/outlinePart, mostOutline) {
			return text, countHidden(shown)
		}
	}
	return nil, lineCount(data)
}
