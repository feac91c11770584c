package reduce

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/logs"
	"elide.example/elide/internal/scan"
	"elide.example/elide/internal/shape"
)

// logSamples are logs in the layouts of programs, of hosts that don't exist.
var logSamples = map[string]string{
	"log4j with a stack": `
%200 2024-05-01 10:00:0#,123 INFO  [main] c.e.app.Worker - processed batch # of 9
! 2024-05-01 10:02:00,001 ERROR [worker-3] c.e.app.Worker - could not store batch
! java.lang.IllegalStateException: pool is closed
! 	at com.example.app.Pool.get(Pool.java:41)
: 	at com.example.app.Worker.run(Worker.java:12)
%200 2024-05-01 10:03:0#,123 INFO  [main] c.e.app.Worker - processed batch # of 9
! 2024-05-01 10:04:00,001 WARN  [main] c.e.app.Disk - only 5 % left
%20 2024-05-01 10:05:0#,123 INFO  [main] c.e.app.Worker - processed batch # of 9
`,
	"python logging": `
%200 2024-05-01 10:00:0#,123 - app.worker - INFO - handled job #
! 2024-05-01 10:02:00,001 - app.worker - CRITICAL - queue is gone
! Traceback (most recent call last):
!   File "/srv/app/worker.py", line 12, in run
:     job = queue.get()
! redis.exceptions.ConnectionError: Error 111 connecting to localhost:6379
%50 2024-05-01 10:03:0#,123 - app.worker - INFO - handled job #
`,
	"stamped as a runner's": `
%200 2024-05-01T10:00:0#.123Z shop:db select stock of part # took a while
%20 127.0.0.1 - - [01/May/2024:10:00:0# +0000] "POST /orders HTTP/1.1" 201 # "-" "node"
! 2024-05-01T10:02:00.001Z shop:api unknown part of SKU
! 127.0.0.1 - - [01/May/2024:10:02:00 +0000] "POST /orders HTTP/1.1" 500 66 "-" "node"
%50 2024-05-01T10:03:0#.123Z shop:db select stock of part # took a while
`,
	"answers": `
%100 2024-05-01 10:00:0#: (response.c.179) fd:# resp: HTTP/1.1 200 OK
! 2024-05-01 10:01:00: (response.c.179) fd:8 resp: HTTP/1.1 403 Forbidden
%20 2024-05-01 10:02:0#: (response.c.179) fd:# resp: HTTP/1.1 200 OK
: 2024-05-01 10:03:00: (response.c.179) fd:8 resp: HTTP/1.1 403 Forbidden
: 2024-05-01 10:03:01: (response.c.179) fd:8 resp: HTTP/1.1 403 Forbidden
: 2024-05-01 10:03:02: (response.c.179) fd:8 resp: HTTP/1.1 403 Forbidden
%20 2024-05-01 10:04:0#: (response.c.179) fd:# resp: HTTP/1.1 200 OK
! 2024-05-01 10:05:00: (response.c.179) fd:8 resp: HTTP/2 502 Bad Gateway
%50 2024-05-01 10:06:0#: (response.c.179) fd:# resp: HTTP/1.1 200 OK
`,
	"python basic": `
%100 INFO:app.worker:handled job #
! ERROR:app.worker:no such job 17
%100 INFO:app.worker:handled job #
`,
	"logfmt": `
%200 time="2024-05-01T10:00:0#Z" level=info msg="reconciled" object=app-#
! time="2024-05-01T10:02:00Z" level=error msg="reconcile: conflict" object=app-7
! ts=2024-05-01T10:02:01Z caller=main.go:41 level=warn msg="slow disk"
%50 time="2024-05-01T10:03:0#Z" level=info msg="reconciled" object=app-#
`,
	"few warnings, and a trace below one": `
%200 2024-05-01T10:00:0#.123Z [shop] info: request completed in # ms
! 2024-05-01T10:02:00.001Z [shop] warn: request failed
! PayloadTooLargeError: request entity too large
! 	at Server.take (/srv/shop/app.js:21:457)
: 	at process.processTicksAndRejections (node:internal/process/task_queues:95:5)
%20 2024-05-01T10:02:0#.001Z [shop] info: request completed in # ms
! 2024-05-01T10:02:40.001Z [shop] warn: request failed
! SyntaxError: Unexpected end of JSON input
%90 2024-05-01T10:03:0#.123Z [shop] info: request completed in # ms
`,
	"a report below the last record": `
%300 2024-05-01 10:00:0# INFO worker: task # is done
! 2024-05-01 10:01:00 INFO worker: stopped
! ===== Summary =====
! * 137 ran
! * 1 failed:
!     - 1 Load(day=17)
`,
	"a call that returns -1": `
%120 219# node-1# full partition status 10612# 1 running
! 2286759 node-12 full partition status 1061219795 -1 running
%120 219# node-1# full partition status 10612# 1 running
`,
	"a history of a line a commit": `
! * 3d78036d (HEAD -> main, origin/main) Wait for no one
%30 * 3d7803b# Say more of it
! | * c59208c8 (tag: v0.8.9) Release it
%90 * 3d7803c# Say more of it
`,
	"klog": `
%200 I0501 10:00:0#.123456       1 controller.go:41] Synced object "app-#"
! E0501 10:02:00.000001       1 reflector.go:138] Failed to watch *v1.Pod: forbidden
! W0501 10:02:01.000001       1 warnings.go:70] policy/v1beta1 is deprecated
%50 I0501 10:03:0#.123456       1 controller.go:41] Synced object "app-#"
! F0501 10:04:00.000001       1 main.go:12] leader election lost
`,
	"nginx error": `
%100 2024/05/01 10:00:0# [notice] 12#12: start worker process #
! 2024/05/01 10:02:00 [error] 12#12: *7 connect() failed (111: Connection refused) while connecting to upstream
! 2024/05/01 10:02:00 [emerg] 12#12: bind() to 0.0.0.0:80 failed
%50 2024/05/01 10:03:0# [notice] 12#12: start worker process #
`,
	"access": `
%300 10.0.0.# - - [01/May/2024:10:00:0# +0000] "GET /api/items/# HTTP/1.1" 200 # "-" "curl/8.#"
! 10.0.0.9 - - [01/May/2024:10:02:00 +0000] "POST /api/orders HTTP/1.1" 500 71 "-" "curl/8.1"
! 10.0.0.9 - - [01/May/2024:10:02:00 +0000] "GET /admin HTTP/1.1" 403 71 "-" "curl/8.1"
%50 10.0.0.# - - [01/May/2024:10:03:0# +0000] "GET /api/items/# HTTP/1.1" 200 # "-" "curl/8.#"
`,
	"syslog": `
%200 May  1 10:00:0# web1 CRON[1#]: (root) CMD (run-parts /etc/cron.hourly)
! May  1 10:02:00 web1 kernel: [12345.678901] Out of memory: Killed process 4242 (java) total-vm:1kB
! May  1 10:02:01 web1 systemd[1]: app.service: Main process exited, code=killed, status=9/KILL
! May  1 10:02:01 web1 systemd[1]: Failed to start Application.
%100 May  1 10:03:0# web1 CRON[1#]: (root) CMD (run-parts /etc/cron.hourly)
`,
	"kernel": `
%100 [    #.123456] pci 0000:00:1#.0: BAR 0: assigned [mem 0xf#000000]
! [   12.345678] ata1.00: failed command: READ FPDMA QUEUED
%20 [   2#.123456] pci 0000:00:1#.0: BAR 0: assigned [mem 0xf#000000]
`,
	"spring": `
%200 2024-05-01 10:00:0#.123  INFO 4242 --- [nio-8080-exec-#] c.e.web.Api : served # in #ms
! 2024-05-01 10:02:00.123 ERROR 4242 --- [nio-8080-exec-1] o.a.c.c.C.[.[.[/] : Servlet.service() threw exception
! java.lang.NullPointerException: Cannot invoke "Cart.total()" because "cart" is null
! 	at com.example.web.Api.total(Api.java:41)
:
%50 2024-05-01 10:03:0#.123  INFO 4242 --- [nio-8080-exec-#] c.e.web.Api : served # in #ms
`,
	"elasticsearch": `
%100 [2024-05-01T10:00:0#,123][INFO ][o.e.c.m.MetadataService] [node-1] [index-#] creating index
! [2024-05-01T10:02:00,123][ERROR][o.e.b.Bootstrap         ] [node-1] Exception
! java.lang.RuntimeException: can not run as root
%20 [2024-05-01T10:03:0#,123][INFO ][o.e.c.m.MetadataService] [node-1] [index-#] creating index
`,
	"compose": `
%100 web-1    | 2024-05-01 10:00:0# INFO  served #
%100 db-1     | 2024-05-01 10:00:0#.123 UTC [4#] LOG:  checkpoint complete: wrote # buffers
! db-1     | 2024-05-01 10:02:00.123 UTC [41] FATAL:  password authentication failed for user "app"
! web-1    | 2024-05-01 10:02:01 ERROR connection refused
! web-1 exited with code 1
`,
	"postgres": `
%100 2024-05-01 10:00:0#.123 UTC [4#] LOG:  connection received: host=10.0.0.# port=#
! 2024-05-01 10:02:00.123 UTC [41] ERROR:  relation "orders" does not exist at character 15
! 2024-05-01 10:02:00.123 UTC [41] STATEMENT:  SELECT * FROM orders
%50 2024-05-01 10:03:0#.123 UTC [4#] LOG:  connection received: host=10.0.0.# port=#
`,
	"rails": `
%100 I, [2024-05-01T10:00:0#.123456 #4#]  INFO -- : Completed 200 OK in #ms
! E, [2024-05-01T10:02:00.123456 #41] ERROR -- : undefined method total for nil
%20 I, [2024-05-01T10:03:0#.123456 #4#]  INFO -- : Completed 200 OK in #ms
`,
	"tracing": `
%100 2024-05-01T10:00:0#.123456Z  INFO app::worker: handled job=#
! 2024-05-01T10:02:00.123456Z ERROR app::worker: lost job=7
%20 2024-05-01T10:03:0#.123456Z  INFO app::worker: handled job=#
`,
	"zap": `
%100 2024-05-01T10:00:0#.123Z	INFO	worker/worker.go:41	handled	{"job": #}
! 2024-05-01T10:02:00.123Z	ERROR	worker/worker.go:90	lost	{"job": 7}
! example.com/app/worker.(*Worker).Run
: 	/src/worker/worker.go:90
%20 2024-05-01T10:03:0#.123Z	INFO	worker/worker.go:41	handled	{"job": #}
`,
	"an alert column": `
%200 - 11178385# 2024.05.01 node-# RAS KERNEL INFO generating core.#
! KERNMC 1117838599 2024.05.01 node-7 RAS KERNEL INFO machine check interrupt
%50 - 11178386# 2024.05.01 node-# RAS KERNEL INFO generating core.#
`,
	"a word is no level": `
%100 2024-05-01 10:00:0# INFO  retry policy is ERROR tolerant, attempt #
! 2024-05-01 10:02:00 WARN  gave up
~ 2024-05-01 10:02:00 INFO  retry policy is ERROR tolerant, attempt 7
%100 2024-05-01 10:03:0# INFO  retry policy is ERROR tolerant, attempt #
`,
	"windows": `
%200 2024-05-01 10:00:0#, Info                  CBS    Loaded Servicing Stack v6.1.# with Core: C:\stack#\core.dll
! 2024-05-01 10:02:00, Error                 CBS    Failed to load catalog
%50 2024-05-01 10:03:0#, Info                  CBS    Loaded Servicing Stack v6.1.# with Core: C:\stack#\core.dll
`,
	"states are not variables": `
%90 2024-05-01 10:00:0# INFO peer # is FOLLOWING
%90 2024-05-01 10:01:0# INFO peer # is LOOKING
! 2024-05-01 10:02:00 INFO peer 3 is LEADING
%90 2024-05-01 10:03:0# INFO peer # is FOLLOWING
`,
	"strace": `
: execve("/bin/cat", ["cat", "/etc/shadow"], 0x7ffd /* 20 vars */) = 0
%40 mmap(NULL, 81#2, PROT_READ, MAP_PRIVATE, 3, 0) = 0x7f#000
%40 openat(AT_FDCWD, "/usr/lib/locale/#", O_RDONLY) = -1 ENOENT (No such file or directory)
! openat(AT_FDCWD, "/etc/shadow", O_RDONLY) = -1 EACCES (Permission denied)
! write(2, "cat: /etc/shadow: Permission denied\n", 36) = 36
%20 close(#) = 0
! +++ exited with 1 +++
`,
	"valgrind": `
! ==99== Command: ./app
%40 row # of the program
! ==99== Invalid read of size 4
~ ==99==    at 0x48417B4: malloc (in /usr/libexec/valgrind/vgpreload.so)
! ==99==    by 0x1093BF: queue_pop (queue.c:41)
: ==99==    by 0x10ECBF: main (main.c:12)
! ==99==  Address 0x4a4b040 is 0 bytes after a block of size 16 alloc'd
: ==99==    by 0x10ECCC: main (main.c:9)
: ==99== 
! ==99== ERROR SUMMARY: 1 errors from 1 contexts (suppressed: 0 from 0)
`,
	"valgrind, records that start alike": `
%20 row # of the program
! ==99== 4 bytes in 1 blocks are definitely lost in loss record 1 of 2
! ==99==    by 0x1093BF: copy (text.c:41)
! ==99==    by 0x1093CC: left (main.c:5)
: ==99== 
! ==99== 8 bytes in 1 blocks are definitely lost in loss record 2 of 2
~ ==99==    by 0x1093BF: copy (text.c:41)
! ==99==    by 0x1093DD: right (main.c:9)
: ==99==    by 0x1093EE: main (main.c:20)
: ==99== 
! ==99== LEAK SUMMARY:
! ==99==    definitely lost: 12 bytes in 2 blocks
`,
	"git log": `
%1 commit aaaabbbbccccddddeeeeffff000011112222333# (HEAD -> main)
: Author: A <a@example.org>
:
!     Read the queue in order
%60 commit aaaabbbbccccddddeeeeffff00001111222233#0
! commit aaaabbbbccccddddeeeeffff0000111122223339 (tag: v1.2.0)
: Author: A <a@example.org>
: Date:   Mon May 1 10:00:00 2024 +0000
:
!     Release 1.2.0
:
%60 commit aaaabbbbccccddddeeeeffff00001111222233#1
`,
	"a load balancer": `
%200 10.0.0.1:40#82 [27/Nov/2026:21:29:2#.358] web api/a1 0/0/0/1/1 200 316 - - ---- 1/1/0/0/0 0/0 "GET /api/#1 HTTP/1.1"
! 10.0.0.1:47082 [27/Nov/2026:21:29:26.358] web api/a1 0/0/0/1/1 503 217 - - ---- 1/1/0/0/0 0/0 "GET /api/31 HTTP/1.1"
%200 10.0.0.1:40#82 [27/Nov/2026:21:29:3#.358] web api/a1 0/0/0/1/1 200 316 - - ---- 1/1/0/0/0 0/0 "GET /api/#1 HTTP/1.1"
`,
	"a build between records": `
%60 2024-05-01 10:00:0# INFO  step #
! src/main.c:41:5: error: expected ';'
%60 2024-05-01 10:01:0# INFO  step #
`,
}

