package logs

import (
	"bytes"

	"elide.example/elide/internal/scan"
)

// accessStatus returns the status of a request that a record speaks of, in
// the forms in which servers print it; 0 if it speaks of none:
//
//	"GET / HTTP/1.1" 500 …   status=500   "status":500   "statusCode": 500
//	| 500 | …                GET / 500 1.2 ms            Completed 500 …
//	… 500 335 - "GET / HTTP/1.1"      HTTP/1.1 500 Internal Server Error
func accessStatus(text []byte) int {
	if status := quotedStatus(text); status != 0 {
		return status
	}
	if status := answeredStatus(text); status != 0 {
		return status
	}
	if i := scan.Index(text, "tatus"); i > 0 && scan.Lower(text[i-1]) == 's' {
		return keyedStatus(text[i+5:])
	}
	if i := scan.Index(text, "| "); i > 0 {
		return statusBefore(text[i+2:], " |")
	}
	return leadStatus(text)
}

// quotedStatus returns the three digits behind a quoted request; where none are, as
// in the log of a load balancer, the first ahead of it.
func quotedStatus(text []byte) int {
	for at := 0; ; {
		i := bytes.IndexByte(text[at:], '"')
		if i < 0 {
			return 0
		}
		at += i + 1
		if !httpVersion(text[:at-1]) {
			continue
		}
		if rest := text[at:]; len(rest) >= 4 && rest[0] == ' ' {
			if status := statusBefore(rest[1:], ""); status != 0 {
				return status
			}
		}
		return statusAhead(text[:bytes.LastIndexByte(text[:at-1], '"')+1])
	}
}

// answeredStatus returns the three digits behind the version of an answer's first line.
func answeredStatus(text []byte) int {
	i := scan.Index(text, "HTTP/")
	if i < 0 {
		return 0
	}
	version, rest, _ := bytes.Cut(text[i+len("HTTP/"):], []byte(" "))
	if n := len(version); n == 0 || n > len("1.1") || !scan.IsDigit(version[n-1]) {
		return 0
	}
	return statusBefore(rest, "")
}

// statusAhead returns the first word of text that can be a status.
func statusAhead(text []byte) int {
	for at := 0; ; at++ {
		blank := bytes.IndexByte(text[at:], ' ')
		if blank < 0 {
			return 0
		}
		at += blank
		if status := statusBefore(text[at+1:], " "); status != 0 {
			return status
		}
	}
}

// keyedStatus reads what follows the key "status", or one that starts so.
func keyedStatus(rest []byte) int {
	rest = bytes.TrimPrefix(rest, []byte("_"))
	if scan.FoldPrefix(rest, "code") {
		rest = rest[4:]
	}
	value := bytes.TrimLeft(rest, `"':= `)
	if n := len(rest) - len(value); n == 0 || !bytes.ContainsAny(rest[:n], ":=") {
		return 0
	}
	return statusBefore(value, "")
}

// leadStatus reads "GET /path 500 1.2 ms" and "Completed 500 …".
func leadStatus(text []byte) int {
	if i := scan.Index(text, "Completed "); i >= 0 {
		return statusBefore(text[i+10:], " ")
	}
	if len(text) == 0 || text[0] < 'D' || text[0] > 'P' || !scan.HasAnyPrefix(text, "GET ", "POST ", "PUT ", "HEAD ", "PATCH ", "DELETE ", "OPTIONS ") {
		return 0
	}
	words := bytes.SplitN(text[:min(len(text), levelHead)], []byte(" "), 4)
	if len(words) < 4 {
		return 0
	}
	return statusBefore(words[2], "")
}

// statusBefore returns the status that text starts with, if end follows it; a
// blank, a comma or the like where end is empty.
func statusBefore(text []byte, end string) int {
	if len(text) < 3 || text[0] < '1' || text[0] > '5' || scan.Digits(text[:min(len(text), 4)]) != 3 {
		return 0
	}
	if rest := text[3:]; !scan.HasPrefix(rest, end) || end == "" && len(rest) > 0 && (scan.IsWordByte(rest[0]) || rest[0] == '/' || rest[0] == '.') {
		return 0
	}
	return int(text[0]-'0')*100 + int(text[1]-'0')*10 + int(text[2]-'0')
}

// httpVersion tells whether text ends with a request's " HTTP/1.1".
func httpVersion(text []byte) bool {
	n := len(text)
	return n > 8 && scan.IsDigit(text[n-1]) && bytes.Contains(text[n-9:], []byte("HTTP/"))
}

func levelOfStatus(status int) level {
	switch {
	case status >= 500:
		return levelError
	case status >= 400 && status != 404:
		return levelWarn
	}
	return levelInfo
}

// accessHash returns the template of an access record: method and path, but
// not who asked, when, and with which browser.
func accessHash(text []byte) uint64 {
	open := bytes.IndexByte(text, '"') + 1
	if quotedStatus(text) == 0 {
		return scan.Template(text)
	}
	request := text[open:]
	if end := bytes.IndexByte(request, '"'); end >= 0 {
		request = request[:end]
	}
	if q := bytes.IndexByte(request, '?'); q >= 0 {
		request = request[:q]
	}
	return scan.Template(request)
}
