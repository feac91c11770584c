package reduce

import "elide/internal/block"

func testLog(s block.Section, marks []Mark) {}
