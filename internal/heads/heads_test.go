package heads

import (
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

// A sample has a mark before each line: "!" it is shown by a reducer, "+" it must be
// raised, "-" it must stay hidden.
var samples = map[string]string{
	"files between equals signs": `
- == lib/a.rb ==
- C:  1:  1: Missing comment.
+ == lib/b.rb ==
- C:  1:  1: Missing comment.
! C:  9:  5: Use each.
- == lib/c.rb ==
- C:  1:  1: Missing comment.`,
	"a list of paths": `
- src/a.py
- src/b.py
- src/c.py
! src/d.py
- src/e.py`,
	"a file above findings that name none": `
- models/a.sql
- L:   1 | P:   1 | LT01 | Expected only single space.
+ models/b.sql
- L:   1 | P:   1 | LT01 | Expected only single space.
! L:   7 | P:   1 | PRS | Found unparsable section.`,
	"steps that dots lead to an end": `
- check yaml......................................Passed
+ check json......................................Failed
- - exit code: 1
! package.json: Failed to json decode
- check for added large files.....................Passed
- detect private key..............................Passed
- name of it.....................a.b`,
	"steps of so many": `
- [2/2] STEP 7/10: COPY . .
+ [2/2] STEP 8/10: RUN python3 app.py
- ok
! ModuleNotFoundError: No module named 'lxml'
- Step 9/10 : RUN make
- ok 3/4: of it
- Passed 7/9: of it`,
	"findings that name their file": `
- src/a.py:
! src/a.py:3:1: unused
- src/b.py:
! src/b.py:3:1: unused`,
	"modules behind a rule": `
- ************* Module a
- a.py:1:0: C0114: Missing docstring
+ ************* Module b
! in the graph of imports`,
	"a test in a section": `
+ ==== FAILURES ====
- ____ test_a ____
- assert 1 == 1
+ ____ test_b ____
! assert 1 == 2
- ==== warnings ====
- none`,
	"what opens a paragraph": `
! Possible data race during write of size 4
-    at 0x1: f (a.c:3)

+ This conflicts with a previous write of size 4
+ Locks held: none
!    at 0x2: g (a.c:9)`,
	"a second error behind no-break blanks": `
- src/a.py
-   src/a.py:1:1 - error: A is not B
-     A is not C
+   src/a.py:9:1 - error: D is not E` + "\n! \u00a0 \u00a0 \u00a0 D is not F",
	"the same words above each": `
+ Traceback (most recent call last):
!   File "a.py", line 1
- Traceback (most recent call last):
!   File "b.py", line 1
- Traceback (most recent call last):
!   File "c.py", line 1
- Traceback (most recent call last):
!   File "d.py", line 1`,
	"what a sentence announces": `
! ==== expected this output: ====
+ hello-world

! ==== instead found this: ====
+ hello_world

- ====`,
	"a line that goes on behind its comma": `
! 3 out of 249 tests failed: RING.PUSHES,
+    CLAMP.1, ROTATE.3.
- all of them ran
! the ring is full, and so are others,
- it is said`,
	"a title that stands alone below a rule": `
- went through all of the specs
-
- ========================================
+ the till takes foreign coins
-
! Expected 1 coin, not 2
-   ring up
-
- ========================================
- the till is shut
-
- Expected 1 coin, not 2
-   ring up`,
	"a title underlined": `
- What is in the till
- ===================
- coins of all kinds
-
! notes are in the box`,
	"what is said of a node of a tree": `
- ├─ till@1.0.0
- │  ├─ paid: full
- │  └─ path: /srv/till
+ ├─ coin@2.1.0
! │  ├─ paid: half
- │  └─ path: /srv/coin
- ├─┬ box@1.0.0
! │ └── lid@1.2.3`,
	"a margin before each line": `
- 2026-01-02T03:04:05.1234567Z == a.rb ==
- 2026-01-02T03:04:05.1234567Z C: 1: one
+ 2026-01-02T03:04:05.1234567Z == b.rb ==
! 2026-01-02T03:04:05.1234567Z C: 1: two`,
}

func TestRaise(t *testing.T) {
	for name, sample := range samples {
		t.Run(name, func(t *testing.T) {
			var text strings.Builder
			var want []byte
			for _, l := range strings.Split(strings.TrimPrefix(sample, "\n"), "\n") {
				mark, line, _ := strings.Cut(l, " ")
				want = append(want, (mark + " ")[0])
				text.WriteString(line + "\n")
			}
			s, marks := section(text.String())
			for i := range marks {
				if want[i] == '!' {
					marks[i] = mark.Mark{Rank: mark.Critical, Score: 100}
				}
			}
			Raise([]block.Section{s}, marks)
			for i, m := range marks {
				if shown := m.Rank > mark.Bulk; shown != (want[i] == '!' || want[i] == '+') {
					t.Errorf("shown %v: %s", shown, s.Text(i))
				}
			}
		})
	}
}

// TestTitleOfResults: the comment above the results of a test is their title.
func TestTitleOfResults(t *testing.T) {
	b := block.New([]byte("# opens the till\nok 1 is open\n# shuts the till\nok 2 is shut\nok 3 is locked\nnot ok 4 is empty\n# what is left\n"))
	marks := make([]mark.Mark, b.Len())
	marks[5].Raise(mark.Critical, 100, mark.WhyFailure)
	Raise([]block.Section{{Block: b, End: b.Len(), Shape: shape.TestLog}}, marks)
	for i, m := range marks {
		if shown := m.Rank > mark.Bulk; shown != (i == 2 || i == 5) {
			t.Errorf("shown %v: %s", shown, b.Text(i))
		}
	}
}

// TestFailureAnnouncesAll: the head of a failure keeps all that is indented below it, of
// another sentence what it announces first.
func TestFailureAnnouncesAll(t *testing.T) {
	b := block.New([]byte("Error in rule pack:\n    input: a\n    output: b\n    log: c.log\n    shell:\n        gzip a\nTook the next:\n    input: d\n"))
	for why, want := range map[mark.Why]int{mark.WhyFailure: 5, mark.WhyWrong: 5, mark.WhySummary: announcedLines} {
		marks := make([]mark.Mark, b.Len())
		marks[0].Raise(mark.Critical, 100, why)
		Raise([]block.Section{{Block: b, End: b.Len(), Shape: shape.Listing}}, marks)
		got := -1
		for _, m := range marks {
			got += mark.OneIf(m.Rank > mark.Bulk)
		}
		if got != want || marks[6].Rank > mark.Bulk {
			t.Errorf("%v: %d lines shown below it, want %d", why, got, want)
		}
	}
	b = block.New([]byte("Error in rule pack:\nthe input is gone\nthe output is not\nthe log is long\nthe shell is not asked\n"))
	marks := make([]mark.Mark, b.Len())
	marks[0].Raise(mark.Critical, 100, mark.WhyFailure)
	if Raise([]block.Section{{Block: b, End: b.Len(), Shape: shape.Listing}}, marks); marks[announcedLines].Rank == mark.Bulk || marks[announcedLines+1].Rank > mark.Bulk {
		t.Error("of what isn't indented below it, not the first lines are shown")
	}
}

// TestAnnouncedByWhatIsShown: of a run of tests a sentence keeps what it announces whyever
// it is shown; of other runs one that matters.
func TestAnnouncedByWhatIsShown(t *testing.T) {
	b := block.New([]byte("VARIANT: normal\nEXPECTED OUTPUT:\n       [1, 2]\nACTUAL OUTPUT:\n       [1, 3]\n\n2 of 5 ran\n"))
	for taken, want := range map[shape.Shape]bool{shape.TestLog: true, shape.BuildLog: false} {
		marks := make([]mark.Mark, b.Len())
		marks[1].Raise(mark.Sample, 10, mark.WhyUnknown)
		Raise([]block.Section{{Block: b, End: b.Len(), Shape: taken}}, marks)
		if got := marks[2].Rank > mark.Bulk; got != want {
			t.Errorf("%v: shown %v", taken, got)
		}
	}
}

func section(text string) (block.Section, []mark.Mark) {
	b := block.New([]byte(text))
	return block.Section{Block: b, End: b.Len(), Shape: shape.BuildLog}, make([]mark.Mark, b.Len())
}

// TestNothingUnderAnothersHead holds the law over blocks of heads and details of
// several forms, nested once, of which some details are shown: the nearest shown head
// above each is its own, of each depth.
func TestNothingUnderAnothersHead(t *testing.T) {
	forms := []struct{ head, detail string }{
		{"src/mod_%d/file.go", "  %d:3  error  x is not used"},
		{"== lib/file_%d.rb ==", "C:  %d:  3: Style/Name: Rename it."},
		{"lib/file_%d.sql:", "L: %d | P: 3 | LT01 | Too many blanks."},
		{"FILE: /src/app/File%d.php", " %d | ERROR | [x] Missing comment"},
		{"************* Module app.mod_%d", "line %d is too long"},
		{"TASK [role : step number %d] *******************", "ok of host web%d"},
		{"___________ test_number_%d ___________", "E       assert %d == 2"},
		{"Suite number %d", "    ✗ case %d fails"},
		{"==> part_%d.log <==", "word %d of the part"},
	}
	rnd := rand.New(rand.NewSource(1))
	for range 400 {
		form := forms[rnd.Intn(len(forms))]
		var text strings.Builder
		var own []int // the head of each line, the line itself if it is one
		for h := range 2 + rnd.Intn(6) {
			head := len(own)
			own = append(own, head)
			fmt.Fprintf(&text, form.head+"\n", h)
			for range 1 + rnd.Intn(5) {
				own = append(own, head)
				fmt.Fprintf(&text, form.detail+"\n", 1+rnd.Intn(90))
			}
			if rnd.Intn(2) == 0 {
				own = append(own, -1)
				text.WriteByte('\n')
			}
		}
		s, marks := section(text.String())
		for i := range marks {
			if own[i] >= 0 && own[i] != i && rnd.Intn(3) == 0 {
				marks[i] = mark.Mark{Rank: 1 + mark.Rank(rnd.Intn(4)), Score: uint8(rnd.Intn(200))}
			}
		}
		Raise([]block.Section{s}, marks)
		for i, m := range marks {
			if m.Rank == mark.Bulk || own[i] < 0 {
				continue
			}
			if h := marks[own[i]]; h.Rank < m.Rank || h.Rank == m.Rank && h.Score < m.Score {
				t.Fatalf("line %d is shown and its head isn't, or goes sooner, in\n%s", i+1, text.String())
			}
		}
	}
}

// TestLawOverCorpus shows one line in so many of each input: what it stands under is
// shown, and raising again changes nothing.
func TestLawOverCorpus(t *testing.T) {
	names, err := filepath.Glob("../../testdata/corpus/*/input")
	if err != nil || len(names) == 0 {
		t.Fatal("no cases in testdata/corpus: ", err)
	}
	for n, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		s, marks := section(string(data[:min(len(data), 256<<10)]))
		for i := range marks {
			if i%11 == n%11 && !scan.Blank(s.Text(i)) {
				marks[i] = mark.Mark{Rank: mark.Sample, Score: 50}
			}
		}
		Raise([]block.Section{s}, marks)
		for i, above := range Of(s) {
			for _, h := range above {
				if h >= 0 && marks[i].Rank > mark.Bulk && marks[h].Rank == mark.Bulk {
					t.Fatalf("%s: %q is shown without %q", name, s.Text(i), s.Text(int(h)))
				}
				if int(h) >= i {
					t.Fatalf("%s: line %d stands under line %d", name, i+1, h+1)
				}
			}
		}
	}
}
