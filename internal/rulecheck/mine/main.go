// Mine finds evidence for the parts of embedded rules that have none: it looks for
// outputs that come out otherwise without the part, shrinks each to the lines that
// it takes, and adds it to the family as an example.
//
//	go run ./internal/rulecheck/mine [-n] [-whole] [-family NAME] OUTPUT…
//
// With -whole nothing is shrunk: an output that is evidence of anything becomes one
// example, for all parts that it is evidence of.
//
// OUTPUT is a file, or a folder of which all files are taken. Real outputs only: an
// example is evidence of what tools print. The shrunk ones are to be read, titled
// and cleared of what says where they were made, before they are committed.
package main

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"elide/internal/rulecheck"
	"elide/internal/rules"
)

func main() {
	dry := flag.Bool("n", false, "print the examples only")
	family := flag.String("family", "", "of this family only")
	whole := flag.Bool("whole", false, "take outputs as they are")
	most := flag.Int("most", 400, "lines of an example, at most")
	flag.Parse()
	if err := run(flag.Args(), *family, *most, *dry, *whole); err != nil {
		fmt.Fprintln(os.Stderr, "mine:", err)
		os.Exit(1)
	}
}

// miner looks for evidence in outputs.
type miner struct {
	c       *rulecheck.Checker
	files   []*rules.File
	outputs []output
	most    int
}

// output is a real output and what becomes of it.
type output struct {
	name string
	text []byte
	out  rulecheck.Outcome
}

func run(paths []string, family string, most int, dry, whole bool) error {
	dir, err := os.MkdirTemp("", "mine")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	m := miner{most: most}
	if m.c, err = rulecheck.New(dir); err != nil {
		return err
	}
	if m.files, err = rules.Families(); err != nil {
		return err
	}
	if err := m.read(paths); err != nil {
		return err
	}
	for i, f := range m.files {
		if family != "" && f.Name != family+".rules" {
			continue
		}
		before := len(f.Examples)
		if whole {
			err = m.take(i)
		} else {
			err = m.mine(i)
		}
		if err != nil {
			return err
		}
		if err := write(f, f.Examples[before:], dry); err != nil {
			return err
		}
	}
	return nil
}

