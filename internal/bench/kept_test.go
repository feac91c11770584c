package bench

import "testing"

func TestMissed(t *testing.T) {
	tests := []struct {
		name, shape, label, output string
		kept                       bool
	}{
		{"verbatim", "log", "E  assert 1 == 2", "x\nE  assert 1 == 2\n", true},
		{"blanks", "log", "E     assert 1 == 2", "E assert 1 == 2\n", true},
		{"absent", "log", "E  assert 1 == 2", "E  assert 1 == 3\n", false},
		{"not across lines", "log", "ab", "a\nb\n", false},
		{"codes in the label", "log", "\x1b[31mFAIL\x1b[0m a", "FAIL a\n", true},
		{"codes in the output", "log", "FAIL a", "\x1b[1;31mFAIL\x1b[0m\x1b]8;;http://x\x1b\\ a\n", true},
		{"last visible state", "log", "10%\r50%\rdone", "doneE\n", true},
		{"overwritten in part", "log", "10%\r5\rx", "x0%\n", true},
		{"overwrites as they came", "log", "10%\rdone", "10%\rdone\n", true},
		{"an early state is not enough", "log", "10%\rdone", "10%\n", false},
		{"no UTF-8", "log", "caf\uFFFD x", "caf\xe9\xe9 x\n", true},
		{"other blanks", "log", "a\u00a0b", "a b", true},
		{"path named once", "grep", "src/a-1-b.py:12:def f():", "src/a-1-b.py\n12:def f():\n", true},
		{"path named once in a session", "session", "src/a.py:12:def f():", "src/a.py\n12:def f():\n", true},
		{"path not named in a session", "session", "src/a.py:12:def f():", "12:def f():\n", false},
		{"path not named", "grep", "src/a.py:12:def f():", "12:def f():\n", false},
		{"match lost", "grep", "src/a.py:12:def f():", "src/a.py\n13:def g():\n", false},
		{"context line", "grep", "src/a.py-12-x = 1", "src/a.py\n12-x = 1\n", true},
		{"function around a match", "grep", "src/a.py=12=def f():", "src/a.py\n12=def f():\n", true},
		{"another sign behind the number", "grep", "src/a.py=12:def f():", "src/a.py\n12:def f():\n", false},
		{"job and step named once", "log", "test\tInstall\t2026-11-30T14:30:11.59Z npm error code 1", "test\tInstall\t2026-11-30T\n14:30:11.59Z npm error code 1\n", true},
		{"job and step not named", "log", "test\tInstall\t2026-11-30T14:30:11.59Z npm error code 1", "14:30:11.59Z npm error code 1\n", false},
		{"only grep cuts paths", "log", "src/a.py:12:def f():", "src/a.py\n12:def f():\n", false},
	}
	for _, tt := range tests {
		c := &Case{Shape: tt.shape, Critical: []Label{{Line: 1, Text: tt.label}}}
		if kept := len(c.Missed([]byte(tt.output))) == 0; kept != tt.kept {
			t.Errorf("%s: %q kept in %q: %v", tt.name, tt.label, tt.output, kept)
		}
	}
}

func TestMissedMentions(t *testing.T) {
	c := &Case{Mentions: []string{`say "hi"`, "absent"}}
	missed := c.Missed([]byte(`{"title":"say \"hi\""}`))
	if len(missed) != 1 || missed[0].Text != "absent" || missed[0].Line != 0 {
		t.Errorf("missed %v", missed)
	}
}

func TestFloor(t *testing.T) {
	c := &Case{
		Critical: []Label{{Text: "  10%\rdone: a.go  "}},
		Mentions: []string{"a.go", "b.go"},
	}
	if got, want := string(c.Floor()), "done: a.go\nb.go\n"+floorMarker; got != want {
		t.Errorf("floor %q, want %q", got, want)
	}
}
