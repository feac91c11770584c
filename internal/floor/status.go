package floor

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

const (
	statusUsual = 5 // statuses of nought that make it the usual one
	statusLike  = 2 // lines that are shown of each other status
	statusMost  = 24
)

// isStatusKey tells whether programs say under the name how something ended.
func isStatusKey(name []byte) bool {
	switch string(name) {
	case "err", "errno", "rc", "ret", "code", "exit", "status", "result":
		return true
	}
	return false
}

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
	for i, look := range s.Looks() {
		if !look.Equals() || s.Segment(i) {
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
	for at := 0; ; at++ {
		n := bytes.IndexByte(t[at:], '=')
		if n < 0 {
			return nil
		}
		at += n
		digits := scan.Digits(t[at+1:])
		if end := at + 1 + digits; digits == 0 || digits > 3 || end < len(t) && bytes.IndexByte([]byte(" ,;)"), t[end]) < 0 {
			continue
		}
		key := at
		for key > 0 && scan.IsLetter(t[key-1]) {
			key--
		}
		if key > 0 && bytes.IndexByte([]byte(" _,"), t[key-1]) >= 0 && isStatusKey(t[key:at]) {
			return t[key : at+1+digits]
		}
	}
}