func TestServiceLogKeepsWhatDeviates(t *testing.T) {
	for name, sample := range logSamples {
		t.Run(name, func(t *testing.T) {
			if share := checkSample(t, For(shape.Log), sample); share > 0.5 {
				t.Errorf("%.0f %% shown", 100*share)
			}
		})
	}
}

// Of a short log in which each line is the only one of its kind, a part is shown.
func TestLogOfSingleLines(t *testing.T) {
	words := strings.Fields("mounting probing scanning reading loading starting opening binding")
	text := linesOf(200, func(i int) string {
		return fmt.Sprintf("[    0.%06d] %s%c%c: %s %s", i*137, words[i%8], 'a'+i%26, 'a'+i/26, words[i/8%8], words[(i*i+3)%8])
	})
	if got := shownBy(t, shape.Log, text); len(got)*10 > len(text)*6 {
		t.Errorf("%d of %d bytes are shown", len(got), len(text))
	}
}

// A flood of errors is shown by template, few errors all.
func TestServiceLogErrors(t *testing.T) {
	checkSample(t, For(shape.Log), `
%400 2024-05-01 10:00:0# INFO  handled job #
! 2024-05-01 10:00:01 ERROR lost job 1
! 2024-05-01 10:00:02 ERROR lost job 2
! 2024-05-01 10:00:03 ERROR lost job 3
%40 2024-05-01 10:00:0# INFO  handled job #`)
	share := checkSample(t, For(shape.Log), `
%400 2024-05-01 10:00:0# INFO  handled job #
! 2024-05-01 10:00:01 ERROR lost job 1
%400 2024-05-01 10:00:0# ERROR lost job #
! 2024-05-01 10:00:01 ERROR disk is full
%400 2024-05-01 10:00:0# ERROR lost job #
%40 2024-05-01 10:00:0# INFO  handled job #`)
	if share > 0.02 {
		t.Errorf("%.1f %% of a flood of errors shown", 100*share)
	}
}

