//go:build unix

// Package pagetest opens pages in a real browser, for tests: it says how wide they
// are on a phone, what stands in them once they are read, and how they look.
package pagetest

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"os"
	"os/exec"
	"testing"
	"time"

	"elide.example/elide/internal/longtest"
)

// Browser is a headless browser, which is told by a pipe what to do.
type Browser struct {
	t       *testing.T
	in      io.Writer
	out     *bufio.Reader
	calls   int
	session string
	noticed []string // what the page complained of
	screen  Screen   // that is looked at
}

// message is what the browser is told and says.
type message struct {
	ID     int             `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params any             `json:"params,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
	Error  json.RawMessage `json:"error,omitempty"`
	Of     string          `json:"sessionId,omitempty"`
}

// longest is how long a browser may take for a test.
const longest = 2 * time.Minute

// Start starts a browser, which ends with the test, or skips the test if there is
// none.
func Start(t *testing.T) *Browser {
	t.Helper()
	longtest.Only(t)
	cmd, in, out := launch(t)
	late := time.AfterFunc(longest, func() { cmd.Process.Kill() })
	b := &Browser{t: t, in: in, out: bufio.NewReader(out)}
	t.Cleanup(func() {
		b.session = ""
		b.try("Browser.close", map[string]any{}, nil) // its own processes end with it
		cmd.Wait()
		late.Stop()
		in.Close()
	})
	var target struct{ TargetID string }
	if err := b.try("Target.createTarget", map[string]any{"url": "about:blank"}, &target); err != nil {
		t.Skipf("the browser doesn't run here: %v", err)
	}
	var session struct{ SessionID string }
	b.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &session)
	b.session = session.SessionID
	for _, domain := range []string{"Page", "Runtime", "Log", "Network"} {
		b.call(domain+".enable", map[string]any{}, nil)
	}
	return b
}

func launch(t *testing.T) (cmd *exec.Cmd, in io.WriteCloser, out io.Reader) {
	t.Helper()
	folder, err := os.MkdirTemp("", "browser")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) }) // as far as the browser lets it go
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		hears, in, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		out, says, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(path, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars",
			"--disable-background-networking", "--remote-debugging-pipe", "--user-data-dir="+folder)
		cmd.ExtraFiles = []*os.File{hears, says} // 3 and 4
		if err := cmd.Start(); err != nil {
			t.Skipf("the browser doesn't run here: %v", err)
		}
		hears.Close()
		says.Close()
		return cmd, in, out
	}
	t.Skip("no Chromium to show the page")
	return nil, nil, nil
}

// call has the browser do something, and reads what it says of it.
func (b *Browser) call(method string, params, result any) {
	b.t.Helper()
	if err := b.try(method, params, result); err != nil {
		b.t.Fatalf("%s: %v", method, err)
	}
}

func (b *Browser) try(method string, params, result any) error {
	b.calls++
	text, err := json.Marshal(message{ID: b.calls, Method: method, Params: params, Of: b.session})
	if err != nil {
		return err
	}
	if _, err := b.in.Write(append(text, 0)); err != nil {
		return err
	}
	for {
		m, err := b.next()
		switch {
		case err != nil:
			return err
		case m.ID != b.calls:
		case m.Error != nil:
			return errors.New(string(m.Error))
		case result == nil:
			return nil
		default:
			return json.Unmarshal(m.Result, result)
		}
	}
}

// next reads what the browser says, and notes what the page complains of.
func (b *Browser) next() (m message, err error) {
	text, err := b.out.ReadBytes(0)
	if err != nil {
		return m, err
	}
	if err := json.Unmarshal(bytes.TrimSuffix(text, []byte{0}), &m); err != nil {
		return m, err
	}
	switch m.Method {
	case "Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Page.javascriptDialogOpening":
		b.noticed = append(b.noticed, fmt.Sprint(m.Params))
	}
	return m, nil
}

// Screen is what a page is looked at on.
type Screen struct {
	Width, Height int
	Dark          bool
}

// The screens that a page must do on.
var (
	Phone = Screen{Width: 390, Height: 844}
	Desk  = Screen{Width: 1280, Height: 900}
)

