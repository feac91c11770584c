package reduce

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/shape"
)

func TestElfReportNamesSectionsOfCodeAndData(t *testing.T) {
	got := shownOf(shape.Table, "ELF Header:\n  Class:                             ELF64\n\nSection Headers:\n"+
		linesOf(30, func(i int) string {
			return fmt.Sprintf("  [ 9] .gnu.version_%d    VERNEED          0000000000001020  00001020", i)
		})+
		"  [15] .text             PROGBITS         00000000000024a0  000024a0\n"+
		"       00000000000024c1  0000000000000000  AX       0     0     16\n"+
		"  [25] .bss              NOBITS           0000000000007020  00007010\n\nRelocation section '.rela.dyn' at offset 0xf68 contains 9 entries:\n  Offset          Info           Type\n"+
		linesOf(30, func(i int) string { return fmt.Sprintf("ffffffff81%02d  000000000008 R_X86_64_RELATIVE", i) }))
	wantShown(t, got, ".text ", ".bss ", "Relocation section")
	wantHidden(t, got, ".gnu.version_7", "ffffffff8117")
}

func TestArchiveNamesItsFolders(t *testing.T) {
	got := shownOf(shape.Listing, linesOf(6, func(i int) string {
		return fmt.Sprintf("drwxr-xr-x ann/staff         0 2026-11-22 17:36 app/part%d/\n", i) + strings.TrimSuffix(linesOf(20, func(k int) string {
			return fmt.Sprintf("-rw-r--r-- ann/staff      4617 2026-11-22 17:36 app/part%d/f%d.py", i, k)
		}), "\n")
	}))
	wantShown(t, got, "app/part0/\n", "app/part5/\n")
	wantHidden(t, got, "part3/f7.py")
}

func TestTableShowsWhatIsSaidAboveIt(t *testing.T) {
	got := shownOf(shape.Table, "top - 17:37:04 up  1:43,  0 user,  load average: 6.37, 2.94, 4.18\nTasks:  87 total,   2 running,  85 sleeping\nMiB Mem :  24105.6 total,   6764.1 free\n\n"+
		"  PID USER      PR  NI    VIRT    RES  %CPU  %MEM     TIME+ COMMAND\n"+
		linesOf(60, func(i int) string {
			return fmt.Sprintf("%5d root      20   0    1200      0   0.0   0.0   0:00.%02d worker", 900+i, i)
		}))
	wantShown(t, got, "load average", "Tasks:", "MiB Mem", "PID USER")
	got = shownOf(shape.Table, "Archive:  lib/app-1.2.jar\n  Length      Date    Time    Name\n---------  ---------- -----   ----\n"+
		linesOf(60, func(i int) string { return fmt.Sprintf("%9d  1980-02-01 00:00   org/app/C%d.class", 900+i*7%50, i) })+
		"---------                     -------\n   517380                     60 files\n")
	wantShown(t, got, "Archive:  lib/app-1.2.jar", "60 files")
	wantHidden(t, got, "C31.class")
}

func TestTableShowsWhatFollowsIt(t *testing.T) {
	got := shownOf(shape.Table, " num     #instances         #bytes  class name\n-------------------------------------------------------\n"+
		linesOf(200, func(i int) string { return fmt.Sprintf("%4d:  %12d  %12d  com.acme.C%d", i+1, 900-i, 90000-i*9, i) })+
		"Total         85519       24163336\n2618:\n garbage-first heap   total 110592K, used 27022K\n9999:\njava.io.IOException: No such process\n\tat a.b.VirtualMachineImpl.sendQuitTo(Native Method)\n\tat a.b.JCmd.main(JCmd.java:97)\n")
	wantShown(t, got, "com.acme.C0\n", "Total ", "garbage-first heap", "IOException: No such process")
	wantHidden(t, got, "com.acme.C120\n")
}

func TestErrorsBehindAFileAreShown(t *testing.T) {
	got := shownOf(shape.SourceBrace, linesOf(60, func(i int) string {
		return fmt.Sprintf("CREATE TABLE t%d(\n  id INTEGER PRIMARY KEY,\n  error: TEXT\n);", i)
	})+"Error: stepping, CHECK constraint failed: length(isbn)=13 (19)\nok\n")
	wantShown(t, got, "CHECK constraint failed")
	wantHidden(t, got, "  error: TEXT")
}

func TestHistoryBehindOtherOutput(t *testing.T) {
	got := shownOf(shape.Log, "Auf Branch main\n\tge\u00e4ndert:       lib/a.js\n\n"+
		linesOf(3, func(i int) string {
			return fmt.Sprintf("commit %s%d\nAuthor: Ann <a@example.com>\nDate:   Sat Mar 28 13:39:25 2026 +0800\n\n    fix: number %d\n\n%s lib/a.js | 4 ++--\n 1 file changed\n", strings.Repeat("ab1", 13), i, i, linesOf(12, func(k int) string { return fmt.Sprintf("    detail %d", k) }))
		})+
		"fatal: ung\u00fcltig 'fehlt'\nls: Zugriff auf 'weg' nicht m\u00f6glich\n")
	wantShown(t, got, "Auf Branch main", "lib/a.js", "fix: number 0", "fix: number 2", "fatal:", "ls: Zugriff")
	wantHidden(t, got, "detail 11")
}

func TestListsOfSeveralCommands(t *testing.T) {
	got := shownOf(shape.Listing, linesOf(30, func(i int) string { return fmt.Sprintf("%6d\tAuthor %d", 90-i, i) })+
		linesOf(30, func(i int) string { return fmt.Sprintf("v1.%d.0          Merge the %d-th", i, i) })+
		linesOf(30, func(i int) string { return fmt.Sprintf("a%06x fix: number %d", i, i) })+
		linesOf(40, func(i int) string { return fmt.Sprintf("M\tlib/f%d.go", i) })+"D\tlib/gone.go\n"+
		linesOf(40, func(i int) string { return fmt.Sprintf("M\tlib/g%d.go", i) }))
	wantShown(t, got, "Author 0", "fix: number 0", "v1.0.0", "D\tlib/gone.go", "lib/g39.go")
	wantHidden(t, got, "Author 20", "fix: number 20", "lib/f20.go", "v1.20.0")
}

func TestTreeBetweenErrorsShowsItsFirstLevel(t *testing.T) {
	got := shownOf(shape.Listing, "npm warn Unknown user config\napp@1.0.0 /src/app\n"+
		linesOf(8, func(i int) string {
			return fmt.Sprintf("├─┬ direct%d@1.0.0\n", i) + strings.TrimSuffix(linesOf(20, func(k int) string { return fmt.Sprintf("│ ├── deep%d-%d@1.0.0", i, k) }), "\n")
		})+"└── last@1.0.0\n\nnpm error code ELSPROBLEMS\nnpm error invalid: one@1.0.0 /src/app/node_modules/one\nnpm error invalid: two@1.0.0 /src/app/node_modules/two\nnpm error A complete log of this run can be found in: /home/dev/debug.log\n")
	wantShown(t, got, "direct0@", "direct7@", "last@1.0.0", "invalid: two")
	wantHidden(t, got, "deep3-5@")
}
