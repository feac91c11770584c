module elide

go 1.26
