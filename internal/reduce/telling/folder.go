package telling

import (
	"bytes"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
)

const (
	folderPart  = 60 // a folder is named if it holds one in so many rows
	folderLeast = 3  // and at least so many
	folderDepth = 12 // folders in each other that are counted
	folderNamed = 60 // folders that are named
)

// folders finds the first row of each folder, or of each family of dotted names, that
// holds a part of the list worth naming. The gaps between tell how much.
func (l *list) folders() {
	last, sep := l.pathColumn()
	if sep == 0 {
		return
	}
	held := counts{}
	l.rows(func(_, _ int, cells [][]byte) {
		eachFolder(pathIn(cells, last), sep, func(folder uint64) { held.add(folder) })
	})
	least := int32(max(folderLeast, l.n/folderPart))
	named, left := map[uint64]bool{}, folderNamed
	l.rows(func(first, end int, cells [][]byte) {
		isNew := false
		eachFolder(pathIn(cells, last), sep, func(folder uint64) {
			if held.of[folder] >= least && !named[folder] {
				named[folder], isNew = true, true
			}
		})
		if isNew && left > 0 {
			left--
			l.add(first, end, mark.Sample, 100, mark.WhyHeading)
		}
	})
}

// separators part the names of a path, and of a dotted name.
var separators = [2]byte{'/', '.'}

// countPaths counts a row whose first cell, or last, may be a path.
func (l *list) countPaths(cells [][]byte) {
	for c := range l.paths {
		path := pathIn(cells, c == 1)
		for k, sep := range separators {
			if len(path) > 1 && bytes.IndexByte(path[1:], sep) > 0 {
				l.paths[c][k]++
			}
		}
	}
}

// pathColumn returns whether paths stand in the last column or in the first, and what
// parts them; 0: there are none.
func (l *list) pathColumn() (last bool, sep byte) {
	for k, sep := range separators {
		for c := 1; c >= 0; c-- {
			if l.paths[c][k]*10 >= l.n*6 && (sep == '/' || c == 0 && len(l.exact[0].of)*10 >= min(l.n, mostValues)*8) {
				return c == 1, sep
			}
		}
	}
	return false, 0
}

// pathIn returns the row's last cell, or the first.
func pathIn(cells [][]byte, last bool) []byte {
	if last {
		return cells[len(cells)-1]
	}
	return cells[0]
}

// eachFolder calls do for each folder that the path leads through.
func eachFolder(path []byte, sep byte, do func(folder uint64)) {
	h, depth := uint64(scan.Seed), 0
	for i, c := range path {
		h = scan.Mix(h, uint64(c))
		if c == sep && i > 0 {
			if depth++; depth > folderDepth {
				return
			}
			do(h)
		}
	}
}
