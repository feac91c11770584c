package floor

import (
	"bytes"

	"elide/internal/block"
	"elide/internal/mark"
	"elide/internal/scan"
	"elide/internal/shape"
)

const (
	statusUsual = 5 // statuses of nought that make it the usual one
	statusLike  = 2 // lines that are shown of each other status
	statusMost  = 24
)

// statusKeys are the names under which programs say how something ended.
var statusKeys = [...]string{"err=", "errno=", "rc=", "ret=", "code=", "exit=", "status=", "result="}

// statuses shows the records of a run that end in another status than nought, where
// nought is usual: "RESULT tag=97 err=49".
func (f *floor) statuses(s block.Section) {
	switch s.Shape {
	case shape.Log, shape.Plain, shape.BuildLog:
	default:
		return
	}
	usual, left := 0, statusMost
	like := map[string]int{}
	var others []int
	for i := range s.Len() {
		if s.Segment(i) {
			continue
		}
		switch status := statusOf(s.Text(i)); {
		case status == nil:
		case status[len(status)-1] == '0' && status[len(status)-2] == '=':
			usual++
		case like[string(status)] < statusLike && left > 0:
			like[string(status)]++
			left--
			others = append(others, s.First+i)
		}
	}
	if usual < statusUsual || usual < 2*len(others) {
		return
	}
	for _, i := range others {
		f.marks[i].Raise(mark.Outlier, score, mark.WhyStatus)
	}
}

// statusOf returns the status that a line says by a key and a number, both; nil: none.
func statusOf(t []byte) []byte {
	for _, key := range statusKeys {
		at := scan.Index(t, key)
		if at < 1 || t[at-1] != ' ' && t[at-1] != '_' && t[at-1] != ',' {
			continue
		}
		end := at + len(key)
		if n := scan.Digits(t[end:]); n > 0 && n < 4 && (end+n == len(t) || bytes.IndexByte([]byte(" ,;)"), t[end+n]) >= 0) {
			return t[at : end+n]
		}
	}
	return nil
}
