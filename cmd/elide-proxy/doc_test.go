//go:build unix

package main

import (
	"flag"
	"os"
	"reflect"
	"strings"
	"testing"

	"elide.example/elide/internal/ledger"
)

// TestDocumented: docs/proxy.md speaks of every flag and of every field of the
// statistics.
func TestDocumented(t *testing.T) {
	data, err := os.ReadFile("../../docs/proxy.md")
	if err != nil {
		t.Fatal(err)
	}
	doc := string(data)
	o, _, err := parse([]string{"--", "true"})
	if err != nil {
		t.Fatal(err)
	}
	o.set.VisitAll(func(f *flag.Flag) {
		if f.Name != "version" && !strings.Contains(doc, "--"+f.Name) {
			t.Errorf("nothing is said of the flag --%s", f.Name)
		}
	})
	for _, record := range []any{ledger.Record{}, ledger.Usage{}} {
		for _, f := range reflect.VisibleFields(reflect.TypeOf(record)) {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name != "-" && !strings.Contains(doc, "`"+name+"`") {
				t.Errorf("nothing is said of the field %s of the statistics", name)
			}
		}
	}
}
