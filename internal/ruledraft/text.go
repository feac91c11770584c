package ruledraft

import (
	"fmt"
	"strconv"
	"strings"

	"elide.example/elide/internal/rules"
)

// Text returns the draft as a file, with what is to be done with it.
func (d *Draft) Text() string {
	var b strings.Builder
	of := "an output"
	if d.File.Command != "" {
		of = d.File.Command
	}
	fmt.Fprintf(&b, `# Proposed by elide rules new from %d lines of %s.
#
# 1. Read the rules. "line hide" leaves such lines out, "line show" shows them whatever
#    else is left out. Delete what is wrong, and give what is too wide more to go by.
# 2. Mark the lines of the example: + must be shown, - must be hidden, a blank is either.
# 3. Save this in the folder that elide rules list names, and try it: elide rules check
#
# The syntax is in docs/rules.md.
`, d.Lines, of)
	if d.File.Command != "" {
		fmt.Fprintf(&b, "\n# Only what this command prints is meant. Without the line, any output is.\ncommand %s\n", strconv.Quote(d.File.Command))
	}
	writeRules(&b, "What stands out.", "", d.File.Rules, rules.LineShow)
	writeRules(&b, "What is printed again and again.", "", d.File.Rules, rules.LineHide)
	writeRules(&b, "Rare lines, and what says how bad it is, which elide hid where there was much more: use what matters.", "# ", d.Unproven, rules.LineShow)
	writeRules(&b, "Frequent lines that elide shows where there is much more: use what doesn't matter.", "# ", d.Unproven, rules.LineHide)
	writeRules(&b, "Rare lines, and what says how bad it is: elide shows them without a rule.", "# ", d.Idle, rules.LineShow)
	writeRules(&b, "Frequent lines: elide hides them without a rule.", "# ", d.Idle, rules.LineHide)
	for _, e := range d.File.Examples {
		b.WriteString(e.String())
	}
	return b.String()
}

// writeRules writes the rules of a kind below a head; none if there are none.
func writeRules(b *strings.Builder, head, before string, list []rules.Rule, kind rules.Kind) {
	for _, r := range list {
		if r.Kind != kind {
			continue
		}
		if head != "" {
			fmt.Fprintf(b, "\n# %s\n", head)
			head = ""
		}
		fmt.Fprintf(b, "%s%s\n", before, r)
	}
}
