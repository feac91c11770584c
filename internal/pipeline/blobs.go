package pipeline

import (
	"bytes"
	"slices"

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

// blob is a run of units, with the lines around it that say what it is.
type blob struct {
	first, end int
	armoured   bool // a line above says what it is, as of a key or a certificate, and one below that it ends
	dump       bool // its bytes can be read
}

// blobs returns the runs of the block, and about how many tokens they have.
func blobs(b *block.Block) (all []blob, weight int) {
	dumped, dumps := 0, 0 // bytes, and tokens
	for i := 0; i < b.Len(); {
		armoured := i > 0 && armour(b, i-1)
		if !armoured && !mayBlob(b, i) {
			i++
			continue
		}
		end := blobEnd(b, i)
		lines := b.StartsLine(i) && b.EndsLine(i)
		if lines && end-i >= blobLines || !lines && end-i >= blobSegments {
			run, text := blob{i, end, armoured, !armoured && scan.Dumped(b.Text(i))}, b.Range(i, end)
			n := estimate(text)
			if weight += n; run.dump {
				dumped, dumps = dumped+len(text), dumps+n
			}
			all = append(all, run)
		}
		i = max(end, i+1)
	}
	if dumped*2 > len(b.Bytes()) { // someone asked for it
		all = slices.DeleteFunc(all, func(run blob) bool { return run.dump })
		weight -= dumps
	}
	return all, weight
}

// mayBlob tells whether a run may begin with unit i.
func mayBlob(b *block.Block, i int) bool {
	raw := b.Raw(i)
	if len(raw) < scan.LeastDump {
		return false
	}
	if scan.Dumped(bytes.TrimRight(raw, "\r\n")) {
		return true
	}
	return len(raw) >= scan.LeastBlob && (i >= len(b.Seen) || !b.Seen[i].Spaced() || !b.StartsLine(i) || !b.EndsLine(i))
}

// hideBlobs lowers what follows the first unit of each blob, and that too where the line
// above says what it is: that line and the one that ends it are shown. Of a dump what
// was found stays.
func hideBlobs(all []blob, marks []mark.Mark) {
	for _, run := range all {
		first := run.first + 1
		if run.armoured {
			first = run.first
			marks[first-1].Raise(mark.Context, 20, mark.WhyHeading)
			if run.end < len(marks) {
				marks[run.end].Raise(mark.Context, 20, mark.WhyHeading)
			}
		}
		for k := first; k < run.end; k++ {
			if run.dump && marks[k].Rank >= mark.Outlier {
				continue
			}
			marks[k].Rank, marks[k].Score, marks[k].Why = mark.Bulk, 0, mark.WhyNone
		}
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
		if !scan.Encoded(text) && !(lines && scan.Dumped(text)) && (lines || !scan.Minified(text)) {
			break
		}
		if !lines && b.EndsLine(i) {
			return i + 1
		}
	}
	return i
}
