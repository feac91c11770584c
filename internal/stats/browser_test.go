//go:build unix

package stats

import (
	"bytes"
	"errors"
	"image/color"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"elide.example/elide/internal/audit"
	"elide.example/elide/internal/page/pagetest"
)

const hostile = `<script>document.title='run'</script><img src=x onerror="document.title='run'">`

func writePage(t *testing.T) (name string) {
	t.Helper()
	var records []*audit.Record
	for i := range 40 {
		minutes := float64(i * 24 * 60)
		records = append(records, reduced(minutes, audit.Record{Tool: "go test", Hash: "a", Host: "claude", Shape: "log"}),
			reduced(minutes+5, audit.Record{Tool: hostile, Hash: "b", Host: hostile, Shape: "grep"}))
		if i%3 == 0 {
			records = append(records, expanded(minutes+6, audit.Record{Hash: "b"}), expanded(minutes+7, audit.Record{Hash: "b"}), expanded(minutes+8, audit.Record{Hash: "b"}))
		}
	}
	var page bytes.Buffer
	rome, err := time.LoadLocation("Europe/Rome")
	if err != nil {
		t.Skip(err)
	}
	s := New(Options{Zone: rome, Model: "claude-sonnet-4-5", Price: 3})
	for _, r := range records {
		s.Add(r)
	}
	if err := errors.Join(s.ReadLines(bytes.NewReader(proxied(300, 1, "claude-opus-4-5"))), s.WriteHTML(&page, nil)); err != nil {
		t.Fatal(err)
	}
	name = filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(name, page.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestPageInABrowser: it reads the page without a complaint, shows both plots
// and a row a name, and runs nothing that a name may hold.
func TestPageInABrowser(t *testing.T) {
	b, name := pagetest.Start(t), writePage(t)
	b.Open(name, pagetest.Desk)
	for what, n := range map[string]float64{
		"svg.wide[aria-label]": 2, "svg.narrow[aria-label]": 2, "svg.wide circle": 40, "svg.wide polyline": 1, "img": 0, "script": 0,
	} {
		if got := b.Number("document.querySelectorAll('" + what + "').length"); got != n {
			t.Errorf("%v times %s, want %v", got, what, n)
		}
	}
	if got := b.Number("[...document.querySelectorAll('td:first-child')].filter(d => d.textContent.startsWith('<script>')).length"); got != 2 {
		t.Errorf("%v rows of the hostile name, want 2", got)
	}
	text := b.Text("document.body.innerText")
	if b.Text("document.title") != "elide stats" || strings.Contains(text, "NaN") {
		t.Errorf("in the page: %.3000s", text)
	}
	// What was saved stands first, and words of ours nowhere.
	if saved, printed := strings.Index(text, "saved"), strings.Index(text, "tools printed"); saved < 0 || printed < saved {
		t.Errorf("%.300s", text)
	}
	for _, ours := range []string{"came", "shown", "regret", "expanded", "front end", "Local"} {
		if strings.Contains(text, ours) {
			t.Errorf("the page says %q", ours)
		}
	}
	if !strings.Contains(text, "$") || !strings.Contains(text, "time zone Europe/Rome (UTC+0") {
		t.Errorf("no money or no zone: %s", text)
	}
	for _, want := range []string{"Requests to models", "With elide, and without", "Not enough yet", "What elide would have saved"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if list := b.Complaints(); list != nil {
		t.Errorf("complaints: %.2000q", list)
	}
}

// TestPageFits: on a phone and on a desk nothing is wider than the screen or too
// small to read, and the plots are there in the colours of light and dark.
func TestPageFits(t *testing.T) {
	b, name := pagetest.Start(t), writePage(t)
	for which, c := range map[string]struct {
		screen             pagetest.Screen
		paper, saved, lost color.RGBA
		plot               int // pixels of what is saved, at least
	}{
		"light":       {pagetest.Desk, color.RGBA{0xff, 0xff, 0xff, 0xff}, color.RGBA{0x2a, 0x7d, 0xe1, 0xff}, color.RGBA{0xd1, 0x57, 0x1f, 0xff}, 5000},
		"dark":        {pagetest.Screen{Width: 1280, Height: 900, Dark: true}, color.RGBA{0x14, 0x17, 0x1a, 0xff}, color.RGBA{0x5a, 0xa2, 0xf5, 0xff}, color.RGBA{0xf0, 0x8a, 0x52, 0xff}, 5000},
		"phone":       {pagetest.Phone, color.RGBA{0xff, 0xff, 0xff, 0xff}, color.RGBA{0x2a, 0x7d, 0xe1, 0xff}, color.RGBA{0xd1, 0x57, 0x1f, 0xff}, 1500},
		"phone, dark": {pagetest.Screen{Width: 390, Height: 844, Dark: true}, color.RGBA{0x14, 0x17, 0x1a, 0xff}, color.RGBA{0x5a, 0xa2, 0xf5, 0xff}, color.RGBA{0xf0, 0x8a, 0x52, 0xff}, 1500},
	} {
		b.Open(name, c.screen)
		if err := b.Fits(); err != nil {
			t.Errorf("%s: %v", which, err)
		}
		count := pagetest.Colours(b.Picture("stats " + which))
		if count[c.paper] < 100_000 || count[c.saved] < c.plot || count[c.lost] < 200 {
			t.Errorf("%s: %d pixels of paper, %d of what was saved, %d of what was fetched again", which, count[c.paper], count[c.saved], count[c.lost])
		}
	}
}

// TestLocalZone: the machine's zone has its name, if the machine says it.
func TestLocalZone(t *testing.T) {
	for _, c := range []struct{ env, link, want string }{
		{"Europe/Rome", "", "Europe/Rome"}, {":America/New_York", "", "America/New_York"}, {"", "/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo"},
		{"", "../usr/share/zoneinfo/Etc/UTC", "UTC"}, {"", "/elsewhere/a-file", ""}, {"", "", ""}, {"CET-1CEST", "", ""}, {"<b>", "", ""},
		{"/usr/share/zoneinfo/Asia/Tokyo", "", "Asia/Tokyo"},
	} {
		if got := localZone(c.env, func(string) (string, error) { return c.link, nil }); got != c.want {
			t.Errorf("TZ %q and link %q: %q, want %q", c.env, c.link, got, c.want)
		}
	}
}
