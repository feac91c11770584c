package elide_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"elide.example/elide"
	"elide.example/elide/internal/laws"
)

func TestReduce(t *testing.T) {
	long := testRun(120)
	tests := []struct {
		name    string
		opt     elide.Options
		block   elide.Block
		reduced bool
		reason  string
	}{
		{name: "long", block: elide.Block{Data: long}, reduced: true},
		{name: "empty", reason: "empty"},
		{name: "short", block: elide.Block{Data: testRun(3)}, reason: "shorter than 2048 bytes"},
		{name: "short, but no least length", opt: elide.Options{MinBytes: -1}, block: elide.Block{Data: testRun(20)}, reduced: true},
		{name: "off", opt: elide.Options{Off: true}, block: elide.Block{Data: long}, reason: "switched off"},
		{name: "expansion", block: elide.Block{Data: long, Command: "elision-get 0123456789ab"}, reason: "an expanded original"},
		{name: "binary", block: elide.Block{Data: long, Shape: "binary"}, reason: "binary"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := newReducer(t, tt.opt)
			res := r.Reduce(t.Context(), tt.block)
			if res.Reduced != tt.reduced || res.Reason != tt.reason || res.Err != nil {
				t.Fatalf("reduced %t, %q, %v", res.Reduced, res.Reason, res.Err)
			}
			if res.BytesIn != len(tt.block.Data) || res.BytesOut != len(res.Text) || res.Reduced != (res.Hash != "") {
				t.Errorf("the report doesn't fit: %+v", res)
			}
			if !res.Reduced && !bytes.Equal(res.Text, tt.block.Data) {
				t.Error("what stays is not what came")
			}
		})
	}
}

