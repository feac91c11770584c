package pipeline

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/shape"
	"elide.example/elide/internal/store"
	"elide.example/elide/internal/tokens"
)

// Complaints about values, names and numbers that were not the tool's.

func bigNumbers() string {
	var b strings.Builder
	b.WriteString("[\n")
	for i := range 200 {
		fmt.Fprintf(&b, "  {\n    \"id\": 90071992547%05d,\n    \"ratio\": 0.30000000000000004,\n    \"state\": \"ready\"\n  },\n", 40993+2*i)
	}
	b.WriteString("  {\n    \"id\": 18446744073709551615,\n    \"ratio\": 1e400,\n    \"zero\": -0,\n    \"price\": 1.10,\n    \"state\": \"failed\"\n  }\n]\n")
	return b.String()
}

var numberText = regexp.MustCompile(`-?[0-9][0-9.eE+-]*`)

// tamp's guard, nubos-pilot's loss: a parser and a printer in between turn
// 9007199254740993 into ...992, 1e400 into null, 1.10 into 1.1.
func TestNumbersAbove2To53(t *testing.T) {
	in := bigNumbers()
	shown := shownOf(t, in)
	mustShow(t, shown, []string{"18446744073709551615", "1e400", "-0", "1.10", `"failed"`})
	for _, n := range numberText.FindAllString(bracketed.ReplaceAllString(shown, " "), -1) {
		if !strings.Contains(in, n) {
			t.Errorf("%s does not stand in the input", n)
		}
	}
}

// bracketed is a gap or a marker.
var bracketed = regexp.MustCompile(`⟦[^⟧]*⟧`)

// rtk 1152, 297, 1419, 2139: values were shown as their types.
func TestJSONValuesAreNotTypes(t *testing.T) {
	record := map[string]any{"name": "resolver", "version": "4.17.21", "private": true, "files": 31}
	first, _ := json.Marshal(record)
	in := "[" + string(first) + times(300, `,{"name":"resolver-%[1]d","version":"4.17.%[1]d","private":true,"files":%[1]d}`) + "]\n"
	shown := shownOf(t, in)
	mustShow(t, shown, []string{`"resolver"`, `"4.17.21"`, "true", "31"})
	for _, typ := range []string{"string", "number", "bool", "int", "float", "array("} {
		if strings.Contains(shown, typ) {
			t.Errorf("%q stands in the output, not in the input", typ)
		}
	}
}

// The one record that is unlike the others is why the list was asked for.
func TestDeviatingRecordIsShown(t *testing.T) {
	healthy := `{"pod":"web-%[1]d","phase":"Running","restarts":0,"reason":null},`
	in := "[" + times(150, healthy) + `{"pod":"db-0","phase":"CrashLoopBackOff","restarts":17,"reason":"exit code 137"},` +
		strings.TrimSuffix(times(150, strings.ReplaceAll(healthy, "web", "api")), ",") + "]\n"
	mustShow(t, shownOf(t, in), []string{"db-0", "CrashLoopBackOff", "17", "exit code 137"})
}

// Classifying without evidence.
func TestReadmeIsNotABuildLog(t *testing.T) { isTakenFor(t, readme, shape.Prose) }
func TestRustSourceIsNotALog(t *testing.T)  { isTakenFor(t, rustSource(), shape.SourceBrace) }
func TestLsIsNotALog(t *testing.T)          { isTakenFor(t, lsOutput(), shape.Listing) }

func isTakenFor(t *testing.T, in string, want shape.Shape) {
	t.Helper()
	if got := plainly(t, []byte(in), Options{MinBytes: -1}).Shape; got != want {
		t.Errorf("taken for %s", got)
	}
}

