package reduce

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"elide.example/elide/internal/shape"
)

// words are what the rows of the tests are made of; none of them means anything.
var someWords = strings.Fields("ambor belka corvin dalto eskil fenra gorvat hellin isko jorda kelvo lundar mirka nolvo orsin pelka")

// TestRowsThatTell: whatever is listed, the largest number of a column that goes up and
// down, one below nothing and a word in a column of a few are shown; most rows are not.
func TestRowsThatTell(t *testing.T) {
	r := rand.New(rand.NewSource(15))
	for _, form := range []string{"%[1]d\t%[2]s\t%[3]s/%[4]s.go", "%[2]s: %6[1]d %[3]s %[4]s", "import %[1]d | %[2]s | %[4]s", "%[4]s  %[2]s  %[1]d", "%[3]s|%[2]s|%[1]d|%[4]s"} {
		for _, sh := range []shape.Shape{shape.Table, shape.Listing, shape.Plain} {
			if sh == shape.Plain && !strings.Contains(form, "|") {
				continue // shown but for repeats
			}
			const rows = 400
			most, below, odd := r.Intn(rows-40)+20, r.Intn(rows-40)+20, r.Intn(rows-40)+20
			var text strings.Builder
			line := make([]string, rows)
			for i := range rows {
				n, state := r.Intn(900)+100, "steady"
				switch i {
				case most:
					n = 70_000
				case below:
					n = -8
				}
				if i == odd {
					state = "wobbly"
				}
				line[i] = fmt.Sprintf(form, n, state, someWords[r.Intn(4)], someWords[r.Intn(16)]+fmt.Sprint(i))
				text.WriteString(line[i] + "\n")
			}
			got := shownOf(sh, text.String())
			wantShown(t, got, line[most]+"\n", line[below]+"\n", line[odd]+"\n")
			if n := strings.Count(got, "\n"); n > rows/4 {
				t.Errorf("%q as %v: %d of %d rows are shown", form, sh, n, rows)
			}
		}
	}
}

// TestFoldersAreNamed: of a list of paths the first of each folder that holds a part of
// it is shown, however deep it stands.
func TestFoldersAreNamed(t *testing.T) {
	got := shownOf(shape.Listing, linesOf(600, func(i int) string {
		return fmt.Sprintf("/srv/build/app/%s/part%d/f%d.txt", someWords[i/60], i/300, i)
	}))
	for i := range 10 {
		wantShown(t, got, "/"+someWords[i]+"/part")
	}
	wantHidden(t, got, "f59.txt")

	s := sectionOf([]byte("8K\tapp/a.go\n8K\tapp/b.go\n8K\tapp/c.go\n"), shape.Listing)
	for i, m := range Section(s) {
		if m.Head > 0 {
			t.Errorf("line %d begins with a size, and has a folder for its head", i+1)
		}
	}
}

// TestNewestAndTheirFolder: the row with the newest date, and the folder over a file
// that is shown for its size.
func TestNewestAndTheirFolder(t *testing.T) {
	r := rand.New(rand.NewSource(6))
	got := shownOf(shape.Table, linesOf(200, func(i int) string {
		date := fmt.Sprintf("2026-0%d-1%d", r.Intn(8)+1, r.Intn(9))
		if i == 77 {
			date = "2026-09-30"
		}
		return fmt.Sprintf("%s\t%s\t%s%d", someWords[i%3], date, someWords[r.Intn(16)], i)
	}))
	wantShown(t, got, "2026-09-30")

	var text strings.Builder
	for d := range 60 {
		fmt.Fprintf(&text, "app/part%d:\ntotal 8\n", d)
		for f := range 6 {
			size := 100 + r.Intn(90)
			if d == 47 && f == 3 {
				size = 90000
			}
			fmt.Fprintf(&text, "-rw-r--r-- 1 root root %5d Nov 21 03:25 f%d-%d\n", size, d, f)
		}
		text.WriteString("\n")
	}
	got = shownOf(shape.Listing, text.String())
	wantShown(t, got, "app/part47:\n-rw-r--r-- 1 root root 90000")
}

// TestRecordsThatDeviate: of like records of settings the first is shown, and of the
// others what differs, with what it stands below.
func TestRecordsThatDeviate(t *testing.T) {
	record := func(level, seen string, extra string) func(i int) string {
		return func(i int) string {
			return fmt.Sprintf("- kind: %s\n  meta:\n    made: %d\n    label: n%d\n  body:\n    parts:\n    - name: level\n      value: %s\n    - name: zone\n      value: north\n    grip: soft\n%s  outcome:\n    seenMade: %s", "till", i, i, level, extra, seen)
		}
	}
	var b strings.Builder
	b.WriteString("items:\n")
	for i := range 60 {
		level, seen, extra := "calm", fmt.Sprint(i), ""
		switch i {
		case 21:
			level = "loud"
		case 33:
			seen = "30"
		case 47:
			extra = "    spare: 1\n"
		}
		b.WriteString(record(level, seen, extra)(i) + "\n")
	}
	got := shownOf(shape.Listing, b.String())
	wantShown(t, got, "- name: level\n      value: loud\n", "made: 33\n", "seenMade: 30\n", "spare: 1\n", "grip: soft\n")
	wantHidden(t, got, "seenMade: 40\n")
	if len(got)*4 > b.Len() {
		t.Errorf("%d of %d bytes are shown", len(got), b.Len())
	}
}

