package reduce

import (
	"testing"

	"elide.example/elide/internal/reduce/build"
)

// findingSamples are what linters and analyzers print whose findings don't
// start with their place, or whose failures stand in lists.
var findingSamples = map[string]string{
	"a row whose line and column are padded is told by its rule": `
! == lib/a.rb ==
! C:  2: 18: [Correctable] Style/StringLiterals: Prefer single-quoted strings.
! C:  4:  1: Style/Documentation: Missing top-level documentation comment for class Tree.
%60 C: 1#: 18: [Correctable] Style/StringLiterals: Prefer single-quoted strings.
! W: 20: 13: [Correctable] Lint/UnusedMethodArgument: Unused method argument - other.
%60 C: 3#: 18: [Correctable] Style/StringLiterals: Prefer single-quoted strings.
: C:139:  7: [Correctable] Style/StringLiterals: Prefer single-quoted strings.
: C:140: 16: [Correctable] Style/StringLiterals: Prefer single-quoted strings.
: C:1143: 14: [Correctable] Style/StringLiterals: Prefer single-quoted strings.
! C:1144: 14: Metrics/AbcSize: Assignment Branch Condition size for pathmap is too high.
:
! 1 file inspected, 126 offenses detected, 124 offenses autocorrectable
`,
	"fields that name the line and the column by a letter": `
! == [models/a.sql] FAIL
! L:   1 | P:   1 | LT01 | Expected only single space before naked identifier.
!                        | Found '  '. [layout.spacing]
! == [models/b.sql] FAIL
! L:  73 | P:   1 | LT02 | Line should not be indented. [layout.indent]
! L:  73 | P:   5 | LT09 | Select targets should be on a new line unless there is
!                        | only one select target. [layout.select_targets]
! L:  95 | P:   1 |  PRS | Line 95, Position 1: Found unparsable section: 'CREATE
!                        | TABLE t (...'
! All Finished!
`,
	"places at the end": `
! complexity - 40min debt
! 	LongMethod - [run] at /home/dev/app/src/Loader.kt:31:5
! 	LongMethod - [load] at /home/dev/app/src/Store.kt:120:9
! H C NP: Possible null pointer dereference of s in org.acme.Baz.go(String)  At Baz.java:[line 22]
! M P SS: Unread field: org.acme.Cfg.limit; should it be static?  At Cfg.java:[lines 3-23]
`,
	"phpstan": `
%40 #/40 done
:  ------ ------------------------------
!   Line   src/Service/Handler.php
:  ------ ------------------------------
!   12     Call to an undefined method App\User::getNam().
!   29     Parameter #1 of method App\Repo::find() expects int, string
!          given.
:  ------ ------------------------------
:
!  [ERROR] Found 2 errors
`,
	"phpcs warnings": `
! FILE: /home/dev/app/src/Cart.php
: ----------------------------------------
:    3 | WARNING | [ ] Line exceeds 120 characters; contains 144
:      |         |     characters
!   14 | ERROR   | [x] Expected 1 space after IF keyword; 0 found
`,
	"scala 3": `
! -- [E007] Type Mismatch Error: src/main/scala/Cart.scala:11:20 -----------
: 11 |    val n: Int = "x"
!    |                 Found:    ("x" : String)
! -- [E008] Not Found Error: src/main/scala/Cart.scala:15:9 ----------------
! 2 errors found
`,
	"gfortran places in a row": `
! src/a.F90:5708:16:
:
:  5708 |    else
:       |       1
: ......
:  5730 |       else
:       |          2
! Error: Duplicate ELSE statements at (1) and (2)
! src/b.F90:5768:8:
:
:  5768 |     else
:       |        1
! Error: Unexpected ELSE statement at (1)
`,
	"webpack": `
%40   ./src/m#.js # bytes [built] [code generated]
! ERROR in ./src/style.scss
! Module build failed (from ./node_modules/sass-loader/dist/cjs.js):
! Undefined variable.
! 4 │   color: $primry;
!   │          ^^^^^^^
!   src/style.scss 4:10  root stylesheet
: @ ./src/index.js 2:0-22
:
! webpack 5.90.1 compiled with 1 error in 2134 ms
`,
	"hooks": `
! ruff.......................................Failed
! - hook id: ruff
! - exit code: 1
:
%30 line # of the log
! mypy.......................................Failed
! - hook id: mypy
! - exit code: 65
`,
	"paths with blanks": `
! /home/dev/site/Code Spans.html:3:44: The value of attribute [ attr ] must be in double quotes. [error/attr-value-double-quotes]
! ./Backslash escapes.html:23:18: Special characters must be escaped : [ > ]. [error/spec-char-escape]
`,
	"a form that is not known": `
%30     Scanning crate#
! Crate:     smallvec
! Title:     Buffer overflow in insert_many
! Solution:  Upgrade to >=1.6.1
:
! Crate:     time
! Title:     Potential segfault
! Solution:  Upgrade to >=0.2.23
:
! error: 4 vulnerabilities found!
`,
}

func TestFindingsInOtherForms(t *testing.T) {
	for name, sample := range findingSamples {
		t.Run(name, func(t *testing.T) { checkSample(t, build.Reduce, sample) })
	}
}
