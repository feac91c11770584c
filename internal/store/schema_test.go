package store

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/shape"
)

// compileSchema returns the published schema.
func compileSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	schema, err := c.Compile("../../docs/elision-entry.v1.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func conforms(schema *jsonschema.Schema, data []byte) bool {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	return err == nil && schema.Validate(doc) == nil
}

func TestWhatIsStoredConformsToTheSchema(t *testing.T) {
	schema := compileSchema(t)
	s, _ := newStore(t)
	for name, data := range originals {
		e := put(t, s, data)
		file, err := os.ReadFile(filepath.Join(s.Dir(), entryName(e.Hash)))
		if err != nil || !conforms(schema, file) {
			t.Errorf("%s: %.300s, %v", name, file, err)
		}
	}
	for _, sh := range shape.All() {
		e := Entry{Hash: "aaaaaaaaaaaa", Digest: strings.Repeat("a", 64), Type: sh.String(), Encoding: UTF8}
		if file, err := e.encode(""); err != nil || !conforms(schema, file) {
			t.Errorf("%s is not in the schema", sh)
		}
	}
}

// odd are values that members may be given: right for some, wrong for others.
var odd = []any{
	nil, json.RawMessage("null"), true, 0, 1, 2, -1, 1.5, json.Number("1.0"), json.Number("10e-1"), json.Number("1E3"), json.Number("-0"),
	json.Number("9007199254740991"), json.Number("9007199254740992"), json.Number("1e400"), json.Number("99999999999999999999"),
	"", "1", "a", "log", "plain", "Log", "binary", "utf-8", "UTF-8", "base64", "zstd", "gzip",
	"aaaaaaaaaaaa", "AAAAAAAAAAAA", "aaaaaaaaaaaa\n", "aaaaaaaaaaa", "aaaaaaaaaaaa.zst", "aaaaaaaaaaaa.json", "../aaaaaaaaaaaa.zst",
	strings.Repeat("a", 64), strings.Repeat("a", 63), strings.Repeat("g", 64), strings.Repeat("ä", maxCommand), strings.Repeat("ä", maxCommand+1),
	"2026-11-21T10:00:00Z", "2026-11-21T10:00:00.1Z", "2026-11-21T10:00:00.123456789Z", "2026-11-21T10:00:00.1234567890Z",
	"2026-11-21T10:00:00,1Z", "2026-11-21T10:00:00.Z", "2026-11-21t10:00:00z", "2026-11-21T10:00:00+00:00", "2026-02-29T10:00:00Z",
	"2024-02-29T10:00:00Z", "2026-13-01T10:00:00Z", "2026-11-21T24:00:00Z", "2026-11-21T23:59:60Z", "2026-11-21T1:00:00Z", "2026-11-21T1:00:00.1Z",
	"0000-01-01T00:00:00Z", "2026-11-21 10:00:00Z", "2026-11-21",
	"YQ==", "YWI=", "YWJj", "YQ=", "YQ", "====", "YQ==\n", "Y\nQ==", "é",
	[]any{}, map[string]any{}, []any{"log"},
}

// The hand-written checks and the published schema accept the same documents.
func TestTheChecksAreTheSchema(t *testing.T) {
	schema := compileSchema(t)
	base, err := Entry{Hash: "aaaaaaaaaaaa", Digest: strings.Repeat("a", 64), Type: "log", Encoding: UTF8,
		CreatedAt: newClock().now, TTL: DefaultTTL, Command: "make"}.encode("hello")
	if err != nil {
		t.Fatal(err)
	}
	keys := append(append([]string{"other", "Hash"}, requiredKeys...), optionalKeys...)
	check := func(t interface {
		Errorf(string, ...any)
	}, data []byte) {
		_, err := decodeDocument(data)
		if want := conforms(schema, data); (err == nil) != want {
			t.Errorf("schema says %v, the checks %v: %.300s", want, err, data)
		}
	}
	accepted := 0
	for _, key := range keys {
		for _, encoding := range []string{"utf-8", "base64", "zstd"} {
			for _, value := range odd {
				data := with(t, base, map[string]any{"encoding": encoding, "original": "aaaaaaaaaaaa.zst", key: value})
				check(t, data)
				if conforms(schema, data) {
					accepted++
				}
			}
		}
	}
	if accepted < 50 {
		t.Errorf("only %d documents of the table conform", accepted)
	}
	laws.Check(t, func(rt *rapid.T) {
		changes := map[string]any{}
		for range rapid.IntRange(0, 3).Draw(rt, "changes") {
			changes[rapid.SampledFrom(keys).Draw(rt, "key")] = rapid.SampledFrom(odd).Draw(rt, "value")
		}
		check(rt, with(t, base, changes))
	})
}
