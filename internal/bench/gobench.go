package bench

import (
	"io"
	"strings"
)

// units describes the custom units for benchstat: all but the time are exact,
// so that one run is enough to compare them.
const units = `Unit tokens-in assume=exact
Unit tokens-out assume=exact better=lower
Unit kept-% assume=exact better=higher
Unit cost-% assume=exact better=lower
Unit floor-% assume=exact
Unit exact assume=exact better=higher
`

// WriteGoBench writes the report in Go's benchmark format, for benchstat:
// a line for each case, filter and run.
func (rep *Report) WriteGoBench(w io.Writer) error {
	p := &printer{Printer{W: w}}
	p.Printf("corpus: %s\nencoding: %s\n%s", rep.Corpus, rep.Encoding, units)
	for i := range rep.Rows {
		p.gobench(&rep.Rows[i])
	}
	return p.Err
}

func (p *printer) gobench(r *Row) {
	restored := 0
	if r.Exact {
		restored = 1
	}
	for _, seconds := range r.Samples {
		p.Printf("BenchmarkReduce/case=%s/shape=%s/filter=%s 1 %.0f ns/op %.2f MB/s %d tokens-in %d tokens-out %.2f kept-%% %.2f cost-%% %.2f floor-%% %d exact\n",
			benchName(r.ID), benchName(r.Labelled), benchName(r.Filter), 1e9*seconds, r.MBPerSecond(), r.TokensIn, r.Tokens,
			100*keptShare(r.Kept, r.Labels), 100*r.Cost, 100*r.Floor, restored)
	}
}

// benchName replaces what would end or divide a benchmark's name.
func benchName(s string) string {
	clean := func(r rune) rune {
		if r <= ' ' || r == '/' || r == 0x7f {
			return '_'
		}
		return r
	}
	return strings.Map(clean, s)
}
