package focus

import (
	"bytes"
	"path"
	"strings"

	"elide.example/elide/internal/reduce/matches"
)

// Talk is what stands in a conversation before an output, the latest last.
type Talk struct {
	User    [][]byte // what the user said
	Agent   [][]byte // the last messages of the agent's: what it said, and the inputs of its calls
	Answers int      // how many there are of them in all
	Results []Result // the last ones
}

// Result is an output that stands before.
type Result struct {
	Call []byte // the input of its call
	Text []byte
	Read bool // it shows a file

	Sought string // what it searched for, as an extended regular expression; "" if nothing
}

// A word that says which lines of an output are meant has so many letters, and stands so
// often in it at most.
const (
	shortestAsked = 4
	mostOften     = 5
)

// Query returns those words of a text of the agent's that say which lines of an output it
// is after. On 119 conversations three more of the facts that searches gave and that were
// used later are shown, at the same bill; with words however frequent four more, for 0.06
// points; of outputs of all kinds nine, for 0.9 points.
func Query(output, said []byte) string {
	var out []byte
	seen := words{}
	each(said, func(word []byte) {
		if len(word) < shortestAsked || seen[string(word)] {
			return
		}
		seen[string(word)] = true
		if n := bytes.Count(output, word); n > 0 && n <= mostOften {
			out = append(append(out, word...), ' ')
		}
	})
	return string(out)
}

// words are the names and words of a text.
type words map[string]bool

const shortestWord = 3

// wordLen returns the length of the word that the text starts with, 0 if it starts with
// none.
func wordLen(text []byte) int {
	n := 0
	for n < len(text) && (text[n] == '_' || text[n]|0x20 >= 'a' && text[n]|0x20 <= 'z' || n > 0 && text[n] >= '0' && text[n] <= '9') {
		n++
	}
	return n
}

// each calls do for the words of the text.
func each(text []byte, do func(word []byte)) {
	for i := 0; i < len(text); {
		n := wordLen(text[i:])
		if n >= shortestWord {
			do(text[i : i+n])
		}
		i += max(n, 1)
	}
}

func (w words) add(texts ...[]byte) words {
	for _, t := range texts {
		each(t, func(word []byte) { w[string(word)] = true })
	}
	return w
}

// sought tells of each line whether it holds what one of the results searched for.
func (t Talk) sought(lines [][]byte) []bool {
	out := make([]bool, len(lines))
	known := words{}
	for _, r := range t.Results {
		if r.Sought == "" || known[r.Sought] {
			continue
		}
		known[r.Sought] = true
		seeks := matches.Seeks(r.Sought)
		for i := 0; seeks != nil && i < len(lines); i++ {
			out[i] = out[i] || seeks(lines[i])
		}
	}
	return out
}

// places returns the lines of the file that the results name: as cart.go:120, cart.go(120
// and cart.go", line 120, or alone where the call was for that file.
func (t Talk) places(name string) map[int]bool {
	out := map[int]bool{}
	base := []byte(path.Base(strings.ReplaceAll(name, `\`, "/")))
	for _, r := range t.Results {
		if r.Read {
			continue
		}
		for _, behind := range bytes.Split(r.Text, base)[1:] {
			for _, sep := range [...]string{":", "(", `", line `} {
				if rest, ok := bytes.CutPrefix(behind, []byte(sep)); ok {
					n, _ := number(rest)
					out[n] = true
				}
			}
		}
		if bytes.Contains(r.Call, base) {
			for l := range bytes.Lines(r.Text) {
				if n, rest := number(l); bytes.HasPrefix(rest, []byte{':'}) {
					out[n] = true
				}
			}
		}
	}
	delete(out, 0)
	return out
}

// number returns the number that the text starts with, 0 if there is none.
func number(text []byte) (n int, rest []byte) {
	i := 0
	for i < len(text) && i < 9 && '0' <= text[i] && text[i] <= '9' {
		n = 10*n + int(text[i]-'0')
		i++
	}
	return n, text[i:]
}
