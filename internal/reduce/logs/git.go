package logs

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

// IsOnelineHistory tells whether the section is a history with a line for each
// commit, as git log --oneline prints it, with or without a graph: most lines
// start with a short hash.
func IsOnelineHistory(s block.Section) bool {
	commits, lines := 0, 0
	for i := 0; i < min(s.Len(), 60); i++ {
		if graph, n := OnelineCommit(s.Text(i)); n > 0 {
			commits++
			lines++
		} else if graph < len(s.Text(i)) { // not only a graph's signs
			lines++
		}
	}
	return commits > 4 && commits*10 >= lines*9
}

// OnelineCommit returns the length of the graph's signs before a short hash
// and of that; n is 0 if there is none.
func OnelineCommit(text []byte) (graph, n int) {
	for graph < len(text) && graph < 60 && graphSign(text[graph]) {
		graph++
	}
	letter := false // hardly a hash has none, and a time stamp never has one
	for ; graph+n < len(text) && scan.IsHex(text[graph+n]); n++ {
		letter = letter || !scan.IsDigit(text[graph+n])
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

// OnelineHistory ranks commits of a line each: those that a branch or a tag
// points to, the newest, and what undoes or joins others.
func OnelineHistory(s block.Section, marks []mark.Mark) {
	newest, commits := OnelineNewest(s, 10), 0
	for i := range marks {
		text := s.Text(i)
		graph, n := OnelineCommit(text)
		if n == 0 {
			continue
		}
		commits++
		subject := bytes.TrimLeft(text[graph+n:], " ")
		switch {
		case refsIn(subject), RefsBehind(subject):
			marks[i].Raise(mark.Critical, 120, mark.WhyHeading)
		case commits <= newest:
			marks[i].Raise(mark.Sample, 60, mark.WhyFirst)
		case scan.HasPrefix(subject, "Revert "):
			marks[i].Raise(mark.Sample, 50, mark.WhyRare)
		}
	}
	mark.Edges(s, marks, 1, 2)
	mark.Spread(s, marks)
}

// onelineMost is how many of the newest commits are shown at most.
const onelineMost = 24

// OnelineNewest returns how many of the newest commits of a line each are shown:
// a third of them, since each line was asked for, but few of a long history.
func OnelineNewest(s block.Section, least int) int {
	commits := 0
	for i := 0; i < s.Len() && commits < 3*onelineMost; i++ {
		if _, n := OnelineCommit(s.Text(i)); n > 0 {
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
	return scan.HasPrefix(refs, "HEAD") || scan.Index(refs, "tag: ") >= 0 || bytes.IndexByte(refs, '/') > 0 || bytes.IndexByte(refs, ' ') < 0
}

// RefsBehind tells whether such names stand behind other fields.
func RefsBehind(text []byte) bool {
	for _, sign := range [...]string{" (tag: ", " (HEAD -> ", " (HEAD, ", " (origin/"} {
		if i := scan.Index(text, sign); i >= 0 && bytes.IndexByte(text[i:], ')') > 0 {
			return true
		}
	}
	return false
}

// IsGitHistory tells whether the section is a history of commits, as git log
// prints it, whole or without its beginning.
func IsGitHistory(s block.Section) bool {
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
	if !scan.HasPrefix(text[start:], "commit ") {
		return 0
	}
	end := start + 7
	for end < len(text) && scan.IsHex(text[end]) {
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

// IsGraphHistory tells whether the section is a history that was not taken
// for one by its lines: a graph is drawn before them.
func IsGraphHistory(s block.Section) bool {
	switch s.Shape {
	case shape.Prose, shape.Plain, shape.Listing, shape.SourceIndent, shape.SourceBrace, shape.Table, shape.BuildLog:
		return s.Len() > 0 && scan.HasPrefix(s.Text(0), "* ") && historyCommit(s.Text(0)) > 0
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

// GitHistory ranks commits: the newest ones whole, those that a branch or a
// tag points to with their subject. Of a history that is short enough to have
// been asked for as it is, each commit is named.
func GitHistory(s block.Section, marks []mark.Mark) {
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
				marks[i].Raise(mark.Critical, 120, mark.WhyHeading)
			case named:
				marks[i].Raise(mark.Outlier, 100, mark.WhyHeading)
			}
		} else if !scan.Blank(text) {
			line++
		}
		subject := line > 0 && historySubject(text)
		if subject && line < body {
			if subjects++; named && subjects == 1 {
				marks[i].Raise(mark.Outlier, 90, mark.WhyHeading)
			}
		}
		switch {
		case commits <= newest && line <= body:
			marks[i].Raise(mark.Sample, 60, mark.WhyFirst)
		case ref && subject:
			marks[i].Raise(mark.Context, 40, mark.WhyNear)
			ref = false
		}
	}
	mark.Edges(s, marks, 1, 2)
	mark.Spread(s, marks)
}
