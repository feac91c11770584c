package floor

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

// Where a listing says of many things the same few values, "licenses: MIT", "src/a.c: GPL",
// the question was which have another: those of the rare values are the answer. Of 22 outputs
// met for the first time two reports of licenses show them so, of 2,184 others one list of
// packages changes.
const (
	valuesPart  = 8  // rows for each value, on average, else they are names
	valuesRare  = 32 // one row in so many has a rare value at most
	valuesEach  = 3  // rows of a rare value that are all shown; of more, the first two
	valuesMost  = 32 // rows that are shown of a section
	valuesBytes = 256 << 10
)

// keyedRow is a row's key, or that it is a path, and its value.
type keyedRow struct{ key, value uint64 }

// values shows the rows of rare values.
func (f *floor) values(s block.Section) {
	if s.Shape != shape.Listing && s.Shape != shape.Plain || s.Len() < valuesRare || len(s.Block.Bytes()) > valuesBytes {
		return
	}
	rows := make([]keyedRow, s.Len())
	count := map[keyedRow]int{}
	of := map[uint64]int{} // rows of a key
	distinct := map[uint64]int{}
	for i := range rows {
		if s.Segment(i) {
			continue
		}
		r, ok := rowOf(s.Text(i))
		if !ok {
			continue
		}
		rows[i] = r
		of[r.key]++
		if count[r]++; count[r] == 1 {
			distinct[r.key]++
		}
	}
	shown, left := map[keyedRow]int{}, valuesMost
	for i, r := range rows {
		n := of[r.key]
		if n == 0 || distinct[r.key]*valuesPart > n || count[r]*valuesRare > n || left == 0 {
			continue
		}
		if shown[r]++; shown[r] > valuesEach || shown[r] == valuesEach && count[r] > valuesEach {
			continue
		}
		if m := &f.marks[s.First+i]; m.Rank == mark.Bulk && !usual(s, i) {
			m.Raise(mark.Sample, deviantScore, mark.WhyRare)
			left--
		}
	}
}

// pathKey is the key of rows that begin with the name of a file.
const pathKey = 1

// rowOf reads a row: what stands before the first colon and a blank, and what behind.
func rowOf(t []byte) (keyedRow, bool) {
	t = t[:min(len(t), scanned)]
	at := bytes.Index(t, []byte(": "))
	if at <= 0 {
		return keyedRow{}, false
	}
	key, value := t[:at], scan.Trim(t[at+2:])
	if len(value) == 0 {
		return keyedRow{}, false
	}
	r := keyedRow{scan.Hash(key), scan.Hash(value)}
	if bytes.IndexByte(key, '/') >= 0 && bytes.IndexByte(key, ' ') < 0 {
		r.key = pathKey
	}
	return r, true
}
