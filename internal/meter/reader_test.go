package meter

import (
	"bytes"
	"encoding/json"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"elide.example/elide/internal/laws"
	"elide.example/elide/internal/longtest"
	"elide.example/elide/internal/wire"
)

// TestAnySplit: in which pieces a response comes changes nothing.
func TestAnySplit(t *testing.T) {
	longtest.Asked(t)
	for _, s := range samples {
		for encoding, pack := range packings {
			text := pack([]byte(s.text))
			step := 1
			if longtest.Left() {
				step = 7
			}
			if encoding != "" {
				step *= 13 // unpackers are costly to begin
			}
			for i := 0; i < len(text); i += step {
				got, model := read(s.provider, s.kind, encoding, bytes.Clone(text[:i]), bytes.Clone(text[i:]))
				if got != s.want || model != s.model {
					t.Fatalf("%s (%s) split at %d: %+v of %q, want %+v of %q", s.name, encoding, i, got, model, s.want, s.model)
				}
			}
			got, model := read(s.provider, s.kind, encoding, bytes.SplitAfter(text, nil)...)
			if got != s.want || model != s.model {
				t.Fatalf("%s (%s) in bytes: %+v of %q", s.name, encoding, got, model)
			}
		}
	}
}

// FuzzReader: whatever the bytes and the headers are, the Reader ends, and
// pieces give what the whole gives.
func FuzzReader(f *testing.F) {
	for i, s := range samples {
		for encoding, pack := range packings {
			f.Add(pack([]byte(s.text)), uint8(s.provider), s.kind, encoding, i)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte, provider uint8, kind, encoding string, at int) {
		p := wire.Provider(provider % 6)
		whole, model := read(p, kind, encoding, bytes.Clone(text))
		at = max(0, at) % (len(text) + 1)
		parts, partsModel := read(p, kind, encoding, bytes.Clone(text[:at]), nil, bytes.Clone(text[at:]))
		if parts != whole || partsModel != model {
			t.Fatalf("%+v of %q, split at %d %+v of %q", whole, model, at, parts, partsModel)
		}
		for _, n := range []int{whole.Input, whole.Output, whole.CacheRead, whole.CacheWrite, whole.CacheWrite1h, whole.Reasoning, whole.CacheWrite - whole.CacheWrite1h} {
			if n < 0 || n > 4*maxTokens {
				t.Fatalf("%+v", whole)
			}
		}
	})
}

// FuzzPicker: in JSON, the picker finds what a full decoder finds.
func FuzzPicker(f *testing.F) {
	for _, s := range samples {
		f.Add([]byte(s.text), uint8(s.provider))
	}
	f.Add([]byte(`{"a":[[[[[[[[{"usage":{"input_tokens":3}}]]]]]]]],"usage":{"input_tokens":4,"output_tokens":5}}`), uint8(wire.OpenAI))
	f.Add([]byte(`{"usage":{"":[],"x":{},"output_tokens":5,"`+strings.Repeat("k", 50)+`":{"input_tokens":1}}}`), uint8(wire.Anthropic))
	f.Fuzz(func(t *testing.T, text []byte, provider uint8) {
		known := placesOf(wire.Provider((provider+3)%4 + 1)) // of the four
		if !json.Valid(text) || !utf8.Valid(text) || bytes.IndexByte(text, '\\') >= 0 {
			return // keys with escapes are not looked at
		}
		var got, want tally
		p := &picker{known: known, found: &got}
		p.Write(text)
		p.Write([]byte("\n"))
		dec := json.NewDecoder(bytes.NewReader(text))
		dec.UseNumber()
		walk(dec, known, &want, "")
		if got != want {
			t.Fatalf("%+v, want %+v", got, want)
		}
	})
}

// walk finds by full decoding what the picker is to find.
func walk(dec *json.Decoder, known func([]byte) place, found *tally, path string) {
	token, _ := dec.Token()
	switch v := token.(type) {
	case json.Number:
		if n, err := v.Int64(); err == nil && known([]byte(path)) != nowhere {
			found.number(known([]byte(path)), int(n))
		} else if fl, err := v.Float64(); err == nil && fl == float64(int64(fl)) && known([]byte(path)) != nowhere {
			found.number(known([]byte(path)), int(fl))
		}
	case string:
		if at := known([]byte(path)); (at == modelName || at == responseID) && len(v) <= maxWord {
			found.name(at, []byte(v))
		}
	case json.Delim:
		for dec.More() {
			key := "[]"
			if v == '{' {
				k, _ := dec.Token()
				key = k.(string)
			}
			if path != "" {
				key = path + "." + key
			}
			walk(dec, known, found, key)
		}
		dec.Token()
	}
}

// TestReaderHoldsNothing: a response of any length takes no memory.
func TestReaderHoldsNothing(t *testing.T) {
	for _, piece := range []string{strings.Repeat("x", 4096), strings.Repeat("[", 4096), strings.Repeat(`{"usage":`, 500), strings.Repeat("7", 4096), strings.Repeat("data: {\n", 500), "\n\r\n\r"} {
		for _, kind := range []string{asSSE, asJSON} {
			r := NewReader(wire.OpenAI, kind, "")
			text := []byte(piece)
			r.Write(text)
			if n := testing.AllocsPerRun(100, func() { r.Write(text) }); n > 0 {
				t.Errorf("%.10q… as %s: %g allocations for each piece", piece, kind, n)
			}
		}
	}
}

