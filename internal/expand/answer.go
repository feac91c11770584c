package expand

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"elide.example/elide/internal/keep"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/store"
)

// Answer is what the tool gives a model.
type Answer struct {
	Text   []byte // valid UTF-8; its last line is a marker, unless it failed or found nothing
	Failed bool   // Text says why, and what to do

	Entry store.Entry // that was found; zero: none was
}

// Find finds an original for Answer, as store.Place's Expand does. It returns
// the store that it asked too, nil if that could not be opened.
type Find func(prefix string) (*store.Expanded, *store.Store, error)

// Answer answers a model's request with a page of at most maxBytes bytes; 0 is
// SafePage, and what tells of a failure is no longer either. Bytes that are not
// UTF-8 are shown as U+FFFD, and it says so. It never fails in another way than
// its answer says, also when the context has ended.
func (r Request) Answer(ctx context.Context, find Find, maxBytes int) Answer {
	if maxBytes == 0 {
		maxBytes = SafePage
	}
	ref, ask, err := r.Ask()
	if err != nil {
		return failed(nil, err, maxBytes)
	}
	x, s, err := find(ref.Prefix)
	if err != nil {
		return failed(s, err, maxBytes)
	}
	defer x.Close()
	page, err := readText(Within(ctx, x), ask, maxBytes)
	if err != nil {
		a := failed(s, err, maxBytes)
		a.Entry = x.Entry
		return a
	}
	a := Answer{Entry: x.Entry}
	if ask.Pattern != nil && len(page.Text) == 0 {
		const most = 200
		page.Text = clipped(fmt.Appendf(nil, "no line has %s", ask.Pattern), most)
	}
	a.Text = bytes.ToValidUTF8(page.Mark(x.Entry.Hash), []byte(invalid))
	return a
}

// SearchesAll tells whether the request is for what all originals have of a pattern.
func (r Request) SearchesAll() bool {
	return strings.TrimSpace(r.Ref) == "" && r.Pattern != ""
}

// AnswerAll answers a request that SearchesAll, with what the originals have that
// list returns, as Answer does.
func (r Request) AnswerAll(ctx context.Context, list func() ([]store.Kept, error), maxBytes int) Answer {
	if maxBytes == 0 {
		maxBytes = SafePage
	}
	p, err := keep.Parse(r.Pattern)
	if err == nil && r.Range != "" {
		err = errors.New("range needs a ref: give the HASH of " + marker.Example)
	}
	if err != nil {
		return failed(nil, err, maxBytes)
	}
	kept, err := list()
	if err != nil {
		return failed(nil, err, maxBytes)
	}
	found := Search{Pattern: p, Context: min(r.Context, mostContext), MaxBytes: maxBytes, After: strings.Trim(r.Page, " \t\r\n\"'`")}.In(ctx, kept)
	if len(found.Originals) == 0 {
		const most = 300
		return Answer{Text: clipped([]byte(found.What(p)), most), Failed: found.Late != nil}
	}
	return Answer{Text: marker.Append(found.Text, found.Originals[0], found.What(p))}
}

// What says what was found, and how to go on.
func (f Found) What(p keep.Pattern) string {
	what := fmt.Sprintf("%s in %d of %s", count(f.Matches, "match", "matches"), len(f.Originals), count(f.Searched, "original", "originals"))
	if f.Matches == 0 {
		what = fmt.Sprintf("no line of %s has %s", count(f.Searched, "original", "originals"), p)
	}
	if f.Damaged > 0 {
		what += fmt.Sprintf(", %d damaged", f.Damaged)
	}
	if f.Late != nil {
		what += ", ended early"
	}
	if f.Next != "" {
		what += ", next page " + f.Next
	}
	return what
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// invalid stands for each run of bytes that is not UTF-8.
const invalid = "\uFFFD"

// readText reads a page that is as short when it was made valid UTF-8.
func readText(o Original, ask Ask, maxBytes int) (Page, error) {
	page, err := Read(o, ask, maxBytes)
	if err != nil || utf8.Valid(page.Text) {
		return page, err
	}
	page, err = Read(o, ask, maxBytes/len(invalid))
	page.What += ", not UTF-8: some bytes shown as " + invalid
	return page, err
}

func failed(s *store.Store, err error, maxBytes int) Answer {
	text := []byte(err.Error())
	if advice := Advice(s, err); advice != "" {
		text = append(append(text, '\n'), advice...)
	}
	text = bytes.ToValidUTF8(text, []byte(invalid))
	return Answer{Text: clipped(text, max(maxBytes, leastPage)), Failed: true}
}

// clipped returns a text of at most so many bytes, of which the end may be missing.
func clipped(text []byte, most int) []byte {
	const more = "…"
	if len(text) <= most {
		return text
	}
	text = text[:most-len(more)]
	return append(text[:wholeRunes(text):most], more...)
}
