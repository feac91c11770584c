package reduce

import (
	"fmt"
	"strings"
	"testing"

	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/reduce/build"
	"elide.example/elide/internal/shape"
)

// denseSamples are outputs that hold little beside their findings, of which there
// are some ten to some hundred.
var denseSamples = map[string]string{
	"the same head again, its place on a line of its own": `
! ERROR Could not find name ` + "`os`" + ` [unknown-name]
!    --> src/a.py:214:16
:     |
: 214 |     return os.path
:     |            ^^
~ ERROR Could not find name ` + "`os`" + ` [unknown-name]
!    --> src/a.py:329:19
:     |
: 329 |     os.environ
:     |     ^^
! ERROR Could not find name ` + "`re`" + ` [unknown-name]
!    --> src/a.py:340:17
! ERROR Could not find name ` + "`os`" + ` [unknown-name]
!    --> src/b.py:12:3
~ ERROR Could not find name ` + "`os`" + ` [unknown-name]
!    --> src/b.py:13:3
~ ERROR Could not find name ` + "`os`" + ` [unknown-name]
!    --> src/b.py:14:3
! ERROR Type of ` + "`m`" + ` is unknown [implicit-any]
!    --> src/b.py:15:3
! ERROR Type of ` + "`n`" + ` is unknown [implicit-any]
!    --> src/b.py:16:3
! ERROR Type of ` + "`p`" + ` is unknown [implicit-any]
!    --> src/b.py:17:3
`,
	"the same head again, but something else is pointed to": `
! error[E0308]: mismatched types
!   --> src/a.rs:119:9
:    |
: 119 |     self.0.get()
!     |     ^^^^^^^^^^^^ expected ` + "`u32`, found `u16`" + `
:
%8 error[E0#]: none\n  --> src/b.rs:#:9\n
! error[E0308]: mismatched types
!   --> src/c.rs:119:9
:    |
: 119 |     self.0.get()
:     |     ^^^^^^^^^^^^ expected ` + "`u32`, found `u16`" + `
:
~ error[E0308]: mismatched types
!   --> src/c.rs:129:9
:    |
: 129 |     self.0.get()
~     |     ^^^^^^^^^^^^ expected ` + "`u32`, found `u16`" + `
:
! error[E0308]: mismatched types
!   --> src/c.rs:139:9
:    |
: 139 |     self.0.get()
!     |     ^^^^^^^^^^^^ expected ` + "`u32`, found `&str`" + `
:
! error: could not compile
`,
	"a flood is shown by rule and form": `
! pkg/a.go:1:1: exported: exported method A.Close should have comment or be unexported (revive)
: func (a *A) Close() {
: ^
! pkg/a.go:2:1: exported: exported method A.Open should have comment or be unexported (revive)
%90 pkg/b#.go:#:1: exported: exported method Type#.Name# should have comment or be unexported (revive)\nfunc (t *Type#) Name#() {
! pkg/z.go:7:1: package-comments: should have a package comment (revive)
! pkg/z.go:8:1: exported: comment on exported type T1 should be of the form "T1 ..." (revive)
: pkg/z.go:9:1: exported: exported method T1.Last should have comment or be unexported (revive)
: func (t *T1) Last() {
~ pkg/z.go:10:1: exported: exported method T2.Last should have comment or be unexported (revive)
%5 pkg/z.go:1#:1: exported: exported method T2.Last should have comment or be unexported (revive)
! 102 issues
! done
`,
	"a flood of warnings is shown by rule and form": `
! pkg/a.go:1:1: warning: exported method A.Close should have comment [exported]
! pkg/a.go:2:1: warning: exported method A.Open should have comment [exported]
! pkg/a.go:3:1: warning: exported method A.Read should have comment [exported]
! pkg/a.go:4:1: warning: exported method A.Seek should have comment [exported]
%90 pkg/b.go:#:1: warning: exported method B.Name# should have comment [exported]
! pkg/z.go:7:1: warning: should have a package comment [package-comments]
~ pkg/z.go:9:1: warning: exported method T1.Last should have comment [exported]
%5 pkg/z.go:1#:1: warning: exported method T1.Last should have comment [exported]
! done
`,
	"a flood of rows names each file": `
! src/a.js
!   1:1  error  'x' is not defined  no-undef
%90   #:1  error  'x' is not defined  no-undef

! src/b.js
~   1:1  error  'x' is not defined  no-undef
~   2:1  error  'x' is not defined  no-undef

! 93 problems
`,
	"in a flood, messages that differ in numbers are shown up to so many": `
! .github/workflows/ci.yml:9:9: script has an issue: SC2086:info:1:10: Double quote it [shellcheck]
: .github/workflows/ci.yml:9:9: script has an issue: SC2086:info:2:11: Double quote it [shellcheck]
: .github/workflows/ci.yml:9:9: script has an issue: SC2086:info:3:12: Double quote it [shellcheck]
: .github/workflows/ci.yml:9:9: script has an issue: SC2086:info:4:13: Double quote it [shellcheck]
%90 .github/workflows/ci.yml:9:9: script has an issue: SC2086:info:#:4: Double quote it [shellcheck]
~ .github/workflows/ci.yml:9:9: script has an issue: SC2086:info:95:14: Double quote it [shellcheck]
! .github/workflows/ci.yml:17:15: the action is too old to run [action]
! .github/workflows/ci.yml:18:15: the action has no name [action]
! 97 issues
! done
: end
`,
	"a trace in what a step printed": `
! error: subprocess-exited-with-error
:
! × Getting requirements to build wheel did not run successfully.
! │ exit code: 1
! ╰─> [9 lines of output]
!     /bin/sh: 1: db_config: not found
!     Traceback (most recent call last):
~       File "/home/dev/venv/lib/python3.11/site-packages/pip/_vendor/hooks/_in_process.py", line 353, in <module>
~         main()
~         ^^^^^^
~       File "/tmp/build-env-9kd7/overlay/lib/python3.11/site-packages/setuptools/build_meta.py", line 333, in run
~         return self._get_build_requires(config_settings, requirements=[])
!       File "/tmp/install-hnym/db/setup_posix.py", line 31, in db_config
!         raise OSError("{} not found".format(path))
!     OSError: db_config not found
!     [end of output]
`,
	"offenses are what a run fails of, whatever their letter": `
! lib/cart.rb:7:1: W: Lint/SuppressedException: Do not suppress exceptions.
: rescue LoadError
: ^^^^^^^^^^^^^^^^
! lib/cart.rb:8:1: W: Lint/UselessAssignment: Useless assignment to variable - a.
! lib/cart.rb:9:1: W: Lint/UselessAssignment: Useless assignment to variable - b.
! lib/cart.rb:10:1: W: Lint/UselessAssignment: Useless assignment to variable - c.
%20 lib/order.rb:1#:1: C: Style/StringLiterals: Prefer single-quoted strings.
! lib/cart.rb:17:5: W: Lint/UselessAssignment: Useless assignment to variable - d.
:     d = 1
:     ^
! lib/cart.rb:28:7: C: [Correctable] Style/CaseEquality: Avoid the use of the case equality operator ===.
:       A === b
:         ^^^
! lib/cart.rb:29:7: C: [Correctable] Style/CaseEquality: Avoid the use of the case equality operator ===.
! 2 files inspected, 27 offenses detected
`,
	"a reason that repeats its head": `
%9 src/a#.py:49#:35 - error: "x#" is not defined
! src/a.py:498:35 - error: Argument of type "bytes" cannot be assigned to parameter "value" of type "str" in function "f"
:     "bytes" is not assignable to "str" (reportArgumentType)
! src/a.py:499:35 - error: Argument of type "int" cannot be assigned to parameter "value" of type "str" in function "g"
~     "int" is not assignable to "str" (reportArgumentType)
! src/a.py:501:35 - error: Argument of type "Job" cannot be assigned to parameter "value" of type "Task" in function "h"
!     "run" is not present in "Job" (reportArgumentType)
! src/a.py:511:35 - error: No overload of "get" matches (reportCallIssue)
!     Argument types: (bytes)
! 13 errors
`,
	"findings at the end are no summary": `
! src/a.yml:1:81: line too long (104 > 80 characters) (line-length)
%90 src/a.yml:#:81: line too long (1#0 > 80 characters) (line-length)
~ src/a.yml:101:81: line too long (105 > 80 characters) (line-length)
~ src/a.yml:102:81: line too long (106 > 80 characters) (line-length)
~ src/a.yml:103:81: line too long (107 > 80 characters) (line-length)
`,
	"a file is named by its shortest finding": `
%70 src/a.yml:#:14: label "x" is unknown. available labels are "a", "b", "c", "d" [label]
~ src/b.yml:1:14: label "x" is unknown. available labels are "a", "b", "c", "d" [label]
! src/b.yml:9:14: label "x" is short [label]
! src/c.yml:3:14: label "x" is unknown. available labels are "a", "b", "c", "d" [label]
: end
: end
: end
: end
`,
	"a compiler's errors about one missing name": `
! src/main/java/org/acme/A.java:19: error: package org.acme.annotations does not exist
! src/main/java/org/acme/B.java:19: error: package org.acme.annotations does not exist
%80 src/main/java/org/acme/C.java:#: error: cannot find symbol\n  @CanIgnore\n   ^\n  symbol:   class CanIgnore\n  location: class C#
~ src/main/java/org/acme/C.java:99: error: cannot find symbol
~   @CanIgnore
~    ^
~   symbol:   class CanIgnore
~   location: class D
! src/main/java/org/acme/E.java:20: error: cannot find symbol
:   isArray()
:   ^
!   symbol:   method isArray()
:   location: class E
! 84 errors
`,
	"a formatter's findings have no line": `
! src/index.ts:1:1 assist/source/organizeImports  FIXABLE  ━━━━━━━━━━━━━━━
:
!   × The imports and exports are not sorted.
:
! src/index.ts format ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
:
!   × File content differs from formatting output
:
! src/cart.ts format ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
:
:   × File content differs from formatting output
`,
	"what a file's findings come to stands below its name": `
! FILE: /home/dev/app/src/Cart.php
: ----------------------------------------
! FOUND 51 ERRORS AFFECTING 35 LINES
: ----------------------------------------
!   14 | ERROR | [x] Expected 1 space after IF keyword; 0 found
%50 #5 | ERROR | [x] Expected 1 space after IF keyword; 0 found
:
! FILE: /home/dev/app/src/Order.php
: ----------------------------------------
! FOUND 12 ERRORS AFFECTING 9 LINES
: ----------------------------------------
!   15 | ERROR | [x] Expected 1 blank line before it; 0 found
:
! FILE: /home/dev/app/src/Tax.php
: ----------------------------------------
! FOUND 2 ERRORS AFFECTING 2 LINES
: ----------------------------------------
!   16 | ERROR | [ ] Missing parameter comment
!   17 | ERROR | [ ] Missing file comment
:
: Time: 143ms; Memory: 8MB
`,
	"warnings beside errors tell a message once": `
! src/a.c:116:18: error: no member named 'value' in 'struct item'
! src/a.c:386:11: error: no member named 'price' in 'struct item'
! src/a.c:116:28: warning: implicit declaration of function 'skip' [-Wimplicit-function-declaration]
~ src/a.c:151:5: warning: implicit declaration of function 'skip' [-Wimplicit-function-declaration]
~ src/a.c:169:5: warning: implicit declaration of function 'skip' [-Wimplicit-function-declaration]
! src/a.c:249:15: error: no member named 'total' in 'struct item'
! src/a.c:249:15: warning: comparing floating point with == is unsafe [-Wfloat-equal]
! 3 warnings and 3 errors generated.
`,
	"the end of a failed build": `
! src/a.c:116:18: error: no member named 'value' in 'struct item'
! src/a.c:386:11: error: no member named 'price' in 'struct item'
! src/b.c:249:15: error: no member named 'total' in 'struct item'
! src/b.c:250:15: error: no member named 'total' in 'struct item'
! src/b.c:251:15: error: no member named 'total' in 'struct item'
! src/b.c:252:15: error: no member named 'total' in 'struct item'
! src/b.c:253:15: error: no member named 'total' in 'struct item'
! src/b.c:254:15: error: no member named 'total' in 'struct item'
! src/b.c:255:15: error: no member named 'total' in 'struct item'
~ src/a.h:119:12: note: 'totals' declared here
~     double totals;
: [  6%] Linking C static library libunity.a
~ [  6%] Built target unity
! gmake: *** [Makefile:146: all] Error 2
`,
}

