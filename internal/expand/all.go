package expand

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"elide.example/elide/internal/keep"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/terminal"
)

// Search is what is looked for in many originals.
type Search struct {
	Pattern  keep.Pattern
	Context  int    // how many lines around each that matches are shown too
	MaxBytes int    // of the answer's text; 0: SafePage
	After    string // the hash of the original behind which an earlier answer goes on; "": from the first
}

// mostOfOne is how many lines that match are shown of an original: one that is full
// of them leaves room for others, and can be searched by its hash.
const mostOfOne = 20

// mostHead bounds what a head says of a command, and leastFound is the shortest
// answer: it has room for a head and a line.
const (
	mostHead   = 120
	leastFound = 512
)

// Found is the answer. Of each original in which something was found it has a head,
// which begins with the hash, and the lines, each with its number, as Grep has
// them. What a terminal would act on is written out.
type Found struct {
	Text      []byte
	Matches   int      // lines that are shown and match
	Originals []string // the hashes of those in which they are
	Searched  int      // originals that were looked at
	Damaged   int      // that could not be read, and are left out
	Next      string   // Search.After of what follows; "": there is no more
	Late      error    // why the search ended before its end; nil: it didn't
}

// In searches the originals in their order, until the answer is full or the context
// ends. What went meanwhile is left out.
func (s Search) In(ctx context.Context, kept []store.Kept) Found {
	if s.MaxBytes == 0 {
		s.MaxBytes = SafePage
	}
	f := &finder{Search: s, room: max(s.MaxBytes, leastFound) - markRoom}
	kept = behind(kept, s.After)
	each, stop := f.ahead(ctx, kept)
	defer stop()
	last := ""
	for i, k := range kept {
		if !f.take(ctx, <-each[i]) {
			f.Next = last
			break
		}
		f.Searched++
		last = k.Hash
	}
	return f.Found
}

// ahead searches the originals, some at once. stop ends that.
func (f *finder) ahead(ctx context.Context, kept []store.Kept) (each []chan *oneFound, stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var all sync.WaitGroup
	f.turns = make(chan struct{}, mostAhead)
	each = make([]chan *oneFound, len(kept))
	for i := range each {
		each[i] = make(chan *oneFound, 1)
	}
	var at atomic.Int64
	for range min(runtime.GOMAXPROCS(0), mostWorkers, len(kept)) {
		all.Go(func() {
			w := &worker{finder: f}
			for {
				select { // before it is known which: so whoever is in front has one
				case f.turns <- struct{}{}:
				case <-ctx.Done():
				}
				i := at.Add(1) - 1
				if i >= int64(len(kept)) {
					return
				}
				each[i] <- w.lines(ctx, kept[i])
			}
		})
	}
	return each, func() { cancel(); all.Wait() }
}

// behind returns what follows the entry of that hash; all, if it is gone.
func behind(kept []store.Kept, hash string) []store.Kept {
	for i, k := range kept {
		if k.Hash == hash {
			return kept[i+1:]
		}
	}
	return kept
}

// How many originals are searched at once, and how many of them are done before
// those in front of them: each is held for that.
const (
	mostWorkers = 4
	mostAhead   = 16
)

// finder puts an answer together.
type finder struct {
	Search
	Found
	room  int
	turns chan struct{} // one for each original that is searched and not taken
}

// take takes what was found in an original. It is false if the answer ends before it.
func (f *finder) take(ctx context.Context, one *oneFound) bool {
	select {
	case <-f.turns:
	default: // the context has ended
	}
	switch {
	case context.Cause(ctx) != nil:
		f.Late = context.Cause(ctx)
		return false
	case errors.Is(one.err, store.ErrNotFound), errors.Is(one.err, store.ErrExpired):
		return true
	case one.err != nil:
		f.Damaged++
		return true
	case one.matches == 0:
		return true
	case len(f.Text) > 0 && len(f.Text)+len(one.text) > f.room:
		return false
	}
	f.Text = append(f.Text, one.text...)
	f.Matches += one.matches
	f.Originals = append(f.Originals, one.hash)
	return true
}

// worker searches originals, one after another.
type worker struct {
	*finder
	window []byte
}

// lines returns what an original has of what is looked for.
func (w *worker) lines(ctx context.Context, k store.Kept) *oneFound {
	one := &oneFound{hash: k.Hash, room: w.room, err: cmp.Or(context.Cause(ctx), k.Err)}
	var x *store.Expanded
	if one.err == nil {
		x, one.err = k.In.Peek(k.Hash)
	}
	if one.err != nil {
		return one
	}
	defer x.Close()
	o := Within(ctx, x)
	may, err := w.mayBeIn(o)
	if one.err = err; !may || err != nil {
		return one
	}
	one.text = head(k.Entry)
	one.head = len(one.text)
	s := searcher{pattern: w.Pattern, context: w.Context, show: one.show}
	if one.err = s.search(o, 0, 1); one.err == errFull {
		one.text, one.err = append(one.text, "… more in "+k.Hash+"\n"...), nil
	}
	return one
}

// head names an original.
func head(e store.Entry) []byte {
	command, _, more := strings.Cut(e.Command, "\n")
	if len(command) > mostHead {
		command, more = command[:mostHead], true
		for !utf8.ValidString(command) {
			command = command[:len(command)-1]
		}
	}
	if more {
		command += "…"
	}
	if command != "" {
		command += ", "
	}
	text := fmt.Appendf(nil, "%s  %s%s, %d bytes, %s", e.Hash, command, e.Type, e.OriginalBytes, e.CreatedAt.UTC().Format("2006-01-02 15:04:05 UTC"))
	return append(terminal.AppendVisible(nil, text), '\n')
}

// oneFound is what was found in an original.
type oneFound struct {
	hash    string
	text    []byte
	head    int // how much of it is the head
	room    int
	matches int
	matched int   // line of the last that matches
	err     error // why it could not be searched
}

// show takes a line, if there is room for it. The first that matches is there in
// any case, clipped if it has to be.
func (o *oneFound) show(apart bool, h hit) error {
	first := h.match && h.line != o.matched
	if first && o.matches == mostOfOne {
		return errFull
	}
	raw := h.append(separator(nil, apart))
	line := append(terminal.AppendVisible(nil, raw[:len(raw)-1]), '\n')
	switch full := len(o.text)+len(line) > o.room; {
	case full && o.matches > 0:
		return errFull
	case full && h.match:
		o.text, o.matches = append(o.text[:o.head], append(clipped(line, o.room-o.head-1), '\n')...), 1
		return errFull
	case full: // what stands before a line that matches has to leave room for that
		o.text = o.text[:o.head]
		return nil
	}
	o.text = append(o.text, line...)
	if first {
		o.matches, o.matched = o.matches+1, h.line
	}
	return nil
}

// windowBytes is how much of an original is asked at once whether it may hold what
// is looked for.
const windowBytes = 1 << 20

// mayBeIn tells whether an original may have a line that matches: it is asked for
// as many whole lines at once as there are in a window.
func (w *worker) mayBeIn(o store.Original) (bool, error) {
	if w.window == nil {
		w.window = make([]byte, windowBytes)
	}
	for at, size := int64(0), o.Size(); at < size; {
		text := w.window[:min(windowBytes, size-at)]
		if n, err := o.ReadAt(text, at); n < len(text) {
			return false, unread(err)
		}
		if at+int64(len(text)) < size {
			text = text[:bytes.LastIndexByte(text, '\n')+1]
		}
		if len(text) == 0 || w.Pattern.MayBeIn(text) {
			return true, nil
		}
		at += int64(len(text))
	}
	return false, nil
}