// read reads the outputs and reduces each.
func (m *miner) read(paths []string) error {
	for _, path := range paths {
		err := filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() || d.Name() == "case.json" || d.Name() == "README.md" {
				return err
			}
			text, err := os.ReadFile(name)
			if err != nil || len(text) == 0 {
				return err
			}
			if text[len(text)-1] != '\n' {
				text = append(text, '\n')
			}
			out, err := m.c.Run(text)
			m.outputs = append(m.outputs, output{name, text, out})
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// mine adds examples to a file for what has no evidence.
func (m *miner) mine(i int) error {
	f := m.files[i]
	for _, p := range rulecheck.Parts(f) {
		needed, err := m.c.Needed(m.files, i, p)
		if err != nil {
			return err
		}
		if needed {
			continue
		}
		e, err := m.find(i, p)
		if err != nil {
			return err
		}
		if e != nil {
			f.Examples = append(f.Examples, *e)
		} else {
			fmt.Fprintf(os.Stderr, "%s:%d: nothing for %s\n", f.Name, p.Rule.Line, p)
		}
	}
	return nil
}

// take adds outputs to a file, as they are, that are evidence of what has none.
func (m *miner) take(i int) error {
	f := m.files[i]
	var open []rulecheck.Part
	for _, p := range rulecheck.Parts(f) {
		needed, err := m.c.Needed(m.files, i, p)
		if err != nil {
			return err
		}
		if !needed {
			open = append(open, p)
		}
	}
	for _, o := range m.outputs {
		var e *rules.Example
		var rest []rulecheck.Part
		for _, p := range open {
			one, err := m.whole(i, p, o)
			if err != nil {
				return err
			}
			if one == nil {
				rest = append(rest, p)
				continue
			}
			if e == nil {
				e = one
			}
			for k, l := range one.Lines {
				if l.Mark != ' ' {
					e.Lines[k].Mark = l.Mark
				}
			}
		}
		open = rest
		if e != nil {
			f.Examples = append(f.Examples, *e)
		}
	}
	for _, p := range open {
		fmt.Fprintf(os.Stderr, "%s:%d: nothing for %s\n", f.Name, p.Rule.Line, p)
	}
	return nil
}

// whole returns the output as an example of the part, nil if it is none.
func (m *miner) whole(i int, p rulecheck.Part, o output) (*rules.Example, error) {
	if !p.In(o.text) {
		return nil, nil
	}
	changed, err := m.changes(i, p, o.text)
	if err != nil || !changed {
		return nil, err
	}
	lines := strings.SplitAfter(string(o.text), "\n")
	return m.example(i, p, o.name, lines[:len(lines)-1])
}

// find returns the smallest of the examples that the outputs give for the part.
func (m *miner) find(i int, p rulecheck.Part) (*rules.Example, error) {
	var best *rules.Example
	tried := 0
	for _, o := range m.outputs {
		if !p.In(o.text) {
			continue
		}
		changed, err := m.changes(i, p, o.text)
		if err != nil {
			return nil, err
		}
		if !changed {
			continue
		}
		e, err := m.shrink(i, p, o)
		if err != nil {
			return nil, err
		}
		if e != nil && len(e.Lines) <= m.most && (best == nil || len(e.Lines) < len(best.Lines)) {
			best = e
		}
		if tried++; tried == 3 {
			break
		}
	}
	return best, nil
}

// both reduces the text with and without the part.
func (m *miner) both(i int, p rulecheck.Part, text []byte) (with, without rulecheck.Outcome, err error) {
	if with, err = m.c.Run(text); err != nil {
		return
	}
	back, err := p.Leave(m.files, i)
	if err != nil {
		return
	}
	defer back()
	without, err = m.c.Run(text)
	return
}

// changes tells whether the text comes out otherwise without the part.
func (m *miner) changes(i int, p rulecheck.Part, text []byte) (bool, error) {
	with, without, err := m.both(i, p, text)
	return !with.Equal(without), err
}

// shrink takes lines from the output as long as the part still matters, ever fewer
// at a time.
func (m *miner) shrink(i int, p rulecheck.Part, o output) (*rules.Example, error) {
	lines := strings.SplitAfter(string(o.text), "\n")
	lines = lines[:len(lines)-1]
	for size := len(lines) / 2; size > 0; {
		shorter := false
		for at := 0; at < len(lines); {
			rest := append(append([]string{}, lines[:at]...), lines[min(at+size, len(lines)):]...)
			text := []byte(strings.Join(rest, ""))
			changed := false
			if p.In(text) && len(rest) > 0 {
				var err error
				if changed, err = m.changes(i, p, text); err != nil {
					return nil, err
				}
			}
			if changed {
				lines, shorter = rest, true
			} else {
				at += size
			}
		}
		if !shorter || size > len(lines) {
			size /= 2
		}
	}
	return m.example(i, p, o.name, lines)
}

// example marks the lines whose fate the part decides.
func (m *miner) example(i int, p rulecheck.Part, name string, lines []string) (*rules.Example, error) {
	with, without, err := m.both(i, p, []byte(strings.Join(lines, "")))
	if err != nil || len(lines) != len(with.Shown) {
		return nil, err
	}
	e := &rules.Example{Shape: with.Shape.String(), Title: m.title(p, name)}
	for k, line := range lines {
		mark := byte(' ')
		if with.Shown[k] != without.Shown[k] {
			mark = '-'
			if with.Shown[k] {
				mark = '+'
			}
		}
		e.Lines = append(e.Lines, rules.ExampleLine{Mark: mark, Text: strings.TrimRight(line, "\r\n")})
	}
	return e, nil
}

// title names an example for the literal that it is evidence of, or for the output
// that it is from.
func (m *miner) title(p rulecheck.Part, name string) string {
	if literal := strings.TrimSpace(p.Literal()); literal != "" {
		return p.Rule.Kind.Room().String() + " " + p.Rule.Kind.String() + ": " + literal
	}
	if filepath.Base(name) == "input" {
		name = filepath.Dir(name)
	}
	return strings.TrimSuffix(filepath.Base(name), ".txt")
}

// folded says lines that count from 1 as one, with how often.
func folded(lines []rules.ExampleLine) (out []rules.ExampleLine) {
	for i := 0; i < len(lines); i++ {
		head, tail, ok := strings.Cut(lines[i].Text, "1")
		n := 1
		for ok && i+n < len(lines) && lines[i+n].Mark == lines[i].Mark && lines[i+n].Text == head+strconv.Itoa(n+1)+tail {
			n++
		}
		line := lines[i]
		if n > 2 {
			line.Text, line.Times = head+"{n}"+tail, n
			i += n - 1
		}
		out = append(out, line)
	}
	return out
}

// write appends the examples to the family's file.
func write(f *rules.File, examples []rules.Example, dry bool) error {
	var b strings.Builder
	for _, e := range examples {
		e.Lines = folded(e.Lines)
		b.WriteString(e.String())
	}
	if dry {
		fmt.Print(b.String())
		return nil
	}
	out, err := os.OpenFile(filepath.Join("internal/rules/families", f.Name), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if _, err := out.WriteString(b.String()); err != nil {
		return err
	}
	return out.Close()
}
