package templates

import (
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// Merging follows the idea of Drain (He, Zhu, Zheng, Lyu: "Drain: An Online
// Log Parsing Approach with Fixed Depth Tree", ICWS 2017): lines of one
// statement have the same number of words and the same first word, and agree
// in at least half of the others. It differs in two ways: it works on the
// distinct templates, not on lines, and a position is a variable only if
// many different words stand there. Words of a small set (LEADING, FOLLOWING,
// true, false) are states, and a rare one is worth seeing.

const (
	mergeWords    = 40  // words of a line that are compared
	mergeClusters = 64  // clusters that a template is compared with
	mergeStates   = 6   // different words at a position up to which they are states
	mergeNames    = 24  // and names of states, in capitals: NEW, RUNNING, KILL_WAIT
	mergeMany     = 400 // templates beyond which states are told apart no more
)

// wordCluster is a set of templates that may be one.
type wordCluster struct {
	words   lineWords // of its first template
	members []int32
}

// Merge groups templates that differ only in words that vary. text gives
// the text of a unit.
func (m *Miner) Merge(text func(unit int) []byte) {
	words := make([]lineWords, len(m.List))
	buckets := map[uint64][]int32{} // by head, length and first word
	var clusters []wordCluster
	var buf [mergeWords]uint64
	for id := range m.List {
		key, w := templateWords(text(int(m.List[id].First)), buf[:0])
		if m.State != nil {
			key = scan.Mix(key, uint64(m.State[m.List[id].First]))
		}
		words[id] = lineWords{append([]uint64(nil), w.words...), w.head, w.names}
		c := nearestCluster(clusters, buckets[key], words[id])
		if c < 0 {
			c = int32(len(clusters))
			clusters = append(clusters, wordCluster{words: words[id]})
			if len(buckets[key]) < mergeClusters {
				buckets[key] = append(buckets[key], c)
			}
		}
		clusters[c].members = append(clusters[c].members, int32(id))
	}
	states := mergeStates
	if len(m.List) > mergeMany {
		states = 2
	}
	for i := range clusters {
		if len(clusters[i].members) > 1 {
			m.mergeCluster(clusters[i].members, words, states)
		}
	}
}

// nearestCluster returns the first of the candidates that agrees with the
// words in at least half of them, -1 if none does.
func nearestCluster(clusters []wordCluster, candidates []int32, words lineWords) int32 {
	for _, c := range candidates {
		same, constant := 0, 0
		for i, w := range clusters[c].words.words {
			if i < words.head || w == variableWord && words.words[i] == variableWord {
				continue // numbers agree with all others, and the head says nothing
			}
			constant++
			if w == words.words[i] {
				same++
			}
		}
		if same*2 >= constant {
			return c
		}
	}
	return -1
}

// variableWord is the hash of a word that is nothing but a variable.
var variableWord = scan.Template([]byte{'0'})

// mergeCluster groups the members that agree but for the positions at which
// more than so many different words stand.
func (m *Miner) mergeCluster(members []int32, words []lineWords, states int) {
	free := make([]bool, len(words[members[0]].words))
	for p := range free {
		free[p] = manyWords(members, words, p, states)
	}
	groups := map[uint64]int32{}
	for _, id := range members {
		h := uint64(scan.Seed)
		for p, w := range words[id].words {
			if !free[p] {
				h = scan.Mix(h, w+uint64(p))
			}
		}
		g, ok := groups[h]
		if !ok {
			groups[h] = id
			continue
		}
		m.List[id].Group = g
		m.List[g].Count += m.List[id].Count
		m.List[g].Last = max(m.List[g].Last, m.List[id].Last)
	}
}

// manyWords tells whether more than limit different words stand at position p, or
// a few more if they are names of states.
func manyWords(members []int32, words []lineWords, p, limit int) bool {
	var seen [mergeNames]uint64
	n, names := 0, limit == mergeStates
next:
	for _, id := range members {
		w := words[id].words[p]
		names = names && words[id].names>>p&1 != 0
		for _, s := range seen[:n] {
			if s == w {
				continue next
			}
		}
		if n >= limit && (!names || n == mergeNames) {
			return true
		}
		seen[n] = w
		n++
	}
	return false
}

// lineWords are the hashes of the masked words of a line.
type lineWords struct {
	words []uint64
	head  int    // how many of them stand before the message
	names uint64 // a bit for each that is a name in capitals
}

// templateWords appends the hashes of the masked words of a line, and
// returns with them the key of what must be the same for lines to be of one
// statement: the numbers of words, the last word before the message and the
// first of it. Words end at blanks and commas, in a message also behind an
// equals sign.
func templateWords(text []byte, buf []uint64) (key uint64, w lineWords) {
	message := messageStart(text)
	w.words = buf
	start := 0
	for i := 0; i <= len(text); i++ {
		if i < len(text) && text[i] != ' ' && text[i] != '\t' && (i < message || text[i] != '=' && text[i] != ',') {
			continue
		}
		if i > start {
			if isStateName(text[start:i]) {
				w.names |= 1 << len(w.words)
			}
			w.words = append(w.words, scan.Template(text[start:i]))
			if i <= message {
				w.head++
			}
			if len(w.words) == mergeWords-1 && i < len(text) {
				w.words = append(w.words, scan.Template(text[i:]))
				break
			}
		}
		start = i + 1
	}
	key = scan.Mix(scan.Mix(scan.Seed, uint64(len(w.words))), uint64(w.head))
	if w.head > 0 {
		key = scan.Mix(key, w.words[w.head-1])
	}
	if w.head < len(w.words) {
		key = scan.Mix(key, w.words[w.head])
	}
	return key, w
}

// messageHead is how far into a line the head before its message may reach.
const messageHead = 120

// messageStart returns where the message of a log record starts: behind the
// last of a first run of words with a digit, in brackets, in capitals or with
// a colon at the end, as times, processes, levels and loggers are.
func messageStart(text []byte) int {
	start, words := 0, 0
	for i := 0; i < len(text) && i < messageHead && words < 12; words++ {
		for i < len(text) && text[i] == ' ' {
			i++
		}
		from := i
		for i < len(text) && text[i] != ' ' {
			i++
		}
		word := text[from:i]
		if len(word) == 0 {
			break
		}
		switch c := word[len(word)-1]; {
		case c == ':' && words > 0:
			return i
		case c == ':' || c == ']' || c == '|', scan.IsUpperWord(word) && rules.SeverityOf(word, rules.AsLevel) != rules.NoSeverity:
			start = i
		}
	}
	return start
}

// isStateName tells whether the word is written as constants are.
func isStateName(word []byte) bool {
	for _, c := range word {
		if (c < 'A' || c > 'Z') && c != '_' {
			return false
		}
	}
	return len(word) > 2
}