// A log in which no two lines are alike is still shown by a small part.
func TestServiceLogIsBounded(t *testing.T) {
	var text []byte
	for i := range 60000 {
		text = fmt.Appendf(text, "2024-05-01 10:00:00 INFO  %s %s\n", wordOf(i), wordOf(i*7919))
	}
	s := sectionOf(text, shape.Log)
	marks := make([]mark.Mark, s.Len())
	logs.Reduce(s, marks)
	shown := 0
	for _, m := range marks {
		if m.Rank > mark.Bulk {
			shown++
		}
	}
	if shown > 4000 || shown < 20 {
		t.Errorf("%d of %d lines shown", shown, len(marks))
	}
}

// wordOf returns a word of letters that is another for each n.
func wordOf(n int) string {
	var w []byte
	for ; n > 0 || len(w) == 0; n /= 20 {
		w = append(w, 'g'+byte(n%20))
	}
	return string(w) + "ish"
}

func BenchmarkServiceLog(b *testing.B) {
	var text []byte
	for i := range 50000 {
		text = fmt.Appendf(text, "2024-05-01 10:%02d:%02d,%03d INFO  [worker-%d] com.example.app.Worker - block blk_%d of size %d received from /10.251.%d.%d for user %s\n",
			i/60%60, i%60, i%1000, i%16, i*7919, i%65536, i%256, i%253, wordOf(i%97))
	}
	s := sectionOf(text, shape.Log)
	marks := make([]mark.Mark, s.Len())
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		clear(marks)
		logs.Reduce(s, marks)
	}
}

