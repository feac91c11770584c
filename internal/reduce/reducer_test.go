package reduce

import (
	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/shape"
)

// For returns what ranks sections of the shape.
func For(sh shape.Shape) mark.Reducer {
	return func(s block.Section, marks []mark.Mark) {
		s.Shape = sh
		rank, _ := reducerOf(s)
		rank(s, marks)
	}
}
