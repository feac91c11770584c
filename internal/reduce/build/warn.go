package build

import (
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/rules"
	"elide.example/elide/internal/scan"
)

// codeWarnings is how many warnings of one rule are shown that differ in the
// names in their messages.
const codeWarnings = 3

// warningPick picks the warnings that are shown.
type warningPick struct {
	rules   int  // rules of which the first warning is shown whatever the limit
	limit   int  // warnings beyond which only the first of each rule is shown
	perCode int  // warnings of one rule
	many    bool // too many kinds to show each
	shown   int
	seen    map[uint64]bool // kinds, and messages without codes
	told    map[uint64]bool // messages
	codes   map[uint64]int  // warnings shown of each rule, or of each kind without one
}

// markWarnings marks the first warning of each kind and rule; where there are
// errors to look at, fewer of them, and by head.
func (b *Reader) markWarnings(marks []mark.Mark) {
	if b.warnings == 0 {
		return
	}
	pick := warningPick{limit: buildKinds, rules: buildKinds, perCode: codeWarnings, many: b.warningKinds() > buildKinds, seen: map[uint64]bool{}, told: map[uint64]bool{}, codes: map[uint64]int{}}
	matter := !b.Failed() || b.warningsFail() // nothing is worse
	if !matter {
		pick.limit, pick.perCode = 6, 1
	}
	share := warningsShare
	if b.Failed() {
		share = besideErrors
	}
	messages := b.eachWarning(share)
	var f *flood
	if b.warnings > buildKinds && matter {
		f = b.newFlood(sevWarning, sevWarning)
	}
	grave, few := b.fewGrave(), b.warnings <= buildWarns && matter
	for i := range b.diags {
		d := &b.diags[i]
		if !b.warns(d) {
			continue
		}
		all := grave && !b.lines[d.head].mild || few && (d.code == 0 || d.file != 0) ||
			b.errors+b.findings+b.warnings <= 2*buildFull
		opens := d.code != 0 && pick.codes[d.code] == 0 && len(pick.codes) < floodFull
		first := pick.takes(d, b.s.Text(d.head))
		if f != nil {
			if shown, full := f.takes(d); full {
				b.markRegion(d, marks, mark.Outlier, 90)
				continue
			} else if shown {
				first = true
			}
		}
		if !all && !messages[d] && !first {
			continue
		}
		if pick.told[d.variant] && b.placedError && !b.warningsFail() && !(grave && !b.lines[d.head].mild) {
			continue
		}
		pick.told[d.variant] = true
		switch {
		case b.warnings <= 4, opens && first && matter:
			b.markRegion(d, marks, mark.Outlier, 90)
		case !all && !matter:
			b.markHead(d, marks, mark.Sample, 60)
		default:
			b.markHead(d, marks, mark.Outlier, 80)
		}
	}
}

// warns tells whether d is a warning that wasn't told before, and no count of them.
func (b *Reader) warns(d *diagnostic) bool {
	return d.sev == sevWarning && !d.repeated && b.lines[d.head].known != rules.BuildSum
}

// takes tells whether the warning is to be shown: it is the first of its
// kind, and there are not too many yet.
func (p *warningPick) takes(d *diagnostic, text []byte) bool {
	if p.seen[d.looseKind()] || d.code != 0 && p.codes[d.code] >= p.perCode {
		return false
	}
	form, rule := d.template, d.code
	if d.code == 0 && p.many {
		form = nameless(scan.Seed, text)
		rule = form
	}
	if d.code == 0 && p.seen[form] {
		return false // rustc names the rule only once
	}
	p.seen[form] = true
	first := rule != 0 && p.codes[rule] == 0 && len(p.codes) < p.rules
	if p.shown >= p.limit+p.limit/2 && !first {
		return false
	}
	p.codes[rule]++
	p.seen[d.looseKind()] = true
	p.shown++
	return true
}

// fewGrave tells whether the tool tells warnings from complaints of style, and
// gives but few warnings, so that all are shown.
func (b *Reader) fewGrave() bool {
	mild, grave := 0, 0
	for i := range b.diags {
		if d := &b.diags[i]; d.sev == sevWarning && b.lines[d.head].mild {
			mild++
		} else if d.sev == sevWarning {
			grave++
		}
	}
	return mild > 0 && grave <= buildWarns
}

// warningsFail tells whether the warnings are what the build fails of: the few errors beside them name
// no place, or are all of who ran the tool.
func (b *Reader) warningsFail() bool {
	own := b.errors - b.runners
	return b.findings == 0 && !b.placedError && own <= 3 && (own == 0 || b.runners == 0)
}

func (b *Reader) warningKinds() int {
	seen := map[uint64]bool{}
	for i := range b.diags {
		if b.diags[i].sev == sevWarning {
			seen[b.diags[i].looseKind()] = true
		}
	}
	return len(seen)
}
