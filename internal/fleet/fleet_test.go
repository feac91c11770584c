package fleet

import (
	"strings"
	"testing"
	"time"
)

func TestRedact(t *testing.T) {
	const said = "dial redis://joe:p%40ss@h:1/0?password=q%26r: wrong p@ss, wrong q&r"
	for url, want := range map[string]string{
		"redis://joe:p%40ss@h:1/0?password=q%26r":   "dial redis://joe:xxxxx@h:1/0?password=xxxxx: wrong xxxxx, wrong xxxxx",
		"redis://h:1/0?sentinel_password=q%26r":     "dial redis://joe:p%40ss@h:1/0?password=xxxxx: wrong p@ss, wrong xxxxx",
		"redis://h:1":                               said,
		"redis://joe@h:1":                           said,
		"redis://joe:@h:1":                          said,
		"redis://:p%zz@h":                           said,
		"redis://:wrong%20p%40ss@h?password=p%40ss": "dial redis://joe:xxxxx@h:1/0?password=q%26r: xxxxx, wrong q&r",
	} {
		if got := Redact(said, url); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", url, got, want)
		}
	}
}

func TestHostShowsNoMore(t *testing.T) {
	for url, want := range map[string]string{
		"redis://joe:pw@host:6379/3?password=pw": "host:6379",
		"redis://host":                           "host",
		"redis://:a/b@host":                      "a URL that can't be read",
		"":                                       "a URL that can't be read",
	} {
		if got := Host(url); got != want {
			t.Errorf("%s: %s, want %s", url, got, want)
		}
	}
}

func TestHealthOnOneLine(t *testing.T) {
	h := Health{RoundTrip: 420 * time.Microsecond, Entries: 3, Exact: true, Used: 1_234_567, Policy: "noeviction"}
	if got, want := h.String(), "round trip 0.42 ms, 3 entries, 1.2 MB used without a limit"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	h.Exact, h.Most = false, 2e9
	if got, want := h.String(), "round trip 0.42 ms, 3 keys, 1.2 MB used of 2000.0 MB, then noeviction"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// What failed is not tried again for a while, so that of many blocks only the
// first waits; then it is.
func TestRests(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	c := New("redis://host", time.Second, time.Second)
	if _, err := c.Health(t.Context()); err == nil || !strings.Contains(err.Error(), Program) {
		t.Fatalf("without the program: %v", err)
	}
	c.rest("put", &ended{1, "refused"})
	if err := c.resting("put"); err == nil || err.Error() != "refused" {
		t.Errorf("at once: %v", err)
	}
	if err := c.resting("get"); err != nil {
		t.Errorf("what can't be written may be read: %v", err)
	}
	c.failed["put"] = failure{c.failed["put"].err, time.Now()}
	if err := c.resting("put"); err != nil {
		t.Errorf("later: %v", err)
	}
}
