package reduce

import (
	"bytes"

	"elide/internal/block"
	"elide/internal/shape"
)

// isOnelineHistory tells whether the section is a history with a line for each
// commit, as git log --oneline prints it, with or without a graph: most lines
// start with a short hash.
func isOnelineHistory(s block.Section) bool {
	commits, lines := 0, 0
	for i := 0; i < min(s.Len(), 60); i++ {
		if graph, n := onelineCommit(s.Text(i)); n > 0 {
			commits++
			lines++
		} else if graph < len(s.Text(i)) { // not only a graph's signs
			lines++
		}
	}
	return commits > 4 && commits*10 >= lines*9
}

// isCommitTable tells whether the section is a history of a line each that was
// taken for a table, with authors and dates between hash and subject: a branch or
// a tag points to one of its first commits.
func isCommitTable(s block.Section) bool {
	if s.Shape != shape.Table || !isOnelineHistory(s) {
		return false
	}
	for i := 0; i < min(s.Len(), 60); i++ {
		if refsBehind(s.Text(i)) {
			return true
		}
	}
	return false
}

// onelineCommit returns the length of the graph's signs before a short hash
// and of that; n is 0 if there is none.
func onelineCommit(text []byte) (graph, n int) {
	for graph < len(text) && graph < 60 && graphSign(text[graph]) {
		graph++
	}
	letter := false // hardly a hash has none, and a time stamp never has one
	for ; graph+n < len(text) && isHex(text[graph+n]); n++ {
		letter = letter || !isDigit(text[graph+n])
	}
	if n < 7 || n > 64 || !letter || graph+n == len(text) || text[graph+n] != ' ' {
		return graph, 0
	}
	return graph, n
}

func graphSign(c byte) bool {
	switch c {
	case '*', '|', ' ', '/', '\\', '_', '-', '.':
		return true
	}
	return false
}

// onelineHistory ranks commits of a line each: those that a branch or a tag
// points to, the newest, and what undoes or joins others.
func onelineHistory(s block.Section, marks []Mark) {
	newest, commits := onelineNewest(s, 10), 0
	for i := range marks {
		text := s.Text(i)
		graph, n := onelineCommit(text)
		if n == 0 {
			continue
		}
		commits++
		subject := bytes.TrimLeft(text[graph+n:], " ")
		switch {
		case refsIn(subject), refsBehind(subject):
			marks[i].Raise(Critical, 120, WhyHeading)
		case commits <= newest:
			marks[i].Raise(Sample, 60, WhyFirst)
		case hasPrefix(subject, "Revert "):
			marks[i].Raise(Sample, 50, WhyRare)
		}
	}
	markEdges(s, marks, 1, 2)
	spreadMarks(s, marks)
}

// onelineMost is how many of the newest commits are shown at most.
const onelineMost = 24

// onelineNewest returns how many of the newest commits of a line each are shown:
// a third of them, since each line was asked for, but few of a long history.
func onelineNewest(s block.Section, least int) int {
	commits := 0
	for i := 0; i < s.Len() && commits < 3*onelineMost; i++ {
		if _, n := onelineCommit(s.Text(i)); n > 0 {
			commits++
		}
	}
	return max(least, commits/3)
}

// refsIn tells whether a subject starts with the names that point to its
// commit: "(HEAD -> main, tag: v1.2, origin/main)".
func refsIn(subject []byte) bool {
	end := bytes.IndexByte(subject, ')')
	if end < 0 || subject[0] != '(' {
		return false
	}
	refs := subject[1:end]
	return hasPrefix(refs, "HEAD") || indexString(refs, "tag: ") >= 0 || bytes.IndexByte(refs, '/') > 0 || bytes.IndexByte(refs, ' ') < 0
}

