package histories

import (
	"strings"

	"elide.example/elide/internal/marker"
)

// farBack is how many messages lie at least between a use and the last place that
// said the same, for the use to be of something old.
const farBack = 12

// use is a fact in an answer of the model.
type use struct {
	text string
	from int // the message that showed it first
	old  bool
}

// uses returns what each answer uses, in the order of the answers.
func (r *Recording) uses() [][]use {
	out := make([][]use, len(r.said))
	for _, f := range r.Facts {
		for _, i := range f.Used {
			n := r.turnOf(i)
			out[n] = append(out[n], use{f.Text, f.From, r.isOld(f.Text, r.said[n].first)})
		}
	}
	return out
}

// isOld tells whether the messages just before one don't say a word.
func (r *Recording) isOld(word string, before int) bool {
	for i := max(0, before-farBack); i < before; i++ {
		if strings.Contains(r.list[i], word) {
			return false
		}
	}
	return true
}

// Facts counts uses of facts by how the model could have known them.
type Facts struct {
	Visible int `json:"visible"` // they stood in the request
	Behind  int `json:"behind"`  // a marker in the request hides them: one expansion
	Deeper  int `json:"deeper"`  // so does a marker in what a marker hides
	Lost    int `json:"lost"`
}

// Uses is how many there are.
func (f Facts) Uses() int { return f.Visible + f.Behind + f.Deeper + f.Lost }

// Near is how many stood in the request or one expansion away.
func (f Facts) Near() int { return f.Visible + f.Behind }

func (f *Facts) add(g Facts) {
	f.Visible += g.Visible
	f.Behind += g.Behind
	f.Deeper += g.Deeper
	f.Lost += g.Lost
}

// original is what a marker hides.
type original struct {
	text   string
	tokens int
	inside []string // markers in it
}

// knowledge is what a model can know of a conversation that is sent one way.
type knowledge struct {
	session Session
	count   func(text []byte) (int, error)
	read    map[string]*original // by hash
	fetched map[string]int       // results and originals: the request with which they were asked for, from 1
}

func newKnowledge(s Session, count func(text []byte) (int, error)) *knowledge {
	return &knowledge{session: s, count: count, read: map[string]*original{}, fetched: map[string]int{}}
}

// depths to which markers are followed.
const depths = 4

// find looks for a word in a request: 0 is in its text, n behind so many markers,
// -1 nowhere. hash names the outermost marker.
func (k *knowledge) find(pieces []piece, word string) (depth int, hash string, err error) {
	type place struct{ outer, hash string }
	var next []place
	for _, p := range pieces {
		if strings.Contains(p.text, word) {
			return 0, "", nil
		}
		for _, h := range markers(p.text) {
			next = append(next, place{h, h})
		}
	}
	for depth = 1; depth <= depths && k.session.Original != nil; depth++ {
		var deeper []place
		for _, at := range next {
			o, err := k.open(at.hash)
			if err != nil {
				return 0, "", err
			}
			if strings.Contains(o.text, word) {
				return depth, at.outer, nil
			}
			for _, h := range o.inside {
				deeper = append(deeper, place{at.outer, h})
			}
		}
		next = deeper
	}
	return -1, "", nil
}

// open reads what a marker hides.
func (k *knowledge) open(hash string) (*original, error) {
	if o := k.read[hash]; o != nil {
		return o, nil
	}
	text, err := k.session.Original(hash)
	if err != nil {
		return nil, err
	}
	tokens, err := k.count(text)
	if err != nil {
		return nil, err
	}
	o := &original{text: string(text), tokens: tokens, inside: markers(string(text))}
	k.read[hash] = o
	return o, nil
}

// stays is how many requests long the model knows what it fetched.
const stays = farBack / 2

// fetch tells whether the model has to fetch something for the nth answer, and
// notes that it does.
func (k *knowledge) fetch(name string, n int) bool {
	if at := k.fetched[name]; at > 0 && n+1-at <= stays {
		return false
	}
	k.fetched[name] = n + 1
	return true
}

func markers(text string) []string {
	var hashes []string
	for _, f := range marker.Find([]byte(text)) {
		hashes = append(hashes, f.Hash)
	}
	return hashes
}
