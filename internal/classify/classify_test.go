package classify

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/shape"
)

// samples are written the way a family of tools prints, one for each habit.
var samples = []struct {
	name string
	want shape.Shape
	text string
}{
	{"go test", shape.TestLog, "=== RUN   TestA\n--- PASS: TestA (0.00s)\n=== RUN   TestB\n    b_test.go:9: got 1, want 2\n--- FAIL: TestB (0.00s)\nFAIL\nFAIL\texample.org/b\t0.01s\n"},
	{"two results amid numbers", shape.TestLog, "--- FAIL: TestA\nline 1\n--- FAIL: TestB\n" + strings.Repeat("31\n", 200)},
	{"matches amid other lines", shape.Grep, strings.Repeat("src/a.go:3:func a() {\nsrc/a.go-4-\treturn 1\nelse\n", 8)},
	{"tap", shape.TestLog, "TAP version 13\nok 1 - loads\nnot ok 2 - saves\n#   Failed test 'saves'\n1..2\n"},
	{"rspec", shape.TestLog, "..F.\n\nFailures:\n\n  1) Cart adds\n     Failure/Error: expect(x).to eq 2\n\nFinished in 0.1 seconds\n4 examples, 1 failure\n"},
	{"maven", shape.BuildLog, "[INFO] Scanning for projects...\n[INFO] Building app 1.0\n[ERROR] /a/B.java:[3,4] cannot find symbol\n[INFO] BUILD FAILURE\n"},
	{"gcc in German", shape.BuildLog, "gcc -c a.c\na.c: In Funktion »main«:\na.c:3:5: Fehler: »x« nicht deklariert\n    3 |     x = 1;\n      |     ^\nmake: *** [Makefile:2: a.o] Fehler 1\n"},
	{"syslog", shape.Log, "Jan  2 03:04:05 host sshd[1]: Accepted key\nJan  2 03:04:06 host sshd[1]: session opened\nJan  2 03:04:07 host cron[2]: job\n"},
	{"logfmt", shape.Log, "time=2026-01-02T03:04:05Z level=info msg=started\ntime=2026-01-02T03:04:06Z level=error msg=\"no route\"\n"},
	{"access log", shape.Log, "127.0.0.1 - - [10/Oct/2025:13:55:36 +0000] \"GET / HTTP/1.1\" 200 12\n127.0.0.1 - - [10/Oct/2025:13:55:37 +0000] \"GET /a HTTP/1.1\" 500 9\n"},
	{"python traceback", shape.Stack, "Traceback (most recent call last):\n  File \"a.py\", line 3, in <module>\n    f()\n  File \"a.py\", line 1, in f\n    raise ValueError(1)\nValueError: 1\n"},
	{"java trace", shape.Stack, "Exception in thread \"main\" java.lang.IllegalStateException: no\n\tat org.example.A.b(A.java:3)\n\tat org.example.A.main(A.java:9)\nCaused by: java.io.IOException\n\t... 2 more\n"},
	{"python exception group", shape.Stack, "  + Exception Group Traceback (most recent call last):\n  |   File \"a.py\", line 9, in <module>\n  |     run()\n  |     ^^^^^\n  | ExceptionGroup: no (1 sub-exception)\n  +-+---------------- 1 ----------------\n    | Traceback (most recent call last):\n    |   File \"a.py\", line 3, in f\n    |     raise ValueError(1)\n    | ValueError: 1\n    +------------------------------------\n"},
	{"phpunit, whose tests dump code", shape.TestLog, "PHPUnit 9.6.7 by Sebastian Bergmann and contributors.\n\n..F" + strings.Repeat("class T {\n    function f() {\n        return g(1);\n    }\n}\n", 20) + "....\n\nThere was 1 failure:\n\n1) T::testF\nFailed asserting that false is true.\n\n/src/T.php:12\n\nFAILURES!\nTests: 7, Assertions: 9, Failures: 1.\n"},
	{"pytest -s, whose tests dump code", shape.TestLog, "============================= test session starts ==============================\ncollected 3 items\n\n" + strings.Repeat("function f() {\n    if (x) {\n        return g(1);\n    }\n}\n", 20) + "..F\n\n========================= 1 failed, 2 passed in 0.02s ==========================\n"},
	{"ctest -V", shape.TestLog, "test 1\n    Start 1: ring\n\n1: Test command: /b/ring\n" + strings.Repeat("1: [ RUN      ] Ring.Keeps\n1: a.cc:13: Failure\n1: Expected: (1) < (0), actual: 1 vs 0\n1: [  FAILED  ] Ring.Keeps (0 ms)\n", 5) + "1/1 Test #1: ring .............***Failed    0.01 sec\n\n0% tests passed, 1 tests failed out of 1\n"},
	{"grep", shape.Grep, "src/a.go:12:func Open() {\nsrc/b.go:7:\tOpen()\nREADME.md:3:Open it\n"},
	{"rg with headings", shape.Grep, "src/a.go\n12:func Open() {\n15:\tOpen()\n\nsrc/b.go\n7:\tOpen()\n9:\tOpen()\n"},
	{"grep from the folder down, a declaration first", shape.Grep, "./cart_test.go:29:func TestTotal(t *testing.T) {\n./cart_test.go:31:\tgot := Total(nil)\n./cart.go:7:// Total adds.\n./cart.go:8:func Total(all []int) int {\n"},
	{"lua that opens with its documentation", shape.SourceIndent, "--- A till for coins.\n-- @module till\n\nlocal sum = require 'sum'\n\n" + strings.Repeat("--- adds\nfunction Till:add(coin)\n    if coin then\n        self.total = sum(self.total, coin)\n    end\n    return self\nend\n\n", 5) + "return Till\n"},
	{"go mod why", shape.Listing, strings.Repeat("# ex.org/a\nex.org/cart\nex.org/a\n\n# ex.org/b\n(main module does not need module ex.org/b)\n\n# ex.org/c\nex.org/cart/till\nex.org/cart\nex.org/c\n\n", 5)},
	{"a lock file that ends with packages called after errors", shape.Listing, "lockfileVersion: '9.0'\n\npackages:\n\n" + strings.Repeat("  zod@4.0.0:\n    resolution: {integrity: sha512-x}\n    dependencies:\n      zod: 4.0.0\n\n", 30) + "  zod-validation-error@4.0.2(zod@4.0.0):\n    dependencies:\n      zod: 4.0.0\n\n  form-errors@7.1.0: {}\n"},
	{"json on a line, cut in a long string", shape.JSONArray, "[{\"a\":\"" + strings.Repeat("x", jsonLook+9) + "\"}]"},
	{"diff", shape.Diff, "diff --git a/a b/a\nindex 1..2 100644\n--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n"},
	{"json lines", shape.JSONLines, "{\"level\":\"info\",\"msg\":\"started\"}\n{\"level\":\"info\",\"msg\":\"stopped\"}\n"},
	{"json", shape.JSONObject, "{\n  \"name\": \"a\",\n  \"list\": [1, 2.5e3, null, true]\n}\n"},
	{"numbered rows of a table", shape.Table, " num     #instances         #bytes  class name\n" + strings.Repeat("   1:         19820       21489816  [B (java.base@17)\n   2:          3124         375384  java.lang.Class (java.base@17)\n", 9)},
	{"array", shape.JSONArray, "[{\"a\":1},{\"a\":2}]"},
	{"not json", shape.Plain, "[{\"a\":1,]\n[\n]\n"},
	{"go source", shape.SourceBrace, "package a\n\nimport \"fmt\"\n\n// Error prints an error.\nfunc Error() {\n\tfmt.Println(\"error: failed\")\n}\n"},
	{"python source", shape.SourceIndent, "import os\n\nclass A:\n    def f(self, x):\n        if x:\n            return os.path.join(x)\n        return None\n"},
	{"a short page of code", shape.Prose, "> Back\n\n## Cache\n\nUse a map:\n\n" + strings.Repeat("```js\nimport till from 'till';\n\nconst map = new Map();\nlet total = await till('x', {map});\nconsole.log(total.fresh);\n```\n\n", 3)},
	{"restructured text that quotes a test run", shape.Prose, ".. currentmodule:: till\n\nTests\n=====\n\nThey count coins.\n\nSetup\n-----\n\n.. code-block:: python\n\n" + strings.Repeat("    def test_total(till):\n        assert till.total() == 3\n\n", 6) +
		"Running\n-------\n\n.. code-block:: none\n\n    $ pytest\n\n    ====================== test session starts =====================\n    collected 23 items\n\n    tests/test_till.py ........                                [ 34%]\n\n    ====================== 24 passed in 0.14 seconds ===============\n\n.. code-block:: none\n\n    $ coverage report\n"},
	{"markdown", shape.Prose, "# Errors\n\nThis page tells what the errors of the tool mean.\n\n## Usage\n\n```\n$ make test\nFAIL: x\n```\n\nEach of them has a number of its own.\n"},
	{"csv", shape.Table, "id,level,text\n1,ERROR,\"a, b\"\n2,INFO,c\n3,INFO,d\n"},
	{"columns", shape.Table, "NAME        READY   STATUS    RESTARTS\nweb-1       1/1     Running   0\nweb-2       0/1     Pending   3\n"},
	{"ls -l", shape.Listing, "total 8\n-rw-r--r-- 1 a a 12 Jan  2 03:04 a\ndrwxr-xr-x 2 a a 64 Jan  2 03:04 b\n"},
	{"find", shape.Listing, "./a/b.go\n./a/c.go\n./d/e/f.txt\n"},
	{"toml", shape.Listing, "[server]\nhost = \"a\"\nport = 1\n\n[client]\nname = \"b\"\n"},
	{"node --test", shape.TestLog, "▶ till\n  ✔ adds (0.2ms)\n  ✖ takes (1.5ms)\n    Error: no coin\n        at f (/src/a.js:1:2)\n        at g (/src/a.js:2:2)\n        at h (/src/a.js:3:2)\n        at i (node:internal/x:1:2)\n  ✔ gives (0.1ms)\n"},
	{"gherkin", shape.TestLog, "Feature: till # a.feature:1\n\n  Scenario: short # a.feature:3\n    Given 3 coins # steps/a.py:3\n    Then 3 are left # steps/a.py:9\n      ASSERT FAILED: 2 are left\n"},
	{"teamcity", shape.TestLog, "##teamcity[testStarted name='a']\n##teamcity[testFailed name='a' message='no']\n##teamcity[testFinished name='a']\n"},
	{"minitest -v", shape.TestLog, "TillTest#test_adds = 0.00 s = .\nTillTest#test_takes = 0.01 s = F\n\n  1) Failure:\nTillTest#test_takes [a_test.rb:12]:\nExpected: 2\n  Actual: 1\n"},
	{"race in one test", shape.TestLog, "==================\nWARNING: DATA RACE\n" + strings.Repeat("Read at 0x00c000107800 by goroutine 50:\n  ex.com/store.(*Store).Add()\n      /src/store.go:4 +0xc4\n  ex.com/store.TestAdd.func1()\n      /src/store_test.go:6 +0x1a\n\n", 4) + "==================\n--- FAIL: TestAdd (0.00s)\n    testing.go:1712: race detected during execution of test\nFAIL\nFAIL\tex.com/store\t0.014s\nFAIL\n"},
	{"unittest, a rule as long as the name", shape.TestLog, strings.Repeat(".", 300) + "\n" + strings.Repeat(strings.Repeat("=", 70)+"\nFAIL: test_maxsplit (tests.test_more.SplitAtTests.test_maxsplit) (n=1)\n"+strings.Repeat("-", 70)+"\nTraceback (most recent call last):\n  File \"/src/tests/test_more.py\", line 14, in test_maxsplit\n    self.assertEqual(actual, expected)\nAssertionError: Lists differ: ['a', 'b'] != ['a,b']\n\nFirst list contains 1 additional elements.\nFirst extra element 1:\n'b'\n\n- ['a', 'b']\n+ ['a,b']\n\n", 4) + strings.Repeat("-", 70) + "\nRan 90 tests in 0.205s\n\nFAILED (failures=4)\n"},
	{"minitest with differences", shape.TestLog, "Run options: --seed 5\n\n# Running:\n\n.....F...F.F\n\nFinished in 0.1s, 50.1 runs/s.\n\n" + strings.Repeat("  1) Failure:\nETag#test_0004_set [/src/test/spec_etag.rb:50]:\n--- expected\n+++ actual\n@@ -1 +1 @@\n-\"max-age=0\"\n+nil\n\n", 3) + "5 runs, 9 assertions, 3 failures, 0 errors, 0 skips\n"},
	{"timeout with goroutines", shape.TestLog, "--- FAIL: TestA (0.00s)\n    a_test.go:3: got 1\npanic: test timed out after 1s\n\n" + strings.Repeat("goroutine 7 [sleep]:\nmain.f()\n\t/src/a.go:3 +0x1\n\n", 30) + "FAIL\tex.com/a\t1.0s\n"},
	{"a program that dies", shape.Stack, strings.Repeat("Notice: row 1 of 60 was read\n", 20) + "PHP Fatal error:  Uncaught LogicException: no in /src/t.php:3\nStack trace:\n#0 /src/t.php(7): read(3)\n#1 /src/t.php(9): all()\n#2 {main}\n  thrown in /src/t.php on line 3\n"},
	{"pg_dump", shape.SourceBrace, "--\n-- PostgreSQL database dump\n--\n\n\\restrict 7pRth\n\n-- Dumped by pg_dump version 15.18\n\nSET statement_timeout = 0;\nSET row_security = off;\n\n" + strings.Repeat("--\n-- Name: a; Type: TABLE; Schema: public; Owner: app\n--\n\nCREATE TABLE public.a (\n    id integer NOT NULL\n);\n\n\nALTER TABLE public.a OWNER TO app;\n\n", 6) + "--\n-- PostgreSQL database dump complete\n--\n\n\\unrestrict 7pRth\n\n"},
	{"ansible with diffs", shape.BuildLog, "\nPLAY [web] *********************\n\nTASK [Render] *********************\n" + strings.Repeat("--- before\n+++ after: /etc/app.conf\n@@ -0,0 +1,2 @@\n+port=9003\n+workers=2\n\nchanged: [web3]\n", 5) + "\nPLAY RECAP *********************\nweb3  : ok=2    changed=2    unreachable=0    failed=1    skipped=0    rescued=0    ignored=0   \n"},
	{"makefile", shape.SourceIndent, "# Till\n# Copyright\n\nOBJ=till.o drawer.o\nTESTS=till-test\nPREFIX?=/usr/local\n\nall: $(OBJ)\n\n" + strings.Repeat("%.o: %.c\n\t$(CC) -c $(CFLAGS) $<\n\ncheck: $(TESTS)\n\t./run.sh $(TESTS)\n\nclean:\n\trm -f $(OBJ)\n\n", 5)},
	// What head or tail left of an output.
	{"rspec without its totals", shape.TestLog, "Till\n  adds (FAILED - 1)\n" + strings.Repeat("  takes what is there\n", 30) + "\nFailures:\n\n" + strings.Repeat("  1) Till adds\n     Failure/Error: expect(x).to eq 2\n\n       expected: 2\n            got: 3\n\n"+strings.Repeat("     # /gems/rspec-core/lib/rspec/core/example.rb:263:in `block in run'\n", 9)+"     # ./spec/till_spec.rb:8:in `block (2 levels)'\n\n", 4)},
	{"jest without its totals", shape.TestLog, " FAIL  test/till.test.js\n  ● adds up\n\n    expect(received).toBe(expected)\n\n    Expected: 2\n    Received: 3\n\n" + strings.Repeat("      12 |   const till = open();\n", 6) + "         |                  ^\n\n      at Object.toBe (test/till.test.js:12:20)\n\n"},
	{"pyright without its totals", shape.BuildLog, "/src/till.py\n" + strings.Repeat("  /src/till.py:49:35 - error: Argument of type \"bytes\" cannot be assigned to parameter \"value\" of type \"str\"\n    \"bytes\" is not assignable to \"str\" (reportArgumentType)\n", 8)},
	{"cspell without its totals", shape.BuildLog, strings.Repeat("till/money.go:35:51 - Unknown word (jggh)\n", 12)},
	{"the end of a lock file", shape.Listing, "packages:\n" + strings.Repeat("  '@types/chai@5.2.3':\n    dependencies:\n      '@types/deep-eql': 4.0.2\n      assertion-error: 2.0.1\n\n", 9)},
	{"the end of a history", shape.Log, "Author: A <a@b.c>\nDate:   Mon Jul 27 07:31:57 2026 +0000\n\n    Open the till\n\n" + strings.Repeat("commit b7591e5efc2358b84405df2d8244b7496f7327ff\nAuthor: A <a@b.c>\nDate:   Mon Jul 27 07:25:45 2026 +0000\n\n    Count what is there\n\n till.go | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)\n\n", 5)},
	{"the end of a diff", shape.Diff, " import os\n \n+import json\n import sys\n" + strings.Repeat("@@ -15,3 +16,5 @@ def read():\n     text = load()\n-    return text\n+    if not text:\n+        raise ValueError(text)\n+    return json.loads(text)\n", 6)},
	{"the middle of a dump", shape.SourceBrace, "    ADD CONSTRAINT a_pkey PRIMARY KEY (id);\n\n\n" + strings.Repeat("--\n-- Name: a; Type: TABLE; Schema: public; Owner: app\n--\n\nCREATE TABLE public.a (\n    id integer NOT NULL\n);\n\n\n", 6)},
	{"psql", shape.Table, " id | name | dept\n----+------+------\n" + strings.Repeat("  7 | a    | legal\n", 12) + "(12 rows)\n"},
	{"nginx errors", shape.Log, strings.Repeat("2026/01/02 03:04:05 [error] 7#7: *1 open() \"/a\" failed (2: No such file), client: ::1\n2026/01/02 03:04:05 [info] 7#7: *1 client closed\n", 20)},
	{"apache errors", shape.Log, strings.Repeat("[Fri Jan 02 03:04:05.000007 2026] [core:error] [pid 7] [client ::1] AH00037: link not allowed\n", 8)},
	{"python's logging", shape.Log, strings.Repeat("INFO:app.worker:row 1 was read\nERROR:app.worker:row 2 is short\n", 8)},
	{"linter runs", shape.BuildLog, strings.Repeat("/src/a.js\n  1:1   error  Unexpected var  no-var\n  2:10  error  'f' is not defined  no-undef\n\n✖ 2 problems (2 errors, 0 warnings)\n\n", 5)},
	{"a linter without severities", shape.BuildLog, strings.Repeat("pkg/a.py:115: unused variable 'x' (60% confidence)\npkg/b.py:7: unused import 'os' (90% confidence)\n", 6)},
	{"places before sentences", shape.BuildLog, strings.Repeat("pkg/a.py:21 in public function `f`:\n        D400: First line should end with a period\n", 9)},
	{"php -l", shape.BuildLog, strings.Repeat("No syntax errors detected in src/a.php\n", 9) + "PHP Parse error:  syntax error, unexpected token \"use\" in src/b.php on line 7\nErrors parsing src/b.php\n" + "PHP Parse error:  syntax error, unexpected end of file in src/c.php on line 9\n"},
	{"grep -C", shape.Grep, strings.Repeat("src/a.go-11-// Open opens.\nsrc/a.go:12:func Open() {\nsrc/a.go-13-\treturn\n--\n", 5)},
	{"grep -C in one file", shape.Grep, strings.Repeat("11-// Open opens.\n12:func Open() {\n13-\treturn\n--\n", 5)},
	{"grep without numbers", shape.Grep, strings.Repeat("src/a.go:func Open() {\nsrc/a.go-\treturn\nsrc/b.go:\tOpen()\n", 5)},
	{"a simulator's report, of few places", shape.BuildLog, strings.Repeat("tb.vhd:16:11:@15ns:(report note): write 1\ntb.vhd:16:11:@25ns:(report note): write 2\ntb.vhd:11:9:@35ns:(report error): got 1\n", 6)},
	{"grep for failures", shape.Grep, strings.Repeat("a_test.go:12:\tt.Fatal(\"3 passed, 1 failed\")\nb_test.go:7:--- FAIL: TestA\n", 8)},
	{"drawn table", shape.Table, "┌────┬──────┬─────────────────────┐\n│ id │ name │ at                  │\n├────┼──────┼─────────────────────┤\n" + strings.Repeat("│ 1  │ a    │ 2026-01-02 03:04:05 │\n", 9) + "└────┴──────┴─────────────────────┘\n"},
	{"markdown table", shape.Table, "| id | at                  |\n|----|---------------------|\n" + strings.Repeat("| 1  | 2026-01-02 03:04:05 |\n", 9)},
	{"ruled table of times", shape.Table, "id  at\n--  -------------------\n" + strings.Repeat("1   2026-01-02 03:04:05\n", 9)},
	{"race", shape.Stack, strings.Repeat("==================\nWARNING: ThreadSanitizer: data race (pid=1)\n  Write of size 4 at 0x7b by thread T2:\n    #0 push /src/q.c:46 (q+0x1d)\n    #1 run /src/q.c:9 (q+0x15)\n\n", 4) + "ThreadSanitizer: reported 4 warnings\n"},
	{"graph of commits", shape.Listing, strings.Repeat("*   3d78036 Merge a\n|\\  \n| * fe40302 add b\n|/  \n* 62c7baa fix c\n", 4)},
	{"failures that print in comments", shape.TestLog, "t/a.t ....... ok\n\n" + strings.Repeat("#   Failed test at t/b.t line 22.\n#          got: 'foo\n# bar\n# '\n#     expected: 'Foo\n# Bar\n# '\n\n", 6) + "t/b.t ....... \nFailed 6/9 subtests\nResult: FAIL\n"},
	{"a page of code between fences", shape.Prose, "<div>\n\t<br>\n</div>\n\n" + strings.Repeat("## Use\n\n```js\nconst a = {\n\tb: 1,\n};\nf({\n\tg() {\n\t},\n});\n```\n\n", 4)},
	{"findings in a script without an extension", shape.BuildLog, strings.Repeat("fetch-all:970:8: note: Prefer explicit -n to check for a non-empty string. [SC2244]\n", 12)},
	{"go vet", shape.BuildLog, strings.Repeat("a_test.go:49:49: (*testing.common).Fatalf format %v reads arg #2, but call has 1 arg\n", 12)},
	{"settings with comments", shape.Listing, strings.Repeat("# What this is for\n# and what it costs,\n# in words.\ntimeout 30\n\n", 9)},
	{"elixir source", shape.SourceIndent, "defmodule A.B do\n  @moduledoc \"\"\"\n  Says what failed: 3 passed, 1 failed.\n  \"\"\"\n  use C\n\n  test \"adds\" do\n    assert 1 == 1\n  end\nend\n"},
	{"haskell source", shape.SourceIndent, "{-# LANGUAGE LambdaCase #-}\n-- | Says things.\nmodule A.B (f) where\n\nimport qualified Data.Map as M\n\nf :: Int -> Int\nf x = x\n"},
	{"perl with its manual", shape.SourceBrace, "package A;\n\nuse strict;\n\n=head1 NAME\n\n" + strings.Repeat("It says a lot about what it does and why.\n\n", 9) + "=cut\n\nsub f {\n    my $x = shift;\n    return $x;\n}\n\n1;\n\n=head1 SEE ALSO\n\nNothing.\n\n=cut\n"},
	{"tests as source", shape.SourceBrace, "'use strict'\n\nconst a = require('assert')\n\ndescribe('till', () => {\n  it('says 2 passed, 1 failed', () => {\n    a.equal(f('✖ 3 problems'), 1)\n  })\n})\n"},
	{"numbered source", shape.SourceBrace, "     1\tpackage a\n     2\t\n     3\timport \"fmt\"\n     4\t\n     5\tfunc F() {\n     6\t\tfmt.Println(\"ok\")\n     7\t}\n"},
	{"coverage by function", shape.Table, strings.Repeat("ex.com/a/b.go:12:\tOpen\t\t66.7%\n", 9) + "total:\t\t\t(statements)\t78.4%\n"},
	{"findings with a confidence", shape.BuildLog, strings.Repeat("src/a.cc:12:  Missing space before {  [whitespace/braces] [5]\n", 9)},
	{"findings of a named rule", shape.BuildLog, strings.Repeat("/src/A.java:12:\tEmptyCatchBlock:\tAvoid empty catch blocks\n", 9)},
	{"found in files", shape.BuildLog, strings.Repeat("   /src/a.html\n      L7 |<img src=\"a.png\">\n        ^ An alt attribute must be present. (alt-require)\n\n", 5) + "Scanned 14 files, found 5 errors in 5 files (23 ms)\n"},
	{"totals with their share", shape.TestLog, strings.Repeat("PASS: till :: coin.test (1 of 9)\nExit Code: 0\n\nCommand Output (stdout):\n--\n# RUN: at line 1\n# executed command: till open the drawer\n# RUN: at line 2\n# executed command: till close the drawer\n# RUN: at line 3\n# executed command: till count what is in the drawer\n\n--\n\n********************\n", 24) + "FAIL: till :: tab.test (9 of 9)\n\nTotal Discovered Tests: 25\n  Passed    : 24 (96.00%)\n  Failed    :  1 (4.00%)\n"},
	{"a report in comments", shape.Plain, strings.Repeat("# Attribute     total     min     max     avg     95%  stddev  median\n# Exec time     896ms    11us    34ms     2ms    14ms     5ms   113us\n# The class stands for all like it\n", 9) + "select 1\n"},
	{"a capture of packets", shape.Plain, strings.Repeat("2026-11-28 23:30:54.825727 IP 127.0.0.1.48256 > 127.0.0.1.28071: Flags [P.], length 60\n.till {\n  color: red;\n}\n.coin {\n  color: blue;\n}\n", 9)},
	{"lines of one process", shape.Plain, strings.Repeat("     13880:\tthe till is open for all;  it is looked for in file=libtill.so.6 [0]\n", 60)},
	{"results behind places", shape.TestLog, strings.Repeat("a_test.c:12:test_adds:PASS\n", 8) + "a_test.c:14:test_takes:FAIL: Expected 3 Was 2\n\n9 Tests 1 Failures 0 Ignored\nFAIL\n"},
	{"a query's plan", shape.Plain, "   QUERY PLAN\n------------------\n" + strings.Repeat(" ->  Seq Scan on a  (cost=0.00..9.00 rows=9 width=4)\n", 9)},
	{"a step that printed its own script", shape.BuildLog, "Collecting a==1\n  Preparing metadata (setup.py): started\n" + "  Traceback (most recent call last):\n    File \"/src/setup.py\", line 2, in <module>\n      setup(\n    File \"/src/c.py\", line 9, in setup\n      run()\n  AttributeError: sources\n  error: exited\n" + strings.Repeat("  try:\n      import b\n  except ImportError as error:\n      print(error)\n", 8) + "  Preparing metadata (setup.py): finished with status 'error'\nerror: failed\n"},
	{"settings before a build that died", shape.BuildLog, "resolved: {\n" + strings.Repeat("  a: undefined,\n  b: {\n    c: [Function: c],\n  },\n", 30) + "}\nvite v6.4.6 building for production...\nerror during build:\nsrc/a.ts (3:9): \"b\" is not exported\n" + strings.Repeat("    at f (file:///src/a.js:355:41)\n", 6)},
	{"a report in XML", shape.SourceIndent, "<?xml version=\"1.0\"?>\n<testsuite tests=\"9\" failures=\"1\">\n" + strings.Repeat("<testcase name=\"a\"/>\n", 9) + "</testsuite>\n"},
	{"containers", shape.Log, strings.Repeat("web-1  | it takes the request\ndb-1   | it reads the row\n", 9)},
	{"records with what they caught", shape.Log, strings.Repeat(strings.Repeat("2026-01-02 03:04:05,678 INFO app: stored\n", 5)+"Traceback (most recent call last):\n  File \"/src/a.py\", line 7, in f\n    g()\n  File \"/src/a.py\", line 9, in g\n    h(1)\n    ^^^^\nValueError: 1\n", 3)},
	{"binary", shape.Binary, "\x7fELF\x02\x01\x00\x00"},
	{"tests named after a NUL", shape.TestLog, strings.Repeat(" ✓ adds one 1ms\n", 60) + " ✓ \x00javascript:alert 0ms\n × takes one 5ms\n\n Test Files  1 failed (1)\n      Tests  1 failed | 61 passed (62)\n"},
	{"paths that end in NULs", shape.Binary, strings.Repeat("src/a.go\x00src/b.go\x00\n", 60)},
	{"results drawn over names", shape.TestLog, strings.Repeat("   adds one  3/60 ✓ adds one\n   takes an error 4/60 ✗ takes an error\n   (in test file a.bats, line 2)\n", 9)},
	{"a scanner's counts", shape.BuildLog, strings.Repeat("Result #1 HIGH A bucket is public.\n──────\n  main.tf:5\n──────\n    5     acl = \"public\"\n", 3) + "\n  results\n  passed               3\n  ignored              0\n  high                 3\n\n  3 passed, 3 potential problem(s) detected.\n"},
	{"the inside of a file with its numbers", shape.SourceIndent, numbered(870, strings.Repeat("        if year % 400 == 0:\n            return total(year, [31, 29])\n\n    def leap(self):\n        return [x for x in self.days if x]\n", 9))},
	{"the inside of a file with arrows", shape.SourceBrace, strings.ReplaceAll(numbered(51, strings.Repeat("\tif !strings.HasPrefix(path, \"till\") {\n\t\tt.Errorf(\"FAIL: %s\", path)\n\t}\n\n", 9)), "\t\t", "→\t\t")},
	{"rows that count on", shape.Table, strings.ReplaceAll(numbered(1, strings.Repeat("ann\t3\nbo\t4\n", 9)), "  ", "")},
	{"a log with its numbers", shape.Log, numbered(1, strings.Repeat("2026-01-02T03:04:05Z INFO till opened\n2026-01-02T03:04:06Z WARN till is slow\n", 9))},
	{"numbers that don't count on", shape.Table, strings.Repeat("    12\tann\t  3\n     7\tbo\t   1\n", 9)},
	{"what a restore says over and over", shape.Plain, strings.Repeat("restore: creating TABLE \"till\"\nrestore: creating INDEX \"till_name\"\n", 9) + "restore: error: relation \"till\" is there already\nCommand was: CREATE TABLE till;\n"},
	{"a report in sentences", shape.Plain, strings.Repeat("v1/Service till in shop\n    [CRITICAL] The service is open to all\n        The till should be behind a wall, so that nobody takes what is in it.\n", 9)},
	{"a scanner's records", shape.BuildLog, strings.Repeat("Confidence: High\nCategory: Redirect\nMessage: Possible unprotected redirect\nFile: app/c.rb\nLine: 9\n\n", 9)},
	{"findings that quote code", shape.BuildLog, "************* Module a.b\n" + strings.Repeat("a/b.py:1:0: C0103: Constant name \"a\" is wrong (invalid-name)\n", 60) + strings.Repeat("==b:[12:18]\n# What it does\n"+strings.Repeat("def f(a):\n    b = a + 1\n    if b:\n        return b\n\n", 20), 9)},
	{"findings in rows between bars", shape.BuildLog, "FILE: /src/A.php\n------------------\nFOUND 18 ERRORS AFFECTING 9 LINES\n------------------\n" + strings.Repeat("  3 | ERROR   | [x] Opening brace must be on a line\n    |         |     of its own\n  4 | WARNING | [ ] Line is too long\n", 30) + "------------------\nPHPCBF CAN FIX THE MARKED ONES\n------------------\n\nTime: 9ms; Memory: 6MB\n"},
	{"changes that a formatter proposes", shape.BuildLog, strings.Repeat("Diff in /src/a.rs:12:\n fn f() {\n-    g( 1 );\n+    g(1);\n }\n", 9) + "Diff in /src/b.rs:7:\n-  x: i32\n+        if x {\n+            f();\n+        }\n"},
	{"differences below a legend", shape.TestLog, strings.Repeat("  1) a\n       adds one:\n\n      AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n+ actual - expected\n\n+ 'a'\n- 'b'\n      at Context.<anonymous> (test/a.js:9:14)\n\n", 3) + "  4 passing (3ms)\n  3 failing\n"},
	{"checks of a policy", shape.TestLog, strings.Repeat("Check: CKV_1: \"Ensure that it is\"\n\tPASSED for resource: a.b\n\tFile: /main.tf:1-4\nCheck: CKV_2: \"Ensure that it is not\"\n\tFAILED for resource: a.b\n\tFile: /main.tf:1-4\n", 4)},
}

