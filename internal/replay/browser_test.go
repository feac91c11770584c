//go:build unix

package replay

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"elide.example/elide/internal/page/pagetest"
)

// TestPageFits: the page can be read on a phone and on a desk, runs nothing that a
// transcript may hold, and has what is saved first.
func TestPageFits(t *testing.T) {
	evil := `<script>document.title='run'</script>` + strings.Repeat("/a_long_folder", 20)
	c := talk(event{user: "go"}, event{runs: "ls", gives: "one\n" + "src/deep/two_things.go"}, event{runs: "cat src/deep/two_things.go", gives: "x"}, event{says: "done"})
	c.Host, c.Path, c.Start = evil, evil, time.Date(2026, 7, 1, 23, 30, 0, 0, time.UTC)
	c.Events[1].Calls[0].Name = evil
	m := measured(t, c, Plain(), hiding())
	m.Prices.Dollar = 3
	rome, err := time.LoadLocation("Europe/Rome")
	if err != nil {
		t.Skip(err)
	}
	rep := &Report{Ways: []string{"plain", "first line"}, Detail: 1, All: []*Measured{m}, Files: 1}
	name := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(name, rep.Sums(rome).HTML(nil), 0o600); err != nil {
		t.Fatal(err)
	}
	b := pagetest.Start(t)
	for which, screen := range map[string]pagetest.Screen{"phone": pagetest.Phone, "desk": pagetest.Desk, "dark": {Width: 390, Height: 844, Dark: true}} {
		b.Open(name, screen)
		if err := b.Fits(); err != nil {
			t.Errorf("%s: %v", which, err)
		}
		b.Picture("replay " + which)
	}
	text := b.Text("document.body.innerText")
	saved, bill := strings.Index(text, "$"), strings.Index(text, "the bill without elide")
	if saved < 0 || bill < saved || !strings.Contains(text, "lost\n$") || !strings.Contains(text, "2026-07-02") || !strings.Contains(text, "Europe/Rome (UTC+02:00)") {
		t.Errorf("%s", text)
	}
	if list := b.Complaints(); list != nil || b.Text("document.title") != "elide replay" {
		t.Errorf("complaints: %.2000q", list)
	}
}
