package proxy

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"io"
	"net/http"
	"strings"
	"testing"

	"elide.example/elide/internal/bodies"
	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/longtest"
	"elide.example/elide/internal/rewrite"
	"elide.example/elide/internal/wire"
	"github.com/klauspost/compress/zstd"
	"pgregory.net/rapid"
)

// The encoders are others than what decodes, where there are others.
var encoders = map[string]func(io.Writer) io.WriteCloser{
	"gzip":    func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) },
	"deflate": func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) },
	"raw deflate": func(w io.Writer) io.WriteCloser {
		z, _ := flate.NewWriter(w, 6)
		return z
	},
	"zstd": func(w io.Writer) io.WriteCloser {
		z, _ := zstd.NewWriter(w, zstd.WithEncoderLevel(zstd.EncoderLevelFromZstd(3)), zstd.WithEncoderConcurrency(1))
		return z
	},
}

func encode(name string, text []byte) []byte {
	var b bytes.Buffer
	w := encoders[name](&b)
	w.Write(text)
	w.Close()
	return b.Bytes()
}

func headerOf(encoder string) string { return strings.TrimPrefix(encoder, "raw ") }

// received is what an upstream got.
type received struct {
	header http.Header
	body   string
	length int64
}

func recording(got *received) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		*got = received{r.Header, string(body), r.ContentLength}
		io.WriteString(w, "{}")
	}
}

func TestEncodedBodies(t *testing.T) {
	const text = `{"input":"hello, hello, hello"}`
	var got received
	changes := behind(t, recording(&got), Options{Rewriter: shouting})
	leaves := behind(t, recording(&got), Options{Rewriter: idle})
	for name := range encoders {
		coded := encode(name, []byte(text))
		header := http.Header{"Content-Encoding": {headerOf(name)}}
		do(t, "POST", changes.BaseURL(wire.OpenAI)+"/responses", bytes.NewReader(coded), header)
		if got.body != strings.ToUpper(text) || got.header["Content-Encoding"] != nil || got.length != int64(len(text)) {
			t.Errorf("%s, rewritten: %+v", name, got)
		}
		do(t, "POST", leaves.BaseURL(wire.OpenAI)+"/responses", bytes.NewReader(coded), header)
		if got.body != string(coded) || got.header.Get("Content-Encoding") != headerOf(name) || got.length != int64(len(coded)) {
			t.Errorf("%s, left alone: %+v", name, got)
		}
	}
}

// TestDoubtfulBodies: what can't be read for certain goes on as it came, and
// is counted.
func TestDoubtfulBodies(t *testing.T) {
	text := []byte(`{"input":"hello"}`)
	good := encode("zstd", text)
	for name, c := range map[string]struct {
		header http.Header
		body   []byte
	}{
		"unknown":       {http.Header{"Content-Encoding": {"br"}}, text},
		"two":           {http.Header{"Content-Encoding": {"gzip, zstd"}}, good},
		"two headers":   {http.Header{"Content-Encoding": {"zstd", "gzip"}}, good},
		"cut":           {http.Header{"Content-Encoding": {"zstd"}}, good[:len(good)-2]},
		"not gzip":      {http.Header{"Content-Encoding": {"gzip"}}, text},
		"not deflate":   {http.Header{"Content-Encoding": {"deflate"}}, []byte("\xff")},
		"empty deflate": {http.Header{"Content-Encoding": {"deflate"}}, nil},
		"more":          {http.Header{"Content-Encoding": {"deflate"}}, append(encode("deflate", text), 'x')},
		"digest":        {http.Header{"Content-Digest": {"sha-256=:x:"}}, text},
		"signed":        {http.Header{"X-Amz-Content-Sha256": {"x"}}, text},
		"signed by AWS": {http.Header{"Authorization": {"AWS4-HMAC-SHA256 Credential=x"}}, text},
	} {
		var got received
		var seen observed
		s := behind(t, recording(&got), Options{Rewriter: shouting, Observe: seen.add})
		do(t, "POST", s.BaseURL(wire.OpenAI)+"/responses", bytes.NewReader(c.body), c.header)
		if got.body != string(c.body) || len(got.header["Content-Encoding"]) != len(c.header["Content-Encoding"]) {
			t.Errorf("%s: upstream got %+v", name, got)
		}
		if e := seen.one(t); !e.Report.Doubt || e.Report.Unchanged == "" {
			t.Errorf("%s: reported %+v", name, e.Report)
		}
	}
}

// blank is a body of n blanks.
func blank(n int) io.Reader { return io.LimitReader(blanks{}, int64(n)) }

type blanks struct{}

