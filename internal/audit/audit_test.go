package audit

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
)

// writerVariable makes this test a process that writes events.
const writerVariable = "AUDIT_TEST_WRITER"

func TestMain(m *testing.M) {
	if path := os.Getenv(writerVariable); path != "" {
		os.Exit(writeMany(path))
	}
	if path := os.Getenv(fullVariable); path != "" {
		os.Exit(writeUntilFull(path))
	}
	os.Exit(m.Run())
}

// fullVariable makes it one that finds no room for all that it writes.
const fullVariable = "AUDIT_TEST_FULL"

const eventsEach = 50

// limitVariable is the limit of its file.
const limitVariable = "AUDIT_TEST_LIMIT"

func writeMany(path string) int {
	limit, _ := strconv.ParseInt(os.Getenv(limitVariable), 10, 64)
	l := Open(path, limit)
	var failed int
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for range eventsEach {
				if l.Compressed(Event{BytesIn: 3, BytesOut: 1, TokensIn: 2, TokensOut: 1}) != nil {
					failed = 1
				}
			}
		})
	}
	wg.Wait()
	return failed
}

func at(path string, maxBytes int64) *Log {
	l := Open(path, maxBytes)
	l.now = func() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 123456789, time.FixedZone("x", 3600)) }
	return l
}

var example = Event{
	FrontEnd: Hook, Host: "claude", Tool: "go test", Shape: "test-log",
	BytesIn: 9000, BytesOut: 700, TokensIn: 3000, TokensOut: 210, Hash: "0123456789ab", Correlation: "5f0c",
}

func TestLines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "audit.jsonl")
	l := at(path, 0)
	if err := l.Compressed(example); err != nil {
		t.Fatal(err)
	}
	if err := l.Observed(Event{FrontEnd: Proxy, BytesIn: 8000, BytesOut: 600, TokensIn: 2000, TokensOut: 200, Correlation: "00112233aabb", Group: "hold\nout"}); err != nil {
		t.Fatal(err)
	}
	if err := l.Expanded(Event{FrontEnd: Get, Hash: "no hash", Tool: "a\x1b[0m\n\u202e" + strings.Repeat("x", 200), BytesOut: 50, TokensOut: 12, TokensIn: -1}); err != nil {
		t.Fatal(err)
	}
	want := `{"version":1,"event":"context_compressed","time":"2026-03-01T11:00:00.123Z","front_end":"hook","host":"claude","tool":"go test","shape":"test-log",` +
		`"bytes_in":9000,"bytes_out":700,"tokens_in":3000,"tokens_out":210,"tokens_estimated":true,"hash":"0123456789ab","correlation":"5f0c","group":"",` +
		`"totals":{"compressed":1,"expanded":0,"bytes_in":9000,"bytes_out":700,"bytes_expanded":0,"tokens_in":3000,"tokens_out":210,"tokens_expanded":0}}
{"version":1,"event":"context_observed","time":"2026-03-01T11:00:00.123Z","front_end":"proxy","host":"","tool":"","shape":"",` +
		`"bytes_in":8000,"bytes_out":600,"tokens_in":2000,"tokens_out":200,"tokens_estimated":true,"hash":"","correlation":"00112233aabb","group":"hold?out",` +
		`"totals":{"compressed":1,"expanded":0,"bytes_in":9000,"bytes_out":700,"bytes_expanded":0,"tokens_in":3000,"tokens_out":210,"tokens_expanded":0}}
{"version":1,"event":"context_expanded","time":"2026-03-01T11:00:00.123Z","front_end":"get","host":"","tool":"a?[0m??` + strings.Repeat("x", 91) + `","shape":"",` +
		`"bytes_in":0,"bytes_out":50,"tokens_in":0,"tokens_out":12,"tokens_estimated":true,"hash":"","correlation":"","group":"",` +
		`"totals":{"compressed":1,"expanded":1,"bytes_in":9000,"bytes_out":700,"bytes_expanded":50,"tokens_in":3000,"tokens_out":210,"tokens_expanded":12}}
`
	if got := read(t, path); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

func TestNothingOpenedBeforeTheFirstEvent(t *testing.T) {
	dir := t.TempDir()
	Open(filepath.Join(dir, "a"), 0)
	if found, _ := os.ReadDir(dir); len(found) > 0 {
		t.Errorf("there is %s", found[0].Name())
	}
	var none *Log
	if Open("", 0) != none || none.Compressed(example) != nil || none.Expanded(example) != nil {
		t.Error("an empty path is not no log")
	}
}

