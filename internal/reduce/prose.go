package reduce

import "elide/internal/block"

func prose(s block.Section, marks []Mark) {}
