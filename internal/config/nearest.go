package config

import "strings"

// nearest returns the key, or the table, whose name is most like it.
func nearest(name string, table bool) string {
	best, least := "", int(^uint(0)>>1)
	for _, k := range keys() {
		candidate := k.name
		if table {
			candidate = candidate[:max(strings.LastIndexByte(candidate, '.'), 0)]
		}
		if candidate == "" {
			continue
		}
		if d := unlikeness(name, candidate); d < least {
			best, least = candidate, d
		}
	}
	return best
}

// unlikeness compares names whole and by their last parts: a key is as often
// right but for its table as it is mistyped.
func unlikeness(name, candidate string) int {
	whole := 2 * distance(name, candidate)
	a, b := lastPart(name), lastPart(candidate)
	last := 2*distance(a, b) + 1
	if len(a) > 2 && strings.HasPrefix(b, a) {
		last = 3
	}
	return min(whole, last)
}

func lastPart(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// distance returns how many bytes must be put in, taken out or replaced to
// make b of a. Names are short: a longer one is compared by its start.
func distance(a, b string) int {
	a = a[:min(len(a), 100)]
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0]++
		for j := range len(b) {
			next := diagonal
			if a[i] != b[j] {
				next = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], next
		}
	}
	return row[len(b)]
}
