package reduce

import (
	"bytes"

	"elide/internal/block"
)

// What tools print of programs, libraries and certificates has a grammar of
// its own: mostly addresses and hexadecimal digits, among which the names
// matter. These formats are told by their lines, whatever their shape.

// format is one of them.
type format struct {
	is   func(s block.Section) bool
	rank func(s block.Section, marks []Mark)
}

var formats = [...]format{
	{isDisassembly, disassembly},
	{isSymbolTable, symbolTable},
	{isElfReport, elfReport},
	{isCertificates, certificates},
	{isSyscallTrace, syscallTrace},
	{isPlaybook, playbook},
	{isExchange, exchange},
	{isTimings, timings},
	{isDescription, description},
	{isGraphHistory, gitHistory},
	{isCommitTable, onelineHistory},
	{isPorcelainStatus, porcelainStatus},
	{isTreeLog, treeLog},
	{isCoverFunc, coverFunc},
	{isSideBySide, sideBySide},
	{isSettingsFile, settingsFile},
	{isShortList, shortList},
	{isHeadedTable, table},
}

// formatOf returns what ranks the section's format, nil if it has none.
func formatOf(s block.Section) func(block.Section, []Mark) {
	for _, f := range formats {
		if f.is(s) {
			return f.rank
		}
	}
	return nil
}

// mostLines tells whether of the first lines, blank ones left out, at least
// four in five are what the function tells.
func mostLines(s block.Section, is func(text []byte) bool) bool {
	lines, are := 0, 0
	for i := 0; i < s.Len() && lines < 60; i++ {
		if text := s.Text(i); !blankLine(text) && s.StartsLine(s.First+i) {
			lines++
			if is(text) {
				are++
			}
		}
	}
	return are > 4 && are*5 >= lines*4
}

// hexRun returns how many hexadecimal digits text starts with.
func hexRun(text []byte) int {
	n := 0
	for n < len(text) && isHex(text[n]) {
		n++
	}
	return n
}

// isDisassembly tells whether objdump -d printed the section, with the bytes of
// each instruction or without them.
func isDisassembly(s block.Section) bool {
	return mostLines(s, func(text []byte) bool {
		t := unindented(text)
		n := hexRun(t)
		return n > 0 && n < len(t) && t[n] == ':' && len(t) > n+3 && t[n+1] == '\t' && (hexRun(t[n+2:]) == 2 || isLetter(t[n+2])) || functionLabel(text)
	})
}

// functionLabel tells whether the line names a function: "0000000000001170 <main>:".
func functionLabel(text []byte) bool {
	n := hexRun(text)
	return n >= 8 && hasPrefix(text[n:], " <") && hasSuffix(text, ">:")
}

// disassembly shows the names of functions and sections.
func disassembly(s block.Section, marks []Mark) {
	for i := range marks {
		switch text := s.Text(i); {
		case functionLabel(text):
			marks[i].Raise(Outlier, 120, WhyDeclaration)
		case hasPrefix(text, "Disassembly of section ") || bytes.Contains(text, []byte("file format ")):
			marks[i].Raise(Outlier, 150, WhyHeading)
		}
	}
}

// symbolOf returns the letter that nm prints between an address, or blanks in
// its place, and a name; 0 if the line is no symbol.
func symbolOf(text []byte) byte {
	n := hexRun(text)
	if n != 8 && n != 16 {
		n = len(text) - len(bytes.TrimLeft(text, " "))
		if n != 9 && n != 17 {
			return 0
		}
		n--
	}
	if len(text) < n+4 || text[n] != ' ' || text[n+2] != ' ' || !isLetter(text[n+1]) && text[n+1] != '-' && text[n+1] != '?' {
		return 0
	}
	return text[n+1]
}

func isSymbolTable(s block.Section) bool {
	return mostLines(s, func(text []byte) bool { return symbolOf(text) != 0 || len(text) > 1 && text[len(text)-1] == ':' })
}

// symbolTable shows the symbols of kinds that few have, the first of the
// others, and the names of files.
func symbolTable(s block.Section, marks []Mark) {
	var count, seen [256]int
	total := 0
	for i := range marks {
		if c := symbolOf(s.Text(i)); c != 0 {
			count[c]++
			total++
		}
	}
	few := max(12, total/40)
	for i := range marks {
		c := symbolOf(s.Text(i))
		switch seen[c]++; {
		case c == 0 && !blankLine(s.Text(i)):
			marks[i].Raise(Outlier, 150, WhyHeading)
		case c == 0:
		case count[c] <= few:
			marks[i].Raise(Outlier, 100, WhyRare)
		case seen[c] <= 2:
			marks[i].Raise(Sample, 50, WhyFirst)
		}
	}
	spreadMarks(s, marks)
}

func isElfReport(s block.Section) bool {
	for i := 0; i < min(s.Len(), 4); i++ {
		if text := s.Text(i); hasPrefix(text, "ELF Header:") || hasPrefix(text, "There are ") && bytes.Contains(text, []byte("section headers")) ||
			hasPrefix(text, "Elf file type is ") || hasPrefix(text, "Dynamic section at offset ") {
			return true
		}
	}
	return false
}

// elfReport shows what readelf says of the file as a whole, what the file
// needs of others, and the heads of its tables.
func elfReport(s block.Section, marks []Mark) {
	header := false
	for i := range marks {
		text := s.Text(i)
		switch {
		case blankLine(text):
			header = false
		case text[0] != ' ':
			header = hasPrefix(text, "ELF Header:")
			marks[i].Raise(Context, 60, WhyHeading)
		case header:
			marks[i].Raise(Outlier, 100, WhyStatus)
		case elfNeeds.in(text):
			marks[i].Raise(Outlier, 120, WhyStatus)
		}
	}
}

// elfNeeds are what a file needs, and the sections that its code and data are in.
var elfNeeds = newPartSet("] .text ", "] .rodata ", "] .data ", "] .bss ", "] .debug_info ", "(NEEDED)", "(SONAME)", "(RPATH)", "(RUNPATH)", "(FLAGS", "[Requesting program interpreter", "Build ID:", "ABI: ")

func isCertificates(s block.Section) bool {
	for i := 0; i < min(s.Len(), 40); i++ {
		if t := unindented(s.Text(i)); string(t) == "Certificate:" || string(t) == "Certificate Request:" || hasPrefix(t, "Certificate Revocation List") {
			return true
		}
	}
	return false
}

// certificates shows whom each certificate is for, by whom and until when.
func certificates(s block.Section, marks []Mark) {
	names := false // the next line holds the names
	for i := range marks {
		text := s.Text(i)
		if blankLine(text) || !s.StartsLine(s.First+i) {
			continue
		}
		t := unindented(text)
		switch {
		case names, certificateLines.at(t):
			keepLine(s, marks, i, Outlier, 120, WhyStatus)
		case text[0] != ' ':
			keepLine(s, marks, i, Context, 60, WhyHeading)
		}
		names = hasPrefix(t, "X509v3 Subject Alternative Name") || hasPrefix(t, "X509v3 Basic Constraints")
	}
}

var certificateLines = newPartSet("Subject:", "Issuer:", "Not Before", "Not After", "Signature Algorithm:", "Public-Key:", "Revocation Date:", "Next Update:")
