package reduce

import (
	"elide/internal/block"
	"elide/internal/shape"
)

// Build tools draw trees of dependencies among what else they say: mvn
// dependency:tree, gradle dependencies. What a project asks for itself stands
// on the first level.

const (
	treeRun      = 4   // branches in a row that make a tree
	treeTrees    = 20  // trees of a log that are shown
	treeBranches = 120 // branches of the first level shown in all
)

// isTreeLog tells whether a build's log has a drawn tree in it.
func isTreeLog(s block.Section) bool {
	if s.Shape != shape.BuildLog {
		return false
	}
	run := 0
	for i := 0; i < s.Len(); i++ {
		if treeBranch(s.Text(i)) == 0 {
			run = 0
		} else if run++; run == treeRun {
			return true
		}
	}
	return false
}

// treeLog ranks the log of a build, and the first level of the trees in it.
func treeLog(s block.Section, marks []Mark) {
	buildLog(s, marks)
	trees, shown := 0, 0
	for i := 0; i < len(marks) && trees < treeTrees; i++ {
		end, least := i, 0
		for end < len(marks) {
			depth := treeBranch(s.Text(end))
			if depth == 0 {
				break
			}
			if least == 0 || depth < least {
				least = depth
			}
			end++
		}
		if end-i < treeRun {
			i = end
			continue
		}
		trees++
		if i > 0 {
			marks[i-1].Raise(Outlier, 180, WhyHeading)
		}
		for ; i < end; i++ {
			switch depth := treeBranch(s.Text(i)); {
			case listError(s.Text(i)) && !treeOmitted(s.Text(i)):
				marks[i].Raise(Critical, 100, WhyFailure)
			case depth == least && shown < treeBranches:
				shown++
				marks[i].Raise(Outlier, 100, WhyHeading)
			}
		}
	}
}

// treeOmitted tells whether a branch says that it stands elsewhere.
func treeOmitted(text []byte) bool { return indexString(text, "omitted for ") > 0 }

// treeBranch returns the column, counted from 1 behind a mark of the level,
// at which the branch on this line is drawn; 0 if there is none.
func treeBranch(text []byte) int {
	if hasPrefix(text, "[INFO] ") {
		text = text[len("[INFO] "):]
	}
	for i, column := 0, 1; i < len(text); column++ {
		switch c := text[i]; {
		case (c == '+' || c == '\\' || c == '`') && hasPrefix(text[i+1:], "-"), hasPrefix(text[i:], "|--"),
			hasPrefix(text[i:], "├─"), hasPrefix(text[i:], "└─"):
			return column
		case c == ' ' || c == '|':
			i++
		case hasPrefix(text[i:], "│"):
			i += len("│")
		case hasPrefix(text[i:], "\u00a0"):
			i += len("\u00a0")
		default:
			return 0
		}
	}
	return 0
}
