// Package pipeline reduces a block: the one path that every front end takes.
//
//	bytes → classify → sections → rank units → select under budget →
//	render with gaps → guard → store → text and a marker
//
// The plan is made once, on the original bytes. A block too large to hold is
// ranked in passes and planned as a whole.
package pipeline

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strconv"
	"time"

	"elide.example/elide/internal/keep"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/plan"
	"elide.example/elide/internal/render"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/shape"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/tokens"
	"elide.example/elide/internal/toolcall"
	"elide.example/elide/internal/worth"
)

// DefaultMinBytes is the length below which a block is not worth reducing.
const DefaultMinBytes = 2048

// passBytes is how much of an original is held and ranked at once. An
// original up to that length is ranked whole.
const passBytes = 16 << 20

// passLines bounds the lines of a pass, whose index is held too.
const passLines = 1 << 19

// passesBudget is what is shown, in tokens, of an original that takes more
// than one pass, where no budget is given: what is larger no reader takes in
// at once, and it bounds what has to be held.
const passesBudget = 100_000

// Original is the block as it came. Reads at the same place give the same
// bytes, also concurrently.
type Original interface {
	io.ReaderAt
	Size() int64
}

// Store keeps originals; *store.Store is one.
type Store interface {
	Prepare(ctx context.Context, o store.Original, digest [32]byte) (*store.Pending, error)
}

// Options say how a block is to be reduced. The zero value is the default
// configuration. Together with the bytes they decide the result.
type Options struct {
	Shape      *shape.Shape    // forced; nil: told from the bytes
	Command    string          // what printed the block: a hint
	Told       toolcall.Output // what the tool that printed it says of it
	Keep       []keep.Pattern  // lines that are critical whatever their shape
	KeepToo    []keep.Pattern  // lines that are as well, where no limit holds
	Rules      *rules.Users    // what the user, and a project, know of lines; nil: nothing
	Query      string          // lines that speak of it rank higher
	Budget     int             // most tokens, estimated; 0: no limit
	MaxBytes   int             // most bytes; 0: no limit
	MinBytes   int             // blocks below it pass; 0: DefaultMinBytes, negative: none
	PlainViews bool            // show every kept unit as it came
	TTL        time.Duration   // how long the store keeps the original; 0: its default
	Bare       bool            // what goes over the reducers, whatever the shape, is left out: for proofs of rules
	Worth      *worth.Table    // what hidden lines are worth; nil: as measured
	Since      *Earlier        // show the difference from this, where that is shorter
	Tokens     int             // of the block, if they are estimated already; 0: they are estimated
}

// Earlier is a block that the reader has seen, or can expand.
type Earlier struct {
	Original Original
	Hash     string
}

// Result is what became of a block.
type Result struct {
	Text    []byte // the reduced block; nil if it passes through
	Reduced bool
	Reason  string // why it passes through
	Hash    string // of the stored original; "" if it passes through

	Shape       shape.Shape // of the largest part
	Sections    []Section
	Pieces      []plan.Piece
	Lines       int // of the original
	HiddenLines int
	Bytes       int64
	Tokens      int // of the original, estimated
	TokensOut   int // of Text, estimated
}

// Section is a part of the block that has one shape.
type Section struct {
	Shape       shape.Shape
	First, Last int // lines, counted from 1
}

// Reduce reduces the block and stores its original. A block that would not
// become smaller passes through: Reduced is false and Reason says why. With
// an error it passes through too: the caller prints the original and says
// what went wrong. Reduce is safe for concurrent use if the store is.
func Reduce(ctx context.Context, o Original, opt Options, st Store) (Result, error) {
	if reason := passesUnread(o, opt); reason != "" {
		return Result{Reason: reason, Bytes: o.Size()}, nil
	}
	digest, err := digestOf(o)
	if err != nil {
		return Result{Bytes: o.Size()}, err
	}
	entry := newEntry(ctx, st, o, digest)
	res, err := reduceText(o, opt, marker.Hash(digest))
	if err != nil || !res.Reduced {
		entry.drop()
		return res, err
	}
	if err := entry.commit(opt, res); err != nil {
		return Result{Bytes: o.Size()}, err
	}
	return res, nil
}

// digestOf returns the digest of the original, which may know it already.
func digestOf(o Original) ([32]byte, error) {
	if d, ok := o.(interface{ Digest() [32]byte }); ok {
		return d.Digest(), nil
	}
	return store.Digest(o)
}

// passesUnread gives the reason for which a block passes before it is looked
// at, "" if there is none.
func passesUnread(o Original, opt Options) string {
	switch least := leastBytes(opt); {
	case o.Size() == 0:
		return "empty"
	case o.Size() < least:
		return fmt.Sprintf("shorter than %d bytes", least)
	case expands(opt.Command):
		return "an expanded original"
	case endsInMarker(o):
		return "reduced already"
	case opt.Shape != nil && *opt.Shape == shape.Binary:
		return "binary"
	}
	return ""
}