// TestReaderEnds: nothing is left of a Reader, wherever its response broke off.
func TestReaderEnds(t *testing.T) {
	before := runtime.NumGoroutine()
	for encoding, pack := range packings {
		text := pack([]byte(samples[0].text))
		for range 50 {
			read(wire.Anthropic, asSSE, encoding, bytes.Clone(text[:len(text)/2]))
			read(wire.Anthropic, asSSE, encoding)
			read(wire.Anthropic, asSSE, encoding, []byte("no such packing"), bytes.Clone(text))
		}
		r := NewReader(wire.Anthropic, asSSE, encoding)
		r.Write(text)
		if first, again := r.Usage(), r.Usage(); first != again || !first.Known {
			t.Errorf("%s: %+v, then %+v", encoding, first, again)
		}
		r.Write([]byte("later"))
	}
	for end := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > before && time.Now().Before(end); {
		runtime.Gosched()
	}
	if n := runtime.NumGoroutine(); n > before {
		t.Errorf("%d goroutines, %d before", n, before)
	}
}

// TestBrokenOffStreams: what came before a stream broke off counts, packed or
// not.
func TestBrokenOffStreams(t *testing.T) {
	start, _, _ := strings.Cut(samples[0].text, "event: ping")
	for encoding, pack := range packings {
		text := pack([]byte(samples[0].text))
		cut := len(text) - 5
		if encoding == "" || encoding == "identity" {
			cut = len(start)
		}
		got, model := read(wire.Anthropic, asSSE, encoding, bytes.Clone(text[:cut]))
		if got.CacheRead != 41000 || got.CacheWrite != 2100 || model != samples[0].model {
			t.Errorf("%q: %+v of %q", encoding, got, model)
		}
	}
}

// TestUnpackingEnds: a response that unpacks to more than any is read no
// further.
func TestUnpackingEnds(t *testing.T) {
	const most = 1 << 16
	for encoding, pack := range packings {
		open, _ := unpackers(encoding)
		if open == nil {
			continue
		}
		var out bytes.Buffer
		f := newInflater(open, &out, most)
		for _, text := range [][]byte{make([]byte, most-1), []byte("xyz"), make([]byte, most)} {
			f.Write(pack(text)) // members of one stream, where there are such
		}
		f.close()
		if out.Len() > most || strings.EqualFold(encoding, "gzip") && !bytes.HasSuffix(out.Bytes(), []byte("\x00x")) {
			t.Errorf("%s: %d bytes", encoding, out.Len())
		}
	}
}

// panics is a part that has a mistake.
type panics struct{}

func (panics) Write([]byte) (int, error) { panic("mistake") }

// TestMistakesEndTheReading, and nothing else.
func TestMistakesEndTheReading(t *testing.T) {
	r := &Reader{out: panics{}, end: func() { panic("mistake") }}
	for range 2 {
		if n, err := r.Write([]byte("text")); n != 4 || err != nil {
			t.Errorf("%d bytes were taken (%v)", n, err)
		}
	}
	if got := r.Usage(); got.Known {
		t.Errorf("%+v", got)
	}
	open, _ := unpackers("gzip")
	in := newInflater(open, panics{}, maxUnpacked)
	r = &Reader{out: in, end: in.close}
	r.Write(packings["gzip"]([]byte("text")))
	r.Write([]byte("text"))
	r.Usage()
}

// TestCountsGrow: of counts that are said again the largest holds.
func TestCountsGrow(t *testing.T) {
	laws.Check(t, func(t *rapid.T) {
		counts := rapid.SliceOfN(rapid.IntRange(0, 1000), 1, 10).Draw(t, "counts")
		var text strings.Builder
		most := 0
		for _, n := range counts {
			line, _ := json.Marshal(map[string]any{"usage": map[string]int{"output_tokens": n}})
			text.WriteString("data: " + string(line) + "\n\n")
			most = max(most, n)
		}
		if got, _ := read(wire.Anthropic, asSSE, "", []byte(text.String())); got.Output != most || !got.Known {
			t.Fatalf("%+v of %v", got, counts)
		}
	})
}

func BenchmarkReader(b *testing.B) {
	for _, s := range []sample{samples[0], samples[7]} {
		delta := "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\" a few words\"}}\n\n"
		text := []byte(strings.Repeat(delta, 2000) + s.text)
		for _, encoding := range []string{"", "gzip", "zstd"} {
			packed := packings[encoding](text)
			b.Run(s.name+"/"+encoding, func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				for b.Loop() {
					r := NewReader(s.provider, s.kind, encoding)
					for rest := packed; len(rest) > 0; {
						n := min(len(rest), 1024)
						r.Write(rest[:n])
						rest = rest[n:]
					}
					if !r.Usage().Known {
						b.Fatal("no usage")
					}
				}
			})
		}
	}
}
