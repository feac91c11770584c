package jsondoc

import (
	"strings"
	"testing"
)

// TestManyValues: of a document with more values than are held, those that stand
// further out are.
func TestManyValues(t *testing.T) {
	record := `{"id":1,"state":"ok","at":[` + strings.Repeat("[1,2],", 12) + `[]]}`
	text := "[\n" + strings.Repeat(record+",\n", mostNodes/30) + `{"id":2,"state":"failed","at":[]}` + "\n]\n"
	d := readJSON([]byte(text), certainRuns([]byte(text)))
	if d == nil || len(d.nodes) >= mostNodes || len(d.nodes) < mostNodes/30 {
		t.Fatal("the records are not read")
	}
}

// TestTooManyValues: where even the outermost values are too many, the text is
// not read; and no depth is too deep.
func TestTooManyValues(t *testing.T) {
	for _, text := range []string{"[" + strings.Repeat("1,", mostNodes) + "1]", strings.Repeat("[],\n", mostNodes)} {
		if d := readJSON([]byte(text), certainRuns([]byte(text))); d != nil {
			t.Errorf("%.8s… has %d values", text, len(d.nodes))
		}
	}
	for _, text := range []string{strings.Repeat("[", 2*mostNodes), strings.Repeat("]", 2*mostNodes), strings.Repeat(`{"a":`, mostNodes)} {
		if d := readJSON([]byte(text), certainRuns([]byte(text))); d == nil || len(d.nodes) > maxDepth+2 {
			t.Errorf("%.8s… is not read down to its depth", text)
		}
	}
}
