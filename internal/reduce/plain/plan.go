package plain

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/trace"
	"elide.example/elide/internal/scan"
)

// IsChangePlan tells whether the section is the plan of a tool that changes what
// is deployed (terraform and its like).
func IsChangePlan(s block.Section) bool {
	heads := 0
	for i := 0; i < s.Len() && heads < 2; i++ {
		if planHead(scan.Trim(s.Text(i))) {
			heads++
		}
	}
	return heads == 2
}

// ChangePlan ranks such a plan: what becomes of each resource, and of those that
// exist already and stay each attribute that changes. What goes with a resource
// that is destroyed, and values that are known only afterwards, are none.
func ChangePlan(s block.Section, marks []mark.Mark) {
	heads := 0
	var fate planFate
	told := 0 // lines that an error may still have
	for i := 0; i < len(marks); i++ {
		t := scan.Trim(bytes.TrimPrefix(s.Text(i), []byte("│")))
		switch {
		case len(t) == 0:
		case scan.HasAnyPrefix(t, "Error: ", "Warning: "):
			told = planTold
			marks[i].Raise(mark.Critical, 220, mark.WhyFailure)
		case scan.HasAnyPrefix(t, "╵", "╷"):
			told = 0
		case told > 0:
			told--
			marks[i].Raise(mark.Critical, 180, mark.WhyMessage)
		case planHead(t):
			heads++
			fate = planFateOf(t)
			marks[i].Raise(mark.Outlier, 160, mark.WhyChange)
		case heads > 0 && scan.HasPrefix(t, "# (because "):
			marks[i].Raise(mark.Sample, 90, mark.WhyNear)
		case heads > 0 && planChange(t):
			forces := bytes.Contains(t, []byte("# forces replacement"))
			switch {
			case forces:
			case fate == planMade || fate == planGone:
				continue
			case fate == planReplaced && scan.HasSuffix(t, "(known after apply)"):
				continue
			}
			if end := unknownValue(s, i); end > i && !forces {
				i = end
				continue
			}
			marks[i].Raise(mark.Context, 120, mark.WhyChange)
		case scan.HasPrefix(t, "Plan: "), scan.HasPrefix(t, "Changes to Outputs"), scan.HasPrefix(t, "No changes."), scan.HasPrefix(t, "Apply complete!"):
			fate = planStays
			marks[i].Raise(mark.Critical, 200, mark.WhySummary)
		}
	}
	trace.RankCrashes(s, marks)
	mark.Spread(s, marks)
}

// planTold is how many lines of an error are shown.
const planTold = 12

// planFate is what becomes of a resource.
type planFate uint8

const (
	planStays planFate = iota
	planMade
	planGone
	planReplaced
)

func planFateOf(head []byte) planFate {
	switch {
	case bytes.Contains(head, []byte(" will be created")), bytes.Contains(head, []byte(" will be read")):
		return planMade
	case bytes.Contains(head, []byte(" will be destroyed")):
		return planGone
	case bytes.Contains(head, []byte(" must be replaced")), bytes.Contains(head, []byte(" will be replaced")), bytes.Contains(head, []byte(" is tainted")):
		return planReplaced
	}
	return planStays
}

// unknownValue returns the unit of the bracket that closes the value which the
// line at i opens, if that value is one that goes, and what it will be is not
// known yet; i if not.
func unknownValue(s block.Section, i int) int {
	const longest = 400
	text := s.Text(i)
	if len(text) == 0 || bytes.IndexByte([]byte("{[("), text[len(text)-1]) < 0 {
		return i
	}
	width, _ := scan.Indent(text)
	for k := i + 1; k < min(s.Len(), i+longest); k++ {
		line := s.Text(k)
		if scan.Blank(line) {
			continue
		}
		w, n := scan.Indent(line)
		if w > width && w-width > 2 || w > width && bytes.IndexByte([]byte("]})"), line[n]) < 0 {
			continue
		}
		if scan.HasSuffix(line, "-> (known after apply)") {
			return k
		}
		return i
	}
	return i
}

// planHead knows "# aws_instance.a will be created", "# x must be replaced".
func planHead(t []byte) bool {
	return scan.HasPrefix(t, "# ") && (bytes.Contains(t, []byte(" will be ")) || bytes.Contains(t, []byte(" must be replaced")) || bytes.Contains(t, []byte(" has changed")) || bytes.Contains(t, []byte(" has been deleted")) || bytes.Contains(t, []byte(" is tainted")))
}

// planChange knows a line that a plan's sign begins.
func planChange(t []byte) bool {
	return scan.HasPrefix(t, "~ ") || scan.HasPrefix(t, "-/+ ") || scan.HasPrefix(t, "+/- ") || scan.HasPrefix(t, "+ ") || scan.HasPrefix(t, "- ") || bytes.Contains(t, []byte("# forces replacement"))
}
