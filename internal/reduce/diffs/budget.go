package diffs

import (
	"bytes"
	"math"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/jsondoc"
	"elide.example/elide/internal/scan"
)

// diffPlan decides how much of a diff is shown. A diff that a reader takes in
// line by line keeps every changed line. Of a larger one there are the files,
// the heads of hunks and the first changed lines of each, up to a share that
// shrinks as the diff grows; of more hunks than have a line each in it, one line of as many as
// have.
type diffPlan struct {
	s       block.Section
	lines   []diffLine
	dull    []bool // by file: made by a tool, not by hand, or deleted
	commits int
	changed int // lines, but for those of dull files
	bytes   int // of these lines
	dulled  int // changed lines of dull files

	full      bool  // every changed line is shown
	fullDull  bool  // also of dull files
	left      int   // bytes of hunks that may be shown
	hunksEach int   // hunks shown of a file
	linesEach int   // lines shown of a hunk
	spare     int   // bytes of changed lines that may be shown of more hunks than have a line each
	example   int32 // the file whose moved lines are shown too, 0: none
	sides     map[uint32]uint8
}

// What changed is what nothing foretells: all of it is shown of up to middleDiff lines, or up to
// wholeDiff bytes of lines. Of eight diffs that agents asked for five had more lines, and all five
// lost some that they went on with; with 24,000 bytes one does, with 12,000 two. Of a diff of
// twice as much or more what is shown shrinks to the share of the largest.
const (
	middleDiff = 200
	wholeDiff  = 24_000
)

// proposedDiff is the number of changed lines up to which all are shown of what a
// formatter would change, which says before each file that something is wrong with it:
// what it would do there is the same again and again.
const proposedDiff = 40

// longLog is the number of commits from which only the newest are shown with
// what they changed.
const longLog = 20

const manyHunks = math.MaxInt32

func newDiffPlan(s block.Section, r *diffReader) *diffPlan {
	p := &diffPlan{s: s, lines: r.lines, dull: make([]bool, r.file+1), spare: math.MaxInt}
	gone := make([]bool, r.file+1)
	for u, l := range p.lines {
		switch {
		case !s.StartsLine(s.First + u):
		case l.kind == diffFile && madeByTool(s.Text(u)):
			p.dull[l.file] = true
		case l.kind == diffNote && deletes(s.Text(u)):
			gone[l.file] = true
		}
	}
	p.dullGone(gone)
	for u, l := range p.lines {
		switch {
		case !s.StartsLine(s.First + u):
		case l.kind == diffCommit:
			p.commits++
		case l.kind.changed():
			if p.dull[l.file] {
				p.dulled++
				continue
			}
			p.changed++
			p.bytes += len(s.Raw(u))
		}
	}
	most := middleDiff
	if p.proposed() {
		most, p.example = proposedDiff, 1
	}
	p.full = p.changed <= most || most == middleDiff && p.bytes <= mark.OfBlock(s, wholeDiff)
	p.fullDull = p.changed+p.dulled <= most
	p.hunksEach = manyHunks
	switch {
	case !p.full:
		p.divide()
	case p.changed > most:
		p.findSides()
	}
	return p
}

// dullGone takes what files held that are gone for dull, unless it is most of what changed:
// then it is what was asked for.
func (p *diffPlan) dullGone(gone []bool) {
	lines, others := 0, 0
	for _, l := range p.lines {
		switch {
		case !l.kind.changed() || p.dull[l.file]:
		case gone[l.file]:
			lines++
		default:
			others++
		}
	}
	for f := range gone {
		p.dull[f] = p.dull[f] || gone[f] && lines <= others
	}
}

// proposed tells whether a message stands right before most of the files, of which
// there are several.
func (p *diffPlan) proposed() bool {
	files, told := 0, 0
	last := diffText
	for u, l := range p.lines {
		if !p.s.StartsLine(p.s.First + u) {
			continue
		}
		if l.kind == diffFile && last != diffFile {
			files++
			if last == diffMessage {
				told++
			}
		}
		last = l.kind
	}
	return files > 3 && told*5 >= files*4
}

