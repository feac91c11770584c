package pipeline

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"elide.example/elide/internal/longtest"
)

// The law of cut tables: whatever a host cut out of one, and wherever, the
// only blanks that an output lacks are such as aligned cells in the original.

// printedTable is a table as a program prints it: its titles, which columns
// are set to the right, and how many blanks part two of them.
type printedTable struct {
	titles []string
	right  string // one r or l for each column
	gap    int
	bars   bool
	trails bool // blanks fill the last column too
	row    func(i int) []string
}

var printedTables = map[string]printedTable{
	"ps": {titles: []string{"USER", "PID", "%CPU", "COMMAND"}, right: "llll", gap: 2, row: func(i int) []string {
		return []string{"root", fmt.Sprint(i), "0.0", fmt.Sprintf(`sh -c "echo  a   b %d"`, i)}
	}},
	"ps aux": {titles: []string{"USER", "PID", "%CPU", "VSZ", "TTY", "STAT", "TIME", "COMMAND"}, right: "lrrrllrl", gap: 1, row: func(i int) []string {
		return []string{[]string{"root", "www-data"}[i%2], fmt.Sprint(i * i), fmt.Sprintf("%d.%d", i%13, i%7), fmt.Sprint(i * 991), "pts/0", "Ss", fmt.Sprintf("%d:%02d", i, i%60), fmt.Sprintf("awk  '{print   $%d}'    f  %d", i, i*i)}
	}},
	"kubectl get": {titles: []string{"NAME", "READY", "STATUS", "RESTARTS", "AGE", "NOTE"}, right: "llllll", gap: 3, trails: true, row: func(i int) []string {
		return []string{fmt.Sprintf("web-%x", i*7919), "1/1", []string{"Running", "Pending", "Completed"}[i%3], fmt.Sprint(i % 4), fmt.Sprintf("%dd", i), fmt.Sprintf("waits  for   node  %d", i%9)}
	}},
	"docker ps": {titles: []string{"CONTAINER ID", "IMAGE", "COMMAND", "STATUS", "NAMES"}, right: "lllll", gap: 3, row: func(i int) []string {
		return []string{fmt.Sprintf("%012x", i*7919*104729), "nginx", `"sh -c 'a  b   c'"`, fmt.Sprintf("Up %d hours", i), fmt.Sprint("web_", i)}
	}},
	"df": {titles: []string{"Filesystem", "1K-blocks", "Used", "Available", "Use%", "Mounted on"}, right: "lrrrrl", gap: 1, row: func(i int) []string {
		return []string{fmt.Sprint("/dev/sda", i), fmt.Sprint(i * 104729), fmt.Sprint(i * 7919), fmt.Sprint(i * 96810), fmt.Sprintf("%d%%", i%100), fmt.Sprintf("/mnt/my  disk   of %d", i)}
	}},
	"ls -l": {right: "lrlrll", gap: 1, row: func(i int) []string {
		return []string{"-rw-r--r--", "1", "root", fmt.Sprint(i * i), "Jan  2 10:00", fmt.Sprintf("a  file   of %d", i)}
	}},
	"psql": {titles: []string{"id", "name", "note"}, right: "rll", gap: 1, bars: true, row: func(i int) []string {
		return []string{fmt.Sprint(i), fmt.Sprint("name ", i*i), []string{"", "first one", "x"}[i%3]}
	}},
}

// print returns the table with n rows, and notes which blanks align: of a run
// between two cells all but one, behind the last cell all.
func (p printedTable) print(n int) *whole {
	rows := [][]string{}
	if p.titles != nil {
		rows = append(rows, p.titles)
	}
	for i := range n {
		rows = append(rows, p.row(i))
	}
	widths := make([]int, len(p.right))
	for _, row := range rows {
		for k, cell := range row {
			widths[k] = max(widths[k], len(cell))
		}
	}
	w := &whole{}
	for _, row := range rows {
		for k, cell := range row {
			p.cell(w, cell, widths[k], k)
		}
		if !p.trails { // nothing stands behind the last cell
			w.text = bytes.TrimRight(w.text, " ")
			w.blank = w.blank[:len(w.text)]
		}
		w.write("\n", false)
	}
	for i, c := range w.text { // the first of a run is the one that stays
		switch {
		case c != ' ':
		case w.text[i-1] != ' ':
			first := i
			for end := i; w.text[end] == ' '; end++ {
				w.blank[first] = w.blank[first] || w.blank[end]
			}
		default:
			w.blank[i] = w.blank[i] || w.blank[i-1]
		}
	}
	for i := range w.text {
		if w.text[i] == ' ' && w.text[i-1] != ' ' && w.text[i-1] != '\n' {
			end := i
			for w.text[end] == ' ' {
				end++
			}
			w.blank[i] = w.text[end] == '\n' && w.blank[i]
		}
	}
	return w
}

func (p printedTable) cell(w *whole, cell string, width, k int) {
	pad := strings.Repeat(" ", width-len(cell))
	if p.bars {
		w.write("|", false)
	} else if k > 0 {
		w.write(" ", false)
		w.write(strings.Repeat(" ", p.gap-1), true)
	}
	if p.bars {
		w.write(" ", true)
	}
	if p.right[k] == 'r' {
		w.write(pad, k > 0 || p.bars)
		pad = ""
	}
	w.write(cell, false)
	w.write(pad, true)
	if p.bars {
		w.write(" ", true)
		if k == len(p.right)-1 {
			w.write("|", false)
		}
	}
}

func (w *whole) write(text string, blank bool) {
	w.text = append(w.text, text...)
	for range len(text) {
		w.blank = append(w.blank, blank)
	}
}

// TestHalfACellStandsAsItStood: what a host's note left of a row may stand below the titles
// by chance; half of a pair of quotes tells it from a row.
func TestHalfACellStandsAsItStood(t *testing.T) {
	w := printedTables["ps"].print(110)
	for _, h := range hostCuts {
		if h.name == "a note that no one knows" {
			if says := checkCut(t, w, joinRuns(w, h.cut(w, 2140, 1418))); says != "" {
				t.Error(says)
			}
			return
		}
	}
	t.Error("there is no such note")
}

// tableCuts is how many cuts of each table each way of cutting is tried with.
const tableCuts = 60

func TestCutTablesLoseNoBlanksOfCells(t *testing.T) {
	for name, table := range printedTables {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := table.print(110)
			rnd := rand.New(rand.NewPCG(uint64(len(name)), 11))
			tried, wrong := 0, 0
			for _, h := range hostCuts {
				if !longtest.Some(name+h.name, 16) {
					continue
				}
				for range tableCuts {
					a, b := 100+rnd.IntN(len(w.text)/2), 100+rnd.IntN(len(w.text)/2)
					tried++
					if says := checkCut(t, w, joinRuns(w, h.cut(w, a, b))); says != "" {
						if wrong++; wrong <= 3 {
							t.Errorf("%s, %d from its head and %d from its tail: %s", h.name, a, b, says)
						}
					}
				}
			}
			if wrong > 0 {
				t.Errorf("%d of %d outputs are wrong", wrong, tried)
			}
		})
	}
}

// joinRuns lets one of two blanks go that a cut has set side by side, of which
// the first aligned: they are one run now, and one blank of it is shown.
func joinRuns(w *whole, in cutText) cutText {
	aligns := slices.Index(w.blank, true)
	for i := 1; i < len(in.text); i++ {
		if before := in.from[i-1]; in.text[i] == ' ' && in.text[i-1] == ' ' && in.from[i] != before+1 && before >= 0 && w.blank[before] {
			in.from[i] = aligns
		}
	}
	return in
}
