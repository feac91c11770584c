package reduce

import "elide/internal/block"

func stack(s block.Section, marks []Mark) {}
