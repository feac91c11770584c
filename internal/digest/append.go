package digest

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"elide.example/elide/internal/order"
	"elide.example/elide/internal/tokens"
)

// none stands below a heading that has nothing.
const none = "(none)"

// reserve is the part of MaxTokens that is left for the marker behind the text, and
// for what an estimate may be short of.
const reserve = 25

// Append appends the text of the digest: Opening, the sections, and the blocks of
// files. It has at most MaxTokens as far as sections need no more (see Form): of
// too many lines those are written that are most useful, from each section some.
//
// The marker of the stretch's entry is to stand behind it, in the same text: from
// that the next digest has the hash that its lines were taken from.
func (d Digest) Append(dst []byte) []byte {
	files := d.blocks()
	most := d.most - d.most/reserve
	if d.form == Summary {
		most -= tokens.Estimate(files)
	}
	left := most - tokens.Estimate(d.write(nil, nil))
	for {
		text := d.write(nil, d.choose(left))
		over := tokens.Estimate(text) - most
		if over <= 0 || left <= 0 {
			return append(append(dst, text...), files...)
		}
		left -= over // lines cost a little more together
	}
}

// blocks returns the blocks of files.
func (d Digest) blocks() []byte {
	if d.form != Summary {
		return d.Files.Append(nil)
	}
	const share = 3 // of the whole
	kept, read, modified := d.Files.latest(d.most / share)
	var out []byte
	if len(kept.Read)+read > 0 {
		out = appendPaths(out, readTag, kept.Read, read)
	}
	if len(kept.Modified)+modified > 0 {
		out = appendPaths(out, modifiedTag, kept.Modified, modified)
	}
	return out
}

// spot is the place of a line in a digest.
type spot struct {
	list list
	at   int
}

// write appends the sections with the lines that were chosen.
func (d Digest) write(dst []byte, chosen map[spot]bool) []byte {
	dst = append(dst, Opening...)
	dst = append(dst, '\n')
	for _, s := range d.form.sections() {
		dst = d.writeSection(dst, s, chosen)
	}
	return dst
}

func (d Digest) writeSection(dst []byte, s section, chosen map[spot]bool) []byte {
	dst = append(append(append(dst, "## "...), s.title...), '\n')
	before := len(dst)
	for _, l := range s.lists {
		above := ""
		for i, line := range *d.list(l) {
			if !chosen[spot{l, i}] {
				continue
			}
			what, text, ok := strings.Cut(line.Text, arrow)
			if l == errorList && ok && what == above {
				line.Text = ditto + arrow + text
			}
			above = what
			dst = line.appendTo(dst, l)
		}
	}
	if len(dst) == before {
		dst = append(dst, none+"\n"...)
	}
	return dst
}

// ditto stands for the call of the error above.
const ditto = "″"

// appendTo appends the line as parseLine reads it.
func (l Line) appendTo(dst []byte, in list) []byte {
	dst = append(dst, "- "...)
	switch {
	case l.From.Message > 0:
		dst = append(l.From.appendTo(dst), ' ')
	case strings.HasPrefix(l.Text, "["):
		dst = append(dst, "[?] "...)
	}
	dst = append(dst, l.Text...)
	switch {
	case l.Open:
		dst = append(dst, openTail...)
	case l.Later.Message > 0 && in == errorList:
		dst = append(l.Later.appendTo(append(dst, resolvedTail[:len(resolvedTail)-1]...)), ')')
	case l.Later.Message > 0:
		dst = append(l.Later.appendTo(append(dst, usedTail[:len(usedTail)-1]...)), ')')
	}
	return append(dst, '\n')
}

func (r Ref) appendTo(dst []byte) []byte {
	dst = append(dst, '[')
	if r.Hash != "" {
		dst = append(append(dst, r.Hash...), ':')
	}
	return append(strconv.AppendInt(dst, int64(r.Message), 10), ']')
}

// shares are how soon a section's lines are chosen beside those of the others.
var shares = [lists]int{requestList: 10, decisionList: 7, toolList: 5, errorList: 7, numberList: 7, nextList: 9}

// candidate is a line that may be chosen.
type candidate struct {
	spot
	tokens, value int
}

// choose returns the lines that are written, which have at most so many tokens.
// What the next line of a section is worth shrinks with each, so that every
// section has its first.
func (d Digest) choose(most int) map[spot]bool {
	var all []candidate
	for l := range lists {
		all = append(all, d.candidates(l)...)
	}
	order.By(all, func(a, b candidate) int { return cmp.Compare(b.value, a.value) })
	chosen := map[spot]bool{}
	for _, c := range all {
		if c.tokens <= most {
			most -= c.tokens
			chosen[c.spot] = true
		}
	}
	return chosen
}

func (d Digest) candidates(l list) []candidate {
	lines := *d.list(l)
	order := make([]int, len(lines))
	for i := range order {
		order[i] = len(lines) - 1 - i // the later of those that are even
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(lines[b].score, lines[a].score) })
	var out []candidate
	for rank, i := range order {
		cost := tokens.Estimate(lines[i].appendTo(nil, l))
		out = append(out, candidate{spot{l, i}, cost, shares[l] * 1000 / (rank + 4)})
	}
	return out
}