var manyBlanks = bytes.Repeat([]byte{' '}, 64<<10)

func (blanks) Read(p []byte) (int, error) { return copy(p, manyBlanks), nil }

// TestBodyLimit: 64 MiB are rewritten, a byte more passes, whether the length
// is announced or not.
func TestBodyLimit(t *testing.T) {
	longtest.Only(t)
	var length, spaces int
	count := func(w http.ResponseWriter, r *http.Request) {
		length, spaces = 0, 0
		buf := make([]byte, 1<<20)
		for {
			n, err := r.Body.Read(buf)
			length += n
			spaces += bytes.Count(buf[:n], []byte(" "))
			if err != nil {
				break
			}
		}
		w.Write([]byte("{}"))
	}
	s := behind(t, count, Options{Rewriter: rewriterFunc(func(body []byte) ([]byte, rewrite.Report) {
		return []byte("short"), rewrite.Report{}
	})})
	address := s.BaseURL(wire.OpenAI) + "/responses"
	for _, n := range []int{bodies.Most, bodies.Most + 1} {
		for _, announced := range []bool{true, false} {
			req, _ := http.NewRequest("POST", address, blank(n))
			if req.ContentLength = -1; announced {
				req.ContentLength = int64(n)
			}
			res, err := client(t).Do(req)
			if err != nil {
				t.Fatal(err)
			}
			res.Body.Close()
			if rewritten := length == len("short"); rewritten != (n <= bodies.Most) || !rewritten && (length != n || spaces != n) {
				t.Errorf("of %d bytes (announced: %t) %d arrived", n, announced, length)
			}
		}
	}
}

// TestBombs: small bodies that decode to more than the limit pass, also when
// no part of them is larger.
func TestBombs(t *testing.T) {
	longtest.Only(t)
	half := bytes.Repeat([]byte{' '}, bodies.Most/2+1)
	for name, c := range map[string]coding{"gzip": gzipped, "zstd": zstandard} {
		part := encode(name, half)
		if _, err := c.decode(bytes.Repeat(part, 2), alone()); err == nil {
			t.Errorf("%s: two halves and two bytes were decoded", name)
		}
		if text, err := c.decode(part, alone()); err != nil || len(text) != len(half) {
			t.Errorf("%s: half was not decoded: %v", name, err)
		}
	}
	if _, err := deflated.decode(encode("deflate", bytes.Repeat(half, 2)), alone()); err != errTooLarge {
		t.Errorf("deflate: %v", err)
	}
}

// TestBodyBreaksOff: half a body never reaches an upstream as a whole one.
func TestBodyBreaksOff(t *testing.T) {
	reached := false
	s := behind(t, func(http.ResponseWriter, *http.Request) { reached = true }, Options{Rewriter: shouting})
	_, r := raw(t, s, "POST /v1/messages HTTP/1.1\r\nHost: "+s.Addr().String()+"\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{ }\r\nno chunk\r\n\r\n")
	if line, _ := r.ReadString('\n'); !strings.Contains(line, " 400 ") || reached {
		t.Errorf("the client got %q; upstream reached: %t", line, reached)
	}
}

// TestHeldLetsGo: what a response has come to is not kept for its sake.
func TestHeldLetsGo(t *testing.T) {
	b := &held{data: []byte("abc"), share: alone()}
	first := b.reader()
	io.CopyN(io.Discard, first, 1)
	b.release()
	if rest, _ := io.ReadAll(first); string(rest) != "bc" {
		t.Errorf("what was being sent went on with %q", rest)
	}
	again, _ := b.again()
	if rest, _ := io.ReadAll(again); len(rest) > 0 {
		t.Errorf("still held: %q", rest)
	}
}

func TestDecodeGivesBack(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		text := rapid.SliceOf(rapid.Byte()).Draw(t, "text")
		for name := range encoders {
			c, ok := codingOf([]string{headerOf(name)})
			got, err := c.decode(encode(name, text), alone())
			if name == "raw deflate" && err != nil {
				continue // may look as if it had the frame
			}
			if !ok || err != nil || !bytes.Equal(got, text) {
				t.Fatalf("%s: %q, %v", name, got, err)
			}
		}
	})
}

// FuzzDecode: no bytes lead to a panic, or to more than the limit.
func FuzzDecode(f *testing.F) {
	for name := range encoders {
		f.Add(encode(name, []byte(`{"a":[1,2,3]}`)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for c := gzipped; c <= zstandard; c++ {
			if text, err := c.decode(data, alone()); len(text) > bodies.Most || err != nil && text != nil {
				t.Errorf("coding %d: %d bytes, %v", c, len(text), err)
			}
		}
	})
}
