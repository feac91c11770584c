package keep

import (
	"fmt"
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// The bounds of what is looked for. Words cost little, however many they are: for
// as many as fit 4 MB are searched in 13 ms. An expression may cost each byte of a
// block as much as it has instructions: (a?){50}b, which has 150, takes 4 MB four
// seconds, while those that people write stop at the first bytes.
const (
	maxBytes  = 8 << 10 // of all patterns
	maxTerms  = 200     // of a query; those behind them say little
	maxCost   = 500     // of all expressions, in instructions
	maxOne    = 2000    // of one that is looked for once, by who waits for it
	maxWeight = 4 << 10 // of all expressions: what reading them takes
)

// ParseAll reads patterns as a user writes them. The error names the first that is
// wrong, or with which all of them pass a bound.
func ParseAll(sources []string) ([]Pattern, error) {
	var all []Pattern
	bytes, cost, weight := 0, 0, 0
	for i, source := range sources {
		if bytes += len(source); bytes > maxBytes {
			return nil, fmt.Errorf("pattern %d is one too many: all together may have %d bytes", i+1, maxBytes)
		}
		if IsExpression(source) {
			weight += weigh(source)
		}
		if weight > maxWeight {
			return nil, errWeight(source)
		}
		p, err := Parse(source)
		if err != nil {
			return nil, err
		}
		if cost += p.cost; cost > maxCost {
			return nil, fmt.Errorf("pattern %s is one too many: all expressions together may come to %d instructions", shortened(source), maxCost)
		}
		all = append(all, p)
	}
	return all, nil
}

// IsExpression tells whether a pattern is a regular expression, whether right or
// wrong.
func IsExpression(source string) bool {
	n := len(source)
	return n > 2 && source[0] == '/' && source[n-1] == '/'
}

// weigh returns what reading an expression takes, in bytes that take as long. A
// class of Unicode takes up to 0.1 ms, a range that ends in it up to 4 ms, as
// package regexp folds it rune by rune.
func weigh(expr string) int {
	ranges := strings.Count(expr, `-\`)
	for i := range len(expr) - 1 {
		if expr[i] == '-' && expr[i+1] >= utf8.RuneSelf {
			ranges++
		}
	}
	return len(expr) + 100*(strings.Count(expr, `\p`)+strings.Count(expr, `\P`)) + 1500*ranges
}

func errWeight(source string) error {
	return fmt.Errorf("pattern %s makes the expressions too long, or names too many classes or ranges of Unicode", shortened(source))
}

// cost returns how many instructions an expression comes to, about. It is found
// before the repetitions are written out, which may take long.
func cost(re *syntax.Regexp) int {
	sum := 1
	for _, sub := range re.Sub {
		sum += cost(sub)
	}
	switch re.Op {
	case syntax.OpLiteral:
		return len(re.Rune)
	case syntax.OpRepeat:
		once, may := sum-1, max(re.Max-re.Min, 0)
		if re.Max < 0 {
			may = 1
		}
		sum = once*re.Min + (once+1)*may
	}
	return min(sum, 1<<20)
}

// shortened returns a pattern as far as an error shows it.
func shortened(source string) string {
	const most = 60
	if len(source) <= most {
		return source
	}
	return strings.ToValidUTF8(source[:most], "") + "…"
}
