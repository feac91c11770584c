package listing

import (
	"bytes"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/telling"
	"elide.example/elide/internal/scan"
)

// modeString tells whether the line starts with the mode of a file:
// "-rw-r--r-- 1 ", "drwxr-xr-x@ 4 ", "lrwxrwxrwx. ".
func modeString(t []byte) bool {
	if len(t) < 11 || bytes.IndexByte([]byte("-dlbcpsDCM"), t[0]) < 0 {
		return false
	}
	for _, c := range t[1:10] {
		if bytes.IndexByte([]byte("rwxsStT-"), c) < 0 {
			return false
		}
	}
	return t[10] == ' ' || t[10] == '+' || t[10] == '.' || t[10] == '@'
}

// modeClass returns what a mode says: a plain file, a directory, or something
// that deviates from them, by the byte that tells it.
func modeClass(t []byte) byte {
	switch {
	case t[0] != '-' && t[0] != 'd':
		return t[0]
	case t[3] == 's' || t[3] == 'S' || t[6] == 's' || t[6] == 'S':
		return 's'
	case t[0] == 'd':
		return 'd'
	case t[8] == 'w':
		return 'w' // anyone may write it
	case t[3] == 'x' || t[6] == 'x' || t[9] == 'x':
		return 'x'
	}
	return '-'
}

// modes reads ls -l and ls -lR: the heads of the first directories, and the
// files whose kind or mode is rare.
func (l *listingLines) modes() {
	var counts [256]int
	owners := map[string]int{}
	files := 0
	for i := range l.marks {
		if t := l.s.Text(i); modeString(t) {
			counts[modeClass(t)]++
			if len(owners) < 100 {
				owners[string(modeOwner(t))]++
			}
			files++
		}
	}
	rare := max(2, files*2/100)
	telling.Mark(l.s, l.marks, telling.Words(l.s).Where(l.s, modeString))
	dirs := 0
	if l.archived() {
		l.archiveFolders()
	}
	for i := range l.marks {
		t := l.s.Text(i)
		switch {
		case !modeString(t):
			if scan.HasSuffix(t, ":") && dirs < listedDirs {
				dirs++
				l.marks[i].Raise(mark.Sample, 100, mark.WhyHeading)
			}
		case l.rareMode(t, &counts, rare) || owners[string(modeOwner(t))] <= files/50 && owners[string(modeOwner(t))] > 0:
			l.marks[i].Raise(mark.Outlier, 150, mark.WhyRare)
		}
	}
	l.nameFolders()
}

// nameFolders keeps the head of the folder that each file which is shown stands in.
func (l *listingLines) nameFolders() {
	head := -1
	for i := range l.marks {
		switch t := l.s.Text(i); {
		case scan.HasSuffix(t, ":") && !modeString(t):
			head = i
		case head >= 0 && l.marks[i].Rank > mark.Bulk:
			mark.KeepLine(l.s, l.marks, head, l.marks[i].Rank, 125, mark.WhyHeading)
		}
	}
}

// archived tells whether the files are an archive's, as tar -tv lists them:
// each with its owner and group in one word, and the path to it.
func (l *listingLines) archived() bool {
	are, lines := 0, 0
	for i := 0; i < len(l.marks) && lines < listingSample; i++ {
		if t := l.s.Text(i); modeString(t) {
			lines++
			if bytes.IndexByte(modeOwner(t), '/') > 0 {
				are++
			}
		}
	}
	return lines > 0 && are*2 > lines
}

// archivedDirs is how many folders of an archive are named.
const archivedDirs = 40

// archiveFolders names the folders of an archive, which no heads do.
func (l *listingLines) archiveFolders() {
	dirs := 0
	for i := range l.marks {
		if t := l.s.Text(i); dirs < archivedDirs && modeString(t) && t[0] == 'd' {
			dirs++
			mark.KeepLine(l.s, l.marks, i, mark.Sample, 95, mark.WhyHeading)
		}
	}
}

// listedDirs is how many directories are named of those that are listed.
const listedDirs = 30

func (l *listingLines) rareMode(t []byte, counts *[256]int, rare int) bool {
	class := modeClass(t)
	return class != '-' && class != 'd' && counts[class] <= rare
}

// modeOwner returns the owner and the group.
func modeOwner(t []byte) []byte {
	rest := bytes.TrimLeft(t[min(len(t), 11):], " ")
	rest = bytes.TrimLeft(rest[scan.Digits(rest):], " ")
	spaces, i := 0, 0
	if word, _, _ := bytes.Cut(rest, []byte{' '}); bytes.IndexByte(word, '/') > 0 {
		return word // of tar: owner/group
	}
	for i < len(rest) {
		if rest[i] == ' ' && rest[i-min(i, 1)] != ' ' {
			if spaces++; spaces == 2 {
				break
			}
		}
		i++
	}
	return rest[:i]
}

// treeDepth returns how deep in a drawn tree the line stands: the columns of
// its branches; 0 if none is drawn.
func treeDepth(text []byte) int {
	depth, _, _ := scan.Tree(bytes.TrimPrefix(text, []byte("[INFO] ")))
	return depth
}

// listedBranches is how many branches of a tree with one root are shown.
const listedBranches = 40

// tree reads a drawn tree: its roots, and of a single one the first branches.
func (l *listingLines) tree() {
	least := 0
	var roots []int
	for i := range l.marks {
		text := l.s.Text(i)
		if scan.Blank(text) {
			continue
		}
		if d := treeDepth(text); d > 0 {
			if least == 0 || d < least {
				least = d
			}
		} else if treeRoot(text) && !listError(text) { // what npm says of itself stands around the tree
			roots = append(roots, i)
		}
	}
	telling.Mark(l.s, l.marks, telling.Words(l.s).Where(l.s, func(text []byte) bool { return treeDepth(text) > 0 }))
	for _, i := range roots {
		mark.KeepLine(l.s, l.marks, i, mark.Outlier, 180, mark.WhyHeading)
	}
	if len(roots) > 4 {
		return
	}
	least = max(least, l.branchesWithin(listedBranches))
	shown := 0
	for i := range l.marks {
		if d := treeDepth(l.s.Text(i)); d > 0 && d <= least && shown < listedBranches {
			shown++
			l.marks[i].Raise(mark.Sample, 100, mark.WhyHeading)
		}
	}
}

// deepest is how many columns of branches are told apart.
const deepest = 64

// branchesWithin returns the depth down to which the tree has no more branches than so
// many.
func (l *listingLines) branchesWithin(most int) int {
	var at [deepest]int
	for i := range l.marks {
		if d := treeDepth(l.s.Text(i)); d > 0 && d < deepest {
			at[d]++
		}
	}
	for d, sum := 0, 0; d < deepest; d++ {
		if sum += at[d]; sum > most {
			return d - 1
		}
	}
	return deepest
}

// treeRoot tells whether a line without branches is a root rather than a
// heading of a part of the tree or progress.
func treeRoot(text []byte) bool {
	w, _ := scan.Indent(text)
	return w == 0 && text[0] != '[' || scan.HasPrefix(text, "[INFO] ") && bytes.Count(text, []byte{':'}) >= 3
}
