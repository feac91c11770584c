package floor

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"elide.example/elide/internal/line"
)

// TestFormsChangeNothing: what the floor finds in a line by its text is never in one that
// it walks by for want of a form.
func TestFormsChangeNothing(t *testing.T) {
	names, _ := filepath.Glob("../../testdata/corpus/*/input")
	samples := [][]byte{[]byte("FAILED"), []byte("  Caused an ERROR"), []byte("Warnings (4):"), []byte("state: failed"), []byte("x err=4"), []byte("├─ adds twice ✘ expected 7")}
	var found struct{ counted, keyed, alone, status, signed int }
	check := func(text []byte) {
		look := line.See(text)
		key, _ := keyed(text)
		for _, c := range []struct {
			n         *int
			has, form bool
		}{
			{&found.counted, countedTitle(text) > 0, look.MayCountBelow()},
			{&found.keyed, key != nil, look.MayBeKeyed()},
			{&found.alone, alone(text), look.EndsInCapitals()},
			{&found.status, statusOf(text) != nil, look.Equals()},
			{&found.signed, signed(text), look.Signed()},
		} {
			if c.has {
				*c.n++
			}
			if c.has && !c.form {
				t.Errorf("%q is walked by", text)
			}
		}
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		samples = append(samples, bytes.Split(data, []byte{'\n'})...)
	}
	for _, text := range samples {
		check(text)
	}
	if f := found; min(f.counted, f.keyed, f.alone, f.status, f.signed) == 0 {
		t.Errorf("nothing has one of the forms: %+v", f)
	}
}

// TestFamilyBehindPaddedLevels: a level that is padded in its brackets is followed by the words
// that tell the families, as one that isn't is.
func TestFamilyBehindPaddedLevels(t *testing.T) {
	for _, level := range []string{"[ERROR] ", "[ERROR   ] "} {
		if Family([]byte(level+"Unable to manage file a.conf")) == Family([]byte(level+"Command 'tar' failed")) {
			t.Errorf("%sall are one family", level)
		}
		if Family([]byte(level+"Unable to manage file a.conf")) != Family([]byte(level+"Unable to find b")) {
			t.Errorf("%swhat begins alike is no family", level)
		}
	}
}
