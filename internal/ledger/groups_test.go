package ledger

import (
	"reflect"
	"strings"
	"testing"
)

// TestOldLines: those of before there were groups are read, as of what was reduced; and
// what nobody can have written is not believed.
func TestOldLines(t *testing.T) {
	const old = `{"version":1,"time":"2026-11-22T00:02:03.004Z","provider":"anthropic","endpoint":"messages","model":"m","status":200,"results":4,"reduced":3,"tokens_in":30000,"tokens_out":6000`
	for tail, want := range map[string]string{
		`}`: " elide",
		`,"conversation":"0123456789ab","group":"holdout","would":{"reduced":3,"references":1,"bytes_out":5,"tokens_out":7}}`: "0123456789ab holdout",
		`,"conversation":"0123456789AB","group":"off"}`:                                                                       " off",
		`,"conversation":"\u001b[31m","group":"\u001b[31m"}`:                                                                  " off",
		`,"would":{"tokens_out":-1}}`:                                                                                         "",
		`,"group":7}`:                                                                                                         "",
	} {
		got := ""
		Read(strings.NewReader(old+tail+"\n"), func(r *Record) { got = r.Conversation + " " + r.GroupOf() })
		if got != want {
			t.Errorf("%s: %q, want %q", tail, got, want)
		}
	}
}

// TestMerge: a sum of two halves is the sum of the whole, in each of its numbers.
func TestMerge(t *testing.T) {
	var a, b Sum
	n := 0
	var fill func(v reflect.Value)
	fill = func(v reflect.Value) {
		for i := range v.NumField() {
			switch f := v.Field(i); f.Kind() {
			case reflect.Int:
				n++
				f.SetInt(int64(n))
			case reflect.Float64:
				n++
				f.SetFloat(float64(n))
			case reflect.Struct:
				fill(f)
			}
		}
	}
	fill(reflect.ValueOf(&a).Elem())
	b.Merge(&a)
	if a != b || n < 20 {
		t.Errorf("%+v of %+v", b, a)
	}
	b.Merge(&a)
	if b.Requests != 2*a.Requests || b.Cost.Paid != 2*a.Cost.Paid {
		t.Errorf("%+v", b)
	}
}
