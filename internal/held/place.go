package held

import (
	"path"
	"strings"

	"elide.example/elide/internal/above"
	"elide.example/elide/internal/toolcall"
)

const (
	// leastElsewhere is how many lines of a file are a gap if they stand above in
	// another file, or in another place of the same one. Shorter runs are what
	// files have in common, imports and the frames of functions: they save little,
	// and riddle what is to be edited. With 4 the bill is the same, and 4 more old
	// texts of edits are not shown where they are read.
	leastElsewhere = 16

	// mostOff is how many lines a run may be off from where the one beside it
	// would have it, to be of the same place.
	mostOff = 16
)

// InPlace drops the short runs of a file that stand in another place: all but
// those whose numbers are the same in the same file, and those beside another run
// that stands in the same text about as far away. there is the line that a run
// begins with above, same tells whether that is of the same file.
func InPlace(lines []above.Line, runs []above.Run, there func(above.Run) above.Line, same func(above.Run) bool) []above.Run {
	keep := make([]bool, len(runs))
	for i, run := range runs {
		here, there := lines[run.First], there(run)
		numbers := here.Numbered && there.Numbered && here.Number == there.Number
		keep[i] = run.End-run.First >= leastElsewhere || numbers && same(run)
	}
	beside := func(i, j int) bool {
		a, b := runs[i], runs[j]
		off := (a.At - b.At) - (a.First - b.First)
		return keep[i] || keep[j] && a.Text == b.Text && -mostOff <= off && off <= mostOff
	}
	for i := 1; i < len(runs); i++ {
		keep[i] = beside(i, i-1)
	}
	for i := len(runs) - 2; i >= 0; i-- {
		keep[i] = beside(i, i+1)
	}
	var out []above.Run
	for i, run := range runs {
		if keep[i] {
			out = append(out, run)
		}
	}
	return out
}

// Label names the result of a call as the model knows it: by the command, by the
// file, or by the tool.
func Label(use toolcall.Use, tool string) string {
	if line := use.Command; line != "" {
		for strings.HasPrefix(line, "cd ") {
			_, rest, ok := strings.Cut(line, "&&")
			if !ok {
				break
			}
			line = strings.TrimLeft(rest, " ")
		}
		line, _, _ = strings.Cut(line, "\n")
		return line
	}
	if len(use.Reads) == 1 {
		return path.Base(use.Reads[0])
	}
	if len(use.Writes) == 1 {
		return tool + " " + path.Base(use.Writes[0])
	}
	return tool
}
