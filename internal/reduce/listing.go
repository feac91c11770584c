package reduce

import "elide/internal/block"

func listing(s block.Section, marks []Mark) {}
