package config

import (
	"fmt"
	"strings"
	"testing"
)

// TestPasswordsAreNotShown: whatever is wrong with a URL, or with the line that
// it stands in, its password is not in what is said of it.
func TestPasswordsAreNotShown(t *testing.T) {
	const password = "hunter2"
	for _, text := range []string{
		`url = "redis://user:hunter2@host:6379/0"`,
		`url = "redis://:hunter2@host"`,
		`url = "rediss://:a/hunter2@host"`,
		`url = "redis://:1/hunter2@host"`,
		`url = "redis://:1?hunter2@host"`,
		`url = "redis://:a hunter2@host"`,
		`url = "redis://:a'hunter2@host"`,
		`url = "http://:hunter2@host"`,
		`url = "redis://:hunter2@host`,
		`url = "redis://host/0?master_name=m&password=hunter2&db=1"`,
		`ur = "redis://:hunter2@host"`,
		`url = ["redis://:hunter2@host"]`,
		`ttl_ms = "redis://:hunter2@host"`,
	} {
		w := newWorld(t)
		w.user("[elision]\n" + text + "\n")
		c, err := Load(w.source())
		var said strings.Builder
		c.WriteTo(&said)
		fmt.Fprint(&said, err)
		w.user("")
		w.env["ELIDE_ELISION_URL"] = strings.Trim(strings.TrimPrefix(text, "url = "), `"`)
		c, err = Load(w.source())
		c.WriteTo(&said)
		fmt.Fprint(&said, err)
		if strings.Contains(said.String(), password) {
			t.Errorf("%s:\n%s", text, &said)
		}
	}
}

// TestHiddenPasswordsKeepTheirLength, so that carets point where they did, and
// what is no password stays.
func TestHiddenPasswordsKeepTheirLength(t *testing.T) {
	for text, want := range map[string]string{
		"redis://host:6379/0":                             "redis://host:6379/0",
		"redis://user:pw@host:6379/0":                     "redis://user:**@host:6379/0",
		"redis://user@host:6379":                          "redis://user@host:6379",
		"redis://s:p@ss@host?password=x&username=u":       "redis://s:****@host?password=*&username=u",
		`a = "rediss://:pw@h" # see https://example.org/`: `a = "rediss://:**@h" # see https://example.org/`,
	} {
		if got := hidePasswords(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
