package replay

import (
	"context"
	"errors"
	"io/fs"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"elide.example/elide/internal/transcript"
)

// Run says how transcripts are measured.
type Run struct {
	Ways   []Way // the first is Plain
	Detail int   // the way that Report tells of output by output; 0: none
	Texts  bool  // say also what was missed
	Count  Counter
	Prices func(*transcript.Conversation) Prices // nil: DefaultPrices

	Wants    func(*transcript.Conversation) bool // which are measured; nil: all
	Progress func(done, of int)                  // told after each file of both passes; may be called concurrently
}

// Skipped is a file that was left out, and why.
type Skipped struct {
	Path string `json:"path"`
	Why  string `json:"why"`
}

// Report is what all conversations come to.
type Report struct {
	Ways    []string
	Detail  int
	All     []*Measured // in the order of the files
	Skipped []Skipped
	Unread  int // lines of the files that were measured which can't be read
	Files   int // that were measured
}

// Measure reads the files, twice: which words tell nothing is known once all were
// read. It holds one file for each processor at a time.
func (r *Run) Measure(ctx context.Context, files []string) (*Report, error) {
	m := &measurer{ways: r.Ways, detail: r.Detail, texts: r.Texts, count: r.Count, common: newCommon(), prices: r.Prices}
	if m.prices == nil {
		m.prices = func(*transcript.Conversation) Prices { return DefaultPrices() }
	}
	rep := &Report{Detail: r.Detail}
	for _, w := range r.Ways {
		rep.Ways = append(rep.Ways, w.Name)
	}
	reasons := make([]string, len(files))
	var conversations, done atomic.Int64
	told := func() {
		if n := done.Add(1); r.Progress != nil {
			r.Progress(int(n), 2*len(files))
		}
	}
	each(ctx, len(files), func(i int) {
		defer told()
		err := safely(func() error {
			list, _, err := r.read(files[i])
			for _, c := range list {
				m.common.add(c)
			}
			conversations.Add(int64(len(list)))
			return err
		})
		if err != nil {
			reasons[i] = reason(err)
		}
	})
	m.common.of(int(conversations.Load()))
	got := make([][]*Measured, len(files))
	unread := make([]int, len(files))
	each(ctx, len(files), func(i int) {
		defer told()
		if reasons[i] != "" {
			return
		}
		err := safely(func() error {
			list, n, err := r.read(files[i])
			unread[i] = n
			for _, c := range list {
				one, err := m.measure(ctx, c)
				if err != nil {
					return err
				}
				got[i] = append(got[i], one)
			}
			return err
		})
		if err != nil {
			got[i], reasons[i] = nil, reason(err)
		}
	})
	for i, list := range got {
		if reasons[i] != "" {
			rep.Skipped = append(rep.Skipped, Skipped{files[i], reasons[i]})
			continue
		}
		rep.Files++
		rep.All = append(rep.All, list...)
		rep.Unread += unread[i]
	}
	return rep, ctx.Err()
}

// errOurs is of a file at which we fail.
var errOurs = errors.New("a mistake of ours")

// safely calls do. A panic is an error: one file is not to cost all others.
func safely(do func() error) (err error) {
	defer func() {
		if recover() != nil {
			err = errOurs
		}
	}()
	return do()
}

// errUnwanted is of a file without a conversation that is wanted.
var errUnwanted = errors.New("not asked for")

// read reads a file's conversations that are wanted.
func (r *Run) read(path string) ([]*transcript.Conversation, int, error) {
	list, unread, err := transcript.Read(path)
	if err == nil && r.Wants != nil {
		list = slices.DeleteFunc(list, func(c *transcript.Conversation) bool { return !r.Wants(c) })
		if len(list) == 0 {
			err = errUnwanted
		}
	}
	return list, unread, err
}

// reason says why a file is left out, in words that hold nothing of it.
func reason(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return err.Error()
}

// each calls do with each number below n, as many at a time as there are processors.
func each(ctx context.Context, n int, do func(i int)) {
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		wait.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				do(i)
			}
		})
	}
	wait.Wait()
}
