package reduce

import (
	"testing"

	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/templates"
)

func TestMergeMasksFreeWordsOnly(t *testing.T) {
	lines := []string{}
	for i := range 20 {
		lines = append(lines, "sshd[7]: Invalid user "+wordOf(i)+" from host")
	}
	lines = append(lines, "sshd[7]: Accepted user root from host", "sshd[7]: Invalid state of the connection table")
	m := templates.NewMiner(len(lines))
	for i, line := range lines {
		m.Add(i, scan.Template([]byte(line)))
	}
	m.Merge(func(i int) []byte { return []byte(lines[i]) })
	if n := m.GroupOf(0).Count; n != 20 {
		t.Errorf("%d of 20 lines merged", n)
	}
	for i := 20; i < len(lines); i++ {
		if n := m.GroupOf(i).Count; n != 1 {
			t.Errorf("%q is one of %d", lines[i], n)
		}
	}
}
