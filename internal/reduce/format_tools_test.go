package reduce

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

func TestPlaybookShowsWhatFailed(t *testing.T) {
	head := func(text string) string { return text + " " + strings.Repeat("*", 60) + "\n" }
	ok := linesOf(20, func(i int) string { return fmt.Sprintf("ok: [web%d]", i) })
	diffs := linesOf(20, func(i int) string {
		return fmt.Sprintf("--- before\n+++ after: /etc/app%d.conf\n@@ -0,0 +1 @@\n+port=%d\n\nchanged: [web%d]", i, i, i)
	})
	failed := "[ERROR]: Task failed: Module failed: non-zero return code\nOrigin: /srv/site.yml:9:7\n\n8       notify: restart\n9     - name: Check port\n        ^ column 7\n\n" +
		"fatal: [web3]: FAILED! => {\"changed\": false, \"msg\": \"non-zero return code\", \"rc\": 1}\n"
	ignored := linesOf(9, func(i int) string {
		return fmt.Sprintf("fatal: [web%d]: FAILED! => {\"msg\": \"no such file\", \"rc\": 1}\n...ignoring", i)
	})
	recap := linesOf(30, func(i int) string {
		return fmt.Sprintf("web%-4d : ok=2    changed=1    unreachable=0    failed=%d    skipped=0    rescued=0    ignored=0   ", i, mark.OneIf(i == 25))
	})
	text := "\n" + head("PLAY [web]") + "\n" + head("TASK [Render config]") + diffs + "\n" + head("TASK [Check port]") + ok + failed + "\n" + head("TASK [Clean]") + ignored + "\n" + head("PLAY RECAP") + recap
	got := shownOf(shape.BuildLog, text)
	wantShown(t, got, "TASK [Check port]", "Module failed", "site.yml:9:7", "fatal: [web3]", "TASK [Clean]", "fatal: [web0]", "web25   : ok=2")
	wantHidden(t, got, "TASK [Render config]", "+port=9", "ok: [web7]", "fatal: [web5]", "web20 ")

	got = shownOf(shape.BuildLog, "\n"+head("PLAY [web]")+"\n"+head("TASK [Render config]")+diffs+"\n"+head("PLAY RECAP")+recap[:90])
	wantShown(t, got, "TASK [Render config]", "+port=9", "changed: [web9]")
}

func TestExchangeShowsRequestAndState(t *testing.T) {
	text := "*   Trying 192.0.2.7:443...\n* Connected to shop.example (192.0.2.7) port 443\n* ALPN: curl offers h2,http/1.1\n" +
		strings.Repeat("* TLSv1.3 (OUT), TLS handshake, Client hello (1):\n} [512 bytes data]\n", 20) +
		"*  SSL certificate problem: certificate has expired\n> POST /orders HTTP/2\n> Host: shop.example\n> user-agent: curl/8.5.0\n> \n" +
		"< HTTP/2 422 \n< server: cloud\n< x-trace: 17\n" + strings.Repeat("< x-served-by: cache-fra\n", 9) + "< content-type: application/json\n< \n{ [53 bytes data]\n" +
		"{\"error\":\"no such sku\"}\n* Connection #0 to host shop.example left intact\n"
	got := shownOf(shape.BuildLog, text)
	wantShown(t, got, "> POST /orders", "< HTTP/2 422", "content-type", "no such sku", "certificate has expired")
	wantHidden(t, got, "} [512 bytes data]", "x-served-by")
}

func TestHelpTextNamesItsOptions(t *testing.T) {
	text := "Drain a node.\n\nAliases:\nevict, clear\n\nExamples:\n" +
		linesOf(9, func(i int) string { return fmt.Sprintf("  # Drain node %d\n  ctl drain n%d\n", i, i) }) + "Options:\n" +
		linesOf(9, func(i int) string {
			return fmt.Sprintf("    --grace-%d=-1:\n\tHow long to wait for what is still running there.\n\tNegative: as each of them says.\n", i)
		}) + "Usage:\n  ctl drain NODE [options]\n\nUse \"ctl options\" for what all commands take.\n"
	got := shownOf(shape.Prose, text)
	wantShown(t, got, "Options:", "--grace-8=-1:", "Usage:", "ctl drain NODE [options]")
	wantHidden(t, got, "# Drain node 5", "ctl drain n5", "as each of them says")
}

func TestManualNamesItsOptions(t *testing.T) {
	body := strings.Repeat("              what it does and why it does it\n", 4) + "\n"
	got := shownOf(shape.Prose, "NAME\n       till - counts what is in a drawer\n\nOPTIONS\n"+
		linesOf(12, func(i int) string { return fmt.Sprintf("       -%c, --long-%d <NUM>\n\n%s", 'a'+i, i, body) }))
	wantShown(t, got, "OPTIONS", "-a, --long-0", "--long-11 <NUM>")
	wantHidden(t, got, "why it does it")
}

