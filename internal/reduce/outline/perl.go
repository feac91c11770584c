package outline

import (
	"bytes"

	"elide/internal/block"
	"elide/internal/mark"
	"elide/internal/scan"
)

// Perl's quotes and patterns take any sign as their end, so that only a Perl
// can tell where its braces are. Its subroutines say so themselves.

// perlLook is how far into a file its language is looked for.
const perlLook = 4 << 10

// isPerl tells whether the source is Perl, by its first lines.
func isPerl(text []byte) bool {
	head := text[:min(len(text), perlLook)]
	if scan.HasPrefix(head, "#!") {
		line, _, _ := bytes.Cut(head, []byte{'\n'})
		return bytes.Contains(line, []byte("perl"))
	}
	for line := range bytes.Lines(head) {
		switch t := scan.Trim(bytes.TrimSuffix(line, []byte{'\n'})); {
		case scan.HasPrefix(t, "use strict;"), scan.HasPrefix(t, "use warnings;"), scan.HasPrefix(t, "my ($"), scan.HasPrefix(t, "our $"):
			return true
		}
	}
	return false
}

// perlOutline keeps packages and named subroutines, outside of documentation.
func perlOutline(s block.Section, marks []mark.Mark) {
	pod := false
	for i := range marks {
		text := s.Text(i)
		if len(text) > 1 && text[0] == '=' && scan.IsLetter(text[1]) {
			pod = !scan.HasPrefix(text, "=cut")
			continue
		}
		t := scan.Trim(text)
		if pod || len(t) < 5 {
			continue
		}
		if scan.HasPrefix(t, "sub ") && scan.IsWordByte(t[4]) || scan.HasPrefix(t, "package ") {
			marks[i].Raise(mark.Outlier, 100, mark.WhyDeclaration)
		}
		if scan.HasPrefix(t, "__END__") || scan.HasPrefix(t, "__DATA__") {
			return
		}
	}
}
