package main

import (
	"context"
	"slices"
	"sync"
	"time"

	"elide.example/elide/internal/conversation"
	"elide.example/elide/internal/jsonspan"
	"elide.example/elide/internal/replay"
	"elide.example/elide/internal/rewrite"
)

const (
	// mostWaiting bounds what waits to be gone through for the facts that it used, in
	// bytes of the bodies; what is read of one takes a few times that.
	mostWaiting = 16 << 20
	// mostLooked is how long a body may be that is gone through.
	mostLooked = 4 << 20
	// rest is how many times as long as it worked the looker rests: it may take a fifth
	// of a processor.
	rest = 4
	// lastLook is how long it may go on when all else has ended.
	lastLook = 2 * time.Second
)

// looker rewrites requests that are only looked at, and goes through their conversations
// for facts that were used and would have been hidden. That is done beside the requests,
// of each conversation the last one, and what there is no room for is left out.
type looker struct {
	rewriter *rewrite.Rewriter
	tell     func(conversation string, used, hidden int) // set by run

	mu      sync.Mutex
	waiting []look // of each conversation one, the one that came first in front
	bytes   int
	wake    chan struct{}
	ending  chan struct{}
	ended   chan struct{}
}

// look is a request that waits.
type look struct {
	conversation conversation.ID
	came         *jsonspan.Doc
	sent         []byte
}

func newLooker(rewriter *rewrite.Rewriter) *looker {
	return &looker{rewriter: rewriter, wake: make(chan struct{}, 1), ending: make(chan struct{}), ended: make(chan struct{})}
}

// RewriteIn rewrites a request, and has it gone through.
func (l *looker) RewriteIn(ctx context.Context, id [32]byte, in *rewrite.Reading) ([]byte, rewrite.Report) {
	out, rep := l.rewriter.RewriteIn(ctx, id, in)
	if !rep.Doubt && rep.Results > 0 && conversation.ID(id).Told() && len(in.Body()) <= mostLooked {
		l.add(look{id, in.Doc(), out})
	}
	return out, rep
}

// add has a request wait in the place of that of the same conversation.
func (l *looker) add(one look) {
	l.mu.Lock()
	defer l.mu.Unlock()
	at := slices.IndexFunc(l.waiting, func(w look) bool { return w.conversation == one.conversation })
	if at < 0 {
		at = len(l.waiting)
		l.waiting = append(l.waiting, look{})
	}
	l.bytes += len(one.sent) - len(l.waiting[at].sent)
	l.waiting[at] = one
	for l.bytes > mostWaiting && len(l.waiting) > 1 {
		l.drop()
	}
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// drop takes the first that waits.
func (l *looker) drop() look {
	one := l.waiting[0]
	l.waiting[0] = look{}
	l.waiting = l.waiting[1:]
	l.bytes -= len(one.sent)
	return one
}

func (l *looker) next() (one look, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.waiting) == 0 {
		return look{}, false
	}
	return l.drop(), true
}

// run goes through what waits until end. tell hears of each.
func (l *looker) run(tell func(conversation string, used, hidden int)) {
	l.tell = tell
	go func() {
		defer close(l.ended)
		for {
			select {
			case <-l.wake:
			case <-l.ending:
				l.all(time.Now().Add(lastLook))
				return
			}
			l.all(time.Time{})
		}
	}()
}

// all goes through all that waits: at leisure, or until a time.
func (l *looker) all(until time.Time) {
	for until.IsZero() || time.Now().Before(until) {
		one, ok := l.next()
		if !ok {
			return
		}
		start := time.Now()
		l.look(one)
		if until.IsZero() {
			select {
			case <-time.After(rest * time.Since(start)):
			case <-l.ending:
				return // run goes on with what is left
			}
		}
	}
}

// look tells of one. A mistake of ours there is nothing that a request may notice.
func (l *looker) look(one look) {
	defer func() { _ = recover() }()
	if used, err := replay.UsedIn(one.came, one.sent); err == nil {
		l.tell(one.conversation.String(), used.Facts, used.Hidden)
	}
}

// end goes through what waits still, for a while, and ends.
func (l *looker) end() {
	if l == nil {
		return
	}
	close(l.ending)
	select {
	case <-l.ended:
	case <-time.After(lastLook):
	}
}