// Open shows a page, from its file or its address, on a screen, and waits until it
// is read.
func (b *Browser) Open(address string, s Screen) {
	b.t.Helper()
	b.screen = s
	b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": s.Width, "height": s.Height, "deviceScaleFactor": 1, "mobile": s.Width < 500}, nil)
	scheme := "light"
	if s.Dark {
		scheme = "dark"
	}
	b.call("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}}}, nil)
	if address[0] == '/' {
		address = "file://" + address
	}
	var gone struct{ ErrorText string }
	b.call("Page.navigate", map[string]any{"url": address}, &gone)
	if gone.ErrorText != "" {
		b.t.Fatalf("%s: %s", address, gone.ErrorText)
	}
	for end := time.Now().Add(30 * time.Second); b.Text("document.readyState") != "complete" || b.Text("location.href") == "about:blank"; {
		if time.Now().After(end) {
			b.t.Fatalf("%s is never read to its end", address)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// value computes something in the page.
func (b *Browser) value(expression string, to any) {
	b.t.Helper()
	var got struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails json.RawMessage
	}
	b.call("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true}, &got)
	if got.ExceptionDetails != nil {
		b.t.Fatalf("%s: %s", expression, got.ExceptionDetails)
	}
	if err := json.Unmarshal(got.Result.Value, to); err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
}

// Text returns a text that is computed in the page.
func (b *Browser) Text(expression string) (text string) {
	b.t.Helper()
	b.value(expression, &text)
	return text
}

// Number returns a number that is computed in the page.
func (b *Browser) Number(expression string) (n float64) {
	b.t.Helper()
	b.value(expression, &n)
	return n
}

// Complaints returns what the pages so far complained of.
func (b *Browser) Complaints() []string { return b.noticed }

// wide lists what stands beyond the right edge of the screen, and may not be rolled
// there on its own; small the texts that are smaller than a phone's reader can read.
const (
	wide = `[...document.querySelectorAll('body *')].filter(e => {
		const r = e.getBoundingClientRect();
		if (r.width === 0 || r.right <= document.documentElement.clientWidth + 1) return false;
		for (let p = e; p; p = p.parentElement) if (['auto', 'scroll', 'hidden'].includes(getComputedStyle(p).overflowX)) return false;
		return true;
	}).map(e => e.outerHTML.slice(0, 120)).slice(0, 5).join('\n')`
	small = `[...document.querySelectorAll('body *')].filter(e => {
		if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) || e.getBoundingClientRect().width === 0) return false;
		const svg = e.ownerSVGElement, scale = svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
		return parseFloat(getComputedStyle(e).fontSize) * scale < 11;
	}).map(e => e.outerHTML.slice(0, 120)).slice(0, 5).join('\n')`
)

// Fits says what of the page that is open can't be read on its screen: what is wider
// than that, and what is too small.
func (b *Browser) Fits() error {
	b.t.Helper()
	// A phone zooms out until all of a page that is too wide is there, and says that it is
	// as wide.
	if over := b.Number("Math.max(document.documentElement.scrollWidth, innerWidth)") - float64(b.screen.Width); over > 0 {
		return fmt.Errorf("it is %v pixels too wide:\n%s", over, b.Text(wide))
	}
	if text := b.Text(wide); text != "" {
		return fmt.Errorf("cut off at the right:\n%s", text)
	}
	if text := b.Text(small); text != "" {
		return fmt.Errorf("too small to read:\n%s", text)
	}
	return nil
}

// Picture returns how the whole page looks. If the variable PAGE_PICTURES names a
// folder, the picture is left there too, under the name.
func (b *Browser) Picture(name string) image.Image {
	b.t.Helper()
	var shot struct{ Data string }
	b.call("Page.captureScreenshot", map[string]any{"format": "png", "captureBeyondViewport": true}, &shot)
	data, err := base64.StdEncoding.DecodeString(shot.Data)
	if err != nil {
		b.t.Fatal(err)
	}
	if dir := os.Getenv("PAGE_PICTURES"); dir != "" {
		if err := os.WriteFile(dir+"/"+name+".png", data, 0o600); err != nil {
			b.t.Fatal(err)
		}
	}
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		b.t.Fatal(err)
	}
	return picture
}

// Colours counts the colours of a picture.
func Colours(picture image.Image) map[color.RGBA]int {
	count := map[color.RGBA]int{}
	for y := range picture.Bounds().Dy() {
		for x := range picture.Bounds().Dx() {
			count[color.RGBAModel.Convert(picture.At(x, y)).(color.RGBA)]++
		}
	}
	return count
}
