// Package tables ranks rows of cells: the head, what few rows have, and what says
// that something is wrong. Tables that stand below each other are ranked one by one.
package tables
