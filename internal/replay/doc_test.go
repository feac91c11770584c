package replay

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"
)

// TestDocumented: docs/replay.md speaks of every field of the JSON.
func TestDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/replay.md")
	if err != nil {
		t.Fatal(err)
	}
	c := talk(event{user: "go"}, event{runs: "ls", gives: "one\nsrc/deep/two_things.go"}, event{runs: "cat src/deep/two_things.go", gives: "x"}, event{says: "done"})
	rep := &Report{Ways: []string{"plain", "first line"}, Detail: 1, All: []*Measured{measured(t, c, Plain(), hiding())}, Skipped: []Skipped{{"a", "empty"}}}
	var line bytes.Buffer
	if err := rep.Sums(time.UTC).WriteJSON(&line, nil); err != nil {
		t.Fatal(err)
	}
	var all any
	if err := json.Unmarshal(line.Bytes(), &all); err != nil {
		t.Fatal(err)
	}
	fields := 0
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for name, member := range v {
				if name != ByTool && name != ByHost && name != ByWeek && !strings.Contains(string(page), "`"+name+"`") {
					t.Errorf("nothing is said of %q", name)
				}
				fields++
				walk(member)
			}
		case []any:
			for _, e := range v {
				walk(e)
			}
		}
	}
	walk(all)
	if fields < 40 {
		t.Errorf("only %d fields", fields)
	}
}
