package reduce

import "elide/internal/block"

func serviceLog(s block.Section, marks []Mark) {}