// divide finds how many hunks of each file and how many lines of each hunk
// fit into what may be shown.
func (p *diffPlan) divide() {
	p.findSides()
	size := float64(len(p.s.Bytes()))
	p.left = max(int(18*math.Sqrt(size))+1000, int(float64(mark.OfBlock(p.s, wholeDiff))*min(1, 2*wholeDiff/size)))
	if p.commits > longLog {
		p.left, p.hunksEach, p.linesEach = 8_000, 4, 6
		return
	}
	for _, p.hunksEach = range [...]int{manyHunks, 16, 8, 4, 2, 1} {
		if p.cost(0) <= p.left/3 {
			break
		}
	}
	for _, p.linesEach = range [...]int{600, 300, 150, 60, 40, 25, 16, 12, 8, 6, 4, 3, 2, 1} {
		if p.cost(p.linesEach) <= p.left {
			return
		}
	}
	p.spare = p.left - p.cost(0)
}

// cost returns the bytes of the hunks that are shown with so many lines each.
func (p *diffPlan) cost(linesEach int) int {
	total := 0
	p.eachHunkLine(func(u int, l diffLine, nth int) {
		if l.kind == diffHunk || nth <= linesEach && linesEach > 0 {
			total += len(p.s.Raw(u))
		}
	})
	return total
}

// eachHunkLine calls do for the heads of the hunks that are to be shown, and
// for their changed lines that tell something: nth counts these in a hunk.
func (p *diffPlan) eachHunkLine(do func(u int, l diffLine, nth int)) {
	var file, hunk int32 = -1, -1
	hunks, nth := 0, 0
	for u, l := range p.lines {
		if l.kind != diffHunk && !l.kind.changed() {
			continue
		}
		if l.file != file {
			file, hunks = l.file, 0
		}
		if l.hunk != hunk {
			hunk, nth = l.hunk, 0
			hunks++
		}
		if hunks > p.hunksEach || p.dull[file] && !p.fullDull && hunks > 1 {
			continue
		}
		if l.kind.changed() {
			if !p.tells(u, l) {
				continue
			}
			nth++
		}
		do(u, l, nth)
	}
}

// findSides notes which lines stand on either side of the diff: they moved.
func (p *diffPlan) findSides() {
	p.sides = map[uint32]uint8{}
	for u, l := range p.lines {
		if l.kind.changed() {
			p.sides[p.lineHash(u)] |= uint8(l.kind - diffAdded + 1)
		}
	}
}

func (p *diffPlan) lineHash(u int) uint32 {
	text := p.s.Text(u)
	return jsondoc.Hash(scan.Trim(text[min(1, len(text)):]))
}

// tells tells whether a changed line is worth showing before others: it is
// not blank, did not just move, and was written by hand.
func (p *diffPlan) tells(u int, l diffLine) bool {
	if p.full && p.sides == nil && (p.fullDull || !p.dull[l.file]) {
		return true
	}
	if p.dull[l.file] {
		return false
	}
	text := p.s.Text(u)
	return len(scan.Trim(text)) > 2 && (l.file == p.example || p.sides[p.lineHash(u)] != 3)
}

// deletes tells of a note whether the file is gone: what stood in it stands where it was.
func deletes(note []byte) bool { return scan.HasPrefix(note, "deleted file mode ") }

// madeByTool tells whether the line names a file that tools write.
func madeByTool(line []byte) bool {
	path := line
	if i := bytes.LastIndexByte(line, ' '); i >= 0 {
		path = line[i+1:]
	}
	path, _, _ = bytes.Cut(path, []byte{'\t'})
	name := path[bytes.LastIndexByte(path, '/')+1:]
	switch string(name) {
	case "package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "go.sum", "bun.lockb", "packages.lock.json", "gradle.lockfile", "Package.resolved", ".pnp.cjs":
		return true
	}
	for _, end := range [...]string{".lock", ".min.js", ".min.css", ".map", ".snap", ".pb.go", "_pb2.py", ".pb.cc", ".pb.h", ".svg", ".g.dart", ".freezed.dart", ".designer.cs", ".bundle.js"} {
		if scan.HasSuffix(name, end) {
			return true
		}
	}
	for _, part := range [...]string{"/node_modules/", "/vendor/", "/dist/", "/third_party/", ".generated.", "/__generated__/", "/generated/"} {
		if bytes.Contains(path, []byte(part)) {
			return true
		}
	}
	return false
}
