package reduce

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/diffs"
	"elide.example/elide/internal/shape"
)

const smallDiff = `commit 0123456789abcdef0123456789abcdef01234567
Author: A <a@example.com>
Date:   Mon May 4 10:44:15 2026 -0700

    Fix the counter

    It counted twice.

diff --git a/count.go b/count.go
index 1111111..2222222 100644
--- a/count.go
+++ b/count.go
@@ -1,7 +1,7 @@ package count
 package count
 
 func Count(list []int) int {
-	return 2 * len(list)
+	return len(list)
 }
 
 // the end
@@ -20,3 +20,4 @@ func Other() {
 	a()
--- a comment that looks like a header
+++ another
+	c()
 	b()
diff --git a/old.txt b/old.txt
deleted file mode 100644
index 3333333..0000000
--- a/old.txt
+++ /dev/null
@@ -1 +0,0 @@
-gone
\ No newline at end of file
`

func TestSmallDiffKeepsEveryChange(t *testing.T) {
	got := shownBy(t, shape.Diff, smallDiff)
	wantShown(t, got, "commit 0123456789", "Fix the counter", "It counted twice.",
		"diff --git a/count.go b/count.go\n", "@@ -1,7 +1,7 @@ package count\n", "-\treturn 2 * len(list)\n", "+\treturn len(list)\n",
		"--- a comment that looks like a header\n", "+++ another\n", "+\tc()\n", "deleted file mode", "-gone\n", "@@ -1 +0,0 @@\n")
	wantHidden(t, got, "// the end", "index 1111111", "--- a/count.go", "+++ b/count.go")
}

// rtk 827: diffs cut without a word led to decisions that could not be undone.
func TestMiddleDiffKeepsEveryChange(t *testing.T) {
	text := manyHunksOf("src/a.go", 30, 6)
	got := shownBy(t, shape.Diff, text)
	for _, line := range strings.SplitAfter(text, "\n") {
		if strings.HasPrefix(line, "+\t") && !strings.Contains(got, line) {
			t.Fatalf("%q is not shown", line)
		}
	}
}

func manyHunksOf(path string, hunks, added int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "diff --git a/%s b/%s\nindex 1..2 100644\n--- a/%s\n+++ b/%s\n", path, path, path, path)
	for h := range hunks {
		fmt.Fprintf(&b, "@@ -%d,2 +%d,%d @@ func f%d() {\n \tbefore%d()\n", h*10+1, h*10+1, added+2, h, h)
		for i := range added {
			fmt.Fprintf(&b, "+\tcall%d(%d, %q)\n", i, h, path)
		}
		fmt.Fprintf(&b, " \tafter%d()\n", h)
	}
	return b.String()
}

func TestLargeDiffNamesEveryFile(t *testing.T) {
	var b strings.Builder
	for f := range 80 {
		b.WriteString(manyHunksOf(fmt.Sprintf("src/f%d.go", f), 5, 12))
	}
	got := shownBy(t, shape.Diff, b.String())
	for f := range 80 {
		wantShown(t, got, fmt.Sprintf("diff --git a/src/f%d.go b/src/f%d.go\n", f, f))
	}
	if len(got)*5 > b.Len() {
		t.Errorf("%d of %d bytes are shown", len(got), b.Len())
	}
}

// TestHugeDiffShowsChanges: of a diff with more hunks than have a line each in what may be
// shown, the first changed lines are shown until that is used up, beside the heads of hunks.
func TestHugeDiffShowsChanges(t *testing.T) {
	var b strings.Builder
	for f := range 60 {
		fmt.Fprintf(&b, "diff --git a/f%d.go b/f%d.go\n--- a/f%d.go\n+++ b/f%d.go\n", f, f, f, f)
		for h := range 25 {
			fmt.Fprintf(&b, "@@ -%d,4 +%d,4 @@\n a\n-	return before(%d, %d, \"a value that is long enough for the line to count\")\n+	return after(%d, %d, \"another one that is long enough for the line to count\")\n b\n", h*20+1, h*20+1, f, h, f, h)
		}
	}
	text := shownBy(t, shape.Diff, b.String())
	heads, changed := strings.Count(text, "@@ -"), strings.Count(text, "return ")
	if heads < 60 || changed < 10 || changed > 150 {
		t.Errorf("%d heads of hunks and %d changed lines are shown", heads, changed)
	}
}

