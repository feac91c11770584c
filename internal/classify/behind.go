package classify

import (
	"bytes"
	"slices"
	"strconv"
	"unicode"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/line"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

// prefixLook is how many lines are looked at to tell whether there may be
// prefixes at all.
const prefixLook = 64

// prefixSample is how many lines at either end of a long block say whether
// it is worth to look behind all prefixes.
const prefixSample = 1024

// weakLeast is how much longer than what is known to be put before lines a lead is that all lines have. Of
// 1,216 outputs behind eight of these 140 lose a line; with 1 as many, with 6 200.
const weakLeast = 3

// prefixJumps is of how many numbers of lines one may be another than the next: parts of
// files are printed one after the other. With 10 or 5, none of 2,560 outputs is another.
const prefixJumps = 10

// sectionsBehind cuts b by what stands behind the prefixes of its lines, if
// nearly all have one and what stands behind is more than a service's records. Its
// sections lie on a block of the same units without prefixes, which is what
// a reducer is to see.
func sectionsBehind(b *block.Block, command string) []block.Section {
	first, _ := forms(b, 0, min(b.Len(), prefixLook))
	if first == line.Numbered {
		return sectionsOfNumbered(b, command)
	}
	l := lead{form: first}
	if l.task = taskColumn(b); l.task > 0 {
		return behindLead(b, l, command)
	}
	if first != line.Jobbed {
		var shared, all []byte
		if l.like, shared, all = leadOf(b); l.like != nil {
			if _, several := sourcesBehind(b, shared); several {
				l.like = nil
			}
		}
		if n := 1 + bytes.LastIndexAny(all, " \t"); n > len(l.like)+weakLeast && bytes.ContainsFunc(all[:n], unicode.IsLetter) && mayTell(b, all[:n]) {
			if secs := behindLead(b, lead{like: all[:n], weak: true}, command); secs != nil {
				return secs
			}
		}
	}
	if first == line.NoPrefix && l.like == nil {
		return nil
	}
	return behindLead(b, l, command)
}

// behindLead cuts b by what stands behind the lead, nil if b is to be cut as it is.
func behindLead(b *block.Block, l lead, command string) []block.Section {
	if b.Len() > 2*prefixSample {
		last := b.Len() - prefixSample
		ends := block.New(append(bare(b, 0, prefixSample, l), bare(b, last, b.Len(), l)...))
		with := block.New(slices.Concat(b.Range(0, prefixSample), b.Range(last, b.Len())))
		if cutBehind(ends, with, command, l) == nil {
			return nil
		}
	}
	if l.like == nil && l.task == 0 {
		var lines int
		if l.form, lines = forms(b, 0, b.Len()); l.form == line.NoPrefix || lines < 4 {
			return nil
		}
	}
	behind := behind(b, l)
	if behind == nil {
		return nil
	}
	return cutBehind(behind, b, command, l)
}

// cutBehind cuts what stands behind the leads of a block, nil if the block is to be cut as it
// is: its lines are records of a service, with times of their own. A job has outputs behind them,
// and behind a name without a time anything may stand.
func cutBehind(behind, in *block.Block, command string, l lead) []block.Section {
	if sh, ok := whole(behind); ok && !l.weak {
		return []block.Section{{Block: behind, End: behind.Len(), Shape: sh, Command: command}}
	}
	c := newCutter(behind, command)
	worth := worthCutting(c, in)
	if l.weak || !worth && l.like != nil {
		worth = (worth || c.clearly()) && !levelled(behind) && c.tellMore(in)
	}
	if l.weak && !worth {
		return nil
	}
	c.cut()
	if worth || l.form == line.Jobbed || l.task > 0 || l.like != nil && !scan.Stamped(l.like) {
		return c.out
	}
	if l.like == nil && !l.form.Names() {
		return nil
	}
	printed := 0 // by a command, for certain: a service's messages may look like anything else, a logger's like more
	for _, s := range c.out {
		switch s.Shape {
		case shape.TestLog, shape.BuildLog, shape.Diff, shape.JSONObject, shape.JSONArray, shape.JSONLines:
			if hasLevel(l.like) {
				continue
			}
			fallthrough
		case shape.Stack:
			printed += len(s.Bytes())
		}
	}
	if printed*2 <= len(behind.Bytes()) || levelled(behind) {
		return nil
	}
	return c.out
}

// clearly tells whether the lines are clearly of a run.
func (c *cutter) clearly() bool {
	t := c.tally(0, c.b.Len())
	sh, clear := t.vote()
	return clear && (sh == shape.TestLog || sh == shape.BuildLog || sh == shape.Stack && t.n[line.TraceHead] > 0)
}

// mayTell tells whether some lines look as a run's do behind what they have in common, and no fewer than as
// they are: for most blocks a look at a few of them is enough.
func mayTell(b *block.Block, shared []byte) bool {
	var with, without [leadSamples]line.Kind
	for k := range with {
		text := sampled(b, k)
		_, n := common(shared, text)
		with[k], without[k] = line.See(text).Kind, line.See(text[n:]).Kind
	}
	n := ofRun(without[:])
	return n > 0 && n >= ofRun(with[:])
}

// tellMore tells whether the lines of the cutter say more of a run than those of the block do, which
// have something before them: by a quarter at least. With an eighth or a half none of those outputs is another.
func (c *cutter) tellMore(in *block.Block) bool {
	with := cutter{b: in}
	with.read()
	return 4*ofRun(c.kinds) > 5*ofRun(with.kinds)
}

// ofRun counts the lines of kinds that are a run's.
func ofRun(ks []line.Kind) (n int) {
	for _, k := range ks {
		switch k {
		case line.Result, line.MaybeResult, line.Finding, line.Message, line.Step, line.Quoted, line.Match, line.Frame, line.TraceHead:
			n++
		}
	}
	return n
}

// sectionsOfNumbered cuts b by what stands behind the numbers of its lines, if these count
// on: whatever it is, it isn't a table.
func sectionsOfNumbered(b *block.Block, command string) []block.Section {
	lines, on, last := 0, 0, -1
	for i := range b.Len() {
		f, n := line.PrefixOf(b.Text(i))
		if f != line.Numbered {
			continue
		}
		number, _ := strconv.Atoi(string(bytes.Trim(b.Text(i)[:n], " \t→")))
		lines++
		if number == last+1 {
			on++
		}
		last = number
	}
	if lines-on > 1+lines/prefixJumps {
		return nil
	}
	behind := behind(b, lead{form: line.Numbered})
	if behind == nil {
		return nil
	}
	c := newCutter(behind, command)
	c.cut()
	return c.out
}

// worthCutting tells whether what is to be cut has steps or commands that stood behind a
// prefix in the block, or is a test run, or a build that found something. Commands without
// one are found in the block too, and what they printed may be a log.
func worthCutting(c *cutter, in *block.Block) bool {
	for i, m := range c.marks[:min(len(c.marks), in.Len())] {
		if m != line.NoMark && m != line.Titled && len(c.b.Raw(i)) < len(in.Raw(i)) {
			return true
		}
	}
	t := count(c.kinds)
	c.tailed(&t, 0, c.b.Len())
	sh, clear := t.vote()
	found := sh == shape.BuildLog && (t.n[line.Finding]+t.n[line.Message] > 0 || t.countsMistakes)
	return clear && (found || sh == shape.TestLog && t.tests()) && !levelled(c.b)
}

// levelled tells whether the lines are a service's records, each with a level.
// Maven's have levels too; it says that it builds.
func levelled(b *block.Block) bool {
	n := 0
	for i := range b.Len() {
		text := b.Text(i)
		if form, _ := rules.Opening(rules.Form, text); form.Kind == rules.FormBuilds {
			return false
		}
		word := bytes.TrimLeft(text[:min(len(text), 16)], "[ 0123456789")
		if end := bytes.IndexAny(word, "] :\t"); end > 0 && rules.SeverityOf(word[:end], rules.AsLevel) != rules.NoSeverity {
			n++
		}
	}
	return n*5 > b.Len()*2
}

// forms returns the form of prefix that four out of five of the lines from
// first to end that aren't blank have, and how many lines have it.
func forms(b *block.Block, first, end int) (line.Prefix, int) {
	var n [line.Prefixes]int
	lines := 0
	for i := first; i < end; i++ {
		if !b.StartsLine(i) {
			continue
		}
		text := b.Text(i)
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		lines++
		f, _ := line.PrefixOf(text)
		if f == line.NoPrefix && bytes.IndexByte(b.Raw(i), '\r') >= 0 {
			f, _ = line.PrefixOf(b.Raw(i)) // what the line drew over
		}
		n[f]++
	}
	for f := line.NoPrefix + 1; f < line.Prefixes; f++ {
		if n[f] > 0 && n[f]*5 >= lines*4 {
			return f, n[f]
		}
	}
	return line.NoPrefix, 0
}

// behind returns b without the prefixes of the form, nil if that would cut it
// into other units. Lines that are cut into segments keep theirs.
func behind(b *block.Block, l lead) *block.Block {
	without := block.New(bare(b, 0, b.Len(), l))
	if without.Len() != b.Len() {
		return nil
	}
	without.FirstLine, without.FirstCol, without.Continues, without.Rules = b.FirstLine, b.FirstCol, b.Continues, b.Rules
	return without
}

// bareMost bounds the lines that are given without prefix: a longer one would
// be cut into segments, though it wasn't with what it draws over.
const bareMost = 1000

// bare returns the bytes of the units from first to end without prefixes.
func bare(b *block.Block, first, end int, l lead) []byte {
	data := make([]byte, 0, len(b.Range(first, end)))
	for i := first; i < end; i++ {
		raw := b.Raw(i)
		if !b.StartsLine(i) || !b.EndsLine(i) {
			data = append(data, raw...)
			continue
		}
		text := b.Text(i)
		text = text[l.length(text):]
		if len(text) > bareMost || len(text) == 0 && raw[len(raw)-1] != '\n' { // it drew itself again and again, or would be no line
			data = append(data, raw...)
			continue
		}
		data = append(data, text...)
		if raw[len(raw)-1] == '\n' {
			data = append(data, '\n')
		}
	}
	return data
}
