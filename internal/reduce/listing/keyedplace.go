package listing

import (
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
)

// keyedPlace is what stands at one place of like records.
type keyedPlace struct {
	count  int
	values map[uint64]int
	many   bool
	below  map[uint64]bool // the keys that stand below it
	nested int             // of those, the ones with more below them
	inner  map[uint64]bool // and the keys below these
	inners int
}

func (k *keyed) at(place uint64) *keyedPlace {
	p := k.places[place]
	if p == nil {
		p = &keyedPlace{}
		k.places[place] = p
	}
	return p
}

func (p *keyedPlace) add(value []byte) {
	p.count++
	if p.many {
		return
	}
	if p.values == nil {
		p.values = map[uint64]int{}
	}
	if p.values[scan.Hash(value)]++; len(p.values) > keyedWords {
		p.many, p.values = true, nil
	}
}

// addKey notes a key that stands below the place, and whether more stands below that.
func (p *keyedPlace) addKey(key []byte, nests bool) {
	if p.below == nil {
		p.below = map[uint64]bool{}
	}
	if h := scan.Hash(key); !p.below[h] && len(p.below) < 1<<10 {
		p.below[h] = true
		p.nested += mark.OneIf(nests)
	}
}

// addInner notes a key that stands below one of the place's.
func (p *keyedPlace) addInner(key []byte) {
	if p.inner == nil {
		p.inner = map[uint64]bool{}
	}
	if p.inners++; len(p.inner) < 1<<10 {
		p.inner[scan.Hash(key)] = true
	}
}

// isMap tells whether the keys below the place are data, and what stands below them
// like records: most have more below them, and the same.
func (p *keyedPlace) isMap() bool {
	return p != nil && p.nested >= keyedMap && p.nested*2 > len(p.below) && p.inners > 2*len(p.inner)
}

// names tells whether the line begins an item of a list with what the item is known by:
// one of several values, that items of other records begin with too.
func (p *keyedPlace) names(line *keyedLine) bool {
	return p != nil && line.dashes > 0 && len(line.value) > 0 && len(p.values) > 1 && p.values[scan.Hash(line.value)] >= keyedAlike-1
}

// deviates tells whether nearly all other records have another value here.
func (p *keyedPlace) deviates(value []byte) bool {
	if p == nil || p.many || p.count < keyedAlike-1 || len(p.values) < 2 {
		return false
	}
	usual := 0
	for _, n := range p.values {
		usual = max(usual, n)
	}
	return p.values[scan.Hash(value)] <= max(1, p.count/10) && usual*10 >= p.count*6
}