// numbered returns the text as cat -n prints it.
func numbered(from int, text string) string {
	var out strings.Builder
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		fmt.Fprintf(&out, "%6d\t%s\n", from+i, line)
	}
	return out.String()
}

func TestSamples(t *testing.T) {
	for _, c := range samples {
		secs := Sections(block.New([]byte(c.text)), "")
		if len(secs) != 1 || secs[0].Shape != c.want {
			t.Errorf("%s: %v, want %s", c.name, shapes(secs), c.want)
		}
	}
}

func shapes(secs []block.Section) []string {
	var out []string
	for _, s := range secs {
		out = append(out, s.Shape.String())
	}
	return out
}

const (
	folder = "total 4\n-rw-r--r-- 1 a a 12 Jan  2 03:04 a\n-rw-r--r-- 1 a a 12 Jan  2 03:04 b\n"
	failed = "--- FAIL: TestB (0.00s)\n    b_test.go:9: got 1, want 2\nFAIL\nFAIL\texample.org/b\t0.01s\n"
)

// A document of JSON is a section of its own behind what else was printed, also where who
// asked for the first lines cut it; what is none is found out in bounded work.
func TestDocumentBehindLines(t *testing.T) {
	said := strings.Repeat("tool 4.2 needs base>=26, but 23.2 is there\n", 9)
	record := "  {\n    \"name\": \"a\",\n    \"version\": \"1\"\n  },\n"
	for _, c := range []struct {
		end  string
		want []string
	}{
		{"  {}\n]\n", []string{"json-array"}},
		{"", []string{"json-array"}},
		{"  {\n    \"na", []string{"json-array"}},
	} {
		text := said + "[\n" + strings.Repeat(record, 20) + c.end
		if got := shapes(Sections(block.New([]byte(text)), ""))[1:]; !slices.Equal(got, c.want) {
			t.Errorf("ending in %q: %v", c.end, got)
		}
	}
	c := newCutter(block.New([]byte(said+strings.Repeat("{\n  \"a\": 1 1,\n", 2000))), "")
	if c.cut(); c.vain > vainMost {
		t.Errorf("looked for %d documents in vain", c.vain)
	}
}

