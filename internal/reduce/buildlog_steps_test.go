package reduce

import (
	"testing"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/build"
	"elide.example/elide/internal/shape"
)

// stepRules are outputs of builds that name what failed by its step, target or
// package, in the form that sampleOf reads.
var stepRules = map[string]string{
	"each package that fails is named": `
! # example.org/cart
! ./cart.go:14:2: "bytes" imported and not used
! # example.org/cart [example.org/cart.test]
~ ./cart.go:14:2: "bytes" imported and not used
: ok
: ok
: ok
`,
	"targets that make gives up are shown twice beside what they are given up for": `
%9 src/a#.c:9:3: error: unknown type name 'T'
! make[2]: *** [build.make:90: a.o] Error 1
! make[2]: *** [build.make:91: b.o] Error 1
~ make[2]: *** [build.make:92: c.o] Error 1
: make[2]: *** [build.make:93: d.o] Error 1
: make[2]: *** [build.make:94: e.o] Error 1
: make[1]: *** [CMakeFiles/Makefile2:208: all] Error 2
: make[1]: Target 'all' not remade because of errors.
: make[1]: Leaving directory '/src'
: make: *** [Makefile:146: all] Error 2
`,
	"targets that make gives up are all shown where nothing else says why": `
%9 ./check.sh part#
! make[2]: *** [build.make:90: a.o] Error 1
! make[2]: *** [build.make:91: b.o] Error 1
! make[2]: *** [build.make:92: c.o] Error 1
: make[1]: *** [CMakeFiles/Makefile2:208: all] Error 2
`,
	"the whole command of a step that fails is hidden": `
! [1/47] Building C object src/CMakeFiles/app.dir/node.c.o
! FAILED: src/CMakeFiles/app.dir/node.c.o
! /src/node.c:630:14: error: unknown type name 'T'
~ [2/47] /usr/bin/cc -I/home/dev/app/build/src -I/home/dev/app/src -O3 -DNDEBUG -fPIC -fvisibility=hidden -Wall -Wextra -pedantic -std=c99 -MD -MT src/CMakeFiles/app.dir/page.c.o -MF src/CMakeFiles/app.dir/page.c.o.d -o src/CMakeFiles/app.dir/page.c.o -c /home/dev/app/src/page.c
! FAILED: src/CMakeFiles/app.dir/page.c.o
! /src/page.c:80:4: error: unknown type name 'T'
: ninja: build stopped: subcommand failed.
`,
}

func TestBuildLogSteps(t *testing.T) {
	for rule, sample := range stepRules {
		t.Run(rule, func(t *testing.T) { checkSample(t, build.Reduce, sample) })
	}
}

// The first of many errors are all shown, where they have no codes that tell
// them apart; others by kind.
func TestBuildLogShowsFirstErrors(t *testing.T) {
	const coded, uncoded = "%200 src/a.ts(#,5): error TS2304: Cannot find name 'T'.", "%200 src/a.c:#:5: error: unknown type name 'T'"
	for sample, want := range map[string]int{coded: 1, uncoded: 60} {
		text, _ := sampleOf(t, sample)
		s := sectionOf(text, shape.BuildLog)
		marks := make([]mark.Mark, s.Len())
		build.Reduce(s, marks)
		shown := 0
		for _, m := range marks[:s.Len()-3] { // the last lines are shown anyway
			if m.Rank == mark.Critical {
				shown++
			}
		}
		if shown != want {
			t.Errorf("%d errors of 200 shown of %q, want %d", shown, sample, want)
		}
	}
}
