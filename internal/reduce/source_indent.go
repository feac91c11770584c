package reduce

import "elide/internal/block"

func sourceIndent(s block.Section, marks []Mark) {}
