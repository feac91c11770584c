package transcript

import (
	"strings"
	"time"

	"elide.example/elide/internal/jsonspan"
)

// textOf returns the text of a value that is one, or a list of parts of which some
// have a text.
func textOf(v jsonspan.Value) string {
	switch v.Kind() {
	case jsonspan.String:
		return v.Str()
	case jsonspan.Object:
		if text := v.Get("text"); text.Exists() {
			return textOf(text)
		}
		return textOf(v.Get("content"))
	case jsonspan.Array:
		var texts []string
		for part := range v.Elements() {
			if text := textOf(part); text != "" {
				texts = append(texts, text)
			}
		}
		return strings.Join(texts, "\n")
	}
	return ""
}

// orText returns what a value says, as JSON if it is neither a text nor parts of one.
func orText(v jsonspan.Value) string {
	if text := textOf(v); text != "" || !v.Exists() || v.Kind() == jsonspan.String || v.Kind() == jsonspan.Null {
		return text
	}
	return string(v.Raw())
}

// argumentsOf returns the arguments of a call, which many write as a text that holds
// JSON.
func argumentsOf(v jsonspan.Value) jsonspan.Value {
	if v.Kind() != jsonspan.String {
		return v
	}
	if doc, err := jsonspan.Parse([]byte(v.Str())); err == nil && doc.Root().Kind() == jsonspan.Object {
		return doc.Root()
	}
	return v
}

// commandOf returns the arguments of a call of a shell, for hosts that have no others.
func commandOf(line string) jsonspan.Value {
	text := append(jsonspan.AppendString([]byte(`{"command":`), []byte(line)), '}')
	doc, err := jsonspan.Parse(text)
	if err != nil {
		return jsonspan.Value{}
	}
	return doc.Root()
}

// timeOf returns the time that a value says: a text as RFC 3339 has it, also without
// its zone, or milliseconds since 1970. Of any other it is none.
func timeOf(v jsonspan.Value) time.Time {
	switch v.Kind() {
	case jsonspan.String:
		for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999"} {
			if t, err := time.Parse(layout, v.Str()); err == nil {
				return t
			}
		}
	case jsonspan.Number:
		const most = int64(1) << 52
		var n int64
		for _, c := range v.Raw() {
			if c < '0' || c > '9' || n > most {
				return time.Time{}
			}
			n = n*10 + int64(c-'0')
		}
		return time.UnixMilli(n).UTC()
	}
	return time.Time{}
}

// isTrue tells whether a value is true.
func isTrue(v jsonspan.Value) bool {
	yes, _ := v.Bool()
	return yes
}
