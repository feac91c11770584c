// Package digest says what a stretch of a conversation holds, in a few hundred
// tokens: what was asked and decided, which tools were called with what outcome,
// which errors came up and whether they went away, which values from results
// were used later, what was announced as next, and which files were touched.
//
// Of writes such a digest without a model. All its lines are extracts: sentences
// of messages, lines of results, arguments of calls, each with the number of the
// message that it was taken from. It is a pure function of the messages up to the
// end of the stretch, so that a request that grows has the same digest for the
// same stretch. Run lets a command of the user write it instead, from a Prompt,
// and Fill adds to what that wrote what is missing.
//
// A text of this package opens with a line of its own. Where one stands inside a
// stretch, Of reads it and goes on from it: its lines compete with new ones for
// the space, its files stay for good.
//
// The path of a stretch through the package: read.go takes the messages apart,
// call.go and outcome.go tell what calls did; sentence.go, tool.go, failure.go,
// fact.go, next.go and files.go fill the sections; earlier.go and merge.go go on
// from an earlier text; append.go chooses what is most useful and writes it.
//
// All functions may be called concurrently.
package digest

import "elide.example/elide/internal/thread"

// DefaultTokens is how long a digest may be where nothing else is said.
const DefaultTokens = 1500

// Options are the settings of a digest. The zero value has the defaults.
type Options struct {
	MaxTokens int  // the most that Append writes, estimated; 0: DefaultTokens
	Form      Form // which sections it has
	Tools     Tools
}

func (o Options) tokens() int {
	if o.MaxTokens > 0 {
		return o.MaxTokens
	}
	return DefaultTokens
}

// Ref is a message: the Message-th, counted from 1, of the digest's own stretch,
// or of the stretch that is stored under a hash that begins with Hash. The zero
// Ref is none.
type Ref struct {
	Hash    string
	Message int
}

// here returns the message's place in the digest's own stretch, 0 if it stands
// before that.
func (r Ref) here() int {
	if r.Hash != "" {
		return 0
	}
	return r.Message
}

// Line is one thing to know.
type Line struct {
	Text  string // one line of text
	From  Ref    // where it was taken from
	Later Ref    // where an error was gone, where a value was used last
	Open  bool   // an error that no later result of the same call was without

	score int // how useful it is beside the others of its section
}

// Files are the paths that were touched, as the calls have them, in the order in
// which they were touched first. What was modified is not listed as read again.
type Files struct{ Read, Modified []string }

// Digest is what a stretch holds. Its lines are in the order of the messages.
type Digest struct {
	Request   []Line // what the user said
	Decisions []Line // what the assistant found and decided
	Tools     []Line // calls with their arguments and outcomes
	Errors    []Line
	Numbers   []Line // lines of results that hold what was used later
	Next      []Line // what was announced, and open points of the last plan
	Files     Files

	form Form
	most int // tokens
}

// Of returns the digest of the messages from first to before end. Messages before
// first are only looked at for what they ask for and for what was known already,
// those from end on not at all.
func Of(t *thread.Thread, first, end int, opt Options) Digest {
	s := read(t, first, end, opt)
	d := Digest{form: opt.Form, most: opt.tokens()}
	d.Request = s.requests()
	d.Decisions = s.decisions()
	d.Tools = s.toolLines()
	d.Errors = s.failures()
	d.Numbers = s.facts(d.Errors)
	d.Next = s.next()
	d.Files = s.files()
	for i := len(s.earlier) - 1; i >= 0; i-- {
		d.follow(s.earlier[i])
	}
	return d
}
