package delta

import "testing"

func masks(text string) string {
	var m masker
	return string(m.text([]byte(text)))
}

// What differs from run to run compares as equal.
func TestMasked(t *testing.T) {
	for _, c := range [][2]string{
		{"--- FAIL: TestA (0.03s)", "--- FAIL: TestA (12.40s)"},
		{"ok  \telide/internal/delta\t0.012s", "ok  \telide/internal/delta\t1.3s"},
		{"==== 2 failed, 161 passed in 0.68s ====", "==== 2 failed, 161 passed in 1.78s ===="},
		{"  \u2713 adds (12 ms)", "  \u2713 adds (9 ms)"},
		{"Time:        1.234 s", "Time:        12.3 s"},
		{"    Finished dev [unoptimized] target(s) in 0.05s", "    Finished dev [unoptimized] target(s) in 1m 12.5s"},
		{"test result: ok. 3 passed; finished in 0.00s", "test result: ok. 3 passed; finished in 2.51s"},
		{"BUILD SUCCESSFUL in 3s", "BUILD SUCCESSFUL in 1m 3s"},
		{"Ran 12 tests in 0.003s", "Ran 12 tests in 0.114s"},
		{"1/3 Test #1: foo ......   Passed    0.01 sec", "1/3 Test #1: foo ......   Passed   10.01 sec"},
		{"[       OK ] A.B (12 ms)", "[       OK ] A.B (0 ms)"},
		{"Tests run: 3, Failures: 1, Time elapsed: 0.123 s - in a.B", "Tests run: 3, Failures: 1, Time elapsed: 2.5 s - in a.B"},
		{"Time Elapsed 00:00:03.21", "Time Elapsed 00:01:00.00"},
		{"  Passed Adds [< 1 ms]", "  Passed Adds [12 ms]"},
		{"# duration_ms 12.345", "# duration_ms 7"},
		{`{"Action":"pass","Elapsed":0.03}`, `{"Action":"pass","Elapsed":11}`},
		{"Executed 3 tests, with 0 failures in 0.002 (0.003) seconds", "Executed 3 tests, with 0 failures in 1.5 (1.6) seconds"},
		{"0.12s call     tests/test_a.py::test_b", "1.12s call     tests/test_a.py::test_b"},
		{"real\t0m1.234s", "real\t0m0.9s"},
		{"#5 DONE 0.3s", "#5 DONE 12.1s"},
		{"#5 0.123 installing", "#5 1.9 installing"},
		{"2026-01-02T03:04:05.678Z INFO up", "2026-02-03T04:05:06.1Z INFO up"},
		{"2026-01-02 03:04:05,678 INFO up", "2026-02-03 04:05:06,111 INFO up"},
		{"2026/01/02 03:04:05 up", "2026/01/03 03:04:06 up"},
		{"[INFO] Finished at: 2026-01-02T03:04:05+01:00", "[INFO] Finished at: 2026-01-02T03:14:05+01:00"},
		{"Jan  2 03:04:05 host sshd[1234]: closed", "Feb 12 13:04:05 host sshd[99]: closed"},
		{"Mon Jan  2 15:04:05 UTC 2026", "Mon Jan 12 15:04:06 UTC 2027"},
		{`127.0.0.1 - - [02/Jan/2026:15:04:05 +0000] "GET /"`, `127.0.0.1 - - [03/Feb/2026:15:04:05 +0000] "GET /"`},
		{"I0102 15:04:05.123456   12345 main.go:12] up", "I0103 15:04:05.123456     345 main.go:12] up"},
		{"01-02 03:04:05.678 I/Tag: up", "01-03 03:04:05.078 I/Tag: up"},
		{"081109 203615 148 INFO dfs: up", "081109 203616 148 INFO dfs: up"},
		{"[   12.345678] usb 1-1: new", "[    2.345678] usb 1-1: new"},
		{"INFO 10:00:01 up", "INFO 10:00:02 up"},
		{"==1234==ERROR: AddressSanitizer", "==77==ERROR: AddressSanitizer"},
		{"goroutine 95 [running]:", "goroutine 7 [running]:"},
		{"thread 'a::b' (1234) panicked at src/lib.rs:3:5:", "thread 'a::b' (99) panicked at src/lib.rs:3:5:"},
		{"worker started, pid=1234", "worker started, pid=99"},
		{"self = <a.B object at 0x7f95e68cd650>", "self = <a.B object at 0x7fa83f5afed0>"},
		{"com.example.Type@1b2c3d4 expected", "com.example.Type@deadbee expected"},
		{"dial tcp 127.0.0.1:43121: refused", "dial tcp 127.0.0.1:51313: refused"},
		{"listening on port 43121", "listening on port 51313"},
		{"/tmp/go-build123456789/b001/a.test", "/tmp/go-build99999/b001/a.test"},
		{"open /tmp/TestFoo1234567/001/x: no such file", "open /tmp/TestFoo7654321/001/x: no such file"},
		{"/tmp/tmpab_12cdx/out.txt", "/tmp/tmpqqqqqqqq/out.txt"},
		{"/tmp/pytest-of-root/pytest-3/test_a0/x", "/tmp/pytest-of-root/pytest-14/test_a0/x"},
		{"mkdir /tmp/app-Xy12Zq", "mkdir /tmp/app-aB93kk"},
	} {
		if a, b := masks(c[0]), masks(c[1]); a != b {
			t.Errorf("%q and %q differ", a, b)
		}
	}
}

// Values are not masked, whatever digits they have.
func TestNotMasked(t *testing.T) {
	for _, c := range [][2]string{
		{"got 1, want 2", "got 3, want 4"},
		{"    a_test.go:12: got 10ms, want 20ms", "    a_test.go:12: got 10ms, want 30ms"},
		{"expected 10:00:00 but was 11:00:00", "expected 10:00:00 but was 12:00:00"},
		{"Total: 12.50", "Total: 13.75"},
		{"coverage: 81.3% of statements", "coverage: 81.4% of statements"},
		{"BenchmarkA-8   \t 1000\t 1234 ns/op", "BenchmarkA-8   \t 1000\t 1300 ns/op"},
		{"2 failed, 161 passed in 0.68s", "4 failed, 159 passed in 0.68s"},
		{"src/main.rs:12:5: error", "src/main.rs:13:5: error"},
		{"flags = 0x1f", "flags = 0x2f"},
		{"checksum 0xdeadbeef", "checksum 0xcafebabe"},
		{"listening on port 8080", "listening on port 8081"},
		{"dial tcp 127.0.0.1:5432: refused", "dial tcp 127.0.0.1:6379: refused"},
		{"open /tmp/a.log: no such file", "open /tmp/b.log: no such file"},
		{"open /srv/data123456: no such file", "open /srv/data654321: no such file"},
		{"actions/checkout@a1b2c3d", "actions/checkout@b2c3d4e"},
		{"values[123]: unset", "values[124]: unset"},
		{"version 2026-01-02", "version 2026-01-03"},
		{"exit status 1", "exit status 2"},
		{"retry 3 of 5", "retry 4 of 5"},
		{"node-v20.1.0", "node-v20.2.0"},
	} {
		if a, b := masks(c[0]), masks(c[1]); a == b {
			t.Errorf("%q and %q are both %q", c[0], c[1], a)
		}
	}
}