// leastBytes returns the length from which a block is reduced. A limit that a
// shorter block may exceed lowers it: a token has a byte at least.
func leastBytes(opt Options) int64 {
	least := opt.MinBytes
	if least == 0 {
		least = DefaultMinBytes
	}
	for _, limit := range [...]int{opt.Budget, opt.MaxBytes} {
		if limit > 0 {
			least = min(least, limit+1)
		}
	}
	return int64(least)
}

// reduceText makes the plan and the text, and guards them: what does not save
// bytes and tokens is not used. It recovers the panic of a reducer.
func reduceText(o Original, opt Options, hash string) (res Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			res, err = Result{Bytes: o.Size()}, fmt.Errorf("reducing: %v", p)
		}
	}()
	r := ranker{o: o, opt: opt, hash: hash}
	if err := r.askRules(); err != nil {
		return Result{Bytes: o.Size()}, err
	}
	if err := r.run(); err != nil {
		return Result{Bytes: o.Size()}, err
	}
	res = r.result()
	if res.Shape == shape.Binary {
		res.Reason = "binary"
		return res, nil
	}
	if r.withinLimits() {
		res.Reason = "short, and within the limits"
		return res, nil
	}
	best, err := r.write(nil, r.pieces)
	if err != nil {
		return res, err
	}
	if r.changed != nil {
		text, err := r.write(r.changed.head, r.changed.pieces)
		if err != nil {
			return res, err
		}
		if saves(text, best) {
			best, res.Pieces = text, r.changed.pieces
		}
	}
	res.HiddenLines, res.TokensOut = hiddenLines(res.Pieces), estimateOf(best, res.Tokens)
	switch saved := res.Tokens - res.TokensOut; {
	case int64(len(best)) >= o.Size() || saved <= r.margin():
		res.Reason = "nothing to save"
		return res, nil
	case res.HiddenLines > 0 && r.tooLittle(res.Shape, saved, res.Tokens):
		return r.allShown(res)
	}
	res.Text, res.Reduced, res.Hash = best, true, hash
	return res, nil
}

// Of a short output, of which less than a part is predictable, too little is known to
// hide anything: of 289 outputs of tools that nobody had looked at, 45 had up to
// shortTokens of which less than leastPredicted percent would be hidden, and 12 of them
// lost a line that was needed; of 13 more of which up to 45 percent would, two did. Passed
// whole, the outputs from 4 KiB on cost a point less than with what is fetched again.
const (
	shortTokens    = 3500
	leastPredicted = 38
	// leastOfBuild is the same of builds and diffs, whose forms are known better: of 83 outputs met
	// later 12 were of them that would have less hidden than leastPredicted, 26 % on average, and
	// none lost a line that was needed; of 8 runs of tests and logs 5 did.
	leastOfBuild = 15
	// leastOfLog is the same of logs of up to logTokens: which of their lines matter hangs on who asks.
	// Of 149 outputs met for the first time 24 were logs; 22 had something hidden, and 12 lost a line
	// for it. With it, and JSON of up to logTokens, 117 of the 149 are whole, 108 without, and they cost
	// 88.8 %, not 92.4; with up to 5,000 tokens 90.3, up to 20,000 the same; with 40 or 60 percent 89.6
	// and 89.3. Half of JSON is no better than leastPredicted, and makes conversations dearer.
	logTokens  = 10_000
	leastOfLog = 50
	// fewTokens is the length up to which what few hidden lines are like is shown. With
	// shortTokens one output more of four sets is whole, and ../shared/unseen costs 0.6
	// points more.
	fewTokens = 3000
	// proseTokens is the same of what someone wrote, of which no line foretells another. Of 14 such
	// outputs of commands that agents ran four of more than 2,800 tokens lost what they went on
	// with; with 3,000 one of them doesn't, with 4,000 three, and each of the others costs more.
	// With 5,000 a text of 4,300 is shown whole, of which headings are all that was asked for.
	proseTokens = 4000
)

// isShort tells whether what few hidden lines are like is shown of the block's parts of that shape.
func (r *ranker) isShort(sh shape.Shape) bool {
	most := fewTokens
	if sh == shape.Prose {
		most = proseTokens
	}
	return r.unasked() && r.tokens-r.blobs < most
}

// tooLittle tells whether so many tokens of the block that would be hidden are too little of it: it is
// short for its shape.
func (r *ranker) tooLittle(sh shape.Shape, saved, all int) bool {
	most, least := shortTokens, leastPredicted
	switch {
	case r.builds || ofBuild(sh):
		least = leastOfBuild
	case sh == shape.Log:
		most, least = logTokens, leastOfLog
	case !r.quotes && (sh == shape.JSONLines || ofJSON(sh)):
		most = logTokens
	}
	return r.unasked() && r.tokens-r.blobs < most && saved*100 < all*least
}

