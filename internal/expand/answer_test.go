package expand_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"elide.example/elide/internal/expand"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/store"
)

func TestParseRequest(t *testing.T) {
	for _, c := range []struct {
		arguments string
		want      expand.Request
	}{
		{`{"ref":"abcdef","range":"1-2","pattern":"x","context":2,"page":"3"}`, expand.Request{Ref: "abcdef", Range: "1-2", Pattern: "x", Context: 2, Page: "3"}},
		{`{"hash":"abcdef","lines":[1,"2-3"],"grep":"x","context":"2","next":3}`, expand.Request{Ref: "abcdef", Range: "1,2-3", Pattern: "x", Context: 2, Page: "3"}},
		{`{"ref":123456,"wait_for_previous":true,"range":null,"pattern":""}`, expand.Request{Ref: "123456"}},
		{`{}`, expand.Request{}},
	} {
		if got, err := expand.ParseRequest([]byte(c.arguments)); err != nil || got != c.want {
			t.Errorf("%s: %+v, %v", c.arguments, got, err)
		}
	}
	for _, arguments := range []string{``, `1`, `[]`, `"abcdef"`, `{"ref":`, `{"ref":"abcdef","context":"x"}`, `{"ref":"abcdef","context":-1}`} {
		if got, err := expand.ParseRequest([]byte(arguments)); err == nil {
			t.Errorf("%s: %+v", arguments, got)
		}
	}
}

// FuzzAnswer: whatever a model asks for, and of whatever, the answer is valid
// UTF-8, within the bound and, unless it failed, ends in the original's marker.
func FuzzAnswer(f *testing.F) {
	s, err := store.Open(f.TempDir(), store.Options{})
	if err != nil {
		f.Fatal(err)
	}
	find := func(prefix string) (*store.Expanded, *store.Store, error) {
		x, err := s.Expand(prefix)
		return x, s, err
	}
	f.Add([]byte("a\nb\nc\n"), `{"ref":%q,"range":"2-3"}`, 600)
	f.Add([]byte("\xff\xfe\nb"), `{"ref":%q,"pattern":"/./","context":3}`, 512)
	f.Add([]byte("a\nb\n"), `{"ref":%q,"pattern":"`+strings.Repeat("no such é ", 2000)+`"}`, 0)
	f.Add([]byte("a\nb\n"), `{"ref":%q,"pattern":"/(`+strings.Repeat("no end é ", 2000)+`/"}`, 0)
	f.Add(bytes.Repeat([]byte("\xff"), 4000), `{"ref":%q,"page":"1.30"}`, 0)
	f.Fuzz(func(t *testing.T, original []byte, arguments string, maxBytes int) {
		digest, err := store.Digest(bytes.NewReader(original))
		if err != nil {
			t.Fatal(err)
		}
		e, err := s.Put(t.Context(), bytes.NewReader(original), digest, store.Meta{Type: "plain"})
		if err != nil {
			t.Fatal(err)
		}
		arguments = strings.Replace(arguments, "%q", fmt.Sprintf("%q", e.Hash), 1)
		request, err := expand.ParseRequest([]byte(arguments))
		if err != nil {
			return
		}
		maxBytes = min(max(maxBytes, 0), 20_000)
		a := request.Answer(t.Context(), find, maxBytes)
		if maxBytes == 0 {
			maxBytes = expand.SafePage
		}
		if !utf8.Valid(a.Text) || len(a.Text) == 0 {
			t.Fatalf("%s: %q", arguments, a.Text)
		}
		if len(a.Text) > max(maxBytes, 3*512) || !a.Failed && !marker.Ends(a.Text) {
			t.Fatalf("%s: %d bytes of %d: %q", arguments, len(a.Text), maxBytes, a.Text)
		}
	})
}

// TestAnswerInTime: an expression that takes long ends with its context.
func TestAnswerInTime(t *testing.T) {
	s, err := store.Open(t.TempDir(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	original := []byte(strings.Repeat(strings.Repeat("a", 1000)+"\n", 8000))
	digest, err := store.Digest(bytes.NewReader(original))
	if err != nil {
		t.Fatal(err)
	}
	e, err := s.Put(t.Context(), bytes.NewReader(original), digest, store.Meta{Type: "plain"})
	if err != nil {
		t.Fatal(err)
	}
	late := errors.New("it took too long")
	ctx, cancel := context.WithTimeoutCause(t.Context(), 10*time.Millisecond, late)
	defer cancel()
	a := expand.Request{Ref: e.Hash, Pattern: "/(.{0,300}x)y$/"}.Answer(ctx, func(prefix string) (*store.Expanded, *store.Store, error) {
		x, err := s.Expand(prefix)
		return x, s, err
	}, 0)
	if !a.Failed || string(a.Text) != late.Error() || a.Entry.Hash != e.Hash {
		t.Errorf("%+v", a)
	}
}
