package e2e

import (
	"compress/gzip"
	"io"
	"net/http"
	"slices"
)

// writer writes one answer.
type writer struct {
	http.ResponseWriter
	sequence int          // of the next event, where they are counted
	sse      string       // the line end of events; "": LF
	zip      *gzip.Writer // nil: the answer is not compressed
}

func newWriter(w http.ResponseWriter, compressed bool) *writer {
	if !compressed {
		return &writer{ResponseWriter: w}
	}
	w.Header().Set("Content-Encoding", "gzip")
	return &writer{ResponseWriter: w, zip: gzip.NewWriter(w)}
}

// send sends a part of the answer at once. A client that is gone is the
// client's affair.
func (w *writer) send(text string) {
	if w.zip != nil {
		_, _ = io.WriteString(w.zip, text)
		_ = w.zip.Flush()
	} else {
		_, _ = io.WriteString(w, text)
	}
	_ = http.NewResponseController(w.ResponseWriter).Flush()
}

// end completes the answer.
func (w *writer) end() {
	if w.zip != nil {
		_ = w.zip.Close()
	}
}

func (w *writer) json(status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.send(jsonText(v))
}

func (w *writer) startEvents() {
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	w.WriteHeader(http.StatusOK)
}

// event sends an event with a name, if it has one.
func (w *writer) event(name, data string) {
	end := "\n"
	if w.sse != "" {
		end = w.sse
	}
	text := "data: " + data + end + end
	if name != "" {
		text = "event: " + name + end + text
	}
	w.send(text)
}

// typed sends an event whose data says its own type, first.
func (w *writer) typed(kind string, members map[string]any) {
	rest := jsonText(members)[1:]
	if rest != "}" {
		rest = "," + rest
	}
	w.event(kind, `{"type":`+jsonText(kind)+rest)
}

// pieces cuts a text as models stream it: a few characters at a time. An empty
// text is one piece.
func pieces(text string) []string {
	const size = 24
	runes := []rune(text)
	out := []string{}
	for chunk := range slices.Chunk(runes, size) {
		out = append(out, string(chunk))
	}
	if len(out) == 0 {
		return []string{""}
	}
	return out
}
