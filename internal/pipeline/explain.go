package pipeline

import (
	"fmt"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/classify"
	"elide.example/elide/internal/delta"
	"elide.example/elide/internal/floor"
	"elide.example/elide/internal/mark"
)

// Evidence is a section and from what its shape was told.
type Evidence struct {
	Section
	Text string
}

// Evidences gives the evidence for the sections of the original, as Reduce
// finds them. Of one that takes several passes it tells nothing.
func Evidences(o Original, opt Options) ([]Evidence, error) {
	r := ranker{o: o, opt: opt}
	if err := r.askRules(); err != nil {
		return nil, err
	}
	var all []Evidence
	err := r.passes(func(b *block.Block) bool {
		if b.Continues {
			return false
		}
		b.Rules = r.told.Set
		for _, s := range r.cut(b) {
			text := "as --type says"
			if opt.Shape == nil {
				text = classify.Evidence(s)
			}
			all = append(all, Evidence{Section{s.Shape, s.Line(s.First), s.Line(s.End - 1)}, text})
		}
		return false
	})
	return all, err
}

// Verdict is what was thought of a unit before anything was selected.
type Verdict struct {
	Mark        mark.Mark // by the reducer of its shape, or what the user asked for
	Section     Section
	First, Last int    // bytes of its line, counted from 1
	Text        []byte // as a terminal shows it
	Earlier     int    // the line of the earlier block that it equals; 0: none, or there is no such block
	News        bool   // with an earlier block: it would be shown as a difference
	Predicted   string // of what is hidden: by what; "": by nothing that a reader could check
}

// Verdicts gives what was thought of the units of a line, counted from 1; nil
// if there is no such line.
func Verdicts(o Original, opt Options, line int) ([]Verdict, error) {
	r := ranker{o: o, opt: opt}
	if err := r.askRules(); err != nil {
		return nil, err
	}
	var all []Verdict
	err := r.passes(func(b *block.Block) bool {
		if line >= b.FirstLine+1+b.Lines() {
			return true
		}
		r.weigh(b)
		secs, marks := r.mark(b)
		d := r.differences(b, delta.Ranked{Sections: secs, Marks: marks})
		for _, s := range secs {
			in := Section{s.Shape, s.Line(s.First), s.Line(s.End - 1)}
			for i := s.First; i < s.End; i++ {
				if s.Line(i) == line {
					v := d.verdict(b, i, marks[i], in)
					if v.Mark.Why == mark.WhyNone || v.Mark.Rank == mark.Bulk && v.Mark.Why == mark.WhyWell {
						v.Predicted = floor.Because(s, i-s.First)
					}
					all = append(all, v)
				}
			}
		}
		return b.Continues && len(all) > 0
	})
	return all, err
}

// passes calls do with each pass over the original until it returns false. It
// recovers the panic of a reducer.
func (r *ranker) passes(do func(*block.Block) bool) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("explaining: %v", p)
		}
	}()
	size := r.o.Size()
	line, col := 0, 0
	for off := int64(0); off < size; {
		var buf []byte // a Block keeps it
		read, err := r.read(&buf, off, min(size-off, passBytes))
		if err != nil {
			return err
		}
		data, lines := pass(read, off+int64(len(read)) == size)
		if int64(len(data)) == size {
			r.whole = data
		}
		b := block.NewOf(data, lines)
		b.FirstLine, b.FirstCol, b.Continues = line, col, off+int64(len(data)) < size
		if !do(b) {
			return nil
		}
		line, col = after(b, data, line, col)
		off += int64(len(data))
	}
	return nil
}

// differences is how a block differs from the earlier one, unit by unit.
type differences struct {
	before *block.Block // nil: there is none
	al     delta.Alignment
	marks  []mark.Mark
}

func (r *ranker) differences(b *block.Block, now delta.Ranked) differences {
	if r.opt.Since == nil || r.whole == nil {
		return differences{}
	}
	before, ok := r.earlier(now)
	if !ok {
		return differences{}
	}
	al := delta.Compare(before.Sections, now.Sections)
	return differences{before.Sections[0].Block, al, delta.Marks(before, now, al).Marks}
}

func (d differences) verdict(b *block.Block, unit int, m mark.Mark, in Section) Verdict {
	v := Verdict{Mark: m, Section: in, Text: b.Text(unit)}
	v.First, v.Last = b.Columns(unit)
	if d.before == nil {
		return v
	}
	v.News = d.marks[unit].Rank > mark.Bulk
	if j := d.al.Before[unit]; j >= 0 {
		v.Earlier = d.before.Line(int(j))
	}
	return v
}
