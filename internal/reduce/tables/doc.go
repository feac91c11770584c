// Package tables ranks rows of cells: the head, what few rows have, and what says
// that something is wrong.
package tables
