package pipeline

import (
	"bytes"

	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/scan"
)

// What only a program reads is bulk whatever holds it: bytes in base64, keys and
// certificates, images in a notebook, squeezed code. It is told by its characters.
// A short run may be a name, a digest or a token that is asked for.
const (
	blobLines    = 4 // lines from which a run is a blob; a key of 32 bytes has three
	blobSegments = 4 // segments of a long line from which they are: 1 KB
)

// hideBlobs lowers what follows the first unit of each run of a blob, and that too
// where the line above says what it is, as of a key or a certificate: that line and the
// one that ends it are shown.
func hideBlobs(b *block.Block, marks []mark.Mark) {
	for i := 0; i < len(marks); {
		if (len(b.Raw(i)) < scan.LeastBlob || i < len(b.Seen) && b.Seen[i].Spaced() && b.StartsLine(i) && b.EndsLine(i)) && (i == 0 || !armour(b, i-1)) {
			i++
			continue
		}
		end := blobEnd(b, i)
		lines := b.StartsLine(i) && b.EndsLine(i)
		if lines && end-i >= blobLines || !lines && end-i >= blobSegments {
			first := i + 1
			if i > 0 && armour(b, i-1) {
				first = i
				marks[i-1].Raise(mark.Context, 20, mark.WhyHeading)
				if end < len(marks) {
					marks[end].Raise(mark.Context, 20, mark.WhyHeading)
				}
			}
			for k := first; k < end; k++ {
				marks[k].Rank, marks[k].Score, marks[k].Why = mark.Bulk, 0, mark.WhyNone
			}
		}
		i = max(end, i+1)
	}
}

// armour tells whether a line begins a key or a certificate: "-----BEGIN … -----".
func armour(b *block.Block, i int) bool {
	if i < len(b.Seen) && b.StartsLine(i) && !b.Seen[i].Dashed() {
		return false
	}
	text := b.Text(i)
	return len(text) > 0 && (text[0] == '-' || scan.IsBlank(text[0])) && scan.HasPrefix(scan.Trim(text), "-----BEGIN ")
}

// armoured tells whether a line may stand in a key or a certificate: the last one of its
// bytes may be short, and a header begins with a name. What else has a blank was printed
// by another program meanwhile.
func armoured(t []byte) bool {
	if scan.HasPrefix(t, "-----") {
		return false
	}
	at := bytes.IndexByte(t, ' ')
	return at < 0 || at > 0 && t[at-1] == ':' && bytes.IndexByte(t[:at], '.') < 0 // a name, not a place in a file
}

// blobEnd returns the end of the run of units of a blob that starts at i, which is i if
// none does: all of them lines, or parts of one line. The last line of a key is shorter
// than the others.
func blobEnd(b *block.Block, i int) int {
	lines, pem := b.StartsLine(i) && b.EndsLine(i), i > 0 && armour(b, i-1)
	for ; i < b.Len(); i++ {
		if whole := b.StartsLine(i) && b.EndsLine(i); whole != lines {
			break
		}
		text := b.Text(i)
		if pem && armoured(scan.Trim(text)) {
			continue
		}
		if !scan.Encoded(text) && (lines || !scan.Minified(text)) {
			break
		}
		if !lines && b.EndsLine(i) {
			return i + 1
		}
	}
	return i
}
