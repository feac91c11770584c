package rules

import "elide.example/elide/internal/scan"

// as is a case to compare in: what each byte counts as.
type as [256]byte

// exact leaves every byte as it is, lower takes a capital for its small letter.
var exact, lower = as{
	0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
	16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
	32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
	48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63,
	64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79,
	80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95,
	96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111,
	112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127,
	128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143,
	144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159,
	160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175,
	176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191,
	192, 193, 194, 195, 196, 197, 198, 199, 200, 201, 202, 203, 204, 205, 206, 207,
	208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 218, 219, 220, 221, 222, 223,
	224, 225, 226, 227, 228, 229, 230, 231, 232, 233, 234, 235, 236, 237, 238, 239,
	240, 241, 242, 243, 244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254, 255,
}, as{
	0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
	16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
	32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
	48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63,
	64, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111,
	112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 91, 92, 93, 94, 95,
	96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111,
	112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127,
	128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143,
	144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159,
	160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175,
	176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191,
	192, 193, 194, 195, 196, 197, 198, 199, 200, 201, 202, 203, 204, 205, 206, 207,
	208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 218, 219, 220, 221, 222, 223,
	224, 225, 226, 227, 228, 229, 230, 231, 232, 233, 234, 235, 236, 237, 238, 239,
	240, 241, 242, 243, 244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254, 255,
}

// begins tells whether text begins with the literal.
func begins(text []byte, literal string, c *as) bool {
	if len(text) < len(literal) {
		return false
	}
	for i := 0; i < len(literal); i++ {
		if c[text[i]] != literal[i] {
			return false
		}
	}
	return true
}

// ends tells whether text ends with the literal.
func ends(text []byte, literal string, c *as) bool {
	return len(text) >= len(literal) && begins(text[len(text)-len(literal):], literal, c)
}

// bounded tells whether text[from:to] has no byte of a word on either side where
// it has one itself.
func bounded(text []byte, from, to int) bool {
	if from > 0 && scan.IsWordByte(text[from-1]) && scan.IsWordByte(text[from]) {
		return false
	}
	return to == len(text) || !scan.IsWordByte(text[to]) || !scan.IsWordByte(text[to-1])
}

// ruleOf returns the byte of which text is a rule, five or more of it, or the
// title between two such rules with its place. Box-drawing dashes count as '-'.
// A byte of 0: it is neither.
func ruleOf(text []byte) (c byte, title []byte, at int) {
	from, to := trim(text, 0, len(text))
	if to-from < 5 {
		return 0, nil, 0
	}
	c = text[from]
	if c == 0xe2 && scan.BoxRule(text[from:to]) != 0 {
		return '-', nil, 0
	}
	if !scan.IsRuleByte(c) {
		return 0, nil, 0
	}
	left, right := from, to
	for left < to && text[left] == c {
		left++
	}
	if left == to {
		return c, nil, 0
	}
	for right > left && text[right-1] == c {
		right--
	}
	if text[left] != ' ' || right == to || left-from+to-right < 2 {
		return 0, nil, 0
	}
	at, end := trim(text, left, right)
	if at == end {
		return 0, nil, 0
	}
	return c, text[at:end], at
}

// trim moves from and to over the blanks at both ends of text[from:to].
func trim(text []byte, from, to int) (int, int) {
	for from < to && scan.IsBlank(text[from]) {
		from++
	}
	for to > from && scan.IsBlank(text[to-1]) {
		to--
	}
	return from, to
}
