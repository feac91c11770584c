package jsondoc

import (
	"slices"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/logs"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/templates"
)

// A log may have a JSON object for each record. What deviates in it is found by
// its members, as in any list; what a program says once, only by the words of its
// messages: of each template of them the first is shown, those first that few records have.

const (
	jsonLogFewest = 8   // records from which a list may be a log
	jsonLogWhole  = 420 // bytes up to which a record is shown whole, else its message

	// What is said often may take an eighth of the log, from the one up to the other.
	jsonOftenLeast = 2_000
	jsonOftenMost  = 6_000
)

// logMessages shows the records that say what few others do, the last ones first:
// how it ended before how it began.
func (v *jsonView) logMessages() {
	var messages []int32
	records := 0
	for c := int32(1); int(c) < len(v.nodes); c = v.nodes[c].next {
		records++
		for m := c + 1; m < v.nodes[c].next; m = v.nodes[m].next {
			if key := v.nodes[m].key; key >= 0 && v.nodes[m].kind == jsonString && logMessageKey(v.keys[key]) {
				messages = append(messages, m)
				break
			}
		}
	}
	if len(messages) < jsonLogFewest || len(messages)*10 < records*8 || !slices.ContainsFunc(v.keys, logStampKey) {
		return
	}
	miner := templates.NewMiner(len(messages))
	text := func(i int) []byte { return v.text(messages[i]) }
	for i := range messages {
		miner.Add(i, scan.Template(text(i)))
	}
	miner.Merge(text)
	left := max(2_000, min(len(v.data)/4, 6_000+len(v.data)/50))
	for i := len(messages) - 1; i >= 0 && left > 0; i-- {
		g := miner.GroupOf(i)
		if i == len(messages)-1 || g != nil && int(g.First) == i && (g.Count <= logs.RareShown || rules.SaysFailure(text(i), rules.InRecord)) {
			left -= v.logRecord(messages[i], mark.Outlier, mark.WhyRare)
		}
	}
	left = max(jsonOftenLeast, min(len(v.data)/8, jsonOftenMost))
	for i := range messages {
		if g := miner.GroupOf(i); left > 0 && g != nil && int(g.First) == i && g.Count > logs.RareShown {
			left -= v.logRecord(messages[i], mark.Sample, mark.WhyFirst)
		}
	}
}

func logMessageKey(key []byte) bool {
	switch string(key) {
	case "msg", "message", "MESSAGE", "Message", "@message", "log", "body", "@m", "@mt":
		return true
	}
	return false
}

// logStampKey knows the keys of times and levels, without which records are a
// checker's findings.
func logStampKey(key []byte) bool {
	switch string(key) {
	case "time", "ts", "timestamp", "Timestamp", "@timestamp", "@t", "level", "lvl", "levelname", "log.level", "PRIORITY", "asctime", "datetime":
		return true
	}
	return false
}

// logRecord shows the record of a message, of a long one what was said alone, and
// returns the bytes of that.
func (v *jsonView) logRecord(message int32, rank mark.Rank, why mark.Why) int {
	shown := v.nodes[message].parent
	if v.size(shown) > jsonLogWhole {
		v.brackets(shown)
		shown = message
	}
	v.mark(v.nodes[shown].keyStart, v.nodes[shown].end, rank, 90, why)
	return v.size(shown)
}
