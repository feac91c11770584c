package reduce

import (
	"elide/internal/block"
	"elide/internal/mark"
	"elide/internal/shape"
)

// For returns what ranks sections of the shape.
func For(sh shape.Shape) mark.Reducer {
	return func(s block.Section, marks []mark.Mark) {
		s.Shape = sh
		rank, _ := reducerOf(s)
		rank(s, marks)
	}
}
