package formats

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
)

// With -v, curl marks what it says of the connection with a star, what it sends
// with > and what it receives with <. The request, the state and what went wrong
// matter; handshakes and most headers are always the same.

const (
	exchangeBody = 20 // lines of an answer's body that are shown
	exchangeLook = 400
)

// IsExchange tells whether the section is such a trace.
func IsExchange(s block.Section) bool {
	told, spoken := 0, 0
	for i := range min(s.Len(), exchangeLook) {
		switch text := s.Text(i); {
		case scan.HasPrefix(text, "*   Trying "), scan.HasPrefix(text, "* Connected to "), scan.HasPrefix(text, "* Connection #"), scan.HasPrefix(text, "* Closing connection"), scan.HasPrefix(text, "* Host "), bytes.Contains(text, []byte("* Could not resolve host")):
			told++
		case requestLine(text), scan.HasPrefix(text, "< HTTP/"), scan.HasPrefix(text, "curl: ("):
			spoken++
		}
	}
	return told > 0 && spoken > 0
}

// requestLine knows "> GET /path HTTP/1.1".
func requestLine(text []byte) bool {
	return scan.HasPrefix(text, "> ") && len(text) > 8 && 'A' <= text[2] && text[2] <= 'Z' && bytes.Contains(text, []byte(" HTTP/"))
}

// Exchange ranks the lines of such a trace.
func Exchange(s block.Section, marks []mark.Mark) {
	body, failed := 0, false
	for i := range marks {
		text := s.Text(i)
		switch {
		case scan.Blank(text) || exchangeNoise(text):
		case requestLine(text):
			body = 0
			marks[i].Raise(mark.Outlier, 160, mark.WhyHeading)
		case scan.HasPrefix(text, "< HTTP/"):
			failed = statusFails(text)
			marks[i].Raise(mark.Critical, 180, mark.WhyStatus)
		case scan.HasPrefix(text, "curl: ("):
			marks[i].Raise(mark.Critical, 200, mark.WhyFailure)
		case scan.HasPrefix(text, "* "), bytes.Contains(text[:min(len(text), 120)], []byte("--:--* ")):
			if exchangeFails.In(text) {
				marks[i].Raise(mark.Outlier, 150, mark.WhyMessage)
			} else if exchangeTells.In(text) {
				marks[i].Raise(mark.Sample, 60, mark.WhyStatus)
			}
		case scan.HasPrefix(text, "< "):
			if exchangeHeaders.In(bytes.ToLower(text)) {
				marks[i].Raise(mark.Context, 90, mark.WhyStatus)
			}
		case scan.HasPrefix(text, "> "):
			if low := bytes.ToLower(text); failed || scan.HasPrefix(low, "> host:") || scan.HasPrefix(low, "> content-type:") {
				marks[i].Raise(mark.Sample, 30, mark.WhyNear)
			}
		case s.StartsLine(s.First + i):
			if body++; body <= exchangeBody {
				marks[i].Raise(mark.Context, 100, mark.WhyMessage)
			}
		}
	}
	mark.Edges(s, marks, 1, 2)
	mark.Spread(s, marks)
}

// statusFails tells whether the status line is that of a failed request.
func statusFails(text []byte) bool {
	i := bytes.IndexByte(text[2:], ' ')
	return i > 0 && i+3 < len(text) && text[i+3] >= '4'
}

// exchangeNoise knows the lines that count bytes, and the meter.
func exchangeNoise(text []byte) bool {
	if scan.HasAnyPrefix(text, "{ [", "} [") || string(text) == "> " || string(text) == "< " || text[0] == '>' && len(text) == 1 || text[0] == '<' && len(text) == 1 {
		return true
	}
	t := scan.Trim(text)
	if scan.HasPrefix(t, "% Total") || scan.HasPrefix(t, "Dload  Upload") {
		return true
	}
	return scan.IsDigit(t[0]) && bytes.Contains(t, []byte(":--")) && !bytes.Contains(t, []byte("* "))
}

var (
	exchangeFails = scan.NewPartSet("rror", "ailed", "efused", "unable to", "Could not", "imed out", "expired", "self signed", "self-signed",
		"mismatch", "does not match", "rejected", "denied", "reset by peer", "Empty reply", "not found", "alert", "Operation timed")
	exchangeTells   = scan.NewPartSet("Connected to ", "SSL connection using", "Issue another request", "  subject: ", "  issuer: ", "  expire date: ", "Server auth using", "Maximum (", "Ignoring the response-body", "upgraded", "Using HTTP")
	exchangeHeaders = scan.NewPartSet("< location:", "< content-type:", "< www-authenticate:", "< retry-after:", "< x-ratelimit", "< ratelimit", "< allow:", "< warning:", "< x-error", "< access-control-allow-origin:", "< content-length:", "< x-amzn-errortype:", "< set-cookie:", "< etag:", "< x-cache:")
)