func BenchmarkTemplateHash(b *testing.B) {
	line := []byte("2024-05-01 10:00:00,123 INFO  [worker-3] com.example.app.Worker - block blk_3587508140051953248 of size 67108864 received from /10.251.42.84")
	b.SetBytes(int64(len(line)))
	for b.Loop() {
		scan.Template(line)
	}
}

// A log of which most lines are traces is one: what is indented continues its records.
func TestRecordsAmongTraces(t *testing.T) {
	got := shownBy(t, shape.Log, linesOf(60, func(i int) string {
		status := 200
		if i == 31 {
			status = 500
		}
		return fmt.Sprintf(`10.0.0.1 - - [02/Jan/2026 03:04:%02d] "GET /a/%d HTTP/1.1" %d -`, i, i, status) + strings.Repeat("\n    at step of the worker", 4)
	}))
	wantShown(t, got, "/a/31 ")
	wantHidden(t, got, "/a/17 ")
}

// Names of states tell templates apart, however many there are.
func TestStatesAreNotMerged(t *testing.T) {
	states := []string{"NEW", "INITED", "SETUP", "RUNNING", "COMMITTING", "SUCCEEDED", "FAIL_WAIT", "KILL_WAIT"}
	line := func(i int, state string) string {
		return fmt.Sprintf("2026-01-02 03:%02d:%02d,001 INFO [main] jobs.Task: task_%d Task Transitioned to %s", i/60, i%60, i, state)
	}
	got := shownBy(t, shape.Log, linesOf(400, func(i int) string {
		if i == 250 {
			return line(i, "SUCCESS_CONTAINER_CLEANUP")
		}
		return line(i, states[i%len(states)])
	}))
	wantShown(t, got, "SUCCESS_CONTAINER_CLEANUP")
	wantHidden(t, got, "task_123 ")
}