// A shell's prompts and its trace, and what CI servers print between steps, are
// sections of their own, and so is what stands between them.
func TestCutsAtMarks(t *testing.T) {
	for _, c := range []struct{ name, a, b, end string }{
		{"prompt", "$ ls -l\n", "$ go test ./...\n", ""},
		{"user's prompt", "dev@host:~/src$ ls -l\n", "dev@host:~/src$ go test\n", ""},
		{"bracketed prompt", "[root@host src]# ls -l\n", "[root@host src]# go test\n", ""},
		{"drawn prompt", "❯ ls -l\n", "❯ go test\n", ""},
		{"trace", "+ ls -l\n", "+ go test ./...\n", ""},
		{"trace of nested shells", "+ part\n+++++ ls -l\n", "+++++ go test ./...\n", ""},
		{"groups", "##[group]Run ls -l\n##[endgroup]\n", "##[group]Run go test\n##[endgroup]\n", ""},
		{"folds", "travis_fold:start:a\r\x1b[0K$ ls -l\n", "travis_fold:start:b\r\x1b[0K$ go test\n", "travis_fold:end:b\r\x1b[0K\n"},
		{"sections", "\x1b[0Ksection_start:17:a\r\x1b[0KList\n$ ls -l\n", "\x1b[0Ksection_start:17:b\r\x1b[0KTest\n$ go test\n", ""},
		{"stages", "[Pipeline] sh\n+ ls -l\n", "[Pipeline] sh\n+ go test\n", "[Pipeline] }\n"},
		{"layers", "#5 [1/2] RUN ls -l\n", "#6 [2/2] RUN go test\n", "#6 DONE 0.1s\n"},
		{"npm", "> a@1.0.0 list\n> ls -l\n\n", "> a@1.0.0 test /src\n> go test\n\n", ""},
	} {
		var got []string
		for _, s := range Sections(block.New([]byte(c.a+folder+c.b+failed+c.end)), "") {
			if s.Shape != shape.Plain {
				got = append(got, s.Shape.String())
			}
		}
		if strings.Join(got, " ") != "listing test-log" {
			t.Errorf("%s: sections are %v", c.name, got)
		}
	}
}

