package reduce

import "elide/internal/block"

func grep(s block.Section, marks []Mark) {}
