package tables

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

// madeTables are of the forms that commands print right below each other: with a head in
// capitals, and with one above a rule. In each one row is unlike the others.
func madeTables() map[string][]string {
	rows := func(head []string, form string, odd, usual string) []string {
		out := head
		for i := range 90 {
			state := usual
			if i == 57 {
				state = odd
			}
			out = append(out, fmt.Sprintf(form, i*7919%100_000, state, i*31%97))
		}
		return out
	}
	return map[string][]string{
		"pods":    rows([]string{"NAME         READY   STATUS             AGE"}, "web-%-8d 1/1     %-18s %dd", "CrashLoopBackOff", "Running"),
		"sets":    rows([]string{"NAME         READY   UP-TO-DATE   AGE"}, "dep-%-8d %s     1            %dd", "0/1", "1/1"),
		"images":  rows([]string{"REPOSITORY   TAG      IMAGE ID       SIZE"}, "app-%-8d %-8s 3f83167cab21   %dMB", "dangling", "latest"),
		"orders":  rows([]string{"id      status    cents", "------  --------  -----"}, "%-6d  %-8s  %d", "failed", "paid"),
		"clients": rows([]string{"number  kind      visits", "------  --------  ------"}, "%-6d  %-8s  %d", "blocked", "usual"),
	}
}

// shownOf returns the lines of the table that are shown.
func shownOf(lines []string) map[string]bool {
	b := block.New([]byte(strings.Join(lines, "\n") + "\n"))
	marks := make([]mark.Mark, b.Len())
	Reduce(block.Section{Block: b, End: b.Len(), Shape: shape.Table}, marks)
	shown := map[string]bool{}
	for i, m := range marks {
		if m.Rank > mark.Bulk {
			shown[string(b.Text(i))] = true
		}
	}
	return shown
}

// TestTablesBelow: what is shown of tables that stand right below each other is what is shown of each alone.
func TestTablesBelow(t *testing.T) {
	tables := madeTables()
	for first, above := range tables {
		for second, below := range tables {
			if first == second || (first == "orders" || first == "clients") != (second == "orders" || second == "clients") {
				continue // one command's list goes on; or other tools' heads
			}
			both := shownOf(append(above[:len(above):len(above)], below...))
			for _, table := range [][]string{above, below} {
				for line := range shownOf(table) {
					if !both[line] {
						t.Errorf("%s above %s: hidden is %q", first, second, line)
					}
				}
			}
			if n := len(shownOf(above)) + len(shownOf(below)) + 4; len(both) > n {
				t.Errorf("%s above %s: %d lines are shown, of each alone %d", first, second, len(both), n)
			}
		}
	}
}

// TestRowsAreNoHeads: a sum below a rule, and rows in capitals, begin no table.
func TestRowsAreNoHeads(t *testing.T) {
	sums := madeTables()["orders"]
	for name, lines := range map[string][]string{
		"a sum":             append(sums[:len(sums):len(sums)], "------  --------  -----", "all     rows      81234", "that was all"),
		"a row in capitals": append(append([]string{"Code  Country  State"}, slices.Repeat([]string{"de    germany  ok", "fr    france   ok"}, 30)...), "XK    KOSOVO   NEW", "es    spain    ok"),
		"countries":         append(append([]string{"CODE  COUNTRY  STATE"}, slices.Repeat([]string{"de    Germany  ok", "fr    France   ok", "UK    ENGLAND  OK", "es    Spain    ok"}, 10)...), "it    Italy    ok"),
		"rows in capitals":  append(append([]string{"CODE  COUNTRY  STATE"}, slices.Repeat([]string{"DE    GERMANY  OK", "FR    FRANCE   OK"}, 30)...), "ES  SPAIN  OK"),
	} {
		b := block.New([]byte(strings.Join(lines, "\n") + "\n"))
		if parts := tableParts(block.Section{Block: b, End: b.Len(), Shape: shape.Table}); len(parts) > 0 {
			t.Errorf("%s: %d tables", name, len(parts))
		}
	}
}
