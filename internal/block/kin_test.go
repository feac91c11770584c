package block

import "testing"

// TestKin: lines are kin whose numbers alone differ, if these tell nothing.
func TestKin(t *testing.T) {
	for _, test := range []struct {
		a, b string
		kin  bool
	}{
		{"took 12 ms", "took 98 ms", true},
		{"12:34:56 worker-17 took 0.25 s", "23:59:01 worker-99 took 0.99 s", true},
		{"a line of text that is longer than a word of them 12345678901", "a line of text that is longer than a word of them 19999999999", true},
		{"port 4512 of many", "port 9999 of many", true},
		{"took 12 ms", "took 123 ms", false},
		{"took 12 ms", "took 12 µs", false},
		{"took 12 ms", "took a2 ms", false},
		{"/usr/lib64/a.so", "/usr/lib32/a.so", false},
		{"exit status 0", "exit status 1", false},
		{"a count behind 3 of them", "a count behind 0 of them", false},
		{"of the year 2026, at noon", "of the year 3026, at noon", false},
		{"1084270955 at noon", "9084270955 at noon", false},
		{"eight by 9 and 12345678", "eight by 8 and 12345678", false},
	} {
		a, b := test.a+"\n", test.b+"\n"
		twin, kin := -1, -1
		blk := New([]byte(a + b))
		for twins, i := NewTwins(blk), 0; i < blk.Len(); i++ {
			twin, kin = twins.Of(i)
		}
		if twin != 1 || kin == 0 != test.kin {
			t.Errorf("%q and %q: twin %d, kin %d", test.a, test.b, twin, kin)
		}
		if akin([]byte(a), []byte(b)) != test.kin {
			t.Errorf("%q and %q are taken for kin, or not", test.a, test.b)
		}
	}
}

// TestKinWithCodes: what a terminal would change is nobody's kin.
func TestKinWithCodes(t *testing.T) {
	b := New([]byte("\x1b[12Cx\n\x1b[34Cx\n"))
	if _, kin := NewTwins(b).Of(1); kin != 1 {
		t.Error("a line with codes has a kin")
	}
}
