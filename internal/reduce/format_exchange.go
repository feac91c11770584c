package reduce

import (
	"bytes"

	"elide/internal/block"
)

// With -v, curl marks what it says of the connection with a star, what it sends
// with > and what it receives with <. The request, the state and what went wrong
// matter; handshakes and most headers are always the same.

const (
	exchangeBody = 20 // lines of an answer's body that are shown
	exchangeLook = 400
)

// isExchange tells whether the section is such a trace.
func isExchange(s block.Section) bool {
	told, spoken := 0, 0
	for i := range min(s.Len(), exchangeLook) {
		switch text := s.Text(i); {
		case hasPrefix(text, "*   Trying "), hasPrefix(text, "* Connected to "), hasPrefix(text, "* Connection #"), hasPrefix(text, "* Closing connection"), hasPrefix(text, "* Host "), bytes.Contains(text, []byte("* Could not resolve host")):
			told++
		case requestLine(text), hasPrefix(text, "< HTTP/"), hasPrefix(text, "curl: ("):
			spoken++
		}
	}
	return told > 0 && spoken > 0
}

// requestLine knows "> GET /path HTTP/1.1".
func requestLine(text []byte) bool {
	return hasPrefix(text, "> ") && len(text) > 8 && 'A' <= text[2] && text[2] <= 'Z' && bytes.Contains(text, []byte(" HTTP/"))
}

// exchange ranks the lines of such a trace.
func exchange(s block.Section, marks []Mark) {
	body, failed := 0, false
	for i := range marks {
		text := s.Text(i)
		switch {
		case blankLine(text) || exchangeNoise(text):
		case requestLine(text):
			body = 0
			marks[i].Raise(Outlier, 160, WhyHeading)
		case hasPrefix(text, "< HTTP/"):
			failed = statusFails(text)
			marks[i].Raise(Critical, 180, WhyStatus)
		case hasPrefix(text, "curl: ("):
			marks[i].Raise(Critical, 200, WhyFailure)
		case hasPrefix(text, "* "), bytes.Contains(text[:min(len(text), 120)], []byte("--:--* ")):
			if exchangeFails.in(text) {
				marks[i].Raise(Outlier, 150, WhyMessage)
			} else if exchangeTells.in(text) {
				marks[i].Raise(Sample, 60, WhyStatus)
			}
		case hasPrefix(text, "< "):
			if exchangeHeaders.in(bytes.ToLower(text)) {
				marks[i].Raise(Context, 90, WhyStatus)
			}
		case hasPrefix(text, "> "):
			if low := bytes.ToLower(text); failed || hasPrefix(low, "> host:") || hasPrefix(low, "> content-type:") {
				marks[i].Raise(Sample, 30, WhyNear)
			}
		case s.StartsLine(s.First + i):
			if body++; body <= exchangeBody {
				marks[i].Raise(Context, 100, WhyMessage)
			}
		}
	}
	markEdges(s, marks, 1, 2)
	spreadMarks(s, marks)
}

// statusFails tells whether the status line is that of a failed request.
func statusFails(text []byte) bool {
	i := bytes.IndexByte(text[2:], ' ')
	return i > 0 && i+3 < len(text) && text[i+3] >= '4'
}

// exchangeNoise knows the lines that count bytes, and the meter.
func exchangeNoise(text []byte) bool {
	if hasAnyPrefix(text, "{ [", "} [") || string(text) == "> " || string(text) == "< " || text[0] == '>' && len(text) == 1 || text[0] == '<' && len(text) == 1 {
		return true
	}
	t := unindented(text)
	if hasPrefix(t, "% Total") || hasPrefix(t, "Dload  Upload") {
		return true
	}
	return isDigit(t[0]) && bytes.Contains(t, []byte(":--")) && !bytes.Contains(t, []byte("* "))
}

var (
	exchangeFails = newPartSet("rror", "ailed", "efused", "unable to", "Could not", "imed out", "expired", "self signed", "self-signed",
		"mismatch", "does not match", "rejected", "denied", "reset by peer", "Empty reply", "not found", "alert", "Operation timed")
	exchangeTells   = newPartSet("Connected to ", "SSL connection using", "Issue another request", "  subject: ", "  issuer: ", "  expire date: ", "Server auth using", "Maximum (", "Ignoring the response-body", "upgraded", "Using HTTP")
	exchangeHeaders = newPartSet("< location:", "< content-type:", "< www-authenticate:", "< retry-after:", "< x-ratelimit", "< ratelimit", "< allow:", "< warning:", "< x-error", "< access-control-allow-origin:", "< content-length:", "< x-amzn-errortype:", "< set-cookie:", "< etag:", "< x-cache:")
)
