package reduce

import "elide/internal/block"

func table(s block.Section, marks []Mark) {}
