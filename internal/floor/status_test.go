package floor

import "testing"

func TestStatusOf(t *testing.T) {
	for text, want := range map[string]string{
		"conn=1002 op=1 RESULT tag=105 err=68 qtime=0.1": "err=68",
		"job 4 ended, rc=0":             "rc=0",
		"unit.service: main_status=203": "status=203",
		"stderr=3 lines":                "",
		"code=4ab2":                     "",
		"GET /?code=12345 HTTP":         "",
		"status=deferred":               "",
	} {
		if got := string(statusOf([]byte(text))); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
