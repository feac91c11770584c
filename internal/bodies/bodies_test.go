package bodies

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// TestBound: what is signed, too long or not at its end with the body stays as it
// is, wherever among several values a header says so.
func TestBound(t *testing.T) {
	for _, c := range []struct {
		name  string
		r     http.Request
		bound bool
	}{
		{"nothing", http.Request{Header: http.Header{"Authorization": {"Bearer x"}}}, false},
		{"of unknown length", http.Request{ContentLength: -1}, false},
		{"as long as can be", http.Request{ContentLength: Most}, false},
		{"longer", http.Request{ContentLength: Most + 1}, true},
		{"a digest", http.Request{Header: http.Header{"Content-Digest": {"sha-256=:x:"}}}, true},
		{"an old digest", http.Request{Header: http.Header{"Content-Md5": {"x"}}}, true},
		{"a signature", http.Request{Header: http.Header{"Signature-Input": {"x"}}}, true},
		{"the signature of a cloud", http.Request{Header: http.Header{"Authorization": {"Bearer x", "AWS4-HMAC-SHA256 x"}}}, true},
		{"a trailer", http.Request{Trailer: http.Header{"X": nil}}, true},
	} {
		if why := Bound(&c.r); (why != "") != c.bound {
			t.Errorf("%s: %q", c.name, why)
		}
	}
}

// TestReaderLetsGo: after Close nothing comes, whatever was left.
func TestReaderLetsGo(t *testing.T) {
	r := Reader([]byte("abc"))
	if n, err := r.Read(make([]byte, 1)); n != 1 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	r.Close()
	if rest, err := io.ReadAll(r); len(rest) > 0 || err != nil {
		t.Errorf("%q, %v", rest, err)
	}
}

// TestResumed: a body goes on where the start of it ended, and is closed as it was.
func TestResumed(t *testing.T) {
	source := new(closed)
	body := Resumed([]byte("ab"), strings.NewReader("cd"), source)
	if text, err := io.ReadAll(body); string(text) != "abcd" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	if body.Close(); !*source {
		t.Error("it was not closed")
	}
}

type closed bool

func (c *closed) Close() error { *c = true; return nil }
