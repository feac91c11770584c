package block

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestResolve(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain", "ok 1 - adds", "ok 1 - adds"},
		{"colour", "\x1b[1m\x1b[31merror\x1b[0m: x", "error: x"},
		{"link", "\x1b]8;;file:///a\x1b\\a.go\x1b]8;;\x1b\\ b", "a.go b"},
		{"title", "\x1b]0;make\x07done", "done"},
		{"overwrite", "10 %\r20 %\r100 %", "100 %"},
		{"shorter overwrite", "downloading\rdone", "doneloading"},
		{"erase to the end", "downloading\rdone\x1b[K", "done"},
		{"erase the line", "downloading\x1b[2K\rdone", "done"},
		{"backspace", "1/2\b\b\b2/2", "2/2"},
		{"final return", "text\r", "text"},
		{"wide characters", "größer\rkl", "klößer"},
		{"cut sequence", "a\x1b[3", "a"},
		{"string without end", "a\x1b]0;hidden error: x", "a0;hidden error: x"},
		{"charset", "\x1b(Bx", "x"},
		{"another script", "a\x1b¦\x1b(é\x1b\rbc", "bcé"},
	} {
		if got := string(Resolve([]byte(c.in))); got != c.want {
			t.Errorf("%s: %q becomes %q, want %q", c.name, c.in, got, c.want)
		}
	}
}

func TestResolvePlainIsFree(t *testing.T) {
	line := []byte("--- PASS: TestResolve (0.00s)")
	if n := testing.AllocsPerRun(100, func() { Resolve(line) }); n != 0 {
		t.Errorf("%v allocations for a line without codes", n)
	}
}

func TestLinesAndColumns(t *testing.T) {
	long := strings.Repeat("word ", 400)
	b := New([]byte("one\n" + long + "\r\nthree"))
	if b.Lines() != 3 {
		t.Fatalf("%d lines", b.Lines())
	}
	last := b.Len() - 1
	if string(b.Text(0)) != "one" || string(b.Text(last)) != "three" || b.Line(last) != 3 {
		t.Errorf("first %q, last %q in line %d", b.Text(0), b.Text(last), b.Line(last))
	}
	if first, end := b.Columns(1); first != 1 || end >= longLine || b.EndsLine(1) || !b.StartsLine(1) {
		t.Errorf("the first segment is bytes %d to %d", first, end)
	}
	if _, end := b.Columns(last - 1); end != len(long)+2 || !b.EndsLine(last-1) {
		t.Errorf("the last segment ends at %d, the line at %d", end, len(long)+2)
	}
}

func TestPassesContinueLines(t *testing.T) {
	b := New([]byte("rest of it\nnext"))
	b.FirstLine, b.FirstCol, b.Continues = 6, 100, true
	if b.StartsLine(0) || b.Line(0) != 7 || b.Line(1) != 8 || !b.StartsLine(1) || b.EndsLine(1) {
		t.Error("a pass in mid-line is numbered wrong")
	}
	if first, last := b.Columns(0); first != 101 || last != 111 {
		t.Errorf("bytes %d to %d, want 101 to 111", first, last)
	}
}

func TestJSONSegments(t *testing.T) {
	record := `{"name":"a, {b}","list":[1,2],"text":"\"quoted\",]"}`
	b := New([]byte("[" + strings.Repeat(record+",", 60) + "{}]\n"))
	want := []string{"[", "{", `"name":"a, {b}",`, `"list":[1,2],`, `"text":"\"quoted\",]"`, "},"}
	for i, w := range want {
		if got := string(b.Raw(i)); got != w {
			t.Errorf("segment %d is %q, want %q", i, got, w)
		}
	}
}

