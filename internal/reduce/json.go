package reduce

import "elide/internal/block"

func jsonDocument(s block.Section, marks []Mark) {}

func jsonLines(s block.Section, marks []Mark) {}
