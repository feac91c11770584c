package stats

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"strings"
	"testing"

	"elide.example/elide/internal/audit"
)

// TestDocumented: docs/audit.md speaks of every field of the JSON.
func TestDocumented(t *testing.T) {
	data, err := os.ReadFile("../../docs/audit.md")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := sumsOf(reduced(0, audit.Record{Tool: "ls"})).WriteJSON(&out, nil); err != nil {
		t.Fatal(err)
	}
	var all struct {
		By map[string][]map[string]any
	}
	var head map[string]any
	if json.Unmarshal(out.Bytes(), &all) != nil || json.Unmarshal(out.Bytes(), &head) != nil || len(all.By["tool"]) != 1 {
		t.Fatalf("%s", out.Bytes())
	}
	for _, names := range []map[string]any{head, all.By["tool"][0]} {
		for name := range maps.Keys(names) {
			if !strings.Contains(string(data), "`"+name+"`") {
				t.Errorf("nothing is said of %q", name)
			}
		}
	}
}
