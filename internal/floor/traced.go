package floor

import (
	"bytes"
	"slices"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/line"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

// What a server does for one request it says in several lines, which name it: conn=1040
// op=0, sshd[4231], req-8f3a. Where the last of them says that something is wrong, the
// others say of what: who wanted to log in, what was to be added. Of 22 outputs of servers
// and the like one more is whole by it, of 2,184 others three change by a few lines.
const (
	tracedMost  = 8   // lines of a section that are followed
	tracedEach  = 2   // lines that are shown of what each belongs to
	tracedNear  = 400 // lines to either side that are looked at
	tracedFew   = 6   // lines that an identifier alone ties together at most; of more, two must agree
	tracedPart  = 8   // one line in so many has an identifier at most, else it names no request
	tracedIDs   = 8   // identifiers of a line
	tracedBytes = 256 << 10
)

// wrongs are the reasons for which a line is one that says so.
var wrongs = [...]bool{mark.WhyFailure: true, mark.WhyMessage: true, mark.WhyStatus: true, mark.WhyWrong: true}

// traced shows what belongs to the same request as a line that says that something is wrong.
func (f *floor) traced(s block.Section) {
	if s.Shape != shape.Log && s.Shape != shape.Plain || s.Len() < deviantLike || len(s.Block.Bytes()) > tracedBytes || s.Look(0).Kind == line.Commit {
		return
	}
	left := tracedMost
	for i := 0; i < s.Len() && left > 0; i++ {
		m := f.marks[s.First+i]
		if m.Rank < mark.Outlier || int(m.Why) >= len(wrongs) || !wrongs[m.Why] || s.Segment(i) {
			continue
		}
		if ids := identifiers(s.Text(i)); len(ids) > 0 {
			left--
			f.follow(s, i, ids)
		}
	}
}

// follow shows the lines nearest to line i that share the most with it of what names a
// request.
func (f *floor) follow(s block.Section, i int, ids [][]byte) {
	shared, few := map[int]int{}, map[int]bool{}
	var pairs [][]byte // conn=1040 op=1: the second is said of each connection, and tells which of its requests
	for n, id := range ids {
		lines := naming(s, id)
		for _, k := range lines {
			shared[k]++
			few[k] = few[k] || len(lines) <= tracedFew
		}
		if lines == nil && n > 0 {
			pairs = append(pairs, slices.Concat(ids[n-1], []byte{' '}, id))
		}
	}
	for k := range shared {
		for _, pair := range pairs {
			if holds(s.Text(k), pair) && holds(s.Text(i), pair) {
				shared[k]++
			}
		}
	}
	for range tracedEach {
		best, most := -1, 0
		for step := 1; step <= tracedNear; step++ {
			for _, k := range [...]int{i - step, i + step} {
				if shared[k] > most && (few[k] || shared[k] > 1) && f.marks[s.First+k].Rank == mark.Bulk && s.Template(k) != s.Template(i) { // else the same again
					best, most = k, shared[k]
				}
			}
		}
		if best < 0 {
			return
		}
		f.marks[s.First+best].Raise(mark.Sample, unknownScore, mark.WhyNear)
	}
}

// naming returns the lines of the section that the identifier stands in; none if it is in
// too many to name a request.
func naming(s block.Section, id []byte) (lines []int) {
	text, from := s.Bytes(), s.Block.Offset(s.First)
	for at, k := 0, 0; ; {
		next := bytes.Index(text[at:], id)
		if next < 0 {
			return lines
		}
		if at += next; parted(text, at-1) && parted(text, at+len(id)) {
			for k+1 < s.Len() && s.Block.Offset(s.First+k+1)-from <= at {
				k++
			}
			if lines = append(lines, k); len(lines)*tracedPart > s.Len() {
				return nil
			}
			if at = len(text); k+1 < s.Len() {
				at = s.Block.Offset(s.First+k+1) - from
			}
			continue
		}
		at += len(id)
	}
}

// holds tells whether the identifiers stand in a text.
func holds(text, ids []byte) bool {
	at := bytes.Index(text, ids)
	return at >= 0 && parted(text, at-1) && parted(text, at+len(ids))
}

// parted tells whether no word stands at text[i].
func parted(text []byte, i int) bool {
	return i < 0 || i >= len(text) || !scan.IsWordByte(text[i])
}

// identifiers returns the words of a line that may name a request: those with a digit that
// are no time, no measure and no small number.
func identifiers(t []byte) (ids [][]byte) {
	t = t[:min(len(t), scanned)]
	for len(t) > 0 && len(ids) < tracedIDs {
		end := bytes.IndexAny(t, " \t,;()\"'<>|")
		if end < 0 {
			end = len(t)
		}
		if word := bytes.TrimRight(t[:end], ":."); identifies(word) && !slices.ContainsFunc(ids, func(id []byte) bool { return bytes.Equal(id, word) }) {
			ids = append(ids, word)
		}
		t = t[min(end+1, len(t)):]
	}
	return ids
}

// identifies tells whether a word may name a request.
func identifies(word []byte) bool {
	if len(word) < 3 || len(word) > 64 || scan.Clock(word) >= 0 || scan.DateAt(word) {
		return false
	}
	value := word
	if at := bytes.IndexByte(word, '='); at >= 0 {
		value = word[at+1:]
	}
	digits, dots, letters := 0, 0, 0
	for _, c := range value {
		switch {
		case scan.IsDigit(c):
			digits++
		case c == '.':
			dots++
		default:
			letters++
		}
	}
	if digits == 0 || dots > 0 && letters == 0 {
		return false
	}
	return len(value) < len(word) || letters > 0 || digits > 3 && digits < 9 // a longer one counts seconds
}