func TestDenseFindings(t *testing.T) {
	for name, sample := range denseSamples {
		t.Run(name, func(t *testing.T) { checkSample(t, build.Reduce, sample) })
	}
}

// Up to 60 findings without a severity are all shown, and more where their heads
// are but an index of what is printed: 70 with a page of code each are, 70 that
// take a line each are not.
func TestFindingsUpToAPage(t *testing.T) {
	code := "\n   |\n" + strings.Repeat(" 3 |     the_code_that(it, is, about, and, what, surrounds, it)\n", 8) + "   |     ^^^^\n"
	for _, tt := range []struct {
		n, want int
		below   string
	}{{60, 60, "\n"}, {70, 70, code}, {70, 7, "\n"}} {
		var text strings.Builder
		for i := range tt.n {
			fmt.Fprintf(&text, "src/a%d.py:%d:5: F%d a name is not defined%s", i%7, i+1, 400+i%7, tt.below)
		}
		text.WriteString("done\ndone\ndone\ndone\n")
		s := sectionOf([]byte(text.String()), shape.BuildLog)
		marks := make([]mark.Mark, s.Len())
		build.Reduce(s, marks)
		heads := 0
		for i, m := range marks {
			if m.Why == mark.WhyFailure && strings.HasPrefix(string(s.Text(i)), "src/") {
				heads++
			}
		}
		if heads != tt.want {
			t.Errorf("%d of %d findings shown with %q below each, want %d", heads, tt.n, tt.below[:min(len(tt.below), 8)], tt.want)
		}
	}
}