// ofBuild tells whether the shape is one of those whose forms are known best.
func ofBuild(sh shape.Shape) bool { return sh == shape.BuildLog || sh == shape.Diff }

// unasked tells whether the block may be shown whole, whatever is predicted of it: nobody asked
// for less, nor for its difference, nor had it reduced below the usual.
func (r *ranker) unasked() bool {
	o := &r.opt
	return o.Budget == 0 && o.MaxBytes == 0 && o.MinBytes >= 0 && r.changed == nil
}

// leastViewed is how many percent of its tokens the views must save of a block of which
// nothing is hidden: there is a marker to be read.
const leastViewed = 15

// allShown is what becomes of a block of which too little is predictable: all of it is
// shown, by its views if these save enough.
func (r *ranker) allShown(res Result) (Result, error) {
	res.Reason = "short, and too little of it is predictable"
	for i := range r.marks {
		r.marks[i].Raise(mark.Sample, 0, mark.WhyShort)
	}
	pieces := plan.Pieces(nil, r.block, 0, r.marks, r.views(r.block, r.secs, r.marks), r.limits())
	text, err := r.write(nil, pieces)
	if out := tokens.Estimate(text); err == nil && (res.Tokens-out)*100 >= res.Tokens*leastViewed && int64(len(text)) < r.o.Size() {
		res.Pieces, res.HiddenLines, res.TokensOut = pieces, hiddenLines(pieces), out
		res.Text, res.Reduced, res.Hash, res.Reason = text, true, r.hash, ""
	}
	return res, err
}

// margin is how many tokens, estimated, an output must save at least, less one:
// what the estimate of so long a text and that of the output may be apart in. Of
// 3,000 mutated outputs of the corpus, 3 had one or two tokens more than their input
// where the estimate saved one; where it saved 4 or more, none had. Of those that
// saved the least, what the estimate promised beside was within 2 % of the input. With the margin none of 20,000 has more, and
// on both corpora no output is lost by it.
// Within a limit that was asked for, what fits goes over what it costs.
func (r *ranker) margin() int {
	if r.opt.Budget > 0 || r.opt.MaxBytes > 0 {
		return 0
	}
	return 5 + r.tokens/50
}

// write selects among the pieces and renders those that are shown, behind a
// head and with the marker.
func (r *ranker) write(head []byte, pieces []plan.Piece) ([]byte, error) {
	over := r.overhead()
	over.MarkerTokens += tokens.Estimate(head)
	over.MarkerBytes += len(head)
	for lim := r.limits(); ; lim.Tokens /= 2 {
		plan.Select(pieces, lim, over)
		text, err := render.Text(bytes.Clone(head), pieces, r.source)
		if err != nil {
			return nil, err
		}
		text = append(marker.Append(text, r.hash, viewNote(pieces)+note(hiddenLines(pieces))), '\n')
		// Pieces are estimated one by one; of bytes that are no text, all may cost more.
		if r.opt.Budget == 0 || lim.Tokens < 2 || estimateOf(text, r.tokens) <= r.opt.Budget+r.opt.Budget/beyond {
			return text, nil
		}
	}
}

// beyond is the part of a budget by which the estimate of all that is shown may be above it.
const beyond = 20

// clearly is how many percent of its tokens a long text saves at least for which a sample
// of it is estimated, as of the input.
const clearly = 20

// estimateOf returns about how many tokens a text has that stands for so many.
func estimateOf(text []byte, input int) int {
	n := estimate(text)
	if len(text) > sampled && (input-n)*100 < input*clearly {
		return tokens.Estimate(text)
	}
	return n
}

// saves tells whether text costs less than other, in bytes and in tokens.
func saves(text, other []byte) bool {
	return len(text) < len(other) && tokens.Estimate(text) < tokens.Estimate(other)
}

// viewNote says of a view that can't be read back that it was taken.
func viewNote(pieces []plan.Piece) string {
	for _, p := range pieces {
		if p.Shown && p.View == plan.Page {
			return "HTML as text, "
		}
	}
	return ""
}

// note is what a marker says beside its hash: how many lines are not shown
// whole, and what gives them back.
func note(hidden int) string {
	unit := " lines"
	switch hidden {
	case 0: // views alone made it shorter
		return "all shown, elision-get"
	case 1:
		unit = " line"
	}
	return strconv.Itoa(hidden) + unit + ", elision-get"
}

// hiddenLines counts the lines of which something is hidden.
func hiddenLines(pieces []plan.Piece) int {
	n, last := 0, 0
	for _, p := range pieces {
		if p.Shown {
			continue
		}
		first := max(p.First.Line, last+1)
		n += p.Last.Line - first + 1
		last = p.Last.Line
	}
	return n
}
