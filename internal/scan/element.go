package scan

import "bytes"

// ElementText returns the text of the first element in a line of tags that has one.
func ElementText(t []byte) []byte {
	for {
		at := bytes.IndexByte(t, '>')
		if at < 0 {
			return nil
		}
		t = t[at+1:]
		if n := bytes.IndexByte(t, '<'); n != 0 {
			if n > 0 {
				t = t[:n]
			}
			return Trim(t)
		}
	}
}