func TestShortHistoriesNameEachCommit(t *testing.T) {
	history := func(n int) string {
		return linesOf(n, func(i int) string {
			return fmt.Sprintf("commit %040x\nAuthor: A <a@x.example>\nDate:   Thu Aug 20 16:59:14 2026 +0000\n\n    Mend part %d\n    \n    It was broken.\n    Since long.\n\n a/b%d.go | 12 ++++----\n c.go | 2 +-\n 2 files changed, 6 insertions(+)\n", 0xabcdef0123+i, i, i)
		})
	}
	got := shownOf(shape.Log, history(20))
	wantShown(t, got, fmt.Sprintf("%040x", 0xabcdef0123+15), "Mend part 15", "Mend part 0")
	wantHidden(t, got, "a/b15.go")
	wantHidden(t, shownOf(shape.Log, history(90)), "Mend part 60")
}

func TestDumpOfADatabaseIsOutlined(t *testing.T) {
	got := shownOf(shape.SourceIndent, "--\n-- PostgreSQL database dump\n--\n\nSET row_security = off;\n\n"+linesOf(9, func(i int) string {
		return fmt.Sprintf("CREATE TABLE public.t%d (\n    id integer NOT NULL,\n    mail text NOT NULL\n);\n\n\nALTER TABLE public.t%d OWNER TO app;\n\n--\n-- Name: t%d_pk; Type: CONSTRAINT; Schema: public; Owner: app\n--\n\nALTER TABLE ONLY public.t%d\n    ADD CONSTRAINT t%d_pk PRIMARY KEY (id);\n", i, i, i, i, i)
	}))
	wantShown(t, got, "CREATE TABLE public.t8", "ADD CONSTRAINT t8_pk PRIMARY KEY")
	wantHidden(t, got, "mail text", "OWNER TO app", "-- Name: t4_pk")
}

func TestLogInJSONShowsWhatIsSaidOnce(t *testing.T) {
	record := func(i int, msg string) string {
		return fmt.Sprintf(`{"level":"info","ts":"2026-05-01T10:%02d:%02d.626Z","caller":"web/serve.go:117","msg":"%s","id":%d}`+"\n", i/60, i%60, msg, i)
	}
	var text strings.Builder
	for i := range 400 {
		switch i {
		case 200:
			text.WriteString(record(i, "became leader at term 2"))
		case 250:
			text.WriteString(record(i, "could not reach peer, connection refused"))
		case 390:
			text.WriteString(record(i, "received signal, shutting down"))
		}
		text.WriteString(record(i, fmt.Sprintf("request %d is done", i)))
	}
	got := shownOf(shape.JSONLines, text.String())
	wantShown(t, got, "became leader", "could not reach peer", "received signal", `"id":399`)
	wantHidden(t, got, "request 210 is done")
}

func TestLongQueryPlansHideWhatStepsHandOn(t *testing.T) {
	got := shownOf(shape.Plain, " Sort  (cost=9.00..9.10 rows=9 width=4)\n   Output: a, b\n"+linesOf(40, func(i int) string {
		return fmt.Sprintf("   ->  Seq Scan on t%d  (cost=0.00..9.00 rows=9 width=4)\n         Output: t%d.a, t%d.b, t%d.c\n         Filter: (b = %d)", i, i, i, i, i)
	}))
	wantShown(t, got, "Seq Scan on t39", "Filter: (b = 39)")
	wantHidden(t, got, "Output: ")
}

func TestSortedTablesShowTheirTop(t *testing.T) {
	got := shownOf(shape.Table, "         976104 function calls in 0.410 seconds\n\n   Ordered by: cumulative time\n\n   ncalls  tottime  percall  cumtime  percall filename:lineno(function)\n"+linesOf(90, func(i int) string {
		return fmt.Sprintf("     %4d    0.%03d    0.000    0.%03d    0.000 a%d.py:%d(f)", 3*i%17+1, i*7%90, 400-4*i-i%2, i, i)
	}))
	wantShown(t, got, "cumtime", " a0.py:0(f)", " a5.py:5(f)", " a11.py:11(f)")
	if lines := strings.Count(got, "\n"); lines > 30 {
		t.Errorf("%d lines are shown:\n%s", lines, got)
	}
}

