module elide.example/elide/scripts/docsite

go 1.26.0

require (
	elide.example/elide v0.0.0-00010101000000-000000000000
	github.com/yuin/goldmark v1.8.7
)

replace elide.example/elide => ../..
