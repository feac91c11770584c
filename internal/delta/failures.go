package delta

import (
	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

// isHead tells whether a mark is of a unit that names a failure.
func isHead(m mark.Mark) bool { return m.Rank == mark.Critical && m.Why == mark.WhyFailure }

// isDetail tells whether a mark is of a unit that speaks of a failure.
func isDetail(m mark.Mark) bool {
	return m.Rank >= mark.Outlier && m.Why != mark.WhySummary && m.Why != mark.WhyHeading && m.Why != mark.WhyStatus
}

// headsLast tells whether the tool prints what it has to say of a failure
// before it names it, as go test -v does.
func headsLast(marks []mark.Mark) bool {
	for _, m := range marks {
		if m.Rank == mark.Critical && (m.Why == mark.WhyMessage || m.Why == mark.WhyExpected) {
			return true
		}
		if isHead(m) {
			break
		}
	}
	return false
}

// changedFailures tells of each unit of now whether it belongs to a failure
// of which a part is new.
func (d *differ) changedFailures() []bool {
	changed := make([]bool, len(d.now.Marks))
	start, isNew := -1, false
	last := headsLast(d.now.Marks)
	if last {
		start = 0
	}
	closeAt := func(end int) {
		if start >= 0 && isNew {
			for k := start; k < end; k++ {
				changed[k] = true
			}
		}
		isNew = false
	}
	records := recordStarts{secs: d.now.Sections}
	for i, m := range d.now.Marks {
		record := records.at(i)
		if record || isHead(m) && !last {
			closeAt(i)
			start = i
		}
		if m.Rank == mark.Critical && m.Why == mark.WhySummary {
			closeAt(i)
			start = -1
		}
		isNew = isNew || start >= 0 && isDetail(m) && d.al.Before[i] < 0 && !d.al.movedAt(i)
		if isHead(m) && last && !record {
			closeAt(i + 1)
			start = i + 1
		}
	}
	closeAt(len(changed))
	return changed
}

// recordStarts tells where a log's records start: what a service says of a
// failure ends with its record. It is asked in rising order.
type recordStarts struct {
	secs []block.Section
	mask masker
}

func (r *recordStarts) at(unit int) bool {
	for unit >= r.secs[0].End {
		r.secs = r.secs[1:]
	}
	s := r.secs[0]
	if !isLog(s.Shape) {
		return false
	}
	if unit == s.First || !s.Segment(unit-s.First) && s.Shape == shape.JSONLines {
		return true
	}
	r.mask.section(s, unit-s.First)
	return r.mask.stamp
}

// knownKinds returns the kinds of records that the earlier block's logs hold.
func (d *differ) knownKinds() *kinds {
	k := &kinds{secs: d.now.Sections, of: map[uint64]bool{}}
	for _, s := range d.before.Sections {
		for i := 0; isLog(s.Shape) && i < s.Len(); i++ {
			k.of[k.kind(s.Text(i))] = true
		}
	}
	return k
}

// kinds are kinds of records, and the sections of a block whose units are
// looked up among them, in rising order.
type kinds struct {
	secs []block.Section
	of   map[uint64]bool
	buf  []byte
}

// has tells whether the unit is a record of a kind that was seen before, and
// remembers its kind.
func (k *kinds) has(unit int, text []byte) bool {
	for unit >= k.secs[0].End {
		k.secs = k.secs[1:]
	}
	if !isLog(k.secs[0].Shape) {
		return false
	}
	kind := k.kind(text)
	seen := k.of[kind]
	k.of[kind] = true
	return seen
}

func (k *kinds) kind(text []byte) uint64 {
	k.buf = kindOf(k.buf[:0], text)
	return hash(k.buf)
}
