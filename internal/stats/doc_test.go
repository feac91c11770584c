package stats

import (
	"bytes"
	"encoding/json"
	"errors"
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
	sums := sumsOf(reduced(0, audit.Record{Tool: "ls"}))
	if err := errors.Join(sums.ReadLines(bytes.NewReader(proxied(300, 1, "claude-opus-4-5"))), sums.WriteJSON(&out, nil)); err != nil {
		t.Fatal(err)
	}
	var all struct {
		By map[string][]map[string]any
	}
	var head map[string]any
	if json.Unmarshal(out.Bytes(), &all) != nil || json.Unmarshal(out.Bytes(), &head) != nil || len(all.By["tool"]) != 1 {
		t.Fatalf("%s", out.Bytes())
	}
	comparison, ok := head["exchanges"].(map[string]any)["comparison"].(map[string]any)
	if !ok {
		t.Fatalf("%s", out.Bytes())
	}
	dig := func(in any) map[string]any {
		if list, ok := in.([]any); ok {
			in = list[0]
		}
		return in.(map[string]any)
	}
	figures := comparison["figures"].(map[string]any)
	for _, names := range []map[string]any{head, all.By["tool"][0], head["exchanges"].(map[string]any), head["exchanges"].(map[string]any)["groups"].(map[string]any),
		comparison, figures, dig(figures["bill"]), dig(dig(figures["bill"])["elide"]), dig(comparison["models"]), dig(comparison["needed"]), dig(comparison["left_out"])} {
		for name := range maps.Keys(names) {
			if !strings.Contains(string(data), "`"+name+"`") {
				t.Errorf("nothing is said of %q", name)
			}
		}
	}
}
