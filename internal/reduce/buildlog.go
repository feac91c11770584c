package reduce

import "elide/internal/block"

func buildLog(s block.Section, marks []Mark) {}
