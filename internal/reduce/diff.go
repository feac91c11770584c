package reduce

import "elide/internal/block"

func diff(s block.Section, marks []Mark) {}
