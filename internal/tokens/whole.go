package tokens

import (
	_ "embed"
	"encoding/binary"
	"math/bits"
)

// wholePieces is a Bloom filter of the pieces that are one token in the
// o200k vocabulary: those of its words and runs of signs that are plain ASCII
// and not too rare. It is data of the binary, read where it is asked, so it
// costs nothing at start-up. TestFit writes it.
//
//go:embed whole.bloom
var wholePieces string

// The filter is of 64-bit cells, a power of two of them. A piece sets four
// bits of one cell.
const (
	filterBytes = 64 << 10
	cellMask    = filterBytes/8 - 1
)

// longestWhole is the length in bytes of the longest piece in the filter.
const longestWhole = 16

// isWhole tells whether the piece, which next found text to start with, is
// known to be one token.
func isWhole(text []byte, k kind, n, size int) bool {
	return k <= signs && size > 1 && n <= longestWhole && whole(text, n)
}

// whole tells whether the piece text[:n] is one token, n <= longestWhole. It
// is wrong for a few of a hundred that are more.
func whole(text []byte, n int) bool {
	cell, want := place(text, n)
	c := wholePieces[cell*8 : cell*8+8]
	have := uint64(c[0]) | uint64(c[1])<<8 | uint64(c[2])<<16 | uint64(c[3])<<24 |
		uint64(c[4])<<32 | uint64(c[5])<<40 | uint64(c[6])<<48 | uint64(c[7])<<56
	return have&want == want
}

// place returns a piece's cell and its bits in it.
func place(text []byte, n int) (cell int, want uint64) {
	h := hash(text, n)
	want = 1<<(h&63) | 1<<(h>>6&63) | 1<<(h>>12&63) | 1<<(h>>18&63)
	return int(h>>40) & cellMask, want
}

// hash mixes the first n bytes of text, at most 16.
func hash(text []byte, n int) uint64 {
	var a, b uint64
	if len(text) >= 16 {
		a, b = binary.LittleEndian.Uint64(text), binary.LittleEndian.Uint64(text[8:])
	} else {
		var buf [16]byte
		copy(buf[:], text)
		a, b = binary.LittleEndian.Uint64(buf[:]), binary.LittleEndian.Uint64(buf[8:])
	}
	if n < 8 {
		a, b = a&(1<<(8*n)-1), 0
	} else {
		b &= 1<<(8*(n-8)) - 1 // all of it for 16: the shift gives 0
	}
	hi, lo := bits.Mul64(a^0x9e3779b97f4a7c15, (b^uint64(n))*0xbf58476d1ce4e5b9|1)
	h := (hi ^ lo) * 0x94d049bb133111eb
	return h ^ h>>29
}
