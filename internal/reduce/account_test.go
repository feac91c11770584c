package reduce

import "testing"

func TestLineCounts(t *testing.T) {
	for text, want := range map[string]int{
		"✖ 12 problems (3 errors, 9 warnings)":                                   12,
		"Found 7 errors in 2 files (checked 40 source files).":                   7,
		"2 of 9 possible typos":                                                  9,
		"ok=8 changed=4 failed=1":                                                0,
		"Status code was 503 and not [200]: HTTP Error 503: Service Unavailable": 0,
		"3: error: no such file":                                                 0,
		"took 12 s":                                                              0,
	} {
		if got := lineCounts([]byte(text)); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}
