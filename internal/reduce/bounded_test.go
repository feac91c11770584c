package reduce

import (
	"strings"
	"testing"

	"elide.example/elide/internal/longtest"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

// TestManyValues: of a document with more values than are held, what deviates
// among those that stand further out is still found.
func TestManyValues(t *testing.T) {
	record := `{"id":1,"state":"ok","at":[` + strings.Repeat("[1,2],", 12) + `[]]}`
	text := "[\n" + strings.Repeat(record+",\n", (1<<20)/30) + `{"id":2,"state":"failed","at":[]}` + "\n]\n"
	s := sectionOf([]byte(text), shape.JSONArray)
	marks := Section(s)
	if last := len(marks) - 2; marks[last].Rank < mark.Outlier {
		t.Errorf("the record that failed is %s", marks[last].Rank)
	}
}

// Where there are too many values the text is ranked as any other.
func TestTooManyValuesAreRanked(t *testing.T) {
	longtest.Asked(t)
	for _, text := range []string{"[" + strings.Repeat("1,", 1<<20) + "1]", strings.Repeat("[],\n", 1<<20)} {
		if marks := Section(sectionOf([]byte(text), shape.JSONArray)); !mark.AnyKept(marks) {
			t.Errorf("%.8s…: nothing is kept", text)
		}
	}
}

// TestLongTestName: what is known of the tests that a test is in is not the square
// of its name. It takes a minute if it is.
func TestLongTestName(t *testing.T) {
	text := `{"Action":"fail","Package":"p","Test":"` + strings.Repeat("a/", 500_000) + `"}` + "\n" + strings.Repeat(`{"Action":"pass","Package":"p","Test":"b"}`+"\n", 20)
	if marks := Section(sectionOf([]byte(text), shape.JSONLines)); marks[0].Rank != mark.Critical {
		t.Error("the test that failed is not shown")
	}
}
