package reduce

import (
	"bytes"

	"elide/internal/block"
)

// statusLine tells whether the line is one of git status.
func statusLine(text []byte) bool {
	return hasAnyPrefix(text, "\tmodified:", "\tdeleted:", "\tnew file:", "\trenamed:", "\tboth ", "\ttypechange:", "On branch ", "Changes ", "Untracked files:", "Unmerged paths:") || shortStatus(text)
}

// shortStatus tells whether the line is one of git status --short:
// two letters, a blank, a path.
func shortStatus(text []byte) bool {
	if len(text) < 4 || text[2] != ' ' || text[3] == ' ' {
		return false
	}
	const letters = " MADRCUT?!"
	return bytes.IndexByte([]byte(letters), text[0]) >= 0 && bytes.IndexByte([]byte(letters), text[1]) >= 0 && (text[0] != ' ' || text[1] != ' ')
}

// listedUntracked is how many of the files are shown that git doesn't track,
// or ignores.
const listedUntracked = 10

// gitStatus keeps every change; of what git doesn't track, the first.
func (l *listingLines) gitStatus() {
	untracked, short := false, 0
	listed := 0
	for i := range l.marks {
		text := l.s.Text(i)
		t := unindented(text)
		switch {
		case len(t) == 0:
		case hasPrefix(t, "(use ") || hasPrefix(t, "(commit or "):
		case text[0] == '\t' && untracked || hasAnyPrefix(text, "?? ", "!! "):
			if listed++; listed <= listedUntracked {
				l.marks[i].Raise(Context, 90, WhyChange)
			}
		case text[0] == '\t' || shortStatus(text):
			short++
			l.marks[i].Raise(Critical, 160, WhyChange)
		default:
			untracked = hasPrefix(t, "Untracked") || hasPrefix(t, "Ignored")
			listed = 0
			l.marks[i].Raise(Outlier, 150, WhyHeading)
		}
	}
}

// isPorcelainStatus tells whether git status --porcelain=v2 printed the
// section.
func isPorcelainStatus(s block.Section) bool {
	return mostLines(s, func(text []byte) bool { return porcelainKind(text) != 0 })
}

// porcelainKind returns what a line of git status --porcelain=v2 is by its
// first byte: 1 changed, 2 renamed, u unmerged, ? untracked, ! ignored, # a
// heading. 0: it is none.
func porcelainKind(text []byte) byte {
	if len(text) < 3 || text[1] != ' ' {
		return 0
	}
	switch text[0] {
	case '1', '2', 'u':
		if len(text) > 10 && text[4] == ' ' && (text[5] == 'N' || text[5] == 'S') {
			return text[0]
		}
	case '?', '!':
		return text[0]
	case '#':
		if hasAnyPrefix(text, "# branch.", "# stash ") {
			return '#'
		}
	}
	return 0
}

// porcelainStatus keeps every change; of what git doesn't track, the first.
func porcelainStatus(s block.Section, marks []Mark) {
	listed := 0
	for i := range marks {
		switch porcelainKind(s.Text(i)) {
		case '#':
			marks[i].Raise(Outlier, 150, WhyHeading)
		case '1', '2', 'u':
			marks[i].Raise(Critical, 160, WhyChange)
		case '?', '!':
			if listed++; listed <= listedUntracked {
				marks[i].Raise(Context, 90, WhyChange)
			}
		}
	}
}

// commitLine tells whether the line names a commit: "commit <hash>" or, of
// git log --oneline, "<hash> subject", a graph before it allowed.
func commitLine(t []byte) bool {
	t = bytes.TrimLeft(t, "*|/\\ ")
	if hasPrefix(t, "commit ") {
		t = t[len("commit "):]
	}
	n, digit := 0, false
	for n < len(t) && isHexByte(t[n]) {
		digit = digit || isDigit(t[n])
		n++
	}
	return n >= 7 && n <= 40 && digit && (n == len(t) || t[n] == ' ')
}

// listedCommits is how many of the newest commits are shown.
const listedCommits = 5

// commits keeps the newest commits and those that carry a branch or a tag.
func (l *listingLines) commits() {
	newest, seen := onelineNewest(l.s, listedCommits), 0
	for i := range l.marks {
		text := l.s.Text(i)
		if !commitLine(text) {
			continue
		}
		seen++
		if decorated(text) || refsBehind(text) {
			keepLine(l.s, l.marks, i, Outlier, 180, WhyStatus)
		} else if seen <= newest {
			keepLine(l.s, l.marks, i, Sample, 120, WhyFirst)
		} else {
			continue
		}
		if hasPrefix(unindented(text), "commit ") {
			l.subject(i)
		}
	}
	l.last()
}

// decorated tells whether (HEAD -> main, tag: v1) stands behind the hash.
func decorated(text []byte) bool {
	t := bytes.TrimLeft(text, "*|/\\ ")
	t = bytes.TrimPrefix(t, []byte("commit "))
	n := 0
	for n < len(t) && isHexByte(t[n]) {
		n++
	}
	if !hasPrefix(t[n:], " (") {
		return false
	}
	return hasAnyPrefix(t[n+2:], "HEAD", "tag: ", "origin/") || hasSuffix(t, ")") && bytes.Count(t, []byte{' '}) < 4
}

// subject keeps the first line of the message of the commit at unit i.
func (l *listingLines) subject(i int) {
	for k := i + 1; k < min(len(l.marks), i+12); k++ {
		text := l.s.Text(k)
		if hasPrefix(text, "    ") && !blankLine(text) {
			keepLine(l.s, l.marks, k, Sample, 110, WhyNear)
			return
		}
		if hasPrefix(text, "commit ") {
			return
		}
	}
}
