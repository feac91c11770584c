package reduce

import "elide/internal/block"

// isGitHistory tells whether the section is a history of commits, as git log
// prints it.
func isGitHistory(s block.Section) bool {
	for i := 0; i < min(s.Len(), 3); i++ {
		if historyCommit(s.Text(i)) > 0 {
			return true
		}
	}
	return false
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

// gitHistory ranks commits: the newest ones whole, those that a branch or a
// tag points to with their subject, merges and reverts of old as samples.
func gitHistory(s block.Section, marks []Mark) {
	const newest, body = 6, 8
	commits, line, ref := 0, 0, false
	for i := range marks {
		text := s.Text(i)
		if n := historyCommit(text); n > 0 {
			commits++
			line, ref = 0, n < len(text) && text[len(text)-1] == ')'
			if ref {
				marks[i].Raise(Critical, 120, WhyHeading)
			}
		} else if !blankLine(text) {
			line++
		}
		subject := line > 0 && len(text) > 4 && text[0] == ' ' && text[4] != ' '
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
