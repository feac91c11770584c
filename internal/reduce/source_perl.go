package reduce

import (
	"bytes"

	"elide/internal/block"
)

// Perl's quotes and patterns take any sign as their end, so that only a Perl
// can tell where its braces are. Its subroutines say so themselves.

// perlLook is how far into a file its language is looked for.
const perlLook = 4 << 10

// isPerl tells whether the source is Perl, by its first lines.
func isPerl(text []byte) bool {
	head := text[:min(len(text), perlLook)]
	if hasPrefix(head, "#!") {
		line, _, _ := bytes.Cut(head, []byte{'\n'})
		return bytes.Contains(line, []byte("perl"))
	}
	for line := range bytes.Lines(head) {
		switch t := unindented(bytes.TrimSuffix(line, []byte{'\n'})); {
		case hasPrefix(t, "use strict;"), hasPrefix(t, "use warnings;"), hasPrefix(t, "my ($"), hasPrefix(t, "our $"):
			return true
		}
	}
	return false
}

// perlOutline keeps packages and named subroutines, outside of documentation.
func perlOutline(s block.Section, marks []Mark) {
	pod := false
	for i := range marks {
		text := s.Text(i)
		if len(text) > 1 && text[0] == '=' && isLetter(text[1]) {
			pod = !hasPrefix(text, "=cut")
			continue
		}
		t := unindented(text)
		if pod || len(t) < 5 {
			continue
		}
		if hasPrefix(t, "sub ") && isWordByte(t[4]) || hasPrefix(t, "package ") {
			marks[i].Raise(Outlier, 100, WhyDeclaration)
		}
		if hasPrefix(t, "__END__") || hasPrefix(t, "__DATA__") {
			return
		}
	}
}
