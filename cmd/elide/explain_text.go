package main

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/plan"
)

// screenWidth is how wide a row may be, in columns.
const screenWidth = 100

// row writes a row of the explanation: no wider than a screen, and nothing in
// it that a terminal would act on.
func (e *explainer) row(label, format string, args ...any) {
	e.wide(label, clipped(printable(fmt.Sprintf(format, args...)), screenWidth-len("reduced  ")))
}

// wide writes a row as it is.
func (e *explainer) wide(label, text string) {
	fmt.Fprintf(e.out, "%-8s %s\n", label, strings.TrimRight(text, " "))
}

// excerptBytes is how much of a piece is read to quote it.
const excerptBytes = 400

// excerpt quotes the first line of a piece.
func (e *explainer) excerpt(p plan.Piece) string {
	return quoted1(e.read(p.Off, min(p.Len, excerptBytes)))
}

// quoted1 returns the first line of a text that is not blank as it may be
// shown; the first, if all are.
func quoted1(text []byte) string {
	for line := range strings.Lines(string(text)) {
		if s := shownLine(line); s != "" {
			return s
		}
	}
	return ""
}

// shownLine returns a line as a terminal would leave it, without blanks
// around it and without anything that a terminal would act on.
func shownLine(line string) string {
	return strings.TrimSpace(printable(string(block.Resolve([]byte(strings.TrimRight(line, "\r\n"))))))
}

// read returns n bytes of the original, fewer if they can't be had.
func (e *explainer) read(off, n int64) []byte {
	buf := make([]byte, n)
	got, err := e.src.ReadAt(buf, off)
	if err != nil && err != io.EOF {
		return nil
	}
	return buf[:got]
}

// printable replaces what a terminal would act on, or would not show: control
// characters of either set, marks that change the direction, bytes that are
// no text. A tab becomes a blank.
func printable(s string) string {
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case r == ' ' || unicode.IsPrint(r):
			return r
		}
		return '\uFFFD'
	}, s)
}

// clipped returns as much of the text as fits in that many columns.
func clipped(s string, columns int) string {
	used := 0
	for i, r := range s {
		w := columnsOf(r)
		if used+w > columns || used+w == columns && i+utf8.RuneLen(r) < len(s) {
			return s[:i] + "…"
		}
		used += w
	}
	return s
}

// columnsOf returns how many columns a rune takes, two if it may take two.
func columnsOf(r rune) int {
	if r >= 0x1100 && !(r >= 0x2000 && r < 0x2e80) {
		return 2
	}
	return 1
}
