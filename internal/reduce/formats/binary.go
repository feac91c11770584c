package formats

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
)

// What tools print of programs, libraries and certificates has a grammar of
// its own: mostly addresses and hexadecimal digits, among which the names
// matter. These formats are told by their lines, whatever their shape.

func IsElfReport(s block.Section) bool {
	for i := 0; i < min(s.Len(), 4); i++ {
		if text := s.Text(i); scan.HasPrefix(text, "ELF Header:") || scan.HasPrefix(text, "There are ") && bytes.Contains(text, []byte("section headers")) ||
			scan.HasPrefix(text, "Elf file type is ") || scan.HasPrefix(text, "Dynamic section at offset ") {
			return true
		}
	}
	return false
}

// addressDigits are those of an address of 32 bits, with which rows of relocations begin.
const addressDigits = 8

// ElfReport shows what readelf says of the file as a whole, what the file
// needs of others, and the heads of its tables.
func ElfReport(s block.Section, marks []mark.Mark) {
	header := false
	for i := range marks {
		text := s.Text(i)
		switch {
		case scan.Blank(text):
			header = false
		case text[0] != ' ' && scan.Hex(text) < addressDigits:
			header = scan.HasPrefix(text, "ELF Header:")
			marks[i].Raise(mark.Context, 60, mark.WhyHeading)
		case header:
			marks[i].Raise(mark.Outlier, 100, mark.WhyStatus)
		case elfNeeds.In(text):
			marks[i].Raise(mark.Outlier, 120, mark.WhyStatus)
		}
	}
}

// elfNeeds are what a file needs, and the sections that its code and data are in.
var elfNeeds = scan.NewPartSet("] .text ", "] .rodata ", "] .data ", "] .bss ", "] .debug_info ", "(NEEDED)", "(SONAME)", "(RPATH)", "(RUNPATH)", "(FLAGS", "[Requesting program interpreter", "Build ID:", "ABI: ")

func IsCertificates(s block.Section) bool {
	for i := 0; i < min(s.Len(), 40); i++ {
		if t := scan.Trim(s.Text(i)); string(t) == "Certificate:" || string(t) == "Certificate Request:" || scan.HasPrefix(t, "Certificate Revocation List") {
			return true
		}
	}
	return false
}

// Certificates shows whom each certificate is for, by whom and until when.
func Certificates(s block.Section, marks []mark.Mark) {
	names := false // the next line holds the names
	for i := range marks {
		text := s.Text(i)
		if scan.Blank(text) || !s.StartsLine(s.First+i) {
			continue
		}
		t := scan.Trim(text)
		switch {
		case names, certificateLines.At(t):
			mark.KeepLine(s, marks, i, mark.Outlier, 120, mark.WhyStatus)
		case text[0] != ' ':
			mark.KeepLine(s, marks, i, mark.Context, 60, mark.WhyHeading)
		}
		names = scan.HasPrefix(t, "X509v3 Subject Alternative Name") || scan.HasPrefix(t, "X509v3 Basic Constraints")
	}
}

var certificateLines = scan.NewPartSet("Subject:", "Issuer:", "Not Before", "Not After", "Signature Algorithm:", "Public-Key:", "Revocation Date:", "Next Update:")