// TestLongDiffIsShown: of a diff of some hundred changed lines each is shown, but for those of
// files that are gone; of one of a thousand not.
func TestLongDiffIsShown(t *testing.T) {
	gone := "diff --git a/old.go b/old.go\ndeleted file mode 100644\n--- a/old.go\n+++ /dev/null\n@@ -1,300 +0,0 @@\n" + strings.Repeat("-\told line of the till\n", 300)
	text := manyHunksOf("src/a.go", 60, 8)
	got := shownBy(t, shape.Diff, text+gone)
	if want, n := strings.Count(text, "\n+"), strings.Count(got, "\n+\t"); n != want-1 {
		t.Errorf("%d of %d changed lines are shown", n, want-1)
	}
	wantShown(t, got, "deleted file mode", "@@ -1,300 +0,0 @@")
	wantHidden(t, got, "old line of the till")
	few := strings.Replace(gone, strings.Repeat("-\told line of the till\n", 300), strings.Repeat("-\told line of the till\n", 30), 1)
	wantShown(t, shownBy(t, shape.Diff, few), "old line of the till")
	if got := shownBy(t, shape.Diff, manyHunksOf("src/a.go", 150, 8)); len(got) > 26_000 {
		t.Errorf("of a diff of 1,200 changed lines %d bytes are shown", len(got))
	}
}

func TestLargeLockFileGoesLast(t *testing.T) {
	text := manyHunksOf("src/a.go", 10, 3) + manyHunksOf("package-lock.json", 60, 20)
	got := shownBy(t, shape.Diff, text)
	wantShown(t, got, "call2(9, \"src/a.go\")", "diff --git a/package-lock.json")
	wantHidden(t, got, `"package-lock.json")`)
}

func TestLongLogKeepsTheNewestCommits(t *testing.T) {
	var b strings.Builder
	for c := range 400 {
		fmt.Fprintf(&b, "commit %040x\nAuthor: A <a@example.com>\nDate:   now\n\n    Subject %d\n\n    Body.\n\n", c+1, c)
		b.WriteString(manyHunksOf(fmt.Sprintf("f%d.go", c), 4, 9))
		b.WriteString("\n")
	}
	got := shownBy(t, shape.Diff, b.String())
	wantShown(t, got, fmt.Sprintf("commit %040x\n", 1), "    Subject 0\n", "diff --git a/f0.go", "call0(0, \"f0.go\")")
	if len(got)*10 > b.Len() {
		t.Errorf("%d of %d bytes are shown", len(got), b.Len())
	}
}

func TestConflictsAreCritical(t *testing.T) {
	merge := "diff --cc a.go\nindex 1,2..0\n--- a/a.go\n+++ b/a.go\n@@@ -1,3 -1,3 +1,7 @@@\n  same\n++<<<<<<< HEAD\n +ours\n++=======\n+ theirs\n++>>>>>>> left\n  same too\n"
	got := shownBy(t, shape.Diff, merge)
	wantShown(t, got, "diff --cc a.go", "++<<<<<<< HEAD\n +ours\n++=======\n+ theirs\n++>>>>>>> left\n")
	wantHidden(t, got, "same too")
	svn := "--- a.go\n+++ a.go\n@@ -1,5 +1,12 @@\n same\n+<<<<<<< .working\n ours\n+||||||| .merge-left.r2\n+base\n+=======\n+theirs\n+>>>>>>> .merge-right.r10\n same too\n Title\n+=======\n below\n"
	got = shownBy(t, shape.Diff, svn)
	wantShown(t, got, "+<<<<<<< .working\n ours\n+||||||| .merge-left.r2\n")
	wantHidden(t, got, " same too", " below")
	file := strings.Repeat("text\n", 20) + "<<<<<<< HEAD\nours\n||||||| base\nbase\n=======\ntheirs\n>>>>>>> left\n" + strings.Repeat("text\n", 20)
	got = shownBy(t, shape.Diff, file)
	wantShown(t, got, "<<<<<<< HEAD\nours\n||||||| base\nbase\n=======\ntheirs\n>>>>>>> left\n")
}