// TestManyProcesses: no line is lost or torn, and the totals of a file's last
// are those of the file, also where files are put aside meanwhile.
func TestManyProcesses(t *testing.T) {
	for limit, want := range map[int64]int{0: 1, 45_000: 4} { // files
		t.Run(fmt.Sprint(limit), func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "audit.jsonl")
			const processes = 4
			startWriters(t, processes, path, limit)
			const all = processes * 2 * eventsEach
			total := 0
			names := files(t, path)
			for _, name := range names {
				total += checkTotals(t, name)
			}
			if total != all || len(names) != want {
				t.Errorf("%d records of %d, in %q", total, all, names)
			}
		})
	}
}

// startWriters runs so many processes, each of which writes many events.
func startWriters(t *testing.T, processes int, path string, limit int64) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range processes {
		wg.Go(func() {
			cmd := exec.Command(self)
			cmd.Env = append(os.Environ(), writerVariable+"="+path, limitVariable+"="+strconv.FormatInt(limit, 10))
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
	wg.Wait()
}

// checkTotals checks that the totals of each line are those up to it, and
// returns how many lines there are.
func checkTotals(t *testing.T, name string) int {
	t.Helper()
	var n int64
	bad, err := Read(strings.NewReader(read(t, name)), func(r *Record) {
		n++
		if want := (Totals{Compressed: n, BytesIn: 3 * n, BytesOut: n, TokensIn: 2 * n, TokensOut: n}); r.Totals != want {
			t.Errorf("line %d has the totals %+v", n, r.Totals)
		}
	})
	if bad != 0 || err != nil {
		t.Errorf("%s: %d unreadable, %v", name, bad, err)
	}
	return int(n)
}

func TestRotation(t *testing.T) {
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	l := at(path, 1000)
	const events = 12 // two fit in a file
	for i := range events {
		e := example
		e.TokensOut = i
		if err := l.Compressed(e); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for _, name := range files(t, path) {
		line := ""
		Read(strings.NewReader(read(t, name)), func(r *Record) { line += fmt.Sprintf(" %d/%d", r.TokensOut, r.Totals.Compressed) })
		got = append(got, filepath.Ext(name)+line)
	}
	if want := ".3 4/1 5/2,.2 6/1 7/2,.1 8/1 9/2,.jsonl 10/1 11/2"; strings.Join(got, ",") != want {
		t.Errorf("%s, want %s", strings.Join(got, ","), want)
	}
}

// TestBrokenEnd: whatever the file's end became, the next event is a line of
// its own, with the totals of the last whole line before it.
func TestBrokenEnd(t *testing.T) {
	dir := t.TempDir()
	runs := 0
	laws.Check(t, func(t *rapid.T) {
		runs++
		path := filepath.Join(dir, strconv.Itoa(runs))
		l := at(path, 0)
		n := rapid.IntRange(1, 5).Draw(t, "lines")
		for range n {
			if err := l.Compressed(example); err != nil {
				t.Fatal(err)
			}
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		cut := data[:len(data)-rapid.IntRange(0, len(data)-len(begins)).Draw(t, "cut")]
		junk := rapid.SampledFrom([]string{"", "\x00\x00\x00", "\n\n", "x\n", `{"version":1,"event":"context_`}).Draw(t, "junk")
		whole := bytes.Count(cut, []byte("}}"))
		if err := os.WriteFile(path, append(cut, junk...), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := l.Compressed(example); err != nil {
			t.Fatal(err)
		}
		var last *Record
		after, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		Read(bytes.NewReader(after), func(r *Record) { last = r })
		if bytes.HasSuffix(cut, []byte("}}")) && junk != "" && junk[0] != '\n' {
			whole-- // the line goes on with what is no JSON
		}
		if !bytes.HasPrefix(after, append(cut, junk...)) || last == nil || last.Totals.Compressed != int64(whole)+1 {
			t.Fatalf("%d whole lines, then %+v:\n%s", whole, last, after)
		}
	})
}

// TestCutAtOnce: a crash within the first bytes of a file leaves it usable.
func TestCutAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	for n := range len(begins) {
		if err := os.WriteFile(path, []byte(begins[:n]), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := at(path, 0).Compressed(example); err != nil {
			t.Fatal(err)
		}
		if got := read(t, path); !strings.HasPrefix(got, begins) || strings.Count(got, "\n") != 1 {
			t.Errorf("after %d bytes: %s", n, got)
		}
	}
}

func TestLostEnd(t *testing.T) {
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	l := at(path, 0)
	if err := l.Compressed(example); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	f.Write(make([]byte, 1<<17))
	f.Close()
	if err := l.Compressed(example); err != nil {
		t.Fatal(err)
	}
	if got := files(t, path); len(got) != 2 || strings.Count(read(t, path), "\n") != 1 {
		t.Errorf("%q, and a file that begins %.40q", got, read(t, path))
	}
}

// TestRefused: what is not the user's own log stays as it is.
func TestRefused(t *testing.T) {
	for name, plant := range map[string]func(path string) error{
		"another file":      func(path string) error { return os.WriteFile(path, []byte("# my settings\n"), 0o600) },
		"a statistics file": func(path string) error { return os.WriteFile(path, []byte(`{"version":1,"time":"2026"}`+"\n"), 0o600) },
		"a folder":          func(path string) error { return os.Mkdir(path, 0o700) },
		"a link": func(path string) error {
			return errors.Join(os.WriteFile(path+".to", nil, 0o600), os.Symlink(path+".to", path))
		},
		"a dangling link": func(path string) error { return os.Symlink(path+".to", path) },
		"a lock that is a link": func(path string) error {
			return errors.Join(os.WriteFile(path+".to", nil, 0o600), os.Symlink(path+".to", path+lockSuffix))
		},
		"a lock that is a folder": func(path string) error { return os.Mkdir(path+lockSuffix, 0o700) },
		"a device":                func(path string) error { return os.Symlink("/dev/full", path) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "audit.jsonl")
			if err := plant(path); err != nil {
				t.Fatal(err)
			}
			before := tree(t, dir)
			l := at(path, 10)
			if err := l.Compressed(example); err == nil {
				t.Error("it was taken")
			}
			if err := l.Compressed(example); err != nil {
				t.Errorf("told twice: %v", err)
			}
			for name, data := range tree(t, dir) {
				if ours := name == filepath.Base(path)+lockSuffix && data == ""; ours && strings.HasSuffix(t.Name(), "_file") {
					continue // only what looks like a log from outside is locked
				}
				if was, there := before[name]; !there || was != data {
					t.Errorf("%s is now %q", name, data)
				}
			}
		})
	}
}

func TestOthersFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(path, 1, 1); err != nil {
		t.Skip("only root can give a file away:", err)
	}
	if err := at(path, 0).Compressed(example); !errors.Is(err, errNotOwn) {
		t.Errorf("%v", err)
	}
	if err := os.Rename(path, path+lockSuffix); err != nil {
		t.Fatal(err)
	}
	if err := at(path, 0).Compressed(example); !errors.Is(err, errNotOwn) {
		t.Errorf("its lock: %v", err)
	}
}

// TestFiles: a log that there is none of yet has no files, and what can be none
// is told.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "audit.jsonl")
	if got := files(t, filepath.Join(dir, "new", "audit.jsonl")); got != nil {
		t.Errorf("%q", got)
	}
	for name, plant := range map[string]func() error{
		"a folder": func() error { return os.Mkdir(path, 0o700) },
		"a link":   func() error { return os.Symlink("/dev/full", path) },
	} {
		if err := plant(); err != nil {
			t.Fatal(err)
		}
		if got, err := Files(path); !errors.Is(err, errNotRegular) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		os.Remove(path)
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := Files(filepath.Join(path, "audit.jsonl")); err == nil {
		t.Errorf("below a file: %q", got)
	}
}

// TestToldAgain: a failure after a success is told again.
func TestToldAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	l := at(path, 0)
	var got []bool
	for _, blocked := range []bool{true, true, false, true} {
		os.RemoveAll(path)
		if blocked {
			os.Mkdir(path, 0o700)
		}
		got = append(got, l.Expanded(example) != nil)
	}
	if fmt.Sprint(got) != "[true false false true]" {
		t.Error(got)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"version":1,"event":"context_compressed","time":"2026-03-01T11:00:00.123Z"}` + "\n\n{"))
	f.Fuzz(func(t *testing.T, data []byte) {
		n := 0
		bad, err := Read(bytes.NewReader(data), func(r *Record) {
			n++
			if r.TokensIn < 0 || strings.ContainsFunc(r.Tool+r.Host+r.Correlation, func(c rune) bool { return c < ' ' || c > '~' }) {
				t.Fatalf("%+v", r)
			}
		})
		if err != nil || n+bad > bytes.Count(data, []byte{'\n'})+1 {
			t.Fatalf("%d and %d of %q: %v", n, bad, data, err)
		}
	})
}

func BenchmarkCompressed(b *testing.B) {
	l := Open(filepath.Join(b.TempDir(), "audit.jsonl"), 10<<20)
	for b.Loop() {
		if err := l.Compressed(example); err != nil {
			b.Fatal(err)
		}
	}
}

func files(t *testing.T, path string) []string {
	t.Helper()
	names, err := Files(path)
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// tree returns what the files in a folder hold, and what links name.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || path == dir:
		case d.Type()&fs.ModeSymlink != 0:
			all[d.Name()], err = os.Readlink(path)
		case d.IsDir():
			all[d.Name()] = "folder"
		default:
			all[d.Name()] = read(t, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
