package reduce

import "elide/internal/block"

// historyMidst is how many lines may stand before a history, or behind it, for
// them to be shown: what other commands printed, or the end of a commit.
const historyMidst = 40

// isHistoryWithin tells whether a history of commits stands in the section
// with something else before it or behind it.
func isHistoryWithin(s block.Section) bool {
	if s.Block.Continues || commitsIn(s) < 2 {
		return false
	}
	from, to := historyStart(s), historyEnd(s)
	for to < s.Len() && blankLine(s.Text(to)) {
		to++
	}
	return from > 0 || to < s.Len()
}

// historyStart returns the unit of the first commit, 0 if what stands before it
// is the end of another one.
func historyStart(s block.Section) int {
	from, lines, others := 0, 0, 0
	for historyCommit(s.Text(from)) == 0 {
		if text := s.Text(from); !blankLine(text) {
			lines++
			if !historyLine(text) {
				others++
			}
		}
		from++
	}
	if others*5 <= lines {
		return 0
	}
	return from
}

// historyWithin ranks the history, and what stands around it by its lines.
func historyWithin(s block.Section, marks []Mark) {
	from, to := historyStart(s), historyEnd(s)
	part := func(first, end int) block.Section {
		p := s
		p.First, p.End = s.First+first, s.First+end
		return p
	}
	around := func(first, end int) {
		switch {
		case first == end:
		case end-first <= historyMidst:
			plain(part(first, end), marks[first:end])
		default:
			buildLog(part(first, end), marks[first:end])
		}
	}
	around(0, from)
	gitHistory(part(from, to), marks[from:to])
	around(to, s.Len())
}

// historyEnd returns the unit behind the last commit: its message is indented,
// and so is what it says of files; a difference has its own signs.
func historyEnd(s block.Section) int {
	end := s.Len()
	for end > 0 && !historyLine(s.Text(end-1)) {
		end--
	}
	return end
}

// historyLine tells whether git's history may have printed the line.
func historyLine(text []byte) bool {
	if blankLine(text) {
		return false // behind what follows the history too
	}
	switch text[0] {
	case ' ', '+', '-', '@', '|', '*', '\\', ':':
		return true
	}
	return historyCommit(text) > 0 || hasAnyPrefix(text, "Author:", "AuthorDate:", "Commit:", "CommitDate:", "Date:", "Merge:", "diff --", "index ", "Notes", "similarity ", "rename ", "copy ", "new file mode", "deleted file mode", "old mode", "new mode", "Binary files")
}
