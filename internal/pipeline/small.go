package pipeline

import (
	"bytes"
	"slices"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
	"elide.example/elide/internal/tokens"
	"elide.example/elide/internal/toolcall"
)

// In a small block there is little to save, and a reader who has to ask for
// what is missing pays for a turn of the conversation.
const (
	// smallBytes is the length up to which a block is shown whole whose shape
	// doesn't say what matters in it: that depends on who asks. Of the output of
	// a run that failed the lines next to a failure are shown too, up to
	// nearLines on each side in the same paragraph: it stays nearly as it is.
	smallBytes = 4096
	nearLines  = 4

	// rowsTokens is the length up to which rows, settings and source are shown whole
	// that make up a part in rowsPart of their block: someone asked for them, and
	// nothing in them says which. Effective cost of the tuned corpora, of outputs that
	// others had learned from, and of two sets that nobody had, in percent:
	//
	//	tokens      0  1,000  1,500  2,000  2,500  3,000
	//	tuned    20.1   20.1   20.3   20.3   21.2   21.8
	//	learned  39.8   39.8   39.8   39.8   39.4   39.4
	//	first    69.2   69.2   68.7   68.4   68.4   69.6
	//	second   98.8   97.1   96.7   95.7   94.4   94.0
	//
	// Of a part in 2 the second set costs 97.2, of one in 8 the tuned 0.1 more and
	// nothing less. Of logs, searches and prose nothing is whole for it that wasn't.
	rowsTokens = 2000
	rowsPart   = 4
	// tableTokens is the same length of tables, of which up to 3,000 tokens two of 80
	// outputs that nobody had seen are whole that weren't, and one costs twice as much; of
	// all rows, settings and source the tuned corpora cost 1.5 points more. Records of JSON are
	// rows, too: of 164 outputs that agents got two more are whole with them, and none costs more.
	tableTokens = 3000
	// answerTokens is the same length of each answer where a line has several commands: of 34
	// sessions that nobody had looked at one more is whole, and none costs more.
	answerTokens = 400
	mostAnswers  = 12
	// rowBytes is a length that a token of rows hardly has on average, 7 in a table that is
	// mostly blanks: what is longer isn't estimated.
	rowBytes = 10
	// denseBytes is the length, without blanks, up to which a document of JSON is shown
	// whole, some 1,300 tokens. With 2,000, 3,500 and 5,000 the corpora cost the same; of 40
	// outputs that nobody had seen 36 are whole with either of the first, 37 with this.
	denseBytes = 4000
	// quietBytes is the same length of one that stands alone, is half blanks, and tells of no failure.
	quietBytes = 6000
	// topRows is how many rows are shown of the top of what is longer: what sorts rows puts
	// there what was asked for. Effective cost, as above, of testdata/corpus, of
	// ../shared/unseen, and of two sets that nobody had looked at, in percent:
	//
	//	rows           0     8    14
	//	tuned       21.2  21.3  21.4
	//	learned     40.6  40.6  40.7
	//	third       76.1  76.2  76.4
	//	fourth      94.2  94.5  92.4
	topRows = 14
	// topUnits bounds the parts of long rows that are shown for it.
	topUnits = 4 * topRows
)

// showRows shows short parts of a block whole that consist of what was asked for, and of
// long ones the first rows.
// Under a budget they go first.
func showRows(b *block.Block, secs []block.Section, marks []mark.Mark, command string) {
	asked := answerTokens * answers(command)
	for _, s := range secs {
		most := max(mostTokens(s.Shape), asked)
		switch {
		case !ofRows(s.Shape) && !ofJSON(s.Shape) || len(s.Bytes())*rowsPart < len(b.Bytes()):
		case s.Shape == shape.JSONLines && mostlyTwins(s):
		case ofRows(s.Shape) && len(s.Bytes()) < most*rowBytes && tokens.Estimate(s.Bytes()) <= most:
			showWhole(s, marks)
		case ofJSON(s.Shape):
			showDense(s, marks)
		case s.Shape == shape.Table || s.Shape == shape.Listing:
			showTop(s, marks)
		}
	}
}

