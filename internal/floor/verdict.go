package floor

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/line"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

// mostVerdicts is how many lines of a section are shown for their verdict: each names
// another test. Of 10 to 80 outputs cost the same, of 5 two more of 100 that nobody had
// seen lose some.
const mostVerdicts = 40

// longestVerdict is the length of "errored" and its like; what is longer is a name.
const longestVerdict = 8

// leastStates is how many lines of a section end in a state at least, for it to be a
// column of states: fewer are what someone wrote about one.
const leastStates = 4

// verdicts shows the lines of a test run that name a test and say behind it that it
// failed, whichever runner prints them so, and those of a list of checks that end in a
// state which says so: however alike they are, the names differ.
func (f *floor) verdicts(s block.Section) {
	tests, verdict := s.Shape == shape.TestLog, troubled
	switch {
	case tests || areChecks(s):
	case s.Shape == shape.BuildLog:
		verdict = failedAhead
	default:
		return
	}
	left := mostVerdicts
	told := map[uint64]struct{}{}
	for i := 0; i < s.Len() && left > 0; i++ {
		if tests && !f.fails(s, i) {
			continue
		}
		t := scan.Trim(s.Text(i))
		if len(t) > scanned || s.Segment(i) || !tests && !verdict(t) {
			continue
		}
		h := scan.Hash(t)
		if _, old := told[h]; old {
			continue
		}
		told[h] = struct{}{}
		if m := &f.marks[s.First+i]; m.Rank == mark.Bulk {
			left--
			m.Raise(mark.Outlier, score, mark.WhyWrong)
			f.below(s, i)
		}
	}
}

// fails tells whether unit i is a verdict; numbers make none.
func (f *floor) fails(s block.Section, i int) bool {
	said := &f.failing[s.First+i]
	if *said = f.failing[s.KinOf(s.First+i)]; *said == block.Unasked {
		if *said = block.No; verdict(scan.Trim(s.Text(i)), s.Look(i)) {
			*said = block.Yes
		}
	}
	return *said == block.Yes
}

// belowLeaf is how many lines of a message are shown that stand below a leaf of a tree.
const belowLeaf = 6

// below shows what stands below the leaf of a drawn tree before the next: its message.
func (f *floor) below(s block.Section, i int) {
	if !branches(s.Text(i)) {
		return
	}
	for k := i + 1; k < min(i+1+belowLeaf, s.Len()); k++ {
		if t := s.Text(k); scan.Blank(t) || branches(t) {
			return
		}
		f.marks[s.First+k].Raise(mark.Outlier, score, mark.WhyMessage)
	}
}

// branches tells whether a branch of a drawn tree ends in the line.
func branches(t []byte) bool {
	return bytes.Contains(t, []byte("├─")) || bytes.Contains(t, []byte("└─"))
}

// verdict tells whether a line says of what it names first that it failed:
// "Test: push_05 ...FAILED", "full [FAIL] (0.2s)", "a.c:77:parses:FAIL: no such file",
// "tcu:main  ->  failed: exit status 1".
func verdict(t []byte, look line.Seen) bool {
	if failedBehind(untimed(t)) || failedAhead(t) || look.Signed() && signed(t) {
		return true
	}
	for at := 0; ; {
		n := bytes.IndexByte(t[at:], ':')
		if n < 0 {
			return false
		}
		if at += n; at+1 < len(t) && failedBehind(t[:at]) && !scan.IsLetter(t[at+1]) {
			return true
		}
		at++
	}
}

// untimed returns a line without how long it took, in brackets at its end.
func untimed(t []byte) []byte {
	if n := len(t); n > 3 && (t[n-1] == ')' || t[n-1] == ']') && t[n-2] == 's' {
		if open := bytes.LastIndexAny(t, "(["); open >= 0 && scan.IsDigit(t[open+1]) {
			return bytes.TrimRight(t[:open], " ")
		}
	}
	return t
}

// failedBehind tells whether text ends with a word that says that something failed, set
// apart from a name before it.
func failedBehind(text []byte) bool {
	end := len(text)
	for end > 0 && (text[end-1] == ' ' || text[end-1] == ']') {
		end--
	}
	n := end
	for n > 0 && scan.IsLetter(text[n-1]) {
		n--
	}
	word := text[n:end]
	if len(word) < 4 || len(word) > longestVerdict || scan.IsUpper(word[0]) && !scan.IsUpperWord(word) { // a name: "Compiling Language.Crash"
		return false
	}
	name := bytes.TrimRight(text[:n], " [\t")
	if len(name) < 3 || rules.StateOf(word) != rules.StateFailed {
		return false
	}
	switch gap := text[len(name):n]; name[len(name)-1] {
	case '.':
		return name[len(name)-2] == '.'
	case '>':
		return true
	case ':':
		return len(gap) == 0 && scan.IsUpperWord(word)
	default:
		return len(gap) > 1
	}
}