// What looks like a mark is none where a file or a diff has it.
func TestMarksThatAreNone(t *testing.T) {
	for name, text := range map[string]string{
		"results":  "++++ ring-1.1 PASSED\n" + strings.Repeat("---- ring-1.2 start\n++++ ring-1.2 PASSED\n", 40),
		"a manual": "# Tool\n\nIt says what it does.\n\n```\n$ tool run\nok\n$ tool stop\n```\n\n## More\n\nIt says what else it does.\n",
		"a diff":   "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,2 +1,4 @@\n one\n+ make test\n+ make all\n two\n",
	} {
		if secs := Sections(block.New([]byte(text)), ""); len(secs) != 1 {
			t.Errorf("%s is cut into %v", name, shapes(secs))
		}
	}
}

// Outputs without anything between them are cut where that is sure.
func TestCutsWithoutMarks(t *testing.T) {
	const records = "{\"level\":\"info\",\"msg\":\"started\"}\n"
	const patch = "diff --git a/a b/a\nindex 12..34 100644\n--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n"
	compiled := strings.Repeat("gcc -c a.c\na.c:3:5: error: 'x' undeclared\n    3 |     x = 1;\n      |     ^\n", 5)
	for _, c := range []struct{ want, text string }{
		{"build-log test-log", compiled + "\n" + strings.Repeat("=== RUN   TestA\n--- PASS: TestA (0.00s)\n", 20) + failed},
		{"build-log diff", compiled + patch},
		{"build-log listing", strings.Repeat("  Downloaded syn v3.0.3\n", 12) + strings.Repeat("clap v4.6.6\n├── clap_mangen v0.2.33\n│   └── app v1.2.5 (/src/app)\n└── app v1.2.5 (/src/app)\n\n", 4)},
		{"diff test-log", patch + strings.Repeat("=== RUN   TestA\n--- PASS: TestA (0.00s)\n", 20) + failed},
		{"json-lines test-log", strings.Repeat(records, 12) + strings.Repeat("=== RUN   TestA\n--- PASS: TestA (0.00s)\n", 20) + failed},
	} {
		if got := strings.Join(shapes(Sections(block.New([]byte(c.text)), "")), " "); got != c.want {
			t.Errorf("sections are %s, want %s", got, c.want)
		}
	}
}

