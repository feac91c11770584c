package audit

import (
	"os"
	"reflect"
	"strings"
	"testing"
)

// TestDocumented: docs/audit.md speaks of every field and front end.
func TestDocumented(t *testing.T) {
	data, err := os.ReadFile("../../docs/audit.md")
	if err != nil {
		t.Fatal(err)
	}
	names := []string{Compressed, Expanded, Observed, Filter, Run, Prompt, Messages, Proxy, Hook, MCP, Get, API, unnamed}
	for _, record := range []any{Record{}, Totals{}} {
		for _, f := range reflect.VisibleFields(reflect.TypeOf(record)) {
			names = append(names, f.Tag.Get("json"))
		}
	}
	for _, name := range names {
		if !strings.Contains(string(data), "`"+name+"`") {
			t.Errorf("nothing is said of %q", name)
		}
	}
}