const readme = `# Ferry

Ferry moves files between hosts and says what it did.

## Installing

You need a compiler. Run these from the top folder:

` + "```" + `
$ make
cc -O2 -c ferry.c
cc -o ferry ferry.o
$ make install
` + "```" + `

If the build fails with "error: ssl.h: No such file", install the headers
first. A warning about an unused variable is harmless.

## Using it

Ferry reads its list of hosts from a file. Each line holds a name and a port.
When a host can't be reached, ferry tries again three times, then reports an
error and goes on with the next one. It exits with status 1 if any failed.

| option | meaning |
| ------ | ------- |
| -v     | say more |
| -q     | say only what failed |

## Errors

A host that refuses is listed under "FAILED". You MUST NOT delete the journal
while ferry runs; it is what a second run goes on from.

## Tests

Run the tests before you send a change. All of them have to pass, on both of
the systems that we support, and the linter has to be silent as well.

## History

Ferry was written to move ten thousand photographs from one house to another,
over a line that broke every few minutes. That is why it never starts over,
why it checks every block twice, and why it is patient with slow hosts. It has
since moved a good deal more than photographs, for people we have never met.

## Thanks

To everyone who has sent a report with the journal attached to it: nearly all
of the errors that we have repaired were found in one of those, most of them
on systems that we do not own, with disks that we would not have believed in.
`

func rustSource() string {
	unit := `
/// Logs an error with its level and goes on.
pub fn report_%[1]d(level: Level, err: &Error) -> Result<(), Error> {
    let line = format!("ERROR 2026-01-02 03:04:05 {} failed: {}", %[1]d, err);
    if level == Level::Warn {
        warn!("WARN: {}", line);
        return Err(Error::new("failed"));
    }
    error!("{}", line);
    Ok(())
}
`
	return "use std::fmt;\nuse crate::log::{error, warn, Level};\n" + times(30, unit)
}

func lsOutput() string {
	return "total 248\ndrwxr-xr-x  9 dev  dev   4096 Jan  2 03:04 .\ndrwxr-xr-x 14 dev  dev   4096 Jan  2 03:01 ..\n" +
		times(90, "-rw-r--r--  1 dev  dev    %[1]d52 Jan  2 03:04 error-%[1]d.log\n")
}

// A filter whose output is longer than what it was given, or that swallows
// what is as short as a version (snip 59).
func TestSmallOutputsDontGrow(t *testing.T) {
	for _, in := range []string{
		"ferry 1.4.2 (linux/amd64)\n", "\n", "x", "FAIL\n", "[]\n", "{}\n", "error: no such file\n",
		"ok  \texample.org/a\t0.004s\n", "1.2.3", "a,b,c\n1,2,3\n", "commit 98b2c41\n",
	} {
		if res := plainly(t, []byte(in), Options{}); res.Reduced {
			t.Errorf("%q became %q", in, res.Text)
		}
	}
	for n := 50; n < 6000; n += 270 {
		for _, in := range []string{lsOutput(), readme, rustSource(), bigNumbers(), times(200, "--- PASS: TestA%[1]d (0.00s)\n")} {
			in = in[:min(n, len(in))]
			checkSmaller(t, []byte(in), plainly(t, []byte(in), Options{MinBytes: -1}))
		}
	}
}

var verbatimToken = regexp.MustCompile(`[0-9a-f]{12,}|/?(?:[\w.-]+/)+[\w.-]+`)

// Shortened paths and hashes can't be searched for, opened or copied.
func TestPathsAndHashesStayVerbatim(t *testing.T) {
	sha := "3a7bd3e2360a3d29eea436fcfb7e44c735d117c42d1c1835420b6b9942dd4f1b"
	in := times(80, "2026-01-02 03:04:05 INFO pulled registry.example.org/team/app/worker-%[1]d@sha256:98b2c4105ed2a8a0ce9b1c1bb60b3b7d2c0c2b2f8f0a3a3c9d1d7a6c4f5e%04[1]d\n") +
		"2026-01-02 03:04:09 ERROR digest of /var/lib/images/blobs/sha256/" + sha + "/layer.tar.gz differs: want " + sha + "\n" +
		times(80, "2026-01-02 03:04:05 INFO started /srv/app/worker-%[1]d/bin/run in 6f1ed002-ab59-4c1b-9c1e-2d3b%08[1]d\n")
	shown := shownOf(t, in)
	mustShow(t, shown, []string{"/var/lib/images/blobs/sha256/" + sha + "/layer.tar.gz differs: want " + sha})
	for _, token := range verbatimToken.FindAllString(shown[:strings.LastIndex(shown, "⟦elided:")], -1) {
		if !strings.Contains(in, token) {
			t.Errorf("%q does not stand in the input", token)
		}
	}
}

