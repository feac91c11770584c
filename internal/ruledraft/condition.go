package ruledraft

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/rules"
)

// What a literal has at least and at most: a shorter one finds too much, a longer one
// nobody reads.
const (
	shortest = 4 // letters
	longest  = 80
)

// ruleOf returns the rule that finds the lines by what all of them begin with or,
// where that is a time or another number, by the longest run of words that stands in
// all of them. ok is false if there is neither.
func ruleOf(b *block.Block, lines []int, kind rules.Kind) (r rules.Rule, ok bool) {
	first := b.Text(lines[0])
	start := first
	for _, i := range lines[1:] {
		start = start[:shared(start, b.Text(i))]
	}
	if start = constant(start, len(start) == len(first)); telling(start) {
		r = ruleBy(kind, rules.OpStart, start)
		r.Conds[0].Then = behind(b, lines, len(start))
		return r, true
	}
	var best []byte
	for run := range runs(first) {
		in := true
		for _, i := range lines[1:] {
			in = in && bytes.Contains(b.Text(i), run)
		}
		if in && len(run) > len(best) {
			best = run
		}
	}
	return ruleBy(kind, rules.OpHas, best), telling(best)
}

func ruleBy(kind rules.Kind, op rules.Op, literal []byte) rules.Rule {
	return rules.Rule{Kind: kind, Conds: []rules.Cond{{Op: op, Literals: []string{string(literal)}}}}
}

// behind returns what stands in all of the lines behind their beginning: digits, and
// what follows these; nothing if there is neither.
func behind(b *block.Block, lines []int, at int) []rules.Step {
	var rest []byte
	same := true // they all end alike
	for k, i := range lines {
		text := b.Text(i)[at:]
		after := bytes.TrimLeft(text, "0123456789")
		if len(after) == len(text) {
			return nil
		}
		if k == 0 {
			rest = after
		}
		n := shared(rest, after)
		same = same && n == len(rest) && n == len(after)
		rest = rest[:n]
	}
	steps := []rules.Step{{Class: rules.Digits}}
	all := len(rest)
	if rest = constant(rest, same); len(rest) > 0 && written(rest) {
		steps = append(steps, rules.Step{Literal: string(rest)})
	}
	if same && len(rest) == all {
		steps = append(steps, rules.Step{Class: rules.Nothing})
	}
	return steps
}

// shared returns how many bytes both texts begin with.
func shared(a, b []byte) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// constant returns what of a beginning stands before the first word with a digit in
// it, and, unless it is the whole line, before a word that may go on.
func constant(start []byte, whole bool) []byte {
	end := len(start)
	if !whole {
		end = bytes.LastIndexAny(start, " \t:=([]/,") + 1
	}
	if i := bytes.IndexAny(start[:end], "0123456789"); i >= 0 {
		end = bytes.LastIndexAny(start[:i], " \t:=([]/,") + 1
	}
	for end > longest {
		end = bytes.LastIndexAny(start[:end-1], " \t:=([]/,") + 1
	}
	return start[:end]
}

// runs gives the longest parts of the line that have no digit, without the blanks at
// their ends and the word that the digit is in.
func runs(line []byte) func(func([]byte) bool) {
	return func(yield func([]byte) bool) {
		from := 0
		for at := 0; at <= len(line); {
			end := at + 1
			for end < len(line) && line[end] != ' ' && line[end] != '\t' {
				end++
			}
			end = min(end, len(line))
			if at == len(line) || bytes.ContainsAny(line[at:end], "0123456789") || end-from > longest {
				if !yield(bytes.TrimSpace(line[from:at])) {
					return
				}
				from = end
			}
			if at == len(line) {
				return
			}
			at = end
		}
	}
}

// telling tells whether a literal says enough to know lines by, and can be written.
func telling(literal []byte) bool {
	n := 0
	for _, c := range literal {
		if 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80 {
			n++
		}
	}
	return n >= shortest && written(literal)
}

// written tells whether the literal can be read where it is written.
func written(literal []byte) bool {
	return !bytes.ContainsFunc(literal, func(r rune) bool { return r < ' ' && r != '\t' })
}
