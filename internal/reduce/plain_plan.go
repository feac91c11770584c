package reduce

import (
	"bytes"

	"elide/internal/block"
)

// changePlan ranks the plan of a tool that changes what is deployed (terraform
// and its like), and tells whether the section is one: what becomes of each
// resource, and of those that exist already and stay each attribute that
// changes. What goes with a resource that is destroyed, and values that are
// known only afterwards, are none.
func changePlan(s block.Section, marks []Mark) bool {
	heads := 0
	var fate planFate
	for i := 0; i < len(marks) && heads < 2; i++ {
		if planHead(unindented(s.Text(i))) {
			heads++
		}
	}
	if heads < 2 {
		return false
	}
	heads = 0
	told := 0 // lines that an error may still have
	for i := 0; i < len(marks); i++ {
		t := unindented(bytes.TrimPrefix(s.Text(i), []byte("│")))
		switch {
		case len(t) == 0:
		case hasAnyPrefix(t, "Error: ", "Warning: "):
			told = planTold
			marks[i].Raise(Critical, 220, WhyFailure)
		case hasAnyPrefix(t, "╵", "╷"):
			told = 0
		case told > 0:
			told--
			marks[i].Raise(Critical, 180, WhyMessage)
		case planHead(t):
			heads++
			fate = planFateOf(t)
			marks[i].Raise(Outlier, 160, WhyChange)
		case heads > 0 && hasPrefix(t, "# (because "):
			marks[i].Raise(Sample, 90, WhyNear)
		case heads > 0 && planChange(t):
			forces := bytes.Contains(t, []byte("# forces replacement"))
			switch {
			case forces:
			case fate == planMade || fate == planGone:
				continue
			case fate == planReplaced && hasSuffix(t, "(known after apply)"):
				continue
			}
			if end := unknownValue(s, i); end > i && !forces {
				i = end
				continue
			}
			marks[i].Raise(Context, 120, WhyChange)
		case hasPrefix(t, "Plan: "), hasPrefix(t, "Changes to Outputs"), hasPrefix(t, "No changes."), hasPrefix(t, "Apply complete!"):
			fate = planStays
			marks[i].Raise(Critical, 200, WhySummary)
		}
	}
	return true
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
	width, _ := indentWidth(text)
	for k := i + 1; k < min(s.Len(), i+longest); k++ {
		line := s.Text(k)
		if blankLine(line) {
			continue
		}
		w, n := indentWidth(line)
		if w > width && w-width > 2 || w > width && bytes.IndexByte([]byte("]})"), line[n]) < 0 {
			continue
		}
		if hasSuffix(line, "-> (known after apply)") {
			return k
		}
		return i
	}
	return i
}

// planHead knows "# aws_instance.a will be created", "# x must be replaced".
func planHead(t []byte) bool {
	return hasPrefix(t, "# ") && (bytes.Contains(t, []byte(" will be ")) || bytes.Contains(t, []byte(" must be replaced")) || bytes.Contains(t, []byte(" has changed")) || bytes.Contains(t, []byte(" has been deleted")) || bytes.Contains(t, []byte(" is tainted")))
}

// planChange knows a line that a plan's sign begins.
func planChange(t []byte) bool {
	return hasPrefix(t, "~ ") || hasPrefix(t, "-/+ ") || hasPrefix(t, "+/- ") || hasPrefix(t, "+ ") || hasPrefix(t, "- ") || bytes.Contains(t, []byte("# forces replacement"))
}
