package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// reportHeader holds the report on what is in the body of an answer, as JSON in ASCII.
const reportHeader = "Elide-Report"

// The bounds of what texts in a header may be long.
const (
	mostTold     = 300 // characters of a text
	mostWarnings = 8
)

// setReport puts a report into the header of an answer.
func setReport(w http.ResponseWriter, report any) error {
	text, err := json.Marshal(report)
	if err != nil {
		return err
	}
	w.Header().Set(reportHeader, ascii(string(text)))
	return nil
}

// ascii writes out what is no ASCII in a JSON text.
func ascii(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r < utf8.RuneSelf:
			b.WriteRune(r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// told returns texts as a header has room for them.
func told(texts []string) []string {
	var all []string
	for _, text := range texts[:min(len(texts), mostWarnings)] {
		all = append(all, short(text))
	}
	return all
}

func short(text string) string {
	runes := []rune(text)
	if len(runes) <= mostTold {
		return text
	}
	return string(runes[:mostTold-1]) + "…"
}