// What a CI server or a process manager puts before each line doesn't hide
// what runs behind it, and the reducer sees the lines without it.
func TestPrefixedRuns(t *testing.T) {
	const run = "=== RUN   TestA\n    a_test.go:3: got 1, want 2\n--- FAIL: TestA (0.00s)\n=== RUN   TestB\n--- PASS: TestB (0.00s)\nFAIL\nFAIL\tex.com/a\t0.1s\n"
	const build = "gcc -c a.c\na.c:3:5: error: 'x' undeclared\n    3 |     x = 1;\n      |     ^\nb.c:9:1: warning: unused\nmake: *** [Makefile:2: a.o] Error 1\n"
	const service = "starting\nGET / 200\nGET /a 404\nGET /b 200\nrunning \nstopped\n"
	for _, p := range []string{"2026-01-02T03:04:05.1234567Z ", "[2026-01-02T03:04:05.123Z] ", "03:04:05 ", "web-1  | ", "unit    > ", "[CI/Linux gcc-1  ]   | ", "[stage] ", "[0] ", "#12 3.456 ", "web:test: ", "job (x)\tRun tests\t2026-01-02T03:04:05.1234567Z ", "2026-01-02T03:04:05.123456Z 01O "} {
		for text, want := range map[string]shape.Shape{run: shape.TestLog, build: shape.BuildLog} {
			b := block.New([]byte(prefixed(p, text)))
			secs := Sections(b, "")
			if len(secs) != 1 || secs[0].Shape != want || secs[0].Len() != b.Len() {
				t.Errorf("%q: %v, want %s", p, shapes(secs), want)
				continue
			}
			if first, _, _ := strings.Cut(text, "\n"); string(secs[0].Text(0)) != first {
				t.Errorf("%q: the reducer sees %q", p, secs[0].Text(0))
			}
		}
		if p[0] == '#' {
			continue // docker's build, whatever it runs
		}
		for _, s := range Sections(block.New([]byte(prefixed(p, service))), "") {
			if s.Shape == shape.TestLog || s.Shape == shape.BuildLog {
				t.Errorf("%q: a service's log is taken for a %s", p, s.Shape)
			}
		}
	}
}

