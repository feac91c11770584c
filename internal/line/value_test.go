package line

import "testing"

func TestValue(t *testing.T) {
	for text, want := range map[string]bool{
		".git": true, "83e69762aff047940b376fc2a266d143499ef727": true, "6.0.0-alpha.2": true, "214": true, "exit=1": true, "rc: 0": true,
		"Python 3.12.7": true, "go version go1.23.3 linux/amd64": true, "rustc 1.82.0 (f6e511eec 2024-10-15)": true, "https://shop.example/a?b=1": true,
		"Mon Nov 23 16:57:22 UTC 2026": true, "   302 total": true, "1.4M\tdist": true, " M lib/retry.go": true, "4f2c9d1 Retry what timed out": true,
		`{"node":">=20","npm":">=10"}`: true, " lib/retry.go | 12 +++---": true,
		"": false, "}": false, "E    ": false, "..F..E": false, "return x": false, "func main() {": false, "    indented": false, "a sentence that says something of what was done": false,
		"AAOCAQEANeMUhA0bYdI/efqm6zWpAwL6Pt0uLaXgjl0Zo8NJHDIQ2eBkLcWOf7a4": false, "24 warnings and 2 errors": false, "FAILED (failures=1)": false,
	} {
		if got := Value([]byte(text), See([]byte(text)).Kind); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
