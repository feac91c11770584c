package install

import (
	"os"
	"strings"
	"testing"
)

// TestHostsHaveTheirRow: docs/agents.md says of each host what works in it, and how that
// was checked.
func TestHostsHaveTheirRow(t *testing.T) {
	page, err := os.ReadFile("../../docs/agents.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "\n## Hosts\n")
	for _, h := range Hosts() {
		checked := "| tried |"
		if h.Untried {
			checked = "| read |"
		}
		row := ""
		for line := range strings.Lines(table) {
			if strings.HasPrefix(line, "| ") && strings.Contains(line, "`"+h.Name+"` ") {
				row = strings.TrimSpace(line)
				break
			}
		}
		if !strings.HasSuffix(row, checked) {
			t.Errorf("%s: the table of docs/agents.md should have a row that ends in %s, and has %q", h.Name, checked, row)
		}
	}
}