// TestRules: rule files say what stays and what goes, of the command that they are
// bound to; what is wrong in one is New's error.
func TestRules(t *testing.T) {
	data := bytes.Repeat([]byte(strings.Repeat("INFO all is well with it, as it was before\n", 20)+"something odd\n"), 100)
	r := newReducer(t, elide.Options{Rules: []string{"line hide start INFO\n", "command \"acme build\"\nline show has odd\n"}})
	if text := r.Reduce(t.Context(), elide.Block{Data: data}).Text; bytes.Contains(text, []byte("INFO")) {
		t.Errorf("what may go is in\n%s", text)
	}
	if text := r.Reduce(t.Context(), elide.Block{Data: data, Command: "acme build -v"}).Text; bytes.Count(text, []byte("odd")) != 100 {
		t.Errorf("what must stay isn't in\n%s", text)
	}
	store, err := elide.OpenStore(t.TempDir(), elide.StoreOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := elide.New(elide.Options{Store: store, Rules: []string{"", "\nline frob x"}}); err == nil || !strings.HasPrefix(err.Error(), "elide: Options.Rules[1]:2: unknown kind") {
		t.Errorf("error is %v", err)
	}
}

// TestLaws: whatever an output is, its text is no larger, the original can be had
// from the store, and nothing changes what was reduced already.
func TestLaws(t *testing.T) {
	samples := corpus(t)
	r := newReducer(t, elide.Options{})
	laws.Check(t, func(t *rapid.T) {
		data := rapid.OneOf(
			rapid.SampledFrom(samples),
			rapid.SliceOfN(rapid.Byte(), 0, 5000),
			rapid.Map(rapid.SliceOfN(rapid.SampledFrom([]string{"ok\n", "error: x\r\n", "⟦1-2⟧", "\x00", "{\"a\":1}\n", "é"}), 500, 3000),
				func(parts []string) []byte { return []byte(strings.Join(parts, "")) }),
		).Draw(t, "data")
		command := rapid.SampledFrom([]string{"", "go test ./...", "cat x", "\xff"}).Draw(t, "command")
		before := bytes.Clone(data)
		res := r.Reduce(context.Background(), elide.Block{Data: data, Command: command})
		if !bytes.Equal(data, before) {
			t.Fatal("the caller's bytes were changed")
		}
		checkResult(t, r, data, res)
		if again := r.Reduce(context.Background(), elide.Block{Data: data, Command: command}); !bytes.Equal(again.Text, res.Text) {
			t.Fatal("the same output gives another text")
		}
		if twice := r.Reduce(context.Background(), elide.Block{Data: res.Text}); res.Reduced && twice.Reduced {
			t.Fatal("what was reduced was reduced again")
		}
	})
}

// checkResult holds a result to the promises.
func checkResult(t rapid.TB, r *elide.Reducer, data []byte, res elide.Result) {
	t.Helper()
	if res.Err != nil {
		t.Fatal(res.Err)
	}
	if !res.Reduced {
		if !bytes.Equal(res.Text, data) {
			t.Fatal("what stays is not what came")
		}
		return
	}
	if len(res.Text) >= len(data) || res.TokensOut >= res.TokensIn {
		t.Fatalf("%d bytes and %d tokens became %d and %d", len(data), res.TokensIn, len(res.Text), res.TokensOut)
	}
	page, err := r.Expand(context.Background(), res.Hash, elide.Part{})
	if err != nil || !bytes.Equal(page.Text, data) {
		t.Fatalf("the original doesn't come back: %v", err)
	}
}

// corpus returns some labelled outputs.
func corpus(t *testing.T) [][]byte {
	t.Helper()
	names, err := filepath.Glob("testdata/corpus/*/input")
	if err != nil || len(names) < 20 {
		t.Fatalf("%d outputs, %v", len(names), err)
	}
	var all [][]byte
	for i, name := range names {
		if i%4 > 0 {
			continue
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(data) < 200_000 {
			all = append(all, data)
		}
	}
	return all
}

// TestOptions: mistakes in options are told, and limits are kept.
func TestOptions(t *testing.T) {
	st := newStore(t, elide.StoreOptions{})
	for _, opt := range []elide.Options{
		{}, {Store: st, Keep: []string{"/(/"}}, {Store: st, Budget: -1}, {Store: st, MaxBytes: -1},
	} {
		if _, err := elide.New(opt); err == nil {
			t.Errorf("%+v is taken", opt)
		}
	}
	r := newReducer(t, elide.Options{Store: st, MaxBytes: 400, Keep: []string{"/Thing01[12] /"}})
	res := r.Reduce(t.Context(), elide.Block{Data: testRun(400)})
	if !res.Reduced || len(res.Text) > 400 || !bytes.Contains(res.Text, []byte("TestThing012 ")) {
		t.Errorf("%d bytes:\n%s", len(res.Text), res.Text)
	}
	if res := r.Reduce(t.Context(), elide.Block{Data: testRun(400), Shape: "poem"}); res.Reduced || res.Err == nil {
		t.Errorf("an unknown shape is taken: %+v", res)
	}
}

// TestSince: what the reader has seen is not shown again.
func TestSince(t *testing.T) {
	r := newReducer(t, elide.Options{})
	first := r.Reduce(t.Context(), elide.Block{Data: testRun(120)})
	now := append(testRun(120), "extra: this is new\n"...)
	res := r.Reduce(t.Context(), elide.Block{Data: now, Since: first.Hash})
	if !res.Reduced || !bytes.Contains(res.Text, []byte("⟦since "+first.Hash)) || !bytes.Contains(res.Text, []byte("this is new")) {
		t.Errorf("no difference:\n%s", res.Text)
	}
	checkResult(t, r, now, res)
	if res := r.Reduce(t.Context(), elide.Block{Data: now, Since: "000000000000"}); !res.Reduced || res.Err != nil {
		t.Errorf("what can't be had stops the reducing: %+v", res)
	}
}

// TestNothingToUse: neither a nil Reducer nor a zero one does harm.
func TestNothingToUse(t *testing.T) {
	data := testRun(120)
	for _, r := range []*elide.Reducer{nil, {}} {
		if res := r.Reduce(t.Context(), elide.Block{Data: data}); !bytes.Equal(res.Text, data) || res.Err != nil {
			t.Errorf("the output doesn't pass: %+v", res)
		}
		if res := r.AfterTool(t.Context(), elide.Call{Name: "bash"}, data); !bytes.Equal(res.Text, data) || res.Err != nil {
			t.Errorf("the output doesn't pass: %+v", res)
		}
		if _, err := r.Expand(t.Context(), "0123456789ab", elide.Part{}); err == nil {
			t.Error("an expansion without a store has no error")
		}
		if _, failed := r.ExpandTool().Handle(t.Context(), []byte(`{"ref":"0123456789ab"}`)); !failed {
			t.Error("the tool without a store doesn't fail")
		}
	}
}

// TestNoContext: a nil context is one that never ends.
func TestNoContext(t *testing.T) {
	var none context.Context
	r := newReducer(t, elide.Options{})
	res := r.AfterTool(none, elide.Call{Name: "bash"}, testRun(120))
	if again := r.Reduce(elide.WithSession(none, "s"), elide.Block{Data: testRun(120)}); !res.Reduced || !again.Reduced {
		t.Errorf("%v, %v", res.Err, again.Err)
	}
	if _, err := r.Expand(none, res.Hash, elide.Part{}); err != nil {
		t.Error(err)
	}
	if text, failed := r.ExpandTool().Handle(none, []byte(`{"ref":"`+res.Hash+`"}`)); failed {
		t.Error(text)
	}
	ctx, tally := elide.WithTotals(none)
	r.Reduce(ctx, elide.Block{Data: testRun(120)})
	if totals, ok := tally.Take(); !ok || totals.Outputs.Reduced != 1 {
		t.Errorf("%+v", totals)
	}
}

// TestNoStore: a store that was not opened is refused, and has no folder.
func TestNoStore(t *testing.T) {
	var none *elide.Store
	for _, st := range []*elide.Store{none, {}} {
		if _, err := elide.New(elide.Options{Store: st}); err == nil || st.Dir() != "" {
			t.Errorf("%v, %q", err, st.Dir())
		}
	}
}

// TestStoreFails: without a store no marker is shown.
func TestStoreFails(t *testing.T) {
	st := newStore(t, elide.StoreOptions{})
	if err := os.WriteFile(st.Dir(), nil, 0o600); err != nil { // before the first write makes the folder
		t.Fatal(err)
	}
	var warned []error
	r := newReducer(t, elide.Options{Store: st, Warn: func(err error) { warned = append(warned, err) }})
	ctx, tally := elide.WithTotals(t.Context())
	res := r.Reduce(ctx, elide.Block{Data: testRun(120)})
	if res.Reduced || res.Err == nil || !bytes.Equal(res.Text, testRun(120)) || len(warned) != 1 {
		t.Errorf("%+v, warned %v", res, warned)
	}
	res = r.AfterTool(ctx, elide.Call{Name: "bash"}, append([]byte("Exit code 1\n"), testRun(120)...))
	if res.Reduced || res.Err == nil || !bytes.HasPrefix(res.Text, []byte("Exit code 1\n")) {
		t.Errorf("%+v", res)
	}
	if totals, _ := tally.Take(); totals.Failures != 2 || totals.Outputs.Reduced != 0 || totals.Outputs.Saved() != 0 {
		t.Errorf("%+v", totals)
	}
}

// TestContext: nothing begins for a context that has ended.
func TestContext(t *testing.T) {
	gone := errors.New("the user went away")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(gone)
	r := newReducer(t, elide.Options{Warn: func(err error) { t.Error("warned:", err) }})
	if res := r.Reduce(ctx, elide.Block{Data: testRun(120)}); res.Reduced || !errors.Is(res.Err, gone) {
		t.Errorf("%+v", res)
	}
	if _, err := r.Expand(ctx, "0123456789ab", elide.Part{}); !errors.Is(err, gone) {
		t.Error(err)
	}
}

// TestExpandInTime: a search that takes long ends with its context, for the
// context's reason.
func TestExpandInTime(t *testing.T) {
	r := newReducer(t, elide.Options{})
	data := bytes.Repeat(append(bytes.Repeat([]byte("a"), 1000), '\n'), 8000)
	res := r.Reduce(t.Context(), elide.Block{Data: data})
	late := errors.New("nobody waits any more")
	ctx, cancel := context.WithTimeoutCause(t.Context(), 20*time.Millisecond, late)
	defer cancel()
	page, err := r.Expand(ctx, res.Hash, elide.Part{Pattern: "/(.{0,300}x)y$/"})
	if !errors.Is(err, late) || errors.Is(err, elide.ErrUsage) || page.Text != nil {
		t.Errorf("%v, %q", err, page.Text)
	}
}

// TestShapes: each name is one that a Block takes.
func TestShapes(t *testing.T) {
	names := elide.Shapes()
	if len(names) < 16 {
		t.Errorf("%d shapes", len(names))
	}
	r := newReducer(t, elide.Options{})
	for _, name := range names {
		if res := r.Reduce(t.Context(), elide.Block{Data: testRun(120), Shape: name}); res.Err != nil {
			t.Errorf("%s: %v", name, res.Err)
		}
	}
}
