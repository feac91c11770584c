package listing

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/logs"
	"elide.example/elide/internal/scan"
)

// statusLine tells whether the line is one of git status.
func statusLine(text []byte) bool {
	return scan.HasAnyPrefix(text, "\tmodified:", "\tdeleted:", "\tnew file:", "\trenamed:", "\tboth ", "\ttypechange:", "On branch ", "Changes ", "Untracked files:", "Unmerged paths:") || shortStatus(text)
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
		t := scan.Trim(text)
		switch {
		case len(t) == 0:
		case scan.HasPrefix(t, "(use ") || scan.HasPrefix(t, "(commit or "):
		case text[0] == '\t' && untracked || scan.HasAnyPrefix(text, "?? ", "!! "):
			if listed++; listed <= listedUntracked {
				l.marks[i].Raise(mark.Context, 90, mark.WhyChange)
			}
		case text[0] == '\t' || shortStatus(text):
			short++
			l.marks[i].Raise(mark.Critical, 160, mark.WhyChange)
		default:
			untracked = scan.HasPrefix(t, "Untracked") || scan.HasPrefix(t, "Ignored")
			listed = 0
			l.marks[i].Raise(mark.Outlier, 150, mark.WhyHeading)
		}
	}
}

// IsPorcelainStatus tells whether git status --porcelain=v2 printed the
// section.
func IsPorcelainStatus(s block.Section) bool {
	return mark.MostLines(s, func(text []byte) bool { return porcelainKind(text) != 0 })
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
		if scan.HasAnyPrefix(text, "# branch.", "# stash ") {
			return '#'
		}
	}
	return 0
}

// PorcelainStatus keeps every change; of what git doesn't track, the first.
func PorcelainStatus(s block.Section, marks []mark.Mark) {
	listed := 0
	for i := range marks {
		switch porcelainKind(s.Text(i)) {
		case '#':
			marks[i].Raise(mark.Outlier, 150, mark.WhyHeading)
		case '1', '2', 'u':
			marks[i].Raise(mark.Critical, 160, mark.WhyChange)
		case '?', '!':
			if listed++; listed <= listedUntracked {
				marks[i].Raise(mark.Context, 90, mark.WhyChange)
			}
		}
	}
}

// commitLine tells whether the line names a commit: "commit <hash>" or, of
// git log --oneline, "<hash> subject", a graph before it allowed.
func commitLine(t []byte) bool {
	t = bytes.TrimLeft(t, "*|/\\ ")
	n := scan.Hex(t)
	return n >= 7 && n <= 40 && bytes.ContainsAny(t[:n], "0123456789") && (n == len(t) || t[n] == ' ')
}

// listedCommits is how many of the newest commits are shown.
const listedCommits = 5

// commits keeps the newest commits and those that carry a branch or a tag.
func (l *listingLines) commits() {
	newest, seen := logs.OnelineNewest(l.s, listedCommits), 0
	for i := range l.marks {
		text := l.s.Text(i)
		if !commitLine(text) {
			continue
		}
		seen++
		if decorated(text) || logs.RefsBehind(text) {
			mark.KeepLine(l.s, l.marks, i, mark.Outlier, 180, mark.WhyStatus)
		} else if seen <= newest {
			mark.KeepLine(l.s, l.marks, i, mark.Sample, 120, mark.WhyFirst)
		}
	}
	l.last()
}

// decorated tells whether (HEAD -> main, tag: v1) stands behind the hash.
func decorated(text []byte) bool {
	t := bytes.TrimLeft(text, "*|/\\ ")
	t = bytes.TrimPrefix(t, []byte("commit "))
	n := scan.Hex(t)
	if !scan.HasPrefix(t[n:], " (") {
		return false
	}
	return scan.HasAnyPrefix(t[n+2:], "HEAD", "tag: ", "origin/") || scan.HasSuffix(t, ")") && bytes.Count(t, []byte{' '}) < 4
}
