package reduce

import (
	"testing"

	"elide.example/elide/internal/reduce/build"
)

// buildRules are outputs that each hold one rule of the reducer, in the form
// that sampleOf reads.
var buildRules = map[string]string{
	"what is around an error is shown for one of the names it is about": `
%3 error[E0425]: cannot find value ` + "`b#`" + ` in this scope\n --> src/a.rs:1#:5
! error[E0615]: attempted to take value of method ` + "`kind`" + ` on type ` + "`&Dfa`" + `
!    --> src/dfa.rs:251:14
!     |
! 251 |         self.kind
!     |              ^^^^ method, not a field
! help: use parentheses to call the method

! error[E0615]: attempted to take value of method ` + "`kind`" + ` on type ` + "`&Nfa`" + `
!    --> src/nfa.rs:72:14
~     |
~ 72  |         self.kind
~     |              ^^^^ method, not a field
~ help: use parentheses to call the method
%9 error[E0425]: cannot find value ` + "`c#`" + ` in this scope\n --> src/a.rs:2#:5
`,
	"of few errors each is shown with its code, also if it says the same": `
! error[E0308]: mismatched types
!  --> src/a.rs:1:5
! 1 |     f(a);
!   |       ^ expected ` + "`u8`, found `()`" + `
! error[E0308]: mismatched types
!  --> src/a.rs:7:5
! 7 |     f(b);
!   |       ^ expected ` + "`u8`, found `()`" + `
! error[E0308]: mismatched types
!  --> src/a.rs:9:5
! 9 |     f(c);
!   |       ^ expected ` + "`u8`, found `String`" + `
: error: could not compile
`,
	"behind a target that make gives up others go on": `
! a.c:7:16: error: no member named 'line'
: make: *** [Makefile:483: a.o] Error 1
~ /bin/bash ../libtool --mode=compile gcc -c hash.c
~ libtool: compile:  gcc -c hash.c -o hash.o
~ mv -f .deps/hash.Tpo .deps/hash.Plo
! b.c:7:16: error: no member named 'line'
: make: *** [Makefile:483: b.o] Error 1
: make: *** [Makefile:99: all] Error 2
`,
	"of many errors the point that each comes to is shown once": `
%9 src/b.ts(#,5): error TS2304: Cannot find name 'n#'.
! src/c.ts(1,5): error TS2345: Argument of type 'string' is not assignable.
!   Type 'string' is not assignable to type 'number'.
! src/c.ts(9,5): error TS2322: Type '{}' is not assignable to type 'A'.
!   Property 'b' is missing in type '{}'.
! src/a.ts(1,5): error TS2769: No overload matches this call.
~   Overload 1 of 2, '(a: number): void', gave the following error.
!     Type 'undefined' is not assignable to type 'number'.
! src/a.ts(7,5): error TS2344: Type 'undefined' does not satisfy 'number'.
~   Type 'undefined' is not assignable to type 'number'.
%3 src/d.ts(#,5): error TS2304: Cannot find name 'm#'.
`,
	"npm's options are not its error": `
! npm error code EUSAGE
! npm error The command can only install with an existing package-lock.json.
! npm error Usage:
! npm error npm ci
~ npm error Options:
~ npm error [--install-strategy <hoisted|nested>]
~ npm error   --omit
~ npm error     Dependency types to omit from the tree on disk.
: npm error Run "npm help ci" for more info
`,
	"what a configuration finds out is no failure": `
: -- The C compiler identification is GNU 12.2.0
: -- Check size of int
~ -- Check size of __int64 - failed
~ -- Looking for _strtoi64 - not found
! -- Could NOT find Sphinx (missing: Sphinx_EXECUTABLE)
%8 -- Found package p#
: -- Configuring done
: -- Generating done
: -- Build files have been written to: /src/build
: -- Done
`,
	"titles count what is listed below them": `
! Unused files (70)
%70 docs/a#.ts
! Unused devDependencies (3)
: react
: react-dom
: react-redux
: end
: end
`,
	"a note that counts sums up": `
%30 ERROR Variable a# is not in scope [invalid-type-var]\n   --> src/a#.py:4:10
! INFO 30 errors (34 suppressed)
: No file was found.
: Run again.
: Docs: https://example.org/
`,
	"findings in columns": `
%60 L:   1 | P:  # | LT01 | Expected a single blank here. [spacing]
! L:   2 | P:   8 | AM04 | Query produces an unknown number of columns.
!                        | [columns]
`,
	"of the code below notes only what they propose": `
! src/queue.c:41:12: error: incompatible types
:    41 |   return q;
:       |          ^
! src/queue.h:7:3: note: declared here
~     7 |   struct queue *next, *previous, *with, *a, *long, *list, *of, *members, *that, *nobody, *reads;
:       |   ^~~~~~
! help: borrow it
!    41 |   return &q;
:       |          +
`,
	"a note about a library is hidden with its code": `
! src/queue.cc:41:12: error: no match for 'operator<'
:    41 |   std::sort(v.begin(), v.end());
:       |   ^~~~
~ /usr/include/c++/12/bits/stl_pair.h:645:5: note: candidate: 'template<class _T1, class _T2> constexpr bool operator<(const pair<_T1, _T2>&)'
~   645 |     operator<(const pair<_T1, _T2>& __x, const pair<_T1, _T2>& __y)
~       |     ^~~~~~~~
! src/queue.cc:3:5: note: declared here as a queue of the program
: 1 error generated.
: make: *** [Makefile:3: queue.o] Error 1
: make: Leaving directory '/src'
`,
	"a missing symbol is one error, however often it is used": `
! main.o: in function main: main.c:(.text+0x15): undefined reference to ` + "`parse'" + `
%60 util.o: in function f#: util.c:(.text+0x#): undefined reference to ` + "`parse'" + `
~ util.o: in function last: util.c:(.text+0x15): undefined reference to ` + "`parse'" + `
! util.o: in function last: util.c:(.text+0x25): undefined reference to ` + "`format'" + `
: end
: end
: end
: collect2: error: ld returned 1 exit status
`,
	"of many errors a detail is told three times": `
! src/A.java:3: error: cannot find symbol
! import org.app.Coder;
!               ^
!   symbol:   class Coder
%50 src/A.java:#: error: cannot find symbol\n    one();\n    ^\n  symbol:   class Coder\n  location: class A
! src/B.java:7: error: cannot find symbol
:     Coder c;
:     ^
~   symbol:   class Coder
! src/C.java:7: error: cannot find symbol
:     Decoder c;
:     ^
!   symbol:   class Decoder
: 53 errors
`,
	"changes that a formatter proposes are told by their places": `
! Diff in /src/a.rs:12:
:  fn f() {
: -    g( 1 );
: +    g(1);
%50 Diff in /src/a.rs:1#:\n fn h() {\n-    g( # );\n+    g(#);
: Diff in /src/b.rs:9:
~  fn z() {
: -    g( 9 );
: +    g(9);
:  }
: Diff in /src/c.rs:9:
: -    g( 9 );
: +    g(9);
`,
	"a wrapped message is told apart by all of its lines": `
%80 src/a.py:#: error: Argument 1 to "f" has\nincompatible type "int"; expected "str"  [arg-type]\n        f(#)\n          ^
~ src/a.py:90: error: Argument 1 to "f" has
~ incompatible type "int"; expected "str"  [arg-type]
~         f(90)
~           ^
! src/a.py:91: error: Argument 1 to "f" has
! incompatible type "bytes"; expected "str"  [arg-type]
:         f(b)
:           ^
%80 src/a.py:#: error: Argument 1 to "g" has\nincompatible type "int"; expected "str"  [arg-type]\n        g(#)\n          ^
: Found 162 errors in 1 file
`,
	"findings below a heading may name their rule first": `
! src/a.py:
!     3:1 I001 [*] Import block is un-sorted or un-formatted
!   829:9 SIM115 Use a context manager for opening files
`,
	"a rule without words is said by the line below": `
! src/a.ts:3:5 lint/style/useConst  FIXABLE  ━━━━━━━━━━
:
!   i This variable is never assigned again.
:
!   > 3 │ let a = 1
!       │ ^^^
:
%60 src/a.ts:#:5 lint/style/useConst  FIXABLE  ━━━━━━━━━━\n\n  i This variable is never assigned again.\n
! src/a.ts:9:5 lint/style/useConst  FIXABLE  ━━━━━
:
!   i All these variables are never assigned again.
:
: end
: end
: end
: end
: Found 62 errors.
`,
	"a place that ends in a colon is said by the line below": `
%60 src/a.py:# in public method ` + "`f#`" + `:\n        D205: 1 blank line required between summary line and description (found 0)
! src/a.py:90 in public method ` + "`last`" + `:
!         D400: First line should end with a period (not 'e')
~ src/a.py:91 in public method ` + "`last`" + `:
~         D205: 1 blank line required between summary line and description (found 0)
%4 src/a.py:# in public method ` + "`f#`" + `:\n        D205: 1 blank line required between summary line and description (found 0)
`,
	"a severity may stand behind the message": `
%60 src/a.js:#:1: This line has a length of 92. [Warning/max-len]
! src/a.js:8:20: 'next' is not defined. [Error/no-undef]
%60 src/a.js:#:1: This line has a length of 92. [Warning/max-len]
! 121 problems
`,
	"docutils grades its messages": `
! docs/a.rst:72: (ERROR/3) Unknown directive type "autoclass".
%60 docs/a.rst:#: (INFO/1) Hyperlink target "t#" is not referenced.
! docs/a.rst:90: (WARNING/2) Title underline too short.
: end
`,
	"the symbol tells what could not be found": `
%70 src/A.java:#: error: cannot find symbol\n    one();\n    ^\n  symbol:   method one()\n  location: class A
! src/A.java:90: error: cannot find symbol
:     two();
:     ^
!   symbol:   method two()
:   location: class A
%70 src/A.java:#: error: cannot find symbol\n    one();\n    ^\n  symbol:   method one()\n  location: class A
: 141 errors
`,
	"code that is not indented is no part of a message": `
! src/A.java:3: error: package com.example.annotations does not exist
: import com.example.annotations.Inline;
:                               ^
%70 src/A#.java:3: error: package com.example.annotations does not exist\nimport com.example.annotations.Inline#;\n                              ^
: 71 errors
`,
	"a second file of a flood is shown by its place": `
%60 >> Issue: [B101:assert_used] Use of assert detected.\n   Severity: Low   Confidence: High\n   Location: tests/a.py:#:8\n#	    assert x\n
~ >> Issue: [B101:assert_used] Use of assert detected.
~    Severity: Low   Confidence: High
!    Location: tests/b.py:3:8
: 3	    assert x
:
%60 >> Issue: [B101:assert_used] Use of assert detected.\n   Severity: Low   Confidence: High\n   Location: tests/a.py:#:8\n#	    assert x\n
`,
	"a rule may stand with its message above the place": `
: WARNING  Listing 3 violation(s) that are fatal
! name[casing]: All names should start with an uppercase letter.
! handlers/main.yml:2:9 Task/Handler: restart docker
:
! command-instead-of-module: systemctl used in place of systemd module
! tasks/main.yml:17 Task/Handler: start docker
:
! name[casing]: All names should start with an uppercase letter.
! handlers/main.yml:9:9 Task/Handler: update
`,
	"a place may stand above the code and the message": `
%60 In src/mod#.cr:#:5\n\n # | foo\n     ^\nError: undefined local variable 'foo'\n
! In src/last.cr:471:5
:
:  471 | foo
:      ^
! Error: expected type Int32, not String
:
%60 In src/mod#.cr:#:5\n\n # | foo\n     ^\nError: undefined local variable 'foo'\n
`,
	"a place below a head is not the next one's": `
: checking
: E300 This variable is never used
:  --> src/a.py:3:5
:   |
: 3 | foo
:   | ^^^
:
%60 E300 This variable is never used\n --> src/a.py:#:5\n  |\n3 | foo\n  | ^^^\n
! E301 The name of this operation is unknown
!  --> src/a.py:471:5
:   |
: 3 | foo
:   | ^^^
:
%60 E300 This variable is never used\n --> src/a.py:#:5\n  |\n3 | foo\n  | ^^^\n
`,
	"what an analyzer finds is shown, however it calls it": `
%60 src/a.c:#:5: warning: conversion from 'long' to 'int' may change value [-Wconversion]
! src/a.c:384:33: warning: leak of '<unknown>' [CWE-401] [-Wanalyzer-malloc-leak]
! src/a.c:516:16: warning: leak of '<unknown>' [CWE-401] [-Wanalyzer-malloc-leak]
! src/a.c:574:17: warning: leak of '<unknown>' [CWE-401] [-Wanalyzer-malloc-leak]
! src/a.c:598:45: warning: leak of '<unknown>' [CWE-401] [-Wanalyzer-malloc-leak]
! src/a.c:602:13: warning: leak of '<unknown>' [CWE-401] [-Wanalyzer-malloc-leak]
! src/a.c:823:29: warning: leak of '<unknown>' [CWE-401] [-Wanalyzer-malloc-leak]
`,
	"few warnings among much style are all shown": `
%60 src/a.c:#:5: style: The scope of the variable 'i' can be reduced. [variableScope]
! src/a.c:464:16: warning: Possible null pointer dereference: length. [nullPointer]
! src/a.c:468:14: warning: Possible null pointer dereference: length. [nullPointer]
! src/a.c:497:6: warning: Possible null pointer dereference: length. [nullPointer]
~ src/a.c:498:5: style: The scope of the variable 'i' can be reduced. [variableScope]
%60 src/a.c:#:5: style: The scope of the variable 'i' can be reduced. [variableScope]
`,
	"what a tool is sure of comes first": `
%60 src/a.py:#: unused method 'visit_#' (60% confidence)
! src/a.py:210: unused variable 'exc_tb' (100% confidence)
! src/a.py:221: unused variable 'exc_tb' (100% confidence)
! src/a.py:264: unused variable 'exc_tb' (90% confidence)
%60 src/b.py:#: unused method 'visit_#' (60% confidence)
`,
	"a warning that is but a file says that the file is wrong": `
: Checking formatting...
! [warn] src/core.js
! [warn] src/editors/button.js
! [warn] src/editors/choices.js
! [warn] src/editors/date.js
! [warn] src/editors/file.js
! [warn] src/editors/hidden.js
! [warn] src/editors/ip.js
! [warn] src/editors/json.js
! [warn] src/editors/multiple.js
! [warn] src/editors/null.js
! [warn] src/editors/number.js
! [warn] src/editors/object.js
! [warn] src/editors/radio.js
! [warn] src/editors/select.js
! Code style issues found in 14 files. Run Prettier with --write to fix.
`,
	"a program says what it does with what": `
%20 Unpacking pkg# (1.#) ...
! dpkg: error processing archive /tmp/16-libfoo.deb (--unpack):
!  cannot access archive '/tmp/16-libfoo.deb': No such file or directory
! dpkg: too many errors, stopping
! Errors were encountered while processing:
!  /tmp/16-libfoo.deb
`,
	"counts that a line announces are a summary": `
! Total issues (by severity):
!     Low: 1324
!     High: 1
%60 >> Issue: [B101:assert_used] Use of assert detected.\n   Severity: Low   Confidence: High\n   Location: tests/a.py:#:8\n
`,
	"kinds beyond many names are told by what stands around the names": `
%90 src/a.pl: Subroutine "f#" unused at line #, column 3.  (Severity: 3)
~ src/a.pl: Subroutine "last" unused at line 91, column 3.  (Severity: 3)
! src/a.pl: Sort blocks should have a single statement at line 87, column 16.  (Severity: 3)
%9 src/a.pl: Subroutine "f#" unused at line #, column 3.  (Severity: 3)
`,
	"many warnings without codes are told apart without the names in them": `
%90 /src/a.h:#: warning: Member f#(size_t i, T t) (function) of class a::B# is not documented.
~ /src/a.h:190: warning: Member operator[](size_t i) (function) of class a::Last is not documented.
! /src/a.h:191: warning: The following parameters of a::Last::get(int n) are not documented:
%90 /src/a.h:#: warning: Member f#(size_t i, T t) (function) of class a::B# is not documented.
! finalizing index lists...
`,
	"few warnings without codes are all shown": `
: INFO    -  Building documentation
! WARNING -  Doc file 'a.md' contains a link 'missing.md', but the target is not found.
! WARNING -  Doc file 'b.md' contains a link 'other.md', but the target is not found.
! WARNING -  Doc file 'c.md' contains a link 'gone.md', but the target is not found.
! WARNING -  Doc file 'd.md' contains a link 'lost.md', but the target is not found.
! WARNING -  Doc file 'e.md' contains a link 'moved.md', but the target is not found.
~ WARNING -  Doc file 'a.md' contains a link 'missing.md', but the target is not found.
: end
: end
: end
! Aborted with 6 warnings in strict mode!
`,
	"frames may be drawn without Unicode, and of their code what is pointed to is shown": `
!   x eslint(no-shadow): 'options' is already declared in the upper scope.
!     ,-[lib/a.js:72:16]
:  71 |
:  72 |   constructor (options) {
:     :                ^^^|^^^
:     :                   ` + "`-- shadowed declaration is here" + `
:  73 |     super()
:  74 |     this.proxy = options.proxy
:  75 |     this.env = options.env
:  76 |     this.ips = options.ips
~  77 |     this.compose = options.compose
~  78 |     this.middleware = []
:  79 |     this.inspect(({ app, options }) => {
:     :                          ^^^^^^^
:     ` + "`----" + `
:
%60   x eslint(no-var): Unexpected var.\n     ,-[lib/a.js:#:1]\n # | var a\n     ` + "`----" + `\n
!   x eslint(no-undef): 'next' is not defined.
!     ,-[lib/a.js:471:1]
:  471 | next()
:     ` + "`----" + `
`,
	"an exception's class may stand in brackets": `
%20   - Installing vendor/package# (1.#.0)
! In RemoteFilesystem.php line 476:
:
!   [App\Downloader\TransportException]
!   The "https://packages.example/p.json" file could not be downloaded
:
`,
	"of a template's error the place that asks for it is shown": `
%70 src/a.cc:#:5: error: no member named 'x' in 'T'
! src/parse.h:90:5: error: invalid operands to binary expression
: src/parse.h:70:3: note: in instantiation of function template specialization 'f<T>' requested here
! src/use.cc:11:47: note: in instantiation of function template specialization 'g<T>' requested here
: end
: end
: end
: 71 errors generated.
`,
	"of findings with codes the first two kinds are shown whole where there are many": `
%12 C901 'f#' is too complex (1# > 10)\n   --> src/b.py:1#:9\n    |\n13 |     def f():\n    |         ^\n
! E741 Ambiguous variable name
!    --> src/range.py:123:9
:     |
: 123 |     for l in lines:
:     |         ^
:
! B006 Do not use mutable data structures for argument defaults
!    --> src/range.py:140:9
~     |
~ 140 |     def read(cls, value=[]):
~     |         ^^^^
:
: Found 14 errors.
: No fixes available.
: Checked 2 files.
`,
	"each message of findings is shown, up to most of the output": `
%40 src/a.css\n  3#:4  ✖  Expected "0 # 0 #" to be "0 #"  shorthand-redundant
%40 src/b.css\n  3#:4  ✖  Expected empty line before rule  rule-empty-line-before
! src/c.css
!   90:4  ✖  Expected "0 99 0 99" to be "0 99"  shorthand-redundant
: 81 problems (81 errors, 0 warnings)
`,
	"errors of one symbol in other places are other messages": `
%70 src/A.java:#: error: cannot find symbol\n  @Check\n   ^\n  symbol:   class Check\n  location: class A
! src/B.java:7: error: cannot find symbol
:   @Check
:    ^
:   symbol:   class Check
:   location: class B
: 71 errors
: end
: end
: end
`,
	"a long line near the end is hidden unless it sums up": `
%20 Collecting part#
! Installing build dependencies: done
~ Installing collected packages: typing-extensions-0, typing-extensions-1, typing-extensions-2, typing-extensions-3, typing-extensions-4, typing-extensions-5, typing-extensions-6, typing-extensions-7, typing-extensions-8, typing-extensions-9, typing-extensions-10, typing-extensions-11, typing-extensions-12, typing-extensions-13, typing-extensions-14, typing-extensions-15, typing-extensions-16, typing-extensions-17, typing-extensions-18, typing-extensions-19,
! Successfully installed typing-extensions-0, typing-extensions-1, typing-extensions-2, typing-extensions-3, typing-extensions-4, typing-extensions-5, typing-extensions-6, typing-extensions-7, typing-extensions-8, typing-extensions-9, typing-extensions-10, typing-extensions-11, typing-extensions-12, typing-extensions-13, typing-extensions-14, typing-extensions-15, typing-extensions-16, typing-extensions-17, typing-extensions-18, typing-extensions-19,
`,
	"what a tool traces is no finding": `
%50 /src/CMakeLists.txt(#):  set(OPTION# ON )
~ /src/CMakeLists.txt(90):  include(CTest )
! CMake Error at CMakeLists.txt:91 (find_package):
:   Could not find a package configuration file provided by "Zip"
:
: -- Configuring incomplete, errors occurred!
`,
	"what each of many errors needs is shown, once": `
%12 error[E0412]: cannot find type ` + "`Till#`" + ` in this scope\n  --> src/a.rs:1#:19\n   |\n1# | fn f(till: Till#) {}\n   |            ^^^^ not found in this scope\n   |
! error[E0412]: cannot find type ` + "`Purse`" + ` in this scope
!   --> src/b.rs:9:19
~    |
~ 9  | fn f(purse: Purse) {}
~    |             ^^^^^ not found in this scope
~    |
~ help: consider importing one of these items
~    |
! 1  + use till::Purse;
:    |
~ 1  + use shop::Purse;
~    |
~
! error[E0412]: cannot find type ` + "`Coin`" + ` in this scope
!   --> src/b.rs:12:19
: error: could not compile ` + "`shop`" + ` (bin "shop") due to 13 previous errors
`,
	"each finding of a rule that has few is shown with its code": `
%70 lib/a#.rb:#:81: C: Layout/LineLength: Line is too long. [9#/80]\n  till.count(coins, of: drawer, at: register)\n                                             ^^^^
! lib/till.rb:62:20: C: Security/Eval: The use of eval is a serious security risk.
!   eval(File.read(path))
:                     ^^^^
! lib/purse.rb:69:30: C: Security/Eval: The use of eval is a serious security risk.
!   eval(ENV["PURSE"].to_s)
: 72 files inspected, 72 offenses detected
`,
	"a mild grade is told three times": `
%9 >> Issue: [B101:assert_used] Use of assert detected in f#.\n   Severity: Low   Confidence: High\n   Location: src/a#.py:39:4
! >> Issue: [B101:assert_used] Use of assert detected in g.
~    Severity: Low   Confidence: High
!    Location: src/b.py:39:4
! >> Issue: [B602:shell] Call of a shell found.
!    Severity: High   Confidence: High
!    Location: src/c.py:39:4
`,
	"repeated warnings between errors are hidden": `
%19 ./a#.yml\n  3:81      error    line too long (10# > 80 characters)  (line-length)
! ./b.yml
!   3:1       warning  missing document start "---"  (document-start)
!   3:81      error    line too long (108 > 80 characters)  (line-length)
: ./c.yml
~   6:1       warning  missing document start "---"  (document-start)
!   3:81      error    line too long (108 > 80 characters)  (line-length)
: ./d.yml
:   3:81      error    line too long (109 > 80 characters)  (line-length)
`,
}

func TestBuildLogRules(t *testing.T) {
	for rule, sample := range buildRules {
		t.Run(rule, func(t *testing.T) { checkSample(t, build.Reduce, sample) })
	}
}
