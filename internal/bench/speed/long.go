// Package speed makes long blocks of the corpus, which is of short ones, and measures
// how fast they are reduced (see its benchmark, and scripts/compare-speed.sh).
package speed

import (
	"bytes"
	"hash/fnv"
)

// Joint is how blocks become one: an opening, what parts them, an end, and the two
// bytes that are taken off the ends of each. The zero Joint is laying them end to end.
type Joint struct{ Open, Between, End, Trim string }

// Long makes a block of about n bytes of others: first each as it is, then copies, each
// with other numbers and other names, so that what is long here is as varied as what
// is long elsewhere. It is the same at every call.
func Long(blocks [][]byte, j Joint, n int) []byte {
	parts := make([][]byte, len(blocks))
	for i, b := range blocks {
		parts[i] = j.part(b)
	}
	out := append(make([]byte, 0, n+n/8), j.Open...)
	for turn := 0; len(out) < n; turn++ {
		if turn > 0 || j.Open != "[" {
			out = append(out, j.Between...)
		}
		out = appendVaried(out, parts[turn%len(parts)], uint64(turn/len(parts)))
	}
	return append(out, j.End...)
}

// part returns the block as it stands between others.
func (j Joint) part(block []byte) []byte {
	if j.Trim != "" {
		block = bytes.TrimSpace(block)
		return bytes.TrimSuffix(bytes.TrimPrefix(block, []byte(j.Trim[:1])), []byte(j.Trim[1:]))
	}
	if bytes.HasSuffix(block, []byte{'\n'}) {
		return block
	}
	return append(bytes.Clone(block), '\n')
}

// appendVaried appends data with other digits in its numbers and other
// letters at the ends of its identifiers, the same for the same word of one
// turn. Lengths stay, and so do short numbers, the words of tools, the keys
// of JSON and the heads of hunks, whose numbers are counts.
func appendVaried(dst, data []byte, turn uint64) []byte {
	for i := 0; i < len(data); {
		if c := data[i]; c == '@' && bytes.HasPrefix(data[i:], []byte("@@")) && (i == 0 || data[i-1] == '\n') {
			end := i + bytes.IndexByte(data[i:], '\n')
			dst = append(dst, data[i:end]...)
			i = end
			continue
		} else if !wordByte(c) || turn == 0 {
			dst = append(dst, c)
			i++
			continue
		}
		end := i + 1
		for end < len(data) && wordByte(data[end]) {
			end++
		}
		word := data[i:end]
		key := bytes.HasPrefix(data[end:], []byte(`":`))
		dst = append(dst, word...)
		if !key {
			varyWord(dst[len(dst)-len(word):], turn)
		}
		i = end
	}
	return dst
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func varyWord(word []byte, turn uint64) {
	hash := fnv.New64a()
	hash.Write(word)
	seed := (hash.Sum64() + turn) * 0x9e3779b97f4a7c15
	seed ^= seed >> 32
	digits := bytes.Trim(word, "0123456789")
	switch {
	case len(digits) == 0:
		for i := range word {
			if i > 0 && len(word) > 2 {
				word[i] = '0' + byte(seed>>(i%8*8)%10)
			}
		}
	case isName(word):
		for i := len(word) - 3; i < len(word); i++ {
			if c := word[i]; c >= 'a' && c <= 'z' {
				word[i] = 'a' + byte(seed>>(i%8*8)%26)
			}
		}
	}
}

// isName tells whether a program's author, not a tool's, made the word.
func isName(word []byte) bool {
	if len(word) < 6 || bytes.HasSuffix(word, []byte("Error")) || bytes.HasSuffix(word, []byte("Exception")) {
		return false
	}
	for _, c := range word[1:] {
		if c == '_' || c >= 'A' && c <= 'Z' && word[0] >= 'a' {
			return true
		}
	}
	return false
}
