package tables

import (
	"bytes"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
)

// codeRepeats is how many rows a name has on average, at least, that sorts findings.
const codeRepeats = 2

// findings keeps the first row of each rule, where a table's rows are findings: a
// column holds names of rules, and another says at length what is wrong.
func (a *tableStats) findings() {
	for k := range a.columns {
		c := &a.columns[k]
		if c.Many || len(c.values) < 2 || a.data < codeRepeats*len(c.values) || !c.ruleNames() {
			continue
		}
		seen := map[string]bool{}
		for row := a.rows.from(a.first); row.next(a.last); {
			if len(row.cells) > k+1 && !seen[string(row.cells[k])] && bytes.Count(row.cells[len(row.cells)-1], []byte{' '}) > 2 {
				seen[string(row.cells[k])] = true
				a.keep(row.first, row.end, mark.Outlier, 130, mark.WhyFirst)
			}
		}
	}
}

// ruleNames tells whether the values look like names of rules: of two words and more,
// or letters with a number.
func (c *Column) ruleNames() bool {
	for _, v := range c.values {
		if !RuleName([]byte(v)) {
			return false
		}
	}
	return true
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