// failedAhead tells whether the line begins with a word in brackets that says that what
// it names behind them failed: "[  FAIL  ]  job 2 + names match", "( FAILED ) t/t5.t".
func failedAhead(t []byte) bool {
	if len(t) < 8 || t[0] != '[' && t[0] != '(' {
		return false
	}
	end := bytes.IndexAny(t, "])")
	if end < 0 || end+2 >= len(t) || t[end+1] != ' ' {
		return false
	}
	word := bytes.Trim(t[1:end], " ")
	return len(word) >= 4 && len(word) <= longestVerdict && scan.IsUpperWord(word) && rules.StateOf(word) == rules.StateFailed &&
		min(rules.SeverityOf(word, rules.AsMessage), rules.SeverityOf(word, rules.AsLevel)) < rules.SeverityError // "[ERROR]" is a level
}

// signed tells whether a sign that says that it failed stands behind a name, set apart:
// "├─ adds twice ✘ expected 7".
func signed(t []byte) bool {
	for at := 0; ; {
		n := bytes.IndexByte(t[at:], ' ')
		if n < 0 || at+n+4 > len(t) {
			return false
		}
		at += n + 1
		if t[at] < utf8.RuneSelf {
			continue
		}
		if sev, n := rules.SignAt(t[at:]); sev >= rules.SeverityError && n > 1 && (at+n == len(t) || t[at+n] == ' ') {
			return bytes.ContainsFunc(t[:at], func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
		}
	}
}

// areChecks tells whether lines of the section end in states, as those do that start
// services or audit a system: "Starting cron    [ OK ]".
func areChecks(s block.Section) bool {
	switch s.Shape {
	case shape.BuildLog, shape.Log, shape.Prose, shape.Plain, shape.Listing, shape.Table:
	default:
		return false
	}
	n := 0
	for i := 0; i < s.Len() && n < leastStates; i++ {
		if state(scan.Trim(s.Text(i))) != nil {
			n++
		}
	}
	return n == leastStates
}

// troubled tells whether a line ends in a state which says that something is wrong.
func troubled(t []byte) bool {
	word := state(t)
	return word != nil && (rules.Troubled(word) || rules.SeverityOf(word, rules.AsLevel) >= rules.SeverityWarning)
}

// state returns the capitals that a line ends in, in brackets and behind a text, or the
// word behind dots: "run the_first... pass"; nil if there are none.
func state(t []byte) []byte {
	n := len(t) - 1
	if n < 0 || t[n] != ']' {
		return dotted(t)
	}
	open := bytes.LastIndexByte(t, '[')
	if open < 4 || !scan.IsBlank(t[open-1]) {
		return nil
	}
	word := bytes.Trim(t[open+1:n], " ")
	if len(word) < 2 || !scan.IsUpperWord(word) {
		return nil
	}
	return word
}

// dotted returns the state that a line ends in behind three dots and a blank; nil: none.
func dotted(t []byte) []byte {
	n := len(t)
	for n > 0 && scan.IsLetter(t[n-1]) {
		n--
	}
	if word := t[n:]; len(word) >= 2 && len(word) <= longestVerdict && bytes.HasSuffix(t[:n], []byte("... ")) && n > 8 && rules.StateOf(word) != rules.None {
		return word
	}
	return nil
}

// Up to so many results of tests that passed are shown of a section, if they have no more than so
// many bytes: who runs so few of them named them, and asks for each. Of 60 outputs that agents got
// two of the twelve that lost a line had such a run, and it costs 0.4 % of what is shown of them all.
const (
	mostPassed      = 12
	mostPassedBytes = 2 << 10
)

// fewPassed shows which tests passed where these are few.
func (f *floor) fewPassed(s block.Section) {
	if s.Shape != shape.TestLog {
		return
	}
	var passed []int
	bytes := 0
	for i := s.First; i < s.End; i++ {
		if m := f.marks[i]; m.Rank > mark.Bulk || m.Why != mark.WhyWell {
			continue
		}
		passed = append(passed, i)
		if bytes += len(s.Block.Raw(i)); len(passed) > mostPassed || bytes > mostPassedBytes {
			return
		}
	}
	for _, i := range passed {
		f.marks[i].Raise(mark.Sample, score, mark.WhyWell)
	}
}