// rtk 3425: a comment that a string seemed to open ate the rest of the file.
func TestStarInStringEndsNothing(t *testing.T) {
	bodies := map[string]string{
		"Go":         "package walk\n\nvar glob = \"src/*\"\nvar raw = `/* as well`\nvar quote = '\"'\n" + times(25, "\n// Step%[1]d goes on.\nfunc Step%[1]d(dir string) error {\n\tif dir == \"\" {\n\t\treturn nil\n\t}\n\treturn walk(dir + \"/*\")\n}\n"),
		"C":          "#include <stdio.h>\n\nstatic const char *glob = \"src/*\";\nstatic const char quote = '\"';\n" + times(25, "\nint step%[1]d(const char *dir)\n{\n\tif (!dir) {\n\t\treturn 0;\n\t}\n\treturn walk(dir, \"/*\");\n}\n"),
		"JavaScript": "const glob = 'src/**/*.js';\nconst other = \"/*\";\nconst text = `/* ${glob}`;\nconst re = /[/*\"']/;\n" + times(25, "\nexport function step%[1]d(dir) {\n  if (!dir) {\n    return null;\n  }\n  return walk(dir + '/*');\n}\n"),
		"Rust":       "use std::path::Path;\n\nconst GLOB: &str = \"src/*\";\nconst RAW: &str = r#\"/* \"quoted\" \"#;\nconst Q: char = '\"';\n" + times(25, "\npub fn step%[1]d<'a>(dir: &'a str) -> Option<&'a str> {\n    if dir.is_empty() {\n        return None;\n    }\n    walk(dir, \"/*\")\n}\n"),
		"Python":     "import glob\n\nPATTERN = 'src/*'\nHASH = \"# not a comment\"\nQUOTE = '\"\"\"'\n" + times(25, "\n\ndef step%[1]d(path):\n    if not path:\n        return None\n    for name in glob.glob(path + '/*'):\n        yield name\n"),
	}
	for name, in := range bodies {
		t.Run(name, func(t *testing.T) {
			if name != "Python" {
				in += "\n/* the end */\n"
			}
			shown := shownOf(t, in)
			if !strings.Contains(in, "func Step") {
				mustShow(t, shown, each(25, "step%d"))
				return
			}
			mustShow(t, shown, each(25, "func Step%d(dir string) error"))
		})
	}
}

// rtk 3427: line numbers were those of the shortened view, so edits went
// elsewhere. The gaps give each shown line the number it has in the original.
func TestLineNumbersAreTheOriginals(t *testing.T) {
	failing := "--- FAIL: TestTiles (0.01s)\n    tiles_test.go:31: 17 tiles cover 16 fields\nFAIL\nFAIL\texample.org/tiles\t0.1s\n"
	for _, in := range []string{rustSource(), readme, lsOutput(), times(150, "ok  \texample.org/app/part%[1]d\t0.0%[1]ds\n") + failing} {
		lines, at := strings.SplitAfter(in, "\n"), 1
		res := plainly(t, []byte(in), Options{})
		if !res.Reduced {
			continue
		}
		for l := range strings.Lines(string(res.Text)) {
			text := []byte(strings.TrimSuffix(l, "\n"))
			if r, ok := marker.ParseGap(text); ok {
				if r.First != at {
					t.Fatalf("gap %s stands at line %d", r, at)
				}
				at = r.Last + 1
			} else if _, ok := marker.Parse(text); !ok {
				if l != lines[at-1] {
					t.Fatalf("line %d is %q, shown is %q", at, lines[at-1], l)
				}
				at++
			}
		}
		if at != strings.Count(in, "\n")+1 {
			t.Errorf("the last line would be %d of %d", at-1, strings.Count(in, "\n"))
		}
	}
}

