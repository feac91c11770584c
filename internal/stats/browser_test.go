package stats

import (
	"bytes"
	"context"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"elide/internal/audit"
)

// browser returns a headless browser, or skips the test.
func browser(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("no Chromium to show the page")
	return ""
}

// browse opens the page in a browser of its own and returns what it prints.
func browse(t *testing.T, path, page string, args ...string) (stdout, stderr string) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	args = append([]string{"--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
		"--enable-logging=stderr", "--user-data-dir=" + t.TempDir(), "--window-size=1000,1600"}, args...)
	cmd := exec.CommandContext(ctx, path, append(args, "file://"+page)...)
	var out, log bytes.Buffer
	cmd.Stdout, cmd.Stderr, cmd.WaitDelay = &out, &log, time.Second
	if err := cmd.Run(); err != nil {
		t.Skipf("the browser doesn't run here: %v\n%.500s", err, log.String())
	}
	return out.String(), log.String()
}

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
	if err := sumsOf(records...).WriteHTML(&page, nil); err != nil {
		t.Fatal(err)
	}
	for _, outside := range []string{"http:", "https:", "//", "url(", "<script", "<img", "@import"} {
		if strings.Contains(page.String(), outside) {
			t.Errorf("the page has %s", outside)
		}
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
	path, page := browser(t), writePage(t)
	dom, log := browse(t, path, page, "--dump-dom")
	if strings.Contains(log, "CONSOLE") {
		t.Errorf("complaints: %.2000s", log)
	}
	for what, n := range map[string]int{
		"<title>elide stats</title>": 1, "<svg viewBox=\"0 0 900 240\"": 2, "<circle ": 40, "<polyline ": 1, "<td title=\"&lt;script&gt;": 2, "<td title=\"2026-": 40,
	} {
		if got := strings.Count(dom, what); got != n {
			t.Errorf("%d times %s, want %d", got, what, n)
		}
	}
	if strings.Contains(dom, "NaN") || strings.Contains(dom, "<img") {
		t.Errorf("in the page: %.3000s", dom)
	}
}

// TestPageColours: the plots are there in the colours of a light and of a dark
// screen.
func TestPageColours(t *testing.T) {
	path, page := browser(t), writePage(t)
	for name, c := range map[string]struct {
		scheme             string
		paper, saved, lost color.RGBA
	}{
		"light": {"1", color.RGBA{0xff, 0xff, 0xff, 0xff}, color.RGBA{0x2a, 0x7d, 0xe1, 0xff}, color.RGBA{0xd1, 0x57, 0x1f, 0xff}},
		"dark":  {"0", color.RGBA{0x14, 0x17, 0x1a, 0xff}, color.RGBA{0x5a, 0xa2, 0xf5, 0xff}, color.RGBA{0xf0, 0x8a, 0x52, 0xff}},
	} {
		t.Run(name, func(t *testing.T) {
			shot := filepath.Join(t.TempDir(), "shot.png")
			browse(t, path, page, "--hide-scrollbars", "--blink-settings=preferredColorScheme="+c.scheme, "--screenshot="+shot)
			count := pixels(t, shot)
			if count[c.paper] < 100_000 || count[c.saved] < 5_000 || count[c.lost] < 500 {
				t.Errorf("%d pixels of paper, %d of what was saved, %d of what was given back", count[c.paper], count[c.saved], count[c.lost])
			}
		})
	}
}

// pixels counts the colours of a picture.
func pixels(t *testing.T, name string) map[color.RGBA]int {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	picture, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	count := map[color.RGBA]int{}
	for y := range picture.Bounds().Dy() {
		for x := range picture.Bounds().Dx() {
			count[color.RGBAModel.Convert(picture.At(x, y)).(color.RGBA)]++
		}
	}
	return count
}
