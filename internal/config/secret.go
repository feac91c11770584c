package config

import "strings"

// hidePasswords returns text with the passwords of the URLs in it replaced by
// as many asterisks: user:password before the @ of a URL, and the values of
// parameters whose name ends in password. The text may be anything, also a URL
// that is written wrongly, so it rather hides too much.
func hidePasswords(text string) string {
	out := []byte(text)
	for at := 0; ; {
		i := strings.Index(text[at:], "://")
		if i < 0 {
			break
		}
		at += i + len("://")
		end := at + length(text[at:], "\r\n")
		if sign := strings.LastIndexByte(text[at:end], '@'); sign >= 0 {
			if colon := strings.IndexByte(text[at:at+sign], ':'); colon >= 0 {
				hide(out[at+colon+1 : at+sign])
			}
		}
	}
	for at := 0; ; {
		i := strings.Index(text[at:], "password=")
		if i < 0 {
			break
		}
		at += i + len("password=")
		hide(out[at : at+length(text[at:], "& \t\r\n\"'")])
	}
	return string(out)
}

// length returns how much of text stands before any of the bytes.
func length(text, bytes string) int {
	if i := strings.IndexAny(text, bytes); i >= 0 {
		return i
	}
	return len(text)
}

func hide(b []byte) {
	for i := range b {
		b[i] = '*'
	}
}
