package listing

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/tables"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
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
	fields  map[string]*tables.Column
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
	r := recordList{listingLines: l, fields: map[string]*tables.Column{}}
	r.names = min(listedRecords, max(listedFew, len(l.marks)/listedLines))
	r.each(r.count)
	r.each(r.rank)
}

// RecordTable names the records of a table that prints each of its fields on a
// line of its own.
func RecordTable(s block.Section, marks []mark.Mark) {
	(&listingLines{s: s, marks: marks}).records()
}

func (r *recordList) count(f recordField) {
	if f.starts {
		r.records++
	}
	if c := r.field(f.key); c != nil {
		c.Add(f.value, tables.FewValues)
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
	case recordStatus(f.key) && rules.Troubled(f.value):
		r.keep(f, mark.Critical, mark.WhyStatus)
	case r.deviates(f):
		r.keep(f, mark.Outlier, mark.WhyRare)
	case (f.unit == r.name || recordName(f.key) && first) && r.named < r.names:
		r.named++
		mark.KeepLine(r.s, r.marks, f.unit, mark.Outlier, 150, mark.WhyHeading)
	case recordStatus(f.key) && first, headed && r.record == 1 && len(f.value) > 0 && r.shown < firstFields:
		r.shown++
		mark.KeepLine(r.s, r.marks, f.unit, mark.Sample, 100, mark.WhyFirst)
	}
}

// keep marks a field with what its record is known by.
func (r *recordList) keep(f recordField, rank mark.Rank, why mark.Why) {
	mark.KeepLine(r.s, r.marks, f.unit, rank, 150, why)
	if r.name >= 0 {
		mark.KeepLine(r.s, r.marks, r.name, mark.Outlier, 150, mark.WhyHeading)
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
		t := scan.Trim(r.s.Text(i))
		switch {
		case fieldsHead(t):
			starts, head = true, i
			if heads++; heads <= fieldsHeads {
				mark.KeepLine(r.s, r.marks, i, mark.Outlier, 160, mark.WhyHeading)
			}
			continue
		case len(t) == 0 || tables.RuleRow(t):
			starts = starts || head < 0
			continue
		}
		f := recordField{unit: i, head: head, starts: starts}
		f.key, f.value = CutField(t)
		do(f)
		starts = false
	}
}

// fieldsHead tells whether the line heads a record: "-[ RECORD 3 ]---",
// "*************************** 3. row ***************************".
func fieldsHead(t []byte) bool {
	return scan.HasPrefix(t, "-[ RECORD ") || scan.HasPrefix(t, "****") && bytes.Contains(t, []byte(". row ****"))
}

// CutField cuts "key: value", "key = value" and "key | value".
func CutField(t []byte) (key, value []byte) {
	n := settingKey(t)
	value = bytes.TrimLeft(t[n:], " \t")
	if len(value) > 0 && bytes.IndexByte([]byte(":=|"), value[0]) >= 0 {
		value = value[1:]
	}
	return t[:n], scan.Trim(value)
}

// field returns the column of a key, nil if there are too many keys.
func (r *recordList) field(key []byte) *tables.Column {
	c, ok := r.fields[string(key)]
	if !ok && len(key) > 0 && len(r.fields) < tables.Widest {
		c = &tables.Column{Numeric: true}
		r.fields[string(key)] = c
	}
	return c
}

// deviates tells whether the value is one of a kind in a field in which
// nearly all records have the same.
func (r *recordList) deviates(f recordField) bool {
	c := r.fields[string(f.key)]
	if r.records < 6 || len(f.value) == 0 || c == nil || c.Many || len(f.key) == 0 {
		return false
	}
	return c.Usual()*10 >= r.records*8 && c.Times(f.value) <= max(1, r.records/50)
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

// HeadedRecords tells whether a section starts with the head of a record.
func HeadedRecords(s block.Section) bool {
	for i := 0; i < min(s.Len(), 4); i++ {
		if fieldsHead(scan.Trim(s.Text(i))) {
			return true
		}
	}
	return false
}
