package reduce

import (
	"bytes"

	"elide/internal/block"
)

// listedRecords is how many records are named at most, and of how many lines
// each must have for that. Of short ones, the first few show what is listed.
const (
	listedRecords = 40
	listedLines   = 25
	listedFew     = 6
)

// recordList is a listing of records, each of its fields on a line of its own:
// pip show, apt show, psql's expanded rows, mysql's \G, sqlite's .mode line.
type recordList struct {
	*listingLines
	fields  map[string]*tableColumn
	records int
	names   int // how many records may be named

	record int // the one that is being read, counted from 1
	name   int // the unit of what it is known by, -1: that didn't come yet
	named  int
	shown  int // fields that show what a record is made of
}

// records names the records, and keeps of each what says that something is
// wrong with it, and a value that deviates where nearly all others agree.
func (l *listingLines) records() {
	r := recordList{listingLines: l, fields: map[string]*tableColumn{}}
	r.names = min(listedRecords, max(listedFew, len(l.marks)/listedLines))
	r.each(r.count)
	r.each(r.rank)
}

func (r *recordList) count(f recordField) {
	if f.starts {
		r.records++
	}
	if c := r.field(f.key); c != nil {
		c.add(f.value, tableFewValues)
	}
}

func (r *recordList) rank(f recordField) {
	if f.starts {
		r.record++
		r.name = -1
	}
	headed := f.head >= 0
	if r.name < 0 && (len(f.value) > 0 || !headed) {
		r.name = f.unit
	}
	first := r.record <= firstRecords
	switch {
	case recordStatus(f.key) && tableBadWord(f.value):
		r.keep(f, Critical, WhyStatus)
	case r.deviates(f):
		r.keep(f, Outlier, WhyRare)
	case (f.unit == r.name || recordName(f.key) && first) && r.named < r.names:
		r.named++
		keepLine(r.s, r.marks, f.unit, Outlier, 150, WhyHeading)
	case recordStatus(f.key) && first, headed && r.record == 1 && len(f.value) > 0 && r.shown < firstFields:
		r.shown++
		keepLine(r.s, r.marks, f.unit, Sample, 100, WhyFirst)
	}
}

// keep marks a field with what its record is known by.
func (r *recordList) keep(f recordField, rank Rank, why Why) {
	keepLine(r.s, r.marks, f.unit, rank, 150, why)
	if r.name >= 0 {
		keepLine(r.s, r.marks, r.name, Outlier, 150, WhyHeading)
	}
}

const (
	firstRecords = 3   // records of which more is shown than their first field
	firstFields  = 8   // fields that show what a record is made of
	fieldsHeads  = 200 // heads of records that are shown
)

// recordField is a field of a record.
type recordField struct {
	unit       int
	head       int  // the unit of the record's head, -1: it has none
	starts     bool // it is the first of its record
	key, value []byte
}

// each calls do for each field, in order. The heads of records are kept on
// the way.
func (r *recordList) each(do func(recordField)) {
	starts, head, heads := true, -1, 0
	for i := range r.marks {
		t := unindented(r.s.Text(i))
		switch {
		case fieldsHead(t):
			starts, head = true, i
			if heads++; heads <= fieldsHeads {
				keepLine(r.s, r.marks, i, Outlier, 160, WhyHeading)
			}
			continue
		case len(t) == 0 || tableRule(t):
			starts = starts || head < 0
			continue
		}
		f := recordField{unit: i, head: head, starts: starts}
		f.key, f.value = cutField(t)
		do(f)
		starts = false
	}
}

// fieldsHead tells whether the line heads a record: "-[ RECORD 3 ]---",
// "*************************** 3. row ***************************".
func fieldsHead(t []byte) bool {
	return hasPrefix(t, "-[ RECORD ") || hasPrefix(t, "****") && bytes.Contains(t, []byte(". row ****"))
}

// cutField cuts "key: value", "key = value" and "key | value".
func cutField(t []byte) (key, value []byte) {
	n := settingKey(t)
	value = bytes.TrimLeft(t[n:], " \t")
	if len(value) > 0 && bytes.IndexByte([]byte(":=|"), value[0]) >= 0 {
		value = value[1:]
	}
	return t[:n], unindented(value)
}

// field returns the column of a key, nil if there are too many keys.
func (r *recordList) field(key []byte) *tableColumn {
	c, ok := r.fields[string(key)]
	if !ok && len(key) > 0 && len(r.fields) < tableWidest {
		c = &tableColumn{numeric: true}
		r.fields[string(key)] = c
	}
	return c
}

// deviates tells whether the value is one of a kind in a field in which
// nearly all records have the same.
func (r *recordList) deviates(f recordField) bool {
	c := r.fields[string(f.key)]
	if r.records < 6 || len(f.value) == 0 || c == nil || c.many || len(f.key) == 0 {
		return false
	}
	return c.usual()*10 >= r.records*8 && c.times(f.value) <= max(1, r.records/50)
}

func recordName(key []byte) bool {
	switch string(bytes.ToLower(key)) {
	case "name", "package", "id", "version", "title", "module":
		return true
	}
	return false
}

func recordStatus(key []byte) bool {
	switch string(bytes.ToLower(key)) {
	case "status", "state", "active", "ready", "reason", "health", "phase", "result", "error", "message", "exit code", "last state", "conditions", "loaded":
		return true
	}
	return false
}

// headedRecords tells whether a section starts with the head of a record.
func headedRecords(s block.Section) bool {
	for i := 0; i < min(s.Len(), 4); i++ {
		if fieldsHead(unindented(s.Text(i))) {
			return true
		}
	}
	return false
}

// repeats tells whether the key of the first line comes again behind blank
// lines, so that what stands between these is a record each.
func (l *listingLines) repeats() bool {
	var first []byte
	blank, again := true, 0
	for i := 0; i < min(l.s.Len(), listingSample); i++ {
		t := unindented(l.s.Text(i))
		if len(t) == 0 {
			blank = true
			continue
		}
		if blank {
			key, _ := cutField(t)
			switch {
			case len(key) == 0 || len(key) == len(t):
				return false
			case first == nil:
				first = key
			case bytes.Equal(first, key):
				again++
			default:
				return false
			}
		}
		blank = false
	}
	return again > 1
}
