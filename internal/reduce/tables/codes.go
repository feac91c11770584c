package tables

import (
	"bytes"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

const (
	codeRepeats = 2 // rows that a name has on average, at least, that sorts findings
	// codeRows is the part of the rows, in percent, that name a rule in the column: between the
	// tables of several files stand their names and totals.
	codeRows = 75
)

// findings keeps the first row of each rule, where a table's rows are findings: a column holds
// names of rules, and another says at length what is wrong, or how bad it is.
func (a *tableStats) findings() {
	for k := range a.columns {
		c := &a.columns[k]
		if c.Many || len(c.values) < 2 || a.data < codeRepeats*len(c.values) || c.ruleNames()*100 < a.data*codeRows {
			continue
		}
		seen := map[string]bool{}
		for row := a.rows.from(a.first); row.next(a.last); {
			if len(row.cells) > k+1 && RuleName(row.cells[k]) && !seen[string(row.cells[k])] && finds(row.cells) {
				seen[string(row.cells[k])] = true
				a.keep(row.first, row.end, mark.Outlier, 130, mark.WhyFirst)
			}
		}
	}
}

// finds tells whether a row says what is wrong: at length in its last cell, or how bad it is
// in one.
func finds(cells [][]byte) bool {
	for _, cell := range cells {
		if rules.SeverityOf(cell, rules.AsLevel|rules.AsMessage|rules.AsGrade) != rules.NoSeverity {
			return true
		}
	}
	return bytes.Count(cells[len(cells)-1], []byte{' '}) > 2
}

// ruleNames counts the rows whose value looks like the name of a rule: of two words and more,
// or letters with a number.
func (c *Column) ruleNames() (rows int) {
	for k, v := range c.values {
		if RuleName([]byte(v)) {
			rows += c.counts[k]
		}
	}
	return rows
}

// RuleName tells whether the word looks like the name of a rule: "no-unused-vars",
// "LongVariable", "W291", "PKGS-7392".
func RuleName(word []byte) bool {
	if len(word) < 3 || len(word) > 64 || !scan.IsLetter(word[0]) {
		return false
	}
	joined, digits := false, 0
	for i, c := range word {
		switch {
		case scan.IsDigit(c):
			digits++
		case c == '-' || c == '_' || c == '/':
			joined = joined || i > 1 && i+1 < len(word) && scan.IsLetter(word[i+1])
		case !scan.IsLetter(c):
			return false
		case scan.IsUpper(c) && i > 0 && !scan.IsUpper(word[i-1]) && scan.IsLetter(word[i-1]):
			joined = true
		}
	}
	return joined || digits >= 2
}