// TestLogBehindCommand: a log is one whatever command it stands below, short or longer than
// what is looked at to tell what stands behind prefixes. Steps behind a prefix are found.
func TestLogBehindCommand(t *testing.T) {
	for _, times := range []int{1, prefixSample} {
		log := prefixed("2026-01-02T03:04:05.123Z ", strings.Repeat("starting the till\nGET / 200\nthe till is open\n", 9*times))
		for _, head := range []string{"$ cat till.log\n", "$ curl -s localhost/till\nopen\n$ cat till.log\n"} {
			secs := Sections(block.New([]byte(head+log)), "")
			if last := secs[len(secs)-1]; last.Shape != shape.Log || last.Len() < 27*times {
				t.Errorf("below %q: %v", head, shapes(secs))
			}
		}
		steps := "go build ./...\n" + strings.Repeat("built a part of it\n", 27*times) + "$ go vet ./...\n" + strings.Repeat("vetted a part of it\n", 27*times)
		secs := Sections(block.New([]byte(prefixed("2026-01-02T03:04:05.123Z ", "$ "+steps))), "")
		if len(secs) < 2 || string(secs[0].Text(0)) != "$ go build ./..." {
			t.Errorf("behind prefixes: %v", shapes(secs))
		}
	}
	late := strings.Repeat("ok\n", 3*prefixSample) + strings.Repeat("##[group]Run go vet -all ./internal/... ./cmd/... ./examples/...\n"+strings.Repeat("a part of it is vetted\n", 40), 3)
	if secs := Sections(block.New([]byte(prefixed("2026-01-02T03:04:05.123Z ", late))), ""); string(secs[0].Text(0)) != "ok" {
		t.Errorf("the only steps at the end: %v", shapes(secs))
	}
}

