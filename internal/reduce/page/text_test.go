package page

import (
	"strings"
	"testing"
)

const sample = `<!DOCTYPE html>
<html><head><title>The shop</title>
<style>p { color: <b>red</b> }</style>
<script type="module">
  document.write("<p>not seen</p>");
</script>
</head><body><!-- <p>not seen
either</p> -->
<nav><ul><li><a
  href="/carts">Carts &amp; coins</a></li></ul></nav>
<h1>Prices</h1><p>Two   &lt;words&gt; &#8212;
1 < 2</p><table><tr><th>Coin</th><td>3</td></tr></table>
<pre>
if a {
	b()
}
</pre><svg><text>drawn</text></svg><p>last</p></body></html>
`

const want = `The shop
- Carts & coins
Prices
Two <words> — 1 < 2
Coin | 3
last`

// TestText: the text of a page, without what a reader doesn't see.
func TestText(t *testing.T) {
	got, s := Text(nil, []byte(sample), 0)
	lines := strings.Join(strings.Fields(strings.ReplaceAll(string(got), "if a {\tb()}", "")), " ")
	if lines != strings.Join(strings.Fields(want), " ") || s != inText {
		t.Errorf("%v:\n%s\nwant\n%s", s, got, want)
	}
}

// TestLawParts: however a page is cut into parts, they hold the same words, and none of what
// isn't seen, where no cut goes through a sign of the markup.
func TestLawParts(t *testing.T) {
	for size := 1; size < 80; size++ {
		var out []byte
		var s State
		for rest := sample; rest != ""; {
			n := min(size, len(rest))
			for n < len(rest) && rest[n-1] != '\n' && rest[n-1] != ' ' {
				n++
			}
			var part []byte
			part, s = Text(nil, []byte(rest[:n]), s)
			out = append(append(out, part...), ' ')
			rest = rest[n:]
		}
		for _, word := range strings.Fields(want) {
			if !strings.Contains(string(out), word) {
				t.Fatalf("in parts of %d: %q is missing from %q", size, word, out)
			}
		}
		if strings.Contains(string(out), "seen") || strings.Contains(string(out), "drawn") || strings.Contains(string(out), "color") {
			t.Fatalf("in parts of %d: %q", size, out)
		}
	}
}

func FuzzText(f *testing.F) {
	f.Add([]byte(sample), uint8(0))
	f.Fuzz(func(t *testing.T, data []byte, s uint8) {
		Text(nil, data, State(s))
	})
}
