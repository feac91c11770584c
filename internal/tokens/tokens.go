// Package tokens estimates what a text costs a model, without a vocabulary.
//
// The o200k vocabulary is applied to the pieces that a fixed pattern cuts a
// text into: words with the blank before them, digits by threes, runs of
// signs, of blanks, of line ends. The package cuts text into the same pieces
// and adds up what a piece of that kind and length costs on average.
package tokens

// unit is the cost of one token: costs are in parts of it.
const unit = 64

// Of a text longer than largeText only the first sampleBytes of every
// stretchBytes are looked at.
const (
	largeText    = 2 << 20
	stretchBytes = 64 << 10
	sampleBytes  = 16 << 10
)

// Estimate returns about how many o200k tokens the text has. It is a pure
// function of the bytes; it is linear, allocates nothing and costs nothing at
// start-up. Estimates of the lines of a text add up to about that of the whole.
func Estimate(text []byte) int {
	if len(text) == 0 {
		return 0
	}
	sum := 0
	if len(text) <= largeText {
		sum = sumCosts(text)
	} else {
		for ; len(text) > stretchBytes; text = text[stretchBytes:] {
			sum += sumCosts(text[:sampleBytes]) * (stretchBytes / sampleBytes)
		}
		sum += sumCosts(text)
	}
	return max(1, (sum+unit/2)/unit)
}

func sumCosts(text []byte) int {
	sum := 0
	for i := 0; i < len(text); {
		rest := text[i:]
		k, n, size := next(rest)
		i += n
		switch { // nearly all pieces, without a call
		case k > signs || size > longest:
			sum += cost(k, size)
		case isWhole(rest, k, n, size):
			sum += unit
		default:
			sum += int(costs[k][size-1])
		}
	}
	return sum
}

// cost returns the cost of a piece that is not known to be one token.
func cost(k kind, size int) int {
	switch {
	case k == digits:
		return (size + 2) / 3 * unit
	case k == sameSigns && size > longest && size%16 != 0: // what is beyond the longest known run is another
		return 2*unit + size*unit/96
	case k == sameSigns: // up to 64 and more are one token
		return unit + size*unit/96
	case k == sameLines: // up to 16
		return unit + size*unit/14
	case k == sameOther: // 2
		return size * unit / 2
	}
	if size <= longest {
		return int(costs[k][size-1])
	}
	return int(costs[k][longest-1]) + (size-longest)*slope(k)
}

// slope is what a piece costs for each letter, sign or blank beyond the
// table's end. Words that long are none.
func slope(k kind) int {
	switch k {
	case blanks:
		return unit / 64
	case lineEnd:
		return unit / 16
	}
	return unit / 3
}