func TestSettingsBetweenCommentsAreListed(t *testing.T) {
	comment := strings.Repeat("        # why it has to be like this, and not as it was\n", 3)
	got := shownOf(shape.SourceIndent, "# What is tested.\nname: Test\n\non: push\n\njobs:\n"+linesOf(5, func(i int) string {
		return fmt.Sprintf("  test_%d:\n    name: Run %d\n    steps:\n      - uses: checkout\n%s        with:\n          cache: pip\n      - run: tox", i, i, comment)
	}))
	wantShown(t, got, "jobs:", "  test_4:")
	wantHidden(t, got, "uses: checkout\n        with:\n          cache: pip\n      - run: tox\n  test_1:\n    name", "why it has")
	got = shownOf(shape.SourceIndent, "# How it is tested.\n"+linesOf(5, func(i int) string {
		return fmt.Sprintf("\n[env%d]\ndir = a\ndeps = b\n%s     full: a%d\n     more: b", i, comment, i)
	}))
	wantShown(t, got, "[env0]", "[env4]")
	wantHidden(t, got, "full: a1", "why it has")
}

func TestMakefileShowsItsTargets(t *testing.T) {
	got := shownOf(shape.SourceIndent, "# Till\n\nOBJ=till.o\n\nifeq ($(OS),Linux)\n  LIBS=-lrt\nendif\n\nall: $(OBJ)\n\n"+linesOf(8, func(i int) string {
		return fmt.Sprintf("check%d: $(OBJ)\n\tfor f in a b; do \\\n\t\t./run.sh $(TESTS) $$f; \\\n\tdone\n\techo done\n", i)
	}))
	wantShown(t, got, "all: $(OBJ)", "check0:", "check7:")
	wantHidden(t, got, "./run.sh", "echo done")
}

func TestCMakeInCapitalsIsOutlined(t *testing.T) {
	got := shownOf(shape.SourceIndent, "CMAKE_MINIMUM_REQUIRED(VERSION 3.15)\nPROJECT(till C)\nSET(till_sources\n    a.c\n    b.c)\n"+linesOf(9, func(i int) string {
		return fmt.Sprintf("ADD_LIBRARY(till%d ${till_sources})\nIF(WIN32)\n    TARGET_LINK_LIBRARIES(till%d ws2_32)\nENDIF()\nSET(X%d 1)\n", i, i, i)
	}))
	wantShown(t, got, "PROJECT(till C)", "ADD_LIBRARY(till0", "ADD_LIBRARY(till8")
	wantHidden(t, got, "SET(X3", "ws2_32")
}

func TestListOfObjectsNamesThemAndWhatIsWrong(t *testing.T) {
	text := "apiVersion: v1\nitems:\n" + linesOf(9, func(i int) string {
		state := "      restartCount: 0\n      state:\n        running:\n          startedAt: x"
		if i == 6 {
			state = "      restartCount: 17\n      state:\n        waiting:\n          reason: CrashLoopBackOff"
		}
		return fmt.Sprintf("- apiVersion: v1\n  kind: Pod\n  metadata:\n    labels:\n      name: app\n    name: till-%d\n  spec:\n    containers:\n    - image: till:2\n      name: box\n  status:\n    containerStatuses:\n    - image: till:2\n%s", i, state)
	}) + "kind: List\nmetadata:\n  resourceVersion: \"\"\n"
	got := shownOf(shape.Listing, text)
	wantShown(t, got, "name: till-0", "name: till-8", "restartCount: 17", "CrashLoopBackOff", "kind: List")
	for _, once := range []string{"name: box", "restartCount: 0"} {
		if n := strings.Count(got, once); n != 1 {
			t.Errorf("%s is shown %d times", once, n) // of the first, which says what all are like
		}
	}
}

func TestSettingsMostlyCommentedOut(t *testing.T) {
	got := shownOf(shape.SourceIndent, linesOf(60, func(i int) string {
		line := fmt.Sprintf("#work_mem_%d = 4MB\t\t\t# min 64kB\n#\t\t\t\t\t# or zero", i)
		if i%12 == 5 {
			line += fmt.Sprintf("\nmax_%d = 100\t\t\t# (change requires restart)", i)
		}
		return line
	}))
	wantShown(t, got, "max_5 = 100", "max_17 = 100", "max_53 = 100")
	wantHidden(t, got, "work_mem_30")
}

func TestJournalInJSONShowsErrors(t *testing.T) {
	got := shownOf(shape.JSONLines, linesOf(200, func(i int) string {
		msg, priority := fmt.Sprintf("request %d served", i), 6
		switch i {
		case 90:
			msg, priority = "main process exited, status 1/FAILURE", 3
		case 120:
			msg, priority = "reload took long", 4
		}
		return fmt.Sprintf(`{"__REALTIME_TIMESTAMP":"17953652%d","_SYSTEMD_UNIT":"till.service","PRIORITY":"%d","MESSAGE":"%s"}`, 10000+i, priority, msg)
	}))
	wantShown(t, got, "main process exited", "reload took long")
	wantHidden(t, got, "request 80 served")
}
