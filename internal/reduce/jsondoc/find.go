package jsondoc

import (
	"sort"
)

// jsonStrength is how much a value is worth showing; the lower the more.
type jsonStrength uint8

const (
	findNone    jsonStrength = iota
	findFailure              // it tells of a failure
	findRare                 // one in fifty has this, where nearly all others are alike
	findNotice               // it is worth a look
	findSeldom               // one in twenty has this
	findEnd
)

// jsonFinding is a value that deviates from its like.
type jsonFinding struct {
	node     int32
	strength jsonStrength
	alike    int32 // how many have the same value
}

// findings returns the values that deviate: those first that tell most, and
// those alike in the order of the text.
func (st *jsonStats) findings() []jsonFinding {
	signals := st.signals()
	verdicts := st.verdicts(signals)
	for i := range st.paths {
		p := &st.paths[i]
		if p.key >= 0 {
			p.states = signals[p.key] == signalStatus && !gradeKey(st.doc.keys[p.key])
			p.sorts = signals[p.key].classifies()
		} else if list := max(p.parent, 0); p.key == noKey && st.paths[list].key >= 0 {
			p.sorts = signals[st.paths[list].key] == signalStatus // the items of "actions": ["update"]
			p.states = p.sorts
		}
		p.judge()
	}
	var all []jsonFinding
	for i := int32(1); int(i) < len(st.doc.nodes); i++ {
		if s, alike := st.strength(i, verdicts[i]); s != findNone {
			all = append(all, jsonFinding{i, s, alike})
		}
	}
	sort.SliceStable(all, func(a, b int) bool { return st.before(all[a], all[b]) })
	return all
}

// before tells whether a finding tells more than another. Among the rare it
// is words over numbers, and what is rare among many.
func (st *jsonStats) before(a, b jsonFinding) bool {
	if a.strength != b.strength || a.strength == findFailure {
		return a.strength < b.strength
	}
	p, q := &st.paths[st.of[a.node]], &st.paths[st.of[b.node]]
	switch {
	case p.sorts != q.sorts:
		return p.sorts
	}
	if m, n := st.paths[max(p.parent, 0)].count, st.paths[max(q.parent, 0)].count; m != n {
		return m > n
	}
	return a.alike < b.alike
}

func (st *jsonStats) signals() []jsonSignal {
	signals := make([]jsonSignal, len(st.doc.keys))
	for k, key := range st.doc.keys {
		signals[k] = jsonSignalOf(key)
	}
	return signals
}

// verdicts judges each value by its key, or by what it says, and counts at each path how many
// are bad: where most are, it is the list's business, and no deviation.
func (st *jsonStats) verdicts(signals []jsonSignal) []uint8 {
	verdicts := make([]uint8, len(st.doc.nodes))
	for i := range st.doc.nodes {
		v := 0
		if key := st.doc.nodes[i].key; key == noKey || signals[key] == signalNone {
			v = st.doc.says(int32(i))
		} else {
			if p := &st.paths[st.of[i]]; signals[key] != signalSays || p.key >= 0 && p.count >= saidTimes {
				v = st.doc.verdict(int32(i), signals[key])
			}
		}
		verdicts[i] = uint8(v)
		switch v {
		case 2:
			st.paths[st.of[i]].failing++
		case 1:
			st.paths[st.of[i]].warning++
		}
	}
	return verdicts
}

// saidTimes is how many records say something under a key, or nothing, before it is taken for
// what went wrong with one. A catalogue of messages has each key once.
const saidTimes = 2

// strength returns what value i is worth, and how many there are like it.
func (st *jsonStats) strength(i int32, verdict uint8) (s jsonStrength, alike int32) {
	p := &st.paths[st.of[i]]
	if verdict == 2 && !usual(p.failing, p.count, failuresMostly) {
		return findFailure, p.failing
	}
	s, alike = st.rarity(i, p)
	if s != findRare && verdict == 1 && !usual(p.warning, max(p.count, st.paths[max(p.parent, 0)].objects), noticedMostly) {
		return findNotice, p.warning
	}
	return s, alike
}

// The percentages of values worth a look above which a list is made of them.
const (
	noticedMostly  = 15
	failuresMostly = 90 // failures are what the list is made of
)

// usual tells whether more than percent of the values at a path are so.
func usual(so, count int32, percent int) bool {
	return count > 12 && int(so)*100 > int(count)*percent
}

// rarity returns how rare the value i is among the values at its path, and
// how many there are like it.
func (st *jsonStats) rarity(i int32, p *jsonPath) (jsonStrength, int32) {
	node := &st.doc.nodes[i]
	parent := &st.paths[max(p.parent, 0)]
	if p.key >= 0 && parent.loose() {
		return findNone, 0
	}
	if p.key >= 0 {
		if s := rareCount(p.count, parent.objects); s != findNone {
			return s, p.count
		}
	}
	hash := node.sameness()
	for _, v := range p.values {
		if v.hash != hash {
			continue
		}
		if v.rare == findNone && v.first == i && p.kinds() {
			return findSeldom, v.count
		}
		return v.rare, v.count
	}
	return findNone, 0
}

// The first record of each kind is shown where a field names few kinds, most of them often,
// up to what is left for values that are seldom. With 6 kinds or 40, or of 4 records each,
// no case of 589 is whole more or less.
const (
	fewKinds  = 16
	kindTimes = 2 // records of each, on average, at least
)

// kinds tells whether the values at p name kinds of records, of each of which one is shown.
func (p *jsonPath) kinds() bool {
	n := int32(len(p.values))
	return p.sorts && 1 < n && n <= fewKinds && p.count >= kindTimes*n
}

// rareCount judges count of n.
func rareCount(count, n int32) jsonStrength {
	switch {
	case n < 5 || count >= n:
		return findNone
	case count <= max(1, n/50):
		return findRare
	case count <= n/16:
		return findSeldom
	}
	return findNone
}

// judge marks the rare ones among the values at p. A category has a value
// that most have; where the rare ones together are many, none is an outlier.
func (p *jsonPath) judge() {
	if p.many || p.count < 5 {
		p.judgeFew()
		return
	}
	var most, rare, seldom int32
	for _, v := range p.values {
		most = max(most, v.count)
		switch rareCount(v.count, p.count) {
		case findRare:
			rare += v.count
		case findSeldom:
			seldom += v.count
		}
	}
	keepRare := most*10 >= p.count*9 || most*5 >= p.count*4 && p.count < 10
	for i := range p.values {
		switch s := rareCount(p.values[i].count, p.count); {
		case p.sorts && p.count >= 12 && (s != findNone || p.states && most*5 >= p.count*4 && p.values[i].count*6 <= p.count):
			p.values[i].rare = findRare
		case s == findRare && keepRare && rare <= max(1, p.count/16):
			p.values[i].rare = findRare
		}
	}
}

// fewRecords is from how many like records one may differ from all others.
const fewRecords = 3

// judgeFew marks the value of one of a few records in which all others agree.
func (p *jsonPath) judgeFew() {
	if p.count < fewRecords || len(p.values) != 2 {
		return
	}
	for i := range p.values {
		if p.values[i].count == 1 {
			p.values[i].rare = findRare
		}
	}
}