// "[64 lines omitted]", and no way to get them. One marker, on the last
// line, and the count in it is that of the lines that the gaps name.
func TestNothingIsOmittedWithoutAMarker(t *testing.T) {
	for _, in := range []string{rustSource(), lsOutput(), bigNumbers(), times(300, "--- PASS: TestA%[1]d (0.00s)\n") + "PASS\n"} {
		res := plainly(t, []byte(in), Options{PlainViews: true})
		if !res.Reduced {
			t.Fatal("passes through: ", res.Reason)
		}
		if found := marker.Find(res.Text); len(found) != 1 || !marker.Ends(res.Text) {
			t.Errorf("%d markers in\n%s", len(found), res.Text)
		}
		hidden := 0
		for l := range bytes.Lines(res.Text) {
			if r, ok := marker.ParseGap(bytes.TrimSpace(l)); ok && !r.IsSpan() {
				hidden += r.Last - r.First + 1
			}
		}
		if hidden != res.HiddenLines || !bytes.Contains(res.Text, fmt.Appendf(nil, " %d lines", hidden)) {
			t.Errorf("gaps name %d lines, %d are hidden, the marker says %s", hidden, res.HiddenLines, res.Text[bytes.LastIndex(res.Text, []byte("⟦")):])
		}
	}
}

// rtk 3508, 2805: savings counted on something else than what was printed.
func TestSavingsAreOfWhatIsPrinted(t *testing.T) {
	in := []byte(rustSource())
	res := plainly(t, in, Options{})
	if res.TokensOut != tokens.Estimate(res.Text) || res.Tokens != tokens.Estimate(in) || res.Bytes != int64(len(in)) {
		t.Errorf("says %d of %d tokens, %d bytes", res.TokensOut, res.Tokens, res.Bytes)
	}
}

// headroom 2836, 2694: markers of others were adopted, and a marker was
// stored as if it were the original.
func TestForeignMarkersAreData(t *testing.T) {
	foreign := "⟦elided:ffffffffffff 9 lines, elision-get⟧\n⟦3-70⟧\n"
	in := lsOutput() + foreign + lsOutput()
	res := plainly(t, []byte(in), Options{})
	if !res.Reduced || res.Hash == "ffffffffffff" {
		t.Errorf("reduced %v, hash %s", res.Reduced, res.Hash)
	}
	checkRestores(t, []byte(in))
	if res := plainly(t, []byte(lsOutput()+foreign[:strings.IndexByte(foreign, '\n')]), Options{}); res.Reduced {
		t.Error("a block that ends in a marker is reduced again")
	}
	st, err := store.Open(t.TempDir(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if again, err := Reduce(context.Background(), bytes.NewReader(res.Text), Options{MinBytes: -1}, st); err != nil || again.Reduced {
		t.Errorf("a reduced block is stored as an original: %v, %v", again.Reduced, err)
	}
	if list, err := st.List(); err != nil || len(list) != 0 {
		t.Errorf("%d entries, %v", len(list), err)
	}
}

// An output that depends on what came before it misses prompt caches
// (headroom 2438): a full store, and other blocks between, change nothing.
func TestSameBytesWhateverCameBefore(t *testing.T) {
	st, err := store.Open(t.TempDir(), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var first []byte
	for i, in := range []string{rustSource(), lsOutput(), readme, rustSource(), bigNumbers(), rustSource()} {
		res, err := Reduce(context.Background(), strings.NewReader(in), Options{}, st)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case i == 0:
			first = res.Text
		case in == rustSource() && !bytes.Equal(res.Text, first):
			t.Errorf("the same block becomes other bytes the next time:\n%s", res.Text)
		}
	}
}

// A query's words that stand in most lines say nothing (ctxzip), and must
// not bring up the whole block.
func TestCommonWordsOfAQueryAreIgnored(t *testing.T) {
	in := times(400, "2026-01-02 03:04:05 INFO worker %[1]d: request served\n") + "2026-01-02 03:04:06 INFO worker 7: mailbox compacted\n" +
		times(400, "2026-01-02 03:04:07 INFO worker %[1]d: request served\n")
	res := plainly(t, []byte(in), Options{Query: "which worker request compacted its mailbox"})
	mustShow(t, string(res.Text), []string{"mailbox compacted"})
	asked := plainly(t, []byte(in), Options{Query: "which worker served the request"})
	unasked := plainly(t, []byte(in), Options{})
	if !bytes.Equal(asked.Text, unasked.Text) {
		t.Errorf("words of all lines bring up\n%.2000s\nwithout them\n%.2000s", asked.Text, unasked.Text)
	}
}
