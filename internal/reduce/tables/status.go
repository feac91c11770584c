package tables

import (
	"bytes"

	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// statusKinds returns what each column says of the status of rows, nil if
// none says anything.
func (a *tableStats) statusKinds() []rules.Kind {
	kinds := make([]rules.Kind, len(a.columns))
	found := false
	for k, name := range a.names {
		kinds[k] = statusOf(name)
		found = found || kinds[k] != rules.None
	}
	if a.header < 0 && len(a.columns) > 0 { // go tool cover -func
		if k := len(a.columns) - 1; a.percentages(k) {
			kinds[k], found = rules.ColumnCover, true
		}
	}
	if !found {
		return nil
	}
	return kinds
}

// statusOf returns what a column of the name says.
func statusOf(name string) rules.Kind {
	h, _ := rules.Find(rules.Column, []byte(name))
	return h.Kind
}

// percentages tells whether all cells of column k are like 85.7%.
func (a *tableStats) percentages(k int) bool {
	seen := 0
	for row := a.rows.from(a.first); row.next(a.last) && seen < 50; seen++ {
		if len(row.cells) <= k || !scan.HasSuffix(row.cells[k], "%") {
			return false
		}
	}
	return seen > 2
}

// Covered is the share below which coverage is worth a look, tableFull
// the share from which something is nearly full.
const (
	Covered   = 80
	tableFull = 90
)

// flags tells whether one of the cells says that something is wrong.
func (a *tableStats) flags(cells [][]byte, kinds []rules.Kind) bool {
	for k, cell := range cells[:min(len(cells), len(kinds))] {
		if len(cell) == 0 {
			continue
		}
		bad := false
		switch kinds[k] {
		case rules.None:
			continue
		case rules.ColumnStatus:
			bad = rules.Troubled(cell) || a.deviates(k, cell)
		case rules.ColumnGrade:
			bad = rules.Troubled(cell) || rules.StateOf(cell) == rules.StateGrave || a.deviates(k, cell)
		case rules.ColumnUse:
			n, ok := Share(cell)
			bad = ok && n >= tableFull
		case rules.ColumnCover:
			n, ok := Share(cell)
			bad = ok && n < Covered
		case rules.ColumnReady:
			bad = unready(cell) && !completed(cells)
		case rules.ColumnProcess:
			bad = cell[0] == 'Z' || cell[0] == 'T' || cell[0] == 't' || cell[0] == 'X' || cell[0] == 'D'
		case rules.ColumnPackage:
			bad = len(cell) > 1 && string(cell[:2]) != "ii" && scan.IsLetter(cell[0])
		}
		if bad {
			return true
		}
	}
	return false
}

// deviates tells whether nearly all rows have another status.
func (a *tableStats) deviates(k int, cell []byte) bool {
	c := &a.columns[k]
	return !c.Many && a.data >= 10 && c.Usual()*10 >= a.data*9 && c.Times(cell)*20 <= a.data
}

// Share reads "93%" and "93.4".
func Share(cell []byte) (int, bool) {
	n := scan.Digits(cell)
	if n == 0 || n > 4 {
		return 0, false
	}
	v := 0
	for _, c := range cell[:n] {
		v = v*10 + int(c-'0')
	}
	rest := cell[n:]
	if scan.HasPrefix(rest, ".") {
		rest = rest[1+scan.Digits(rest[1:]):]
	}
	return v, len(rest) == 0 || string(rest) == "%" || rest[0] == ' '
}

// unready reads the "1/2" of kubectl.
func unready(cell []byte) bool {
	slash := bytes.IndexByte(cell, '/')
	if slash <= 0 {
		return scan.FoldPrefix(cell, "false") || scan.FoldPrefix(cell, "no")
	}
	have, ok := Share(cell[:slash])
	want, ok2 := Share(cell[slash+1:])
	return ok && ok2 && have < want
}

func completed(cells [][]byte) bool {
	for _, cell := range cells {
		if string(cell) == "Completed" || string(cell) == "Succeeded" {
			return true
		}
	}
	return false
}
