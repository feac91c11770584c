package reduce

import "elide/internal/block"

func plain(s block.Section, marks []Mark) {}
