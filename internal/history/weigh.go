package history

import (
	"bytes"

	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/tokens"
)

const (
	// mediaTokens is about what an image costs, or a page of a document.
	mediaTokens = 1600
	// mediaBytes is the length from which a string that begins as base64 does is
	// taken for such a thing.
	mediaBytes = 2048
	frontBytes = 512
)

// weigh estimates the tokens of a value of a request: those of its strings and
// keys, and a little for what holds them. What is encoded, as images are, is
// counted as what it is, and not by its letters.
func weigh(v jsonspan.Value) int {
	sum := 0
	switch v.Kind() {
	case jsonspan.Object:
		for key, member := range v.Members() {
			sum += 1 + tokens.Estimate(key.Raw()) + weigh(member)
		}
	case jsonspan.Array:
		for e := range v.Elements() {
			sum += 1 + weigh(e)
		}
	case jsonspan.String:
		if isMedia(v.Raw()) {
			return mediaTokens
		}
		return tokens.Estimate(v.Raw())
	default:
		return 1
	}
	return sum
}

// weighList estimates the tokens of the elements of a list.
func weighList(elements []byte) int {
	doc, err := jsonspan.Parse(append(append([]byte{'['}, elements...), ']'))
	if err != nil {
		return tokens.Estimate(elements)
	}
	return weigh(doc.Root())
}

// isMedia tells whether a JSON string holds encoded bytes, with the head of a
// URL or without.
func isMedia(quoted []byte) bool {
	if len(quoted) < mediaBytes {
		return false
	}
	front := quoted[1:frontBytes]
	if bytes.HasPrefix(front, []byte("data:")) {
		_, front, _ = bytes.Cut(front, []byte{','})
	}
	for _, c := range front {
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
		if !letter && c != '+' && c != '/' && c != '-' && c != '_' {
			return false
		}
	}
	return len(front) > 0
}
