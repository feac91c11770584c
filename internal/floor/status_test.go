package floor

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

func TestStatusOf(t *testing.T) {
	for text, want := range map[string]string{
		"conn=1002 op=1 RESULT tag=105 err=68 qtime=0.1": "err=68",
		"job 4 ended, rc=0":             "0",
		"unit.service: main_status=203": "status=203",
		"stderr=3 lines":                "",
		"code=4ab2":                     "",
		"GET /?code=12345 HTTP":         "",
		"status=deferred":               "",
	} {
		if got := string(statusOf([]byte(text))); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestWordOf(t *testing.T) {
	for text, want := range map[string]string{
		";; opcode: QUERY, status: NXDOMAIN, id: 9243": "NXDOMAIN",
		"  replica 3 status: NOT_READY":                "NOT_READY",
		"status: FAILED":                               "", // a key of its own
		"id 4 status: Done":                            "",
		"id 4 status: A1":                              "",
		"httpstatus: OK":                               "",
	} {
		if got := string(wordOf([]byte(text))); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestExitOf(t *testing.T) {
	for text, want := range map[string]string{
		"---- step 8 finished in 0s, exit code 1": "1",
		"Process finished with exit code: 137.":   "137",
		"exit status=0":                           "0",
		"returns the exit status of it":           "",
		"exit code 0x1f":                          "",
		"exits 1":                                 "",
	} {
		if got := string(exitOf([]byte(text))); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestStatuses: of the steps of a run and of records that end in a status those are shown
// that end in another than the others, wherever they stand and whatever they were taken
// for; above the step that failed its last lines.
func TestStatuses(t *testing.T) {
	for _, of := range []struct {
		record, usual, other string
		steps                bool
	}{
		{"step %d ended after 3 s, exit code %s", "0", "2", true},
		{"job %d is over: exit status %s", "0", "143", true},
		{";; opcode: QUERY, status: %[3]s, id: %[2]d", "NOERROR", "REFUSED", false},
		{"replica %d of 40, status: %s", "READY", "LOST", false},
	} {
		for _, taken := range []shape.Shape{shape.Log, shape.Plain, shape.BuildLog, shape.TestLog, shape.Listing} {
			const records = 40
			var text strings.Builder
			for i := range records {
				status := of.usual
				if i == 17 {
					status = of.other
				}
				fmt.Fprintf(&text, "looks at part %d\n"+of.record+"\n\n", i, i*i, status)
			}
			b := block.New([]byte(text.String()))
			marks := make([]mark.Mark, b.Len())
			f := floor{marks: marks, failing: make([]block.Answer, b.Len())}
			f.statuses(block.Section{Block: b, End: b.Len(), Shape: taken})
			for i, m := range marks {
				want := i == 17*3+1 || of.steps && i == 17*3 && taken != shape.Log
				if got := m.Rank > mark.Bulk; got != want {
					t.Errorf("%s, %v: line %d is shown: %v", of.record, taken, i+1, got)
				}
			}
		}
	}
	// What passed is none of a step's last lines.
	b := block.New([]byte("it begins\n--- PASS: TestA (0.00s)\nthe till is gone\nstep 3 ended, exit code 1\n"))
	marks := make([]mark.Mark, b.Len())
	f := floor{marks: marks, failing: make([]block.Answer, b.Len())}
	f.statuses(block.Section{Block: b, End: b.Len(), Shape: shape.TestLog})
	for i, want := range []bool{true, false, true, true} {
		if got := marks[i].Rank > mark.Bulk; got != want {
			t.Errorf("shown %v: %s", got, b.Text(i))
		}
	}
	// Without a usual one nothing deviates.
	b = block.New([]byte(strings.Repeat("a, status: UP\nb, status: DOWN\nc, status: LOST\n", 20)))
	marks = make([]mark.Mark, b.Len())
	f = floor{marks: marks}
	f.statuses(block.Section{Block: b, End: b.Len(), Shape: shape.Listing})
	for i := range marks {
		if marks[i].Rank > mark.Bulk {
			t.Errorf("line %d deviates from nothing", i+1)
		}
	}
}
