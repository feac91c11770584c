// Mine finds evidence for the parts of embedded rules that have none: it looks for
// outputs that come out otherwise without the part, shrinks each to the lines that
// it takes, and adds it to the family as an example.
//
//	go run ./internal/rulecheck/mine [-n] [-whole] [-family NAME] OUTPUT…
//
// An output may need the part only where less stands around it: a line of noise
// among hundreds is hidden with its like, whatever is known of it. So, where no
// whole output is evidence, pieces around what the part looks for are tried.
//
// With -whole nothing is shrunk: an output that is evidence of anything becomes one
// example, for all parts that it is evidence of.
//
// OUTPUT is a file, or a folder of which all files are taken. Real outputs only: an
// example is evidence of what tools print. The shrunk ones are to be read, titled
// and cleared of what says where they were made, before they are committed.
package main

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"elide.example/elide/internal/rulecheck"
	"elide.example/elide/internal/rules"
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
	open    map[string]bool // the parts without evidence
}

// output is a real output and what becomes of it.
type output struct {
	name   string
	text   []byte
	out    rulecheck.Outcome
	weight int
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
	if m.files, err = rules.ReadFamilies(os.DirFS("internal/rules")); err != nil {
		return err
	}
	m.open = make(map[string]bool)
	for i, f := range m.files {
		if family != "" && f.Name != family+".rules" {
			continue
		}
		idle, err := m.c.Evidence(m.files, i)
		if err != nil {
			return err
		}
		for _, p := range idle {
			m.open[p.File+": "+p.What] = true
		}
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
			m.outputs = append(m.outputs, output{name: name, text: text, out: out})
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
		if !m.open[f.Name+": no example needs "+p.String()] {
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
	good, err := m.weigh(i, p, o.text)
	if err != nil || good == 0 {
		return nil, err
	}
	lines := strings.SplitAfter(string(o.text), "\n")
	return m.example(i, p, o.name, lines[:len(lines)-1])
}

// find returns the best example that the outputs, or pieces of them, give for the
// part, nil if there is none.
func (m *miner) find(i int, p rulecheck.Part) (*rules.Example, error) {
	var pieces []output
	tried := 0
	for _, o := range m.outputs {
		if tried == cutOutputs {
			break
		}
		if p.In(o.text) {
			pieces = append(append(pieces, o), cuts(p, o)...)
			tried++
		}
	}
	best, err := m.decisive(i, p, pieces)
	if err != nil {
		return nil, err
	}
	for _, piece := range best {
		e, err := m.shrink(i, p, piece)
		if err != nil || e != nil && len(e.Lines) <= m.most {
			return e, err
		}
	}
	return nil, nil
}

// Of a part, pieces of so many outputs are tried, at so many places in each.
const (
	cutOutputs = 20
	cutPlaces  = 3
)

// margins are how many lines a piece takes before and after the place.
var margins = []int{0, 1, 3, 8, 20}

// cuts returns the pieces of an output around lines that the part looks for; those
// that begin with it come first.
func cuts(p rulecheck.Part, o output) []output {
	lines := strings.SplitAfter(string(o.text), "\n")
	lines = lines[:len(lines)-1]
	var first, places []int
	for at, line := range lines {
		switch {
		case !p.In([]byte(line)):
		case strings.HasPrefix(strings.TrimSpace(line), strings.TrimSpace(p.Literal())):
			first = append(first, at)
		default:
			places = append(places, at)
		}
	}
	places = append(first, places...)
	var all []output
	add := func(piece ...string) {
		all = append(all, output{name: o.name, text: []byte(strings.Join(piece, ""))})
	}
	for _, at := range places[:min(len(places), cutPlaces)] {
		for _, after := range margins {
			rest := lines[at:min(at+after+1, len(lines))]
			for _, before := range margins {
				add(lines[max(at-before, 0):min(at+after+1, len(lines))]...)
			}
			for _, head := range failures(lines[:at]) {
				for _, told := range []int{1, 2, 4} {
					add(slices.Concat(lines[head:min(head+told, at)], rest)...)
				}
			}
		}
	}
	return all
}

// failures returns the first and the last of the lines that may name a failing test:
// what stands right behind one is taken for its message, unless it is known.
func failures(lines []string) []int {
	var all []int
	for at, line := range lines {
		if slices.ContainsFunc([]string{"FAIL", "not ok", "ERROR", "Error", "✕", "✖", "✗", "✘", " failed"}, func(s string) bool { return strings.Contains(line, s) }) {
			all = append(all, at)
		}
	}
	if len(all) > 2 {
		all = []int{all[0], all[len(all)-1]}
	}
	return all
}

// decisive returns the pieces that come out otherwise without the part: the three
// that are the best evidence of it, and of those the shortest.
func (m *miner) decisive(i int, p rulecheck.Part, pieces []output) ([]output, error) {
	for k := range pieces {
		var err error
		if pieces[k].out, err = m.c.Run(pieces[k].text); err != nil {
			return nil, err
		}
	}
	back, err := p.Leave(m.files, i)
	if err != nil {
		return nil, err
	}
	defer back()
	var best []output
	for _, piece := range pieces {
		without, err := m.c.Run(piece.text)
		if err != nil {
			return nil, err
		}
		if piece.weight = weight(p, piece.text, piece.out, without); piece.weight > 0 {
			best = append(best, piece)
		}
	}
	slices.SortStableFunc(best, func(a, b output) int {
		return cmp.Or(b.weight-a.weight, len(a.text)-len(b.text))
	})
	return best[:min(len(best), 3)], nil
}

// How good an example is as evidence of a part.
const (
	otherwise = iota + 1 // something comes out otherwise without it
	aim                  // all that does is what the part is for: noise is hidden, a head is shown
	itself               // and the line that the part looks for is among it
)

// weight tells how good an example is that comes out so with the part, and so
// without it: 0 if it is none.
func weight(p rulecheck.Part, text []byte, with, without rulecheck.Outcome) int {
	if with.Equal(without) || len(with.Shown) != len(without.Shown) {
		return 0
	}
	hides := slices.Contains(hiding, p.Rule.Kind)
	w, its := aim, false
	for k, line := range bytes.SplitAfter(text, []byte{'\n'}) {
		if k >= len(with.Shown) || with.Shown[k] == without.Shown[k] {
			continue
		}
		here := p.In(line)
		if with.Shown[k] == hides && (here || len(bytes.TrimSpace(line)) > 0) {
			w = otherwise
		}
		its = its || here
	}
	if w == aim && its {
		w = itself
	}
	return w
}

// hiding are the kinds that are known so that lines may be left out.
var hiding = []rules.Kind{
	rules.TestPass, rules.TestSkip, rules.TestNoise, rules.TestGood, rules.TestStart, rules.TestEcho,
	rules.PathLibrary, rules.SymbolLibrary, rules.SymbolPackage,
	rules.WordDebugLevel, rules.WordNoteMessage, rules.SignNote,
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

// weigh tells how good an example of the part the text is.
func (m *miner) weigh(i int, p rulecheck.Part, text []byte) (int, error) {
	with, without, err := m.both(i, p, text)
	return weight(p, text, with, without), err
}

// shrink takes lines from the output as long as it is as good an example of the
// part, ever fewer at a time.
func (m *miner) shrink(i int, p rulecheck.Part, o output) (*rules.Example, error) {
	good, err := m.weigh(i, p, o.text)
	if err != nil {
		return nil, err
	}
	lines := strings.SplitAfter(string(o.text), "\n")
	lines = lines[:len(lines)-1]
	for size := len(lines) / 2; size > 0; {
		shorter := false
		for at := 0; at < len(lines); {
			rest := append(append([]string{}, lines[:at]...), lines[min(at+size, len(lines)):]...)
			text := []byte(strings.Join(rest, ""))
			w := 0
			if p.In(text) && len(rest) > 0 {
				if w, err = m.weigh(i, p, text); err != nil {
					return nil, err
				}
			}
			if w >= good {
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
