package floor

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/line"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

// With a usual word from 6 records on one output of 120 that nobody had seen is whole no
// more; of 6, 12 or 24 lines above a step as many are, and one set costs 65.9, 66.1 and 67.7 %.
const (
	statusUsual = 5  // statuses of nought that make it the usual one
	wordUsual   = 3  // records of one status in words that make it the usual one
	statusLike  = 2  // lines that are shown of each other status
	statusOther = 12 // other statuses of which lines are shown
	stepLines   = 6  // lines that are shown above one that says that a step failed
)

// isStatusKey tells whether programs say under the name how something ended.
func isStatusKey(name []byte) bool {
	switch string(name) {
	case "err", "errno", "rc", "ret", "code", "exit", "status", "result":
		return true
	}
	return false
}

// statuses shows the records of a run that end in another status than is usual:
// "RESULT tag=97 err=49" where nought is, "opcode: QUERY, status: REFUSED" where NOERROR
// is, and "step 8 finished in 0s, exit code 1" in any case.
func (f *floor) statuses(s block.Section) {
	switch s.Shape {
	case shape.Log, shape.Plain, shape.BuildLog, shape.TestLog, shape.Listing:
	default:
		return
	}
	numbered := s.Shape != shape.TestLog && s.Shape != shape.Listing
	var numbers, words, exits endings
	for i, look := range s.Looks() {
		if !look.Equals() && !look.Colon() && !look.MayCount() || s.Segment(i) {
			continue
		}
		t := s.Text(i)
		if numbered && look.Equals() {
			numbers.take(s.First+i, statusOf(t))
		}
		if look.Colon() {
			words.take(s.First+i, wordOf(t))
		}
		if look.MayCount() {
			exits.take(s.First+i, exitOf(t))
		}
	}
	if n := numbers.times("0"); n >= statusUsual && n >= 2*numbers.lines("0") {
		f.end(numbers, "0")
	}
	if usual, n := words.usual(); n >= wordUsual && n >= words.all-n {
		f.end(words, usual)
	}
	f.end(exits, "0")
	if s.Shape != shape.Log { // its records stand for themselves
		f.steps(s, exits)
	}
}

// steps shows what stands right above the line that says that a step failed: its last lines.
// Above the result of a test stand others' results.
func (f *floor) steps(s block.Section, exits endings) {
	for _, e := range exits.of {
		if e.value == "0" {
			continue
		}
		for _, i := range e.units {
			if k := s.Look(i - s.First).Kind; k == line.Result || k == line.MaybeResult || f.fails(s, i-s.First) {
				continue
			}
			for k := i - 1; k >= max(s.First, i-stepLines) && !scan.Blank(s.Block.Text(k)); k-- {
				if !usual(s, k-s.First) {
					f.marks[k].Raise(mark.Sample, unknownScore, mark.WhyNear)
				}
			}
		}
	}
}

// end shows lines of each ending but the usual one.
func (f *floor) end(es endings, usual string) {
	for _, e := range es.of {
		if e.value != usual {
			for _, i := range e.units {
				f.marks[i].Raise(mark.Outlier, score, mark.WhyStatus)
			}
		}
	}
}

// endings are the statuses that the lines of a section end in.
type endings struct {
	of  []ending
	all int // lines
}

// ending is one of them.
type ending struct {
	value string
	times int
	units []int // the first that end so
}

// take counts a unit that ends in a status, if it isn't nil.
func (es *endings) take(unit int, status []byte) {
	if status == nil {
		return
	}
	es.all++
	at := 0
	for at < len(es.of) && es.of[at].value != string(status) {
		at++
	}
	if at == len(es.of) {
		if at > statusOther {
			return
		}
		es.of = append(es.of, ending{value: string(status)})
	}
	e := &es.of[at]
	if e.times++; e.times <= statusLike {
		e.units = append(e.units, unit)
	}
}

// usual returns the ending of most lines, and of how many.
func (es *endings) usual() (value string, times int) {
	for _, e := range es.of {
		if e.times > times {
			value, times = e.value, e.times
		}
	}
	return value, times
}

func (es *endings) times(value string) int {
	for _, e := range es.of {
		if e.value == value {
			return e.times
		}
	}
	return 0
}

// lines returns how many lines would be shown of others than the usual one.
func (es *endings) lines(usual string) (n int) {
	for _, e := range es.of {
		if e.value != usual {
			n += len(e.units)
		}
	}
	return n
}

// statusOf returns the status that a line says by a key and a number, both; of nought the
// number alone; nil: none.
func statusOf(t []byte) []byte {
	for at := 0; ; at++ {
		n := bytes.IndexByte(t[at:], '=')
		if n < 0 {
			return nil
		}
		at += n
		digits := scan.Digits(t[at+1:])
		if end := at + 1 + digits; digits == 0 || digits > 3 || end < len(t) && bytes.IndexByte([]byte(" ,;)"), t[end]) < 0 {
			continue
		}
		key := at
		for key > 0 && scan.IsLetter(t[key-1]) {
			key--
		}
		if key > 0 && bytes.IndexByte([]byte(" _,"), t[key-1]) >= 0 && isStatusKey(t[key:at]) {
			if t[at+1] == '0' && digits == 1 {
				key = at + 1
			}
			return t[key : at+1+digits]
		}
	}
}

var (
	statusKey = []byte("status: ")
	exitKey   = []byte("exit ")
)

// wordOf returns the capitals that a line says behind "status: ", as one of several things:
// "opcode: QUERY, status: NXDOMAIN, id: 9243"; nil: none.
func wordOf(t []byte) []byte {
	at := bytes.Index(t, statusKey)
	if at < 2 || t[at-1] != ' ' {
		return nil
	}
	t = t[at+len(statusKey):]
	end := 0
	for end < len(t) && (scan.IsUpper(t[end]) || t[end] == '_') {
		end++
	}
	if end < 2 || end < len(t) && scan.IsWord(t[end:end+1]) {
		return nil
	}
	return t[:end]
}

// exitOf returns the number behind "exit code" or "exit status", or of "(exit 1)"; nil: none.
func exitOf(t []byte) []byte {
	at := bytes.Index(t, exitKey)
	if at < 0 {
		return nil
	}
	bracket := at > 0 && t[at-1] == '('
	t = t[at+len(exitKey):]
	if n := scan.Digits(t); bracket && n > 0 && n <= 3 && scan.HasPrefix(t[n:], ")") {
		return t[:n]
	}
	for _, name := range [...]string{"code", "status"} {
		if rest, ok := bytes.CutPrefix(t, []byte(name)); ok {
			rest = bytes.TrimLeft(rest, " :=")
			if n := scan.Digits(rest); n > 0 && n <= 3 && (n == len(rest) || bytes.IndexByte([]byte(" ,.;)]"), rest[n]) >= 0) {
				return rest[:n]
			}
		}
	}
	return nil
}