// showDense shows a short document of JSON whole. Without the blanks between, which aren't
// shown, it has two thirds of its tokens.
func showDense(s block.Section, marks []mark.Mark) {
	dense := 0
	for _, c := range s.Bytes() {
		if c > ' ' {
			if dense++; dense > quietBytes {
				return
			}
		}
	}
	if dense <= denseBytes || 2*dense <= len(s.Bytes()) && s.First == 0 && s.End == len(marks) && !slices.ContainsFunc(marks, func(m mark.Mark) bool { return m.Rank == mark.Critical }) {
		showWhole(s, marks)
	}
}

// showTop raises the first rows of a section.
func showTop(s block.Section, marks []mark.Mark) {
	for i, n := s.First, 0; i < min(s.End, s.First+topUnits) && n < topRows; i++ {
		if s.Block.StartsLine(i) {
			n++
		}
		marks[i].Raise(mark.Sample, 0, mark.WhyEdge)
	}
}

// showSmall raises what is shown of a small block beyond what the reducers
// rank. Under a budget that goes first.
func showSmall(b *block.Block, secs []block.Section, marks []mark.Mark) {
	if len(b.Bytes()) > smallBytes {
		return
	}
	for _, s := range secs {
		switch {
		case loose(s.Shape):
			showWhole(s, marks)
		case ofRun(s.Shape):
			showNear(b, marks, s.First, s.End)
		}
	}
}

// showWhole raises all units of a section but those of a step that passed.
func showWhole(s block.Section, marks []mark.Mark) {
	for i := s.First; i < s.End; i++ {
		if marks[i].Why != mark.WhyPassed {
			marks[i].Raise(mark.Sample, 0, mark.WhyShort)
		}
	}
}

// ofRows tells whether a shape is what was asked for line by line: rows, settings, source.
func ofRows(s shape.Shape) bool {
	switch s {
	case shape.Table, shape.Listing, shape.SourceBrace, shape.SourceIndent, shape.JSONLines:
		return true
	}
	return false
}

// mostlyTwins tells whether most lines of a section stand in the block before.
func mostlyTwins(s block.Section) bool {
	twins := 0
	for i := s.First; i < s.End; i++ {
		if s.Block.TwinOf(i) < i {
			twins++
		}
	}
	return 2*twins > s.Len()
}

// answers returns how many commands of a shell line print an answer.
func answers(line string) (n int) {
	if line == "" {
		return 0
	}
	for _, argv := range toolcall.Commands(line) {
		switch argv[0] {
		case "cd", "echo", "printf", "export", "set", "source", ".", "true", "test", "[", "mkdir", "sleep":
		default:
			n++
		}
	}
	return min(n, mostAnswers)
}

// mostTokens is the length up to which rows of a shape are shown whole.
func mostTokens(sh shape.Shape) int {
	if sh == shape.Table || sh == shape.JSONLines {
		return tableTokens
	}
	return rowsTokens
}

// ofJSON tells whether a shape is one document of JSON.
func ofJSON(s shape.Shape) bool { return s == shape.JSONObject || s == shape.JSONArray }

// loose tells whether nothing in a shape says what matters in it.
func loose(s shape.Shape) bool {
	switch s {
	case shape.Plain, shape.Table, shape.Listing, shape.Prose, shape.Grep, shape.Stack:
		return true
	}
	return false
}

// ofRun tells whether a shape is what a command that can fail prints.
func ofRun(s shape.Shape) bool {
	switch s {
	case shape.TestLog, shape.BuildLog, shape.Stack:
		return true
	}
	return false
}

// showNear raises the lines next to the critical ones of a section.
func showNear(b *block.Block, marks []mark.Mark, first, end int) {
	var critical []int
	for i := first; i < end; i++ {
		if marks[i].Rank == mark.Critical {
			critical = append(critical, i)
		}
	}
	for _, at := range critical {
		for _, step := range [...]int{-1, 1} {
			for i := at + step; i >= first && i < end && i-at <= nearLines && at-i <= nearLines && len(bytes.TrimSpace(b.Text(i))) > 0; i += step {
				marks[i].Raise(mark.Sample, 0, mark.WhyNear)
			}
		}
	}
}
