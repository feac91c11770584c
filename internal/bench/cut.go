package bench

import (
	"bytes"
	"context"
	"slices"
	"time"
)

// Head returns the filter that shows as many first lines as the budget
// allows, Tail the last ones, and Grep the first of those that hold a word
// of trouble: what people do by hand, at the same price.
func Head(count Counter) Filter {
	return cutter("head", count, func(lines [][]byte) [][]byte { return lines })
}

// Tail is described with Head.
func Tail(count Counter) Filter {
	return cutter("tail", count, func(lines [][]byte) [][]byte {
		slices.Reverse(lines)
		return lines
	})
}

// Grep is described with Head.
func Grep(count Counter) Filter {
	return cutter("grep -iE 'error|fail|warn|panic|exception'", count, func(lines [][]byte) [][]byte {
		return slices.DeleteFunc(lines, func(line []byte) bool { return !speaksOfTrouble(line) })
	})
}

var trouble = [...][]byte{
	[]byte("error"), []byte("fail"), []byte("warn"), []byte("panic"), []byte("exception"),
}

func speaksOfTrouble(line []byte) bool {
	lower := bytes.ToLower(line)
	for _, word := range trouble {
		if bytes.Contains(lower, word) {
			return true
		}
	}
	return false
}

// cutter returns a filter that shows lines in the order in which pick wants
// them, until the budget is spent. The order in the output is the same: no
// measure here depends on it.
func cutter(name string, count Counter, pick func([][]byte) [][]byte) Filter {
	return Filter{Name: name, Run: func(_ context.Context, c *Case, budget int) (Output, error) {
		start := time.Now()
		lines := pick(bytes.SplitAfter(c.Input, []byte{'\n'}))
		text, err := spend(lines, budget, count)
		return Output{Text: text, Elapsed: time.Since(start)}, err
	}}
}

// spend joins lines until the next would cost more than the budget has left.
func spend(lines [][]byte, budget int, count Counter) ([]byte, error) {
	var out []byte
	for _, line := range lines {
		if len(line) > 200*budget { // no text is that dense
			break
		}
		n, err := count(line)
		if err != nil {
			return nil, err
		}
		if budget -= n; budget < 0 {
			break
		}
		out = append(out, line...)
	}
	return out, nil
}