// TestNumberedKeys: keys that differ in numbers alone are one place, at the left and below
// another: the first are shown, and whose value deviates.
func TestNumberedKeys(t *testing.T) {
	flat := func(odd string) string {
		return linesOf(400, func(i int) string {
			if i == 250 {
				return fmt.Sprintf("unit%d: %s", i, odd)
			}
			return fmt.Sprintf("unit%d: built", i)
		})
	}
	for name, text := range map[string]string{
		"flat": flat("skipped"),
		"heads": linesOf(200, func(i int) string {
			role := "web"
			if i == 170 {
				role = "skipped"
			}
			return fmt.Sprintf("host%d:\n  address: 10.0.0.%d\n  role: %s", i, i, role)
		}),
		"below": "units:\n  " + strings.ReplaceAll(strings.TrimSpace(flat("skipped")), "\n", "\n  ") + "\n",
	} {
		got := shownOf(shape.Listing, text)
		wantShown(t, got, "skipped")
		if n := strings.Count(got, "\n"); n > 60 {
			t.Errorf("%s: %d of %d lines are shown", name, n, strings.Count(text, "\n"))
		}
	}
}

// TestLinesWithoutAKey: among settings what has no key is shown, where that is many lines;
// not the items of a list.
func TestLinesWithoutAKey(t *testing.T) {
	var report, settings strings.Builder
	for i := range 40 {
		fmt.Fprintf(&report, "reel%d:\n  length: %d\n  frames: %d\n  depth: %d\n", i, i, i*25, i%3)
		fmt.Fprintf(&settings, "reel%d:\n  length: %d\n  parts: [\n    \"left %d\",\n    \"right %d\",\n  ]\n", i, i, i, i)
		if i%3 == 1 {
			fmt.Fprintf(&report, "  wound reel%d on spool %c\n  cut %d times\n  glued\n", i, 'a'+i, i)
		}
	}
	got := shownOf(shape.Listing, report.String())
	wantShown(t, got, "wound reel1 on spool b\n", "cut 22 times\n", "wound reel37 on spool")
	got = shownOf(shape.Listing, settings.String())
	wantHidden(t, got, "\"left 17\"", "\"right 30\"")
}

// TestReportCounts: of a report of keys what counts a failure that was, and a word that
// is not as those of its like.
func TestReportCounts(t *testing.T) {
	filler := linesOf(160, func(i int) string { return fmt.Sprintf("%s_%d:%d", someWords[i%16], i, i) })
	text := "# Store\n" + filler + "last_flush_status:ok\nlast_copy_status:ok\nlast_sync_status:ok\nlast_save_status:bent\n# Faults\nrejected_writes:3\nfailed_reads:0\n" + filler
	for _, sh := range []shape.Shape{shape.BuildLog, shape.Log, shape.Plain} {
		got := shownOf(sh, text)
		wantShown(t, got, "# Store\n", "last_save_status:bent\n", "# Faults\n", "rejected_writes:3\n")
	}
}

// TestTablesWithTextBetween: what stands below the rows of a table with bars is no row.
func TestTablesWithTextBetween(t *testing.T) {
	table := func(name string) string {
		return "            Table " + name + "\n Column | Type   | Storage\n--------+--------+---------\n" + linesOf(30, func(i int) string { return fmt.Sprintf(" c%-5d | bigint | plain", i) }) +
			"Indexes:\n    \"" + name + "_key\" over (c1)\n    \"" + name + "_twice\" over (c2) BENT\n\n"
	}
	got := shownOf(shape.Table, table("ambor")+table("belka"))
	wantShown(t, got, "Table belka", "\"ambor_twice\" over (c2) BENT", "\"belka_key\"", "Column | Type")
	wantHidden(t, got, " c20 ")
}

// TestProfileWithCallers: the rows of a profile are shown though most lines are callers.
func TestProfileWithCallers(t *testing.T) {
	got := shownOf(shape.Table, "# Overhead  Command  Symbol\n# ........  .......  ......\n"+linesOf(60, func(i int) string {
		return fmt.Sprintf("    %5.2f%%  till     [.] f%d\n            |\n            ---g%d\n               |\n                --h%d\n", 40/float64(i+1), i, i, i)
	}))
	wantShown(t, got, "[.] f0\n", "[.] f1\n", "[.] f8\n")
	wantHidden(t, got, "[.] f40\n")
}

// TestReportIsNoProse: what a program tells of itself is shown by its values.
func TestReportIsNoProse(t *testing.T) {
	part := func(name string, n int) string {
		return "------------\n" + name + "\n------------\n" + linesOf(n, func(i int) string {
			return fmt.Sprintf("%s %s %d, held %d", someWords[i%16], someWords[(i+3)%16], i, 7*i)
		})
	}
	wantShown(t, shownOf(shape.Prose, part("STORE", 9)+"taken ambor=3 of belka\n"+part("GRIPS", 30)), "STORE\n", "taken ambor=3 of belka\n", "GRIPS\n")
}
