package reduce

import "elide/internal/block"

func sourceBrace(s block.Section, marks []Mark) {}