func TestDiffsOfOtherTools(t *testing.T) {
	for name, c := range map[string]struct {
		text          string
		shown, hidden []string
	}{
		"diff -ru": {"diff -ru a/x.c b/x.c\n--- a/x.c\t2026-01-01 00:00:00\n+++ b/x.c\t2026-01-02 00:00:00\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\nOnly in b: new.c\n",
			[]string{"diff -ru a/x.c b/x.c", "@@ -1,3 +1,3 @@", "-two", "+2", "Only in b: new.c"}, []string{" three"}},
		"plain unified": {"--- x.c\t2026\n+++ y.c\t2026\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n", []string{"--- x.c", "+++ y.c", "-two", "+2"}, []string{" one"}},
		"svn": {"Index: src/x.c\n===================================================================\n--- src/x.c\t(revision 4)\n+++ src/x.c\t(working copy)\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n",
			[]string{"Index: src/x.c", "-two", "+2"}, []string{" one"}},
		"normal": {"12,13c12\n< two\n< three\n---\n> 2\n40a41\n> four\n", []string{"12,13c12", "< two", "> 2", "40a41", "> four"}, nil},
		"context": {"*** x.c\t2026\n--- y.c\t2026\n***************\n*** 1,3 ****\n  one\n! two\n  three\n--- 1,3 ----\n  one\n! 2\n  three\n",
			[]string{"*** x.c", "! two", "! 2", "*** 1,3 ****"}, []string{"  three"}},
		"format-patch": {"From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001\nFrom: A <a@b.c>\nDate: now\nSubject: [PATCH 1/2] Do it\n\nBecause.\n---\n x.c | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)\n\ndiff --git a/x.c b/x.c\nindex 1..2\n--- a/x.c\n+++ b/x.c\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n-- \n2.40\n",
			[]string{"Subject: [PATCH 1/2] Do it", "Because.", " x.c | 2 +-", "1 file changed", "-two", "+2"}, []string{" one"}},
		"stat":  {" a.go | 3 ++-\n b.bin | Bin 0 -> 12 bytes\n 2 files changed, 2 insertions(+), 1 deletion(-)\n", []string{"a.go", "b.bin", "2 files changed"}, nil},
		"words": {"diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n one\n [-two-]{+2+} more\n three\n", []string{"[-two-]{+2+}"}, []string{" three"}},
		"color": {"\x1b[1mdiff --git a/x b/x\x1b[m\n\x1b[36m@@ -1,2 +1,2 @@\x1b[m\n one\n\x1b[31m-two\x1b[m\n\x1b[32m+\x1b[m\x1b[32m2\x1b[m\n", []string{"diff --git", "-two", "2\x1b[m"}, []string{" one"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := shownBy(t, shape.Diff, c.text)
			wantShown(t, got, c.shown...)
			wantHidden(t, got, c.hidden...)
		})
	}
}

// What a tool says between the diffs of files is shown, however many files
// there are.
func TestTextBetweenDiffsIsShown(t *testing.T) {
	var b strings.Builder
	for i := range 50 {
		fmt.Fprintf(&b, "ERROR: src/f%d.py Imports are incorrectly sorted.\n--- src/f%d.py:before\n+++ src/f%d.py:after\n@@ -1,2 +1,2 @@\n-import b\n import a\n+import b\n", i, i, i)
	}
	s := sectionOf([]byte(b.String()), shape.Diff)
	marks := make([]mark.Mark, s.Len())
	diffs.Reduce(s, marks)
	for i := range marks {
		if strings.HasPrefix(string(s.Text(i)), "ERROR") && marks[i].Rank < mark.Context {
			t.Errorf("line %d is hidden: %s", i+1, s.Text(i))
		}
	}
}

// What a formatter would change is the same in each file: the first is shown.
func TestProposedDiffShowsOneFile(t *testing.T) {
	var b strings.Builder
	for i := range 30 {
		fmt.Fprintf(&b, "ERROR: src/a%d.py Imports are incorrectly sorted.\n--- src/a%[1]d.py:before\n+++ src/a%[1]d.py:after\n@@ -1,4 +1,4 @@\n+from m%[1]d import a\n import b\n-from m%[1]d import a\n import c\n\n", i)
	}
	got := shownBy(t, shape.Diff, b.String())
	wantShown(t, got, "ERROR: src/a0.py", "ERROR: src/a29.py", "+from m0 import a\n", "-from m0 import a\n", "+++ src/a29.py:after\n")
	wantHidden(t, got, "from m1 import", "from m29 import")
}
