package scan

// Tree returns how wide, in columns, and how long in bytes what draws a tree is at the start
// of text, with the blanks around it: "│  ├─ ", "|   `-- " up to its dashes. tip tells whether
// it ends in a branch's, and not in bars alone. n is 0 if nothing is drawn.
func Tree(text []byte) (width, n int, tip bool) {
	drawn := false
	for i := 0; ; {
		switch {
		case i < len(text) && text[i] == ' ':
			i++
		case i+2 < len(text) && text[i] == 0xe2 && (text[i+1] == 0x94 || text[i+1] == 0x95):
			tip = text[i+1] == 0x94 && text[i+2] == 0x80 // ─
			drawn = true
			i += 3
		case i+1 < len(text) && text[i] == 0xc2 && text[i+1] == 0xa0: // tree's blanks don't break
			i += 2
		case i+1 < len(text) && treeSigns[text[i]] && (text[i+1] == ' ' || text[i+1] == '-'):
			tip = i+2 < len(text) && text[i+1] == '-' && text[i+2] == '-'
			drawn = true
			i++
		case !drawn:
			return 0, 0, false
		default:
			return width, i, tip
		}
		width++
	}
}

// treeSigns are what trees are drawn with where there is nothing better.
var treeSigns = [256]bool{'|': true, '`': true, '\\': true, '+': true}