func prefixed(p, text string) string {
	lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
	return p + strings.Join(lines, p) + "\n"
}

func TestJSONInText(t *testing.T) {
	doc := "{\n" + strings.Repeat("  \"key\": \"value\",\n", 30) + "  \"last\": 1\n}\n"
	text := strings.Repeat("2026-01-02 03:04:05 INFO reading\n", 20) + doc + strings.Repeat("2026-01-02 03:04:05 INFO done\n", 20)
	got := strings.Join(shapes(Sections(block.New([]byte(text)), "")), " ")
	if got != "log json-object log" {
		t.Errorf("sections are %s", got)
	}
}

func TestCommandSettlesWhatTheTextLeavesOpen(t *testing.T) {
	text := []byte("alpha\nbeta\ngamma\n")
	if s := Sections(block.New(text), "grep -h a"); s[0].Shape != shape.Grep {
		t.Errorf("the hint is not used: %v", shapes(s))
	}
	if s := Sections(block.New([]byte("./a/b.go\n./a/c.go\n")), "go test"); s[0].Shape != shape.Listing {
		t.Errorf("the hint overrules the text: %v", shapes(s))
	}
}

// families says which shapes a corpus label may stand for: some of its words
// are wider than the shapes, and a reducer treats some neighbours alike.
var families = map[string][]shape.Shape{
	"source": {shape.SourceBrace, shape.SourceIndent},
	"log":    {shape.Log, shape.BuildLog, shape.Listing, shape.Stack},
	"prose":  {shape.Prose, shape.SourceIndent},
}