// A request that failed keeps what stands before its time of day.
func TestFailedRequestsKeepTheirDates(t *testing.T) {
	text := linesOf(60, func(i int) string {
		status := 200
		if i > 40 {
			status = 404
		}
		return fmt.Sprintf(`127.0.0.1 - - [02/Jan/2026 03:04:%02d] "GET /a HTTP/1.1" %d -`, i, status)
	})
	s := testSection(text)
	s.Shape = shape.Log
	for i, m := range Section(s) {
		if m.Head > 0 && i > 40 {
			t.Errorf("%q has a head", s.Text(i))
		}
	}
}

// Histories of a line each are known whatever is drawn or put between their
// fields.
func TestHistoriesKeepWhatRefsPointTo(t *testing.T) {
	commit := func(i int) string { return fmt.Sprintf("%07x", 0xab00000+i*7919) }
	ref := func(i int) string {
		if i%40 == 7 {
			return fmt.Sprintf("(tag: v1.%d) ", i)
		}
		return ""
	}
	graph := linesOf(200, func(i int) string {
		if i%5 == 3 {
			return "| * " + commit(i) + " " + ref(i) + "Fix rounding"
		}
		return "* | " + commit(i) + " " + ref(i) + "Add coupons"
	})
	fields := linesOf(200, func(i int) string {
		return commit(i) + " 2026-01-02 A. Smith  " + ref(i) + "Add coupons"
	})
	behind := linesOf(200, func(i int) string {
		return strings.TrimRight(commit(i)+" 2026-01-02 A. Smith Add coupons "+ref(i), " ")
	})
	for _, test := range []struct {
		sh   shape.Shape
		text string
	}{{shape.Listing, graph}, {shape.Table, fields}, {shape.Listing, behind}} {
		got := shownBy(t, test.sh, test.text)
		wantShown(t, got, "(tag: v1.7)", "(tag: v1.47)", "(tag: v1.167)")
		wantHidden(t, got, commit(100)+" ")
	}
}