// refsBehind tells whether such names stand behind other fields.
func refsBehind(text []byte) bool {
	for _, sign := range [...]string{" (tag: ", " (HEAD -> ", " (HEAD, ", " (origin/"} {
		if i := indexString(text, sign); i >= 0 && bytes.IndexByte(text[i:], ')') > 0 {
			return true
		}
	}
	return false
}

// isGitHistory tells whether the section is a history of commits, as git log
// prints it, whole or without its beginning.
func isGitHistory(s block.Section) bool {
	commits := 0
	for i := 0; i < min(s.Len(), 300) && commits < 3; i++ {
		if historyCommit(s.Text(i)) > 0 {
			commits++
			if i < 3 {
				return true
			}
		}
	}
	return commits == 3
}

// historyCommit returns the length of "commit <hash>" at the start of the line,
// a graph's signs before it allowed; 0 if it is no such line.
func historyCommit(text []byte) int {
	start := 0
	for start < len(text) && start < 40 && (text[start] == '*' || text[start] == '|' || text[start] == ' ' || text[start] == '/' || text[start] == '\\') {
		start++
	}
	if !hasPrefix(text[start:], "commit ") {
		return 0
	}
	end := start + 7
	for end < len(text) && maskClass[text[end]] >= maskHexLetter {
		end++
	}
	if n := end - start - 7; n < 7 || n > 64 {
		return 0
	}
	return end
}

// historySubject tells whether the line may be the subject of a commit:
// indented by four blanks, a graph's signs before them allowed.
func historySubject(text []byte) bool {
	graph := 0
	for graph < len(text) && graph < 40 && (text[graph] == '|' || text[graph] == '*' || text[graph] == '/' || text[graph] == '\\') {
		graph += min(2, len(text)-graph)
	}
	rest := text[graph:]
	return len(rest) > 4 && rest[0] == ' ' && rest[4] != ' '
}

// isGraphHistory tells whether the section is a history that was not taken
// for one by its lines: a graph is drawn before them.
func isGraphHistory(s block.Section) bool {
	switch s.Shape {
	case shape.Prose, shape.Plain, shape.Listing, shape.SourceIndent, shape.SourceBrace, shape.Table, shape.BuildLog:
		return s.Len() > 0 && hasPrefix(s.Text(0), "* ") && historyCommit(s.Text(0)) > 0
	}
	return false
}

// historyNamed is how many commits a history may have for each to be named.
const historyNamed = 40

// commitsIn counts the commits of a history.
func commitsIn(s block.Section) int {
	n := 0
	for i := range s.Len() {
		if historyCommit(s.Text(i)) > 0 {
			n++
		}
	}
	return n
}

// gitHistory ranks commits: the newest ones whole, those that a branch or a
// tag points to with their subject. Of a history that is short enough to have
// been asked for as it is, each commit is named.
func gitHistory(s block.Section, marks []Mark) {
	newest, body := 6, 8
	commits, line, ref := 0, 0, false
	named := commitsIn(s) <= historyNamed
	if named {
		newest = 2
	}
	subjects := 0 // of the commit that is read
	for i := range marks {
		text := s.Text(i)
		if n := historyCommit(text); n > 0 {
			commits++
			subjects = 0
			line, ref = 0, n < len(text) && text[len(text)-1] == ')'
			switch {
			case ref:
				marks[i].Raise(Critical, 120, WhyHeading)
			case named:
				marks[i].Raise(Outlier, 100, WhyHeading)
			}
		} else if !blankLine(text) {
			line++
		}
		subject := line > 0 && historySubject(text)
		if subject && line < body {
			if subjects++; named && subjects == 1 {
				marks[i].Raise(Outlier, 90, WhyHeading)
			}
		}
		switch {
		case commits <= newest && line <= body:
			marks[i].Raise(Sample, 60, WhyFirst)
		case ref && subject:
			marks[i].Raise(Context, 40, WhyNear)
			ref = false
		}
	}
	markEdges(s, marks, 1, 2)
	spreadMarks(s, marks)
}
