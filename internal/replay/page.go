package replay

import (
	"errors"
	"strings"
)

// The marks between which the tables stand in a page.
const (
	pageStart = "<!-- figures -->"
	pageEnd   = "<!-- end of figures -->"
)

// InPage returns a page with the tables of a report between its marks.
func InPage(page string, rep *Report) (string, error) {
	before, rest, found := strings.Cut(page, pageStart+"\n")
	_, after, ended := strings.Cut(rest, pageEnd)
	if !found || !ended {
		return "", errors.New("it has no marks: " + pageStart + " and " + pageEnd)
	}
	return before + pageStart + "\n" + Markdown(rep) + pageEnd + after, nil
}

// Markdown returns the tables of a report.
func Markdown(rep *Report) string { return "" }
