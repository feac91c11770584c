package digest

import "bytes"

// words calls yield with each word of text that is distinctive enough to be told
// again by what it is: numbers, ids, addresses, versions, paths, names of code. Of
// a word with colons its pieces are words as well.
func words(text []byte, yield func(at int, word []byte)) {
	for i := 0; i < len(text); {
		if !wordByte[text[i]] {
			i++
			continue
		}
		start := i
		for i < len(text) && wordByte[text[i]] {
			i++
		}
		word := text[start:i]
		whole := bytes.Trim(word, ".:-+#%@")
		emit(start+bytes.Index(word, whole), whole, yield)
		if bytes.IndexByte(whole, ':') > 0 {
			pieces(start+bytes.Index(word, whole), whole, yield)
		}
	}
}

func pieces(at int, word []byte, yield func(int, []byte)) {
	for len(word) > 0 {
		n := bytes.IndexByte(word, ':')
		if n < 0 {
			n = len(word)
		}
		emit(at, word[:n], yield)
		n = min(n+1, len(word))
		at, word = at+n, word[n:]
	}
}

func emit(at int, word []byte, yield func(int, []byte)) {
	if worth(word) > 0 {
		yield(at, word)
	}
}

var wordByte = func() (t [256]bool) {
	for c := range t {
		t[c] = '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || bytes.IndexByte([]byte("_./:@#%+-"), byte(c)) >= 0
	}
	return t
}()

// worth is how much is lost if a word is: 0 for a word that anybody may use
// without having read it.
func worth(word []byte) int {
	const shortest, longest = 3, 200
	if len(word) < shortest || len(word) > longest {
		return 0
	}
	var n makeup
	for i, c := range word {
		n.add(c, i > 0 && i < len(word)-1)
	}
	switch {
	case n.digits == len(word):
		return 3
	case n.digits > 0 && n.letters == 0 && n.marks+n.dots == 0: // 12-34, 5%
		return 2
	case n.digits > 0:
		return 4
	case n.marks > 0 && len(word) >= 5: // a path, an address, a_name
		return 2
	case (n.dots > 0 || n.humps > 0) && len(word) >= 6: // a.name, aName
		return 1
	}
	return 0
}

// makeup is how many bytes of a word are what.
type makeup struct{ digits, letters, marks, dots, humps int }

func (n *makeup) add(c byte, inside bool) {
	switch {
	case '0' <= c && c <= '9':
		n.digits++
	case 'a' <= c && c <= 'z':
		n.letters++
	case 'A' <= c && c <= 'Z':
		n.letters++
		if inside {
			n.humps++
		}
	case c == '/' || c == '_' || c == ':' || c == '@':
		if inside {
			n.marks++
		}
	case c == '.':
		if inside {
			n.dots++
		}
	}
}
