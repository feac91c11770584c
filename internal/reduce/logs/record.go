package logs

import (
	"elide/internal/scan"
)

// stampHead is how far into a line its time stamp is looked for.
const stampHead = 72

// StampedLine tells whether a time of day, a date or a long count of seconds
// stands in the head of the line.
func StampedLine(text []byte) bool {
	head := text[:min(len(text), stampHead)]
	if scan.Kernel(head) > 0 {
		return true
	}
	for i := 0; i < len(head); {
		if !scan.IsDigit(head[i]) {
			i++
			continue
		}
		n := scan.Digits(head[i:])
		if scan.ClockAt(head[i:]) || scan.DateAt(head[i:]) || n >= 9 && n <= 19 {
			return true
		}
		if n == 1 && len(head)-i >= 7 && head[i+1] == ':' && scan.Digits(head[i+2:]) == 2 && head[i+4] == ':' && scan.Digits(head[i+5:]) == 2 {
			return true // 9:05:12 AM
		}
		i += n
	}
	return false
}
