package jsondoc

import (
	"cmp"
	"slices"

	"elide/internal/mark"
	"elide/internal/reduce/logs"
	"elide/internal/rules"
	"elide/internal/scan"
	"elide/internal/templates"
)

// A log may have a JSON object for each record. What deviates in it is found by
// its members, as in any list; what a program says once, only by the words of its
// messages: of each template of them that few records have, the first is shown.

const (
	jsonLogFewest = 8   // records from which a list may be a log
	jsonLogWhole  = 420 // bytes up to which a record is shown whole
)

// logMessages shows the records that say what few others do.
func (v *jsonView) logMessages() {
	records := v.logRecords()
	if records == nil {
		return
	}
	miner := templates.NewMiner(len(records))
	for i, r := range records {
		if r.message > 0 {
			miner.Add(i, scan.Template(v.text(r.message)))
		}
	}
	miner.Merge(func(i int) []byte { return v.text(records[i].message) })
	var rare []logs.Template
	for id := range miner.List {
		if t := &miner.List[id]; int(t.Group) == id {
			lt := logs.Template{First: int(t.First), Count: int(t.Count), Trouble: rules.SaysFailure(v.text(records[t.First].message), rules.InRecord)}
			if lt.Count <= logs.RareShown || lt.Trouble {
				rare = append(rare, lt)
			}
		}
	}
	slices.SortStableFunc(rare, func(a, b logs.Template) int {
		return cmp.Or(cmp.Compare(a.Order(), b.Order()), cmp.Compare(b.First, a.First)) // how it ended before how it began
	})
	size := len(v.data)
	left := max(2_000, min(size/4, 6_000+size/50))
	for _, t := range rare[:min(len(rare), logs.Shown(len(records)))] {
		if left -= v.logRecord(records[t.First]); left < 0 {
			break
		}
	}
	v.logRecord(records[len(records)-1])
}

// jsonLogEntry is a record of a log: its node and that of its message, 0 if it
// has none.
type jsonLogEntry struct{ record, message int32 }

// logRecords returns the records if the list is a log: nearly all of them have
// a message, and a time or a level.
func (v *jsonView) logRecords() []jsonLogEntry {
	if v.nodes[0].n < jsonLogFewest {
		return nil
	}
	var records []jsonLogEntry
	like := 0
	for c := int32(1); int(c) < len(v.nodes); c = v.nodes[c].next {
		if v.nodes[c].kind != jsonObject {
			continue
		}
		e, dated := jsonLogEntry{record: c}, false
		for m := c + 1; m < v.nodes[c].next; m = v.nodes[m].next {
			switch {
			case v.nodes[m].key < 0:
			case e.message == 0 && v.nodes[m].kind == jsonString && logMessageKey(v.keys[v.nodes[m].key]):
				e.message = m
			case logStampKey(v.keys[v.nodes[m].key]):
				dated = true
			}
		}
		if e.message > 0 && dated {
			like++
		}
		records = append(records, e)
	}
	if like < jsonLogFewest || like*10 < len(records)*8 {
		return nil
	}
	return records
}

func logMessageKey(key []byte) bool {
	switch string(key) {
	case "msg", "message", "MESSAGE", "Message", "@message", "log", "body", "@m", "@mt":
		return true
	}
	return false
}

func logStampKey(key []byte) bool {
	switch string(key) {
	case "time", "ts", "timestamp", "Timestamp", "@timestamp", "@t", "level", "lvl", "levelname", "log.level", "PRIORITY", "asctime", "datetime":
		return true
	}
	return false
}

// logRecord shows a record, of a long one what was said and when, and returns the
// bytes of that.
func (v *jsonView) logRecord(e jsonLogEntry) int {
	node := &v.nodes[e.record]
	if v.size(e.record) <= jsonLogWhole {
		v.mark(node.keyStart, node.end, mark.Outlier, 90, mark.WhyRare)
		return int(v.size(e.record))
	}
	v.brackets(e.record)
	shown := 0
	for m := e.record + 1; m < node.next && shown < jsonLogWhole; m = v.nodes[m].next {
		if !v.nodes[m].kind.container() && v.size(m) <= shortScalar {
			v.mark(v.nodes[m].keyStart, v.nodes[m].end, mark.Outlier, 90, mark.WhyRare)
			shown += int(v.size(m))
		}
	}
	if e.message > 0 {
		v.message(e.message, mark.Outlier, mark.WhyRare)
	}
	return shown
}