func TestCorpusShapes(t *testing.T) {
	cases, err := filepath.Glob("../../testdata/corpus/*/case.json")
	if err != nil || len(cases) == 0 {
		t.Fatal("no cases in testdata/corpus: ", err)
	}
	wrong := 0
	for _, name := range cases {
		if id, got, want := classified(t, name); !fits(got, want) {
			wrong++
			t.Logf("%s: %s, labelled %s", id, got, want)
		}
	}
	if wrong*10 > len(cases) {
		t.Errorf("%d of %d cases are taken for something else", wrong, len(cases))
	}
}

func classified(t *testing.T, name string) (id string, got shape.Shape, want string) {
	t.Helper()
	var c struct{ ID, Shape string }
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &c); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(filepath.Dir(name), "input"))
	if err != nil {
		t.Fatal(err)
	}
	return c.ID, largest(Sections(block.New(data), "")), c.Shape
}

func largest(secs []block.Section) shape.Shape {
	size := map[shape.Shape]int{}
	best := secs[0].Shape
	for _, s := range secs {
		size[s.Shape] += len(s.Bytes())
		if size[s.Shape] > size[best] {
			best = s.Shape
		}
	}
	return best
}

func fits(got shape.Shape, want string) bool {
	if want == "mixed" || got.String() == want {
		return true
	}
	for _, s := range families[want] {
		if s == got {
			return true
		}
	}
	return false
}

func FuzzSectionsTile(f *testing.F) {
	for _, c := range samples {
		f.Add([]byte(c.text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		b := block.New(data)
		at := 0
		for _, s := range Sections(b, "") {
			if s.First != at || s.End <= s.First {
				t.Fatalf("section [%d,%d) follows %d", s.First, s.End, at)
			}
			at = s.End
		}
		if at != b.Len() {
			t.Fatalf("sections end at %d of %d", at, b.Len())
		}
	})
}

func BenchmarkSections(b *testing.B) {
	data := []byte(strings.Repeat("2026-01-02 03:04:05 INFO request 17 served in 12 ms\n", 20_000))
	blk := block.New(data)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		Sections(blk, "")
	}
}

// TestNumberedFromNought: a search counts lines from one; a listing of what a program does from nought.
func TestNumberedFromNought(t *testing.T) {
	for from, want := range map[int]bool{0: false, 1: true} {
		var text strings.Builder
		for range 6 {
			for i := range 5 {
				fmt.Fprintf(&text, "%d: till takes %d\n", i+from, i)
			}
		}
		if got := Sections(block.New([]byte(text.String())), "")[0].Shape == shape.Grep; got != want {
			t.Errorf("from %d it is a search: %v", from, got)
		}
	}
}
