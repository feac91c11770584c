//go:build unix

package dashboard

import (
	"image/color"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"elide.example/elide/internal/page/pagetest"
)

const hostile = `<script>document.title='run'</script><img src=x onerror="document.title='run'">`

func written(t *testing.T) (name string) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(name, []byte(pageOf(t, busy(hostile, 300))), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestPageInABrowser: it reads the page without a complaint, with a row a conversation,
// and runs nothing that a name may hold.
func TestPageInABrowser(t *testing.T) {
	b := pagetest.Start(t)
	b.Open(written(t), pagetest.Desk)
	for what, n := range map[string]float64{"table": 4, "img": 0, "script": 0, ".tile": 5, "meta[http-equiv=refresh]": 1} {
		if got := b.Number("document.querySelectorAll('" + what + "').length"); got != n {
			t.Errorf("%v times %s, want %v", got, what, n)
		}
	}
	if got := b.Number("document.querySelectorAll('td[data-is=conversation]').length"); got != mostRows+1 {
		t.Errorf("%v conversations", got)
	}
	text := b.Text("document.body.innerText")
	if b.Text("document.title") != "elide proxy" || strings.Contains(text, "NaN") || !strings.Contains(text, "<script>") {
		t.Errorf("in the page: %.3000s", text)
	}
	if saved, paid := strings.Index(text, "saved"), strings.Index(text, "paid"); saved < 0 || paid < saved {
		t.Errorf("%.300s", text)
	}
	for _, ours := range []string{"expansion", "holdout", "observe", "bootstrap-p", "reduced", "digests", "Local"} {
		if strings.Contains(text, ours) {
			t.Errorf("the page says %q", ours)
		}
	}
	if list := b.Complaints(); list != nil {
		t.Errorf("complaints: %.2000q", list)
	}
}

// TestPageFits: on a phone and on a desk, light and dark, nothing is wider than the
// screen or too small to read.
func TestPageFits(t *testing.T) {
	b, name := pagetest.Start(t), written(t)
	for which, c := range map[string]struct {
		screen pagetest.Screen
		paper  color.RGBA
	}{
		"desk":        {pagetest.Desk, color.RGBA{0xff, 0xff, 0xff, 0xff}},
		"desk, dark":  {pagetest.Screen{Width: 1280, Height: 900, Dark: true}, color.RGBA{0x14, 0x17, 0x1a, 0xff}},
		"phone":       {pagetest.Phone, color.RGBA{0xff, 0xff, 0xff, 0xff}},
		"phone, dark": {pagetest.Screen{Width: 390, Height: 844, Dark: true}, color.RGBA{0x14, 0x17, 0x1a, 0xff}},
	} {
		b.Open(name, c.screen)
		if err := b.Fits(); err != nil {
			t.Errorf("%s: %v", which, err)
		}
		if n := pagetest.Colours(b.Picture("dashboard " + which))[c.paper]; n < 100_000 {
			t.Errorf("%s: %d pixels of paper", which, n)
		}
	}
}