func FuzzUnitsTile(f *testing.F) {
	f.Add([]byte("a\r\nb\n\nc"))
	f.Add([]byte(strings.Repeat("x", 5000)))
	f.Add([]byte("[" + strings.Repeat(`{"a":"é,"},`, 300)))
	f.Add([]byte(strings.Repeat("ü", 3000) + "\n"))
	f.Add([]byte(strings.Repeat("x", 2000) + "abc\rd\x1b[31m\b" + strings.Repeat("y", 2000) + "\n"))
	f.Add([]byte("a\x1b[31mb\rc\x1b[K\bxé\x1b[2Kq\n\nab\b\b\x1b[Kcd\r\x1b[1mz\x1b]0;a\a\r\n"))
	f.Add([]byte("a\x1b¦b\x1b(é\x1b[3é\x1b]é\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		b := New(data)
		var joined []byte
		for i := range b.Len() {
			raw := b.Raw(i)
			if len(raw) == 0 {
				t.Fatalf("unit %d is empty", i)
			}
			joined = append(joined, raw...)
			checkPlace(t, b, i)
			checkText(t, b, i)
			if utf8.Valid(raw) && !utf8.Valid(b.Text(i)) {
				t.Fatalf("unit %d, %q, becomes %q", i, raw, b.Text(i))
			}
		}
		if !bytes.Equal(joined, data) {
			t.Fatalf("units joined: %q, block: %q", joined, data)
		}
	})
}

func checkPlace(t *testing.T, b *Block, i int) {
	t.Helper()
	first, last := b.Columns(i)
	if last-first+1 != len(b.Raw(i)) || b.StartsLine(i) != (first == 1) {
		t.Fatalf("unit %d of %d bytes is bytes %d to %d", i, len(b.Raw(i)), first, last)
	}
	if i+1 < b.Len() && b.EndsLine(i) != (b.Line(i+1) == b.Line(i)+1) {
		t.Fatalf("unit %d ends its line: %v", i, b.EndsLine(i))
	}
	if !b.EndsLine(i) && utf8.Valid(b.Bytes()) && !utf8.Valid(b.Raw(i)) {
		t.Fatalf("unit %d cuts a character: %q", i, b.Raw(i))
	}
}

// checkText: the text of a unit that is a line is the line resolved, that of a part of
// one lacks its escape sequences; rows of bytes and of cells leave the same of it.
func checkText(t *testing.T, b *Block, i int) {
	t.Helper()
	line := trimEOL(b.Raw(i))
	want := Resolve(line)
	if !b.StartsLine(i) || !b.EndsLine(i) && i+1 < b.Len() {
		want = ResolvePart(line)
	}
	if got := b.Text(i); !bytes.Equal(got, want) {
		t.Fatalf("unit %d is %q, want %q", i, got, want)
	}
	if got, want := appendBytes(nil, line), appendCells(nil, line); ascii(line) && !bytes.Equal(got, want) {
		t.Fatalf("%q: on bytes %q, on cells %q", line, got, want)
	}
}

// TestTextIsResolved: each unit is shown as a terminal leaves it, wherever in a block
// control codes stand.
func TestTextIsResolved(t *testing.T) {
	parts := []string{"word", " ", "\n", "\r\n", "\r", "\b", "\x1b[31m", "\x1b[K", "ü", strings.Repeat("long ", 300)}
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var data []byte
		for range rng.IntN(60) {
			data = append(data, parts[rng.IntN(min(len(parts), 2+int(seed)%20))]...)
		}
		b := New(data)
		for i := range b.Len() {
			line := trimEOL(b.Raw(i))
			want := ResolvePart(line)
			if whole := b.StartsLine(i) && (i+1 == b.Len() || bytes.HasSuffix(b.Raw(i), newline)); whole {
				want = Resolve(line)
			}
			if got := b.Text(i); !bytes.Equal(got, want) {
				t.Fatalf("%q: unit %d is %q, want %q", data, i, got, want)
			}
		}
	}
}

func BenchmarkNew(b *testing.B) {
	data := []byte(strings.Repeat("2026-01-02 03:04:05 INFO request 17 served in 12 ms\n", 20_000))
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		New(data)
	}
}
