package reduce

// buildSamples are outputs as tools print them, of projects that don't exist.
var buildSamples = map[string]string{
	"rustc": `
%30    Compiling crate# v1.0.#
! error[E0308]: mismatched types
!   --> src/queue.rs:41:12
:    |
: 41 |     self.len
:    |     ^^^^^^^^ expected ` + "`u32`, found `usize`" + `
:    |
! help: you can convert a ` + "`usize`" + ` to a ` + "`u32`" + `
:    |
! error: aborting due to 1 previous error
:
! error: could not compile ` + "`queue`" + ` (lib) due to 1 previous error
`,
	"msbuild": `
: Microsoft (R) Build Engine version 17.4.0
%40   Project#.csproj : restored in # ms.
! /src/App/Order.cs(17,42): error CS1002: ; expected [/src/App/App.csproj]
! /src/App/Cart.cs(3,1): warning CS8600: Converting null literal [/src/App/App.csproj]
:
! Build FAILED.
:
:     /src/App/Order.cs(17,42): error CS1002: ; expected [/src/App/App.csproj]
!     1 Warning(s)
!     1 Error(s)
:
! Time Elapsed 00:00:04.12
`,
	"msvc link": `
%40 file#.cpp
! main.obj : error LNK2019: unresolved external symbol "void __cdecl init(void)" referenced in function main
! app.exe : fatal error LNK1120: 1 unresolved externals
`,
	"gnu ld": `
%40 gcc -Wall -Werror -c src/mod#.c -o build/mod#.o
: gcc -o app build/main.o build/util.o
! /usr/bin/ld: build/main.o: in function ` + "`main':" + `
! main.c:(.text+0x15): undefined reference to ` + "`parse_config'" + `
! collect2: error: ld returned 1 exit status
! make: *** [Makefile:12: app] Error 1
`,
	"apple ld": `
%40 CompileC /build/obj#.o /src/file#.m normal arm64
! Undefined symbols for architecture arm64:
!   "_OBJC_CLASS_$_Store", referenced from:
!       objc-class-ref in AppDelegate.o
! ld: symbol(s) not found for architecture arm64
! clang: error: linker command failed with exit code 1 (use -v to see invocation)
:
! ** BUILD FAILED **
`,
	"gradle and kotlin": `
%40 > Task :module#:compileJava UP-TO-DATE
: > Task :app:compileKotlin FAILED
! e: file:///src/app/src/main/kotlin/Main.kt:12:9 Unresolved reference: fooBar
! w: file:///src/app/src/main/kotlin/Util.kt:3:5 Parameter 'x' is never used
:
! FAILURE: Build failed with an exception.
:
! * What went wrong:
! Execution failed for task ':app:compileKotlin'.
! > Compilation error. See log for more details
:
: * Try:
: > Run with --stacktrace option to get the stack trace.
:
! BUILD FAILED in 12s
: 41 actionable tasks: 1 executed, 40 up-to-date
`,
	"sbt": `
%40 [info] resolving library-# ...
! [error] /src/core/src/main/scala/Parser.scala:42:18: not found: value tokn
! [error]     val next = tokn.head
: [error]                ^
! [error] one error found
! [error] (core / Compile / compileIncremental) Compilation failed
`,
	"webpack": `
%40 asset chunk-#.js # KiB [emitted] (name: chunk#)
! ERROR in ./src/index.js 3:0-27
! Module not found: Error: Can't resolve './missing' in '/src/web/src'
: resolve './missing' in '/src/web/src'
:
! webpack 5.89.0 compiled with 1 error in 1234 ms
`,
	"esbuild": `
%30   dist/chunk-#.js  1.2kb
! ✘ [ERROR] Could not resolve "left-pad"
:
!     src/app.ts:1:20:
!       1 │ import leftPad from "left-pad"
:         ╵                     ~~~~~~~~~~
:
!   You can mark the path "left-pad" as external to exclude it from the bundle.
:
! 1 error
`,
	"tsc pretty": `
! src/cart.ts:17:42 - error TS2344: Type 'string' does not satisfy the constraint 'number'.
:
: 17 export const a: Box<string> = make();
:                        ~~~~~~
:
!   src/box.ts:2:18
:     2 export type Box<T extends number> = T;
:
: 
! Found 1 error in src/cart.ts:17
`,
	"terraform": `
%40 aws_instance.web[#]: Refreshing state... [id=i-#]
: ╷
! │ Error: Unsupported argument
! │ 
! │   on main.tf line 14, in resource "aws_instance" "web":
! │   14:   colour = "red"
! │ 
! │ An argument named "colour" is not expected here.
! ╵
`,
	"terraform plan": `
%60 aws_s3_bucket.logs[#]: Refreshing state... [id=logs-#]
:
: Terraform will perform the following actions:
:
!   # aws_instance.web must be replaced
: -/+ resource "aws_instance" "web" {
!       ~ ami  = "ami-1" -> "ami-2" # forces replacement
:         tags = {}
:     }
!   # aws_instance.old will be destroyed
:   - resource "aws_instance" "old" {
%20       - attribute# = "x"
:     }
:
! Plan: 1 to add, 0 to change, 2 to destroy.
`,
	"ansible": `
%30 ok: [host#]
: TASK [nginx : install package] *****************************
! fatal: [web1]: FAILED! => {"changed": false, "msg": "No package matching 'ngnix' is available"}
:
! PLAY RECAP *************************************************
! web1                       : ok=4    changed=1    unreachable=0    failed=1    skipped=0
`,
	"docker buildx": `
%40 #8 #.100 Get:# http://deb.example.org/debian bookworm/main amd64 pkg# amd64 1.# [# kB]
! #8 1.234 E: Unable to locate package libfoo-dev
! #8 ERROR: process "/bin/sh -c apt-get install -y libfoo-dev" did not complete successfully: exit code: 100
: ------
!  > [stage-1 2/5] RUN apt-get install -y libfoo-dev:
: 1.234 E: Unable to locate package libfoo-dev
: ------
! Dockerfile:7
! ERROR: failed to solve: process "/bin/sh -c apt-get install -y libfoo-dev" did not complete successfully: exit code: 100
`,
	"ninja": `
%40 [#/120] Building CXX object src/CMakeFiles/core.dir/file#.cpp.o
! FAILED: src/CMakeFiles/core.dir/queue.cpp.o
: /usr/bin/c++ -I/src/include -Werror=format -c /src/queue.cpp
! /src/queue.cpp:10:5: error: use of undeclared identifier 'lenght'
:     lenght = 4;
:     ^
! 1 error generated.
! ninja: build stopped: subcommand failed.
`,
	"bazel": `
%30 INFO: From Compiling lib/file#.cc:
! ERROR: /src/app/BUILD:12:10: Compiling app/main.cc failed: (Exit 1): gcc failed: error executing command
! app/main.cc:3:10: fatal error: lib/missing.h: No such file or directory
:     3 | #include "lib/missing.h"
:       |          ^~~~~~~~~~~~~~~
: compilation terminated.
! Target //app:main failed to build
! INFO: Elapsed time: 3.1s, Critical Path: 0.9s
! FAILED: Build did NOT complete successfully
`,
	"go vet and golangci-lint": `
! internal/store/store.go:41:2: ineffectual assignment to err (ineffassign)
! 	err = open()
! 	^
! internal/store/store.go:90:15: Error return value of ` + "`f.Close`" + ` is not checked (errcheck)
! vet: internal/api/api.go:12:7: undefined: handler
`,
	"shellcheck": `
! In deploy.sh line 12:
! rm -rf $target/*
!        ^-----^ SC2115 (warning): Use "${var:?}" to ensure this never expands to /* .
:        ^-----^ SC2086 (info): Double quote to prevent globbing and word splitting.
:
: For more information:
:   https://www.shellcheck.net/wiki/SC2115 -- Use "${var:?}" to ensure this ...
`,
	"yamllint": `
! config/app.yml
!   3:1       error    too many blank lines (3 > 2)  (empty-lines)
:   9:81      warning  line too long (90 > 80 characters)  (line-length)
`,
	"stylelint": `
! src/a.css
!   3:5  ✖  Unexpected unknown property "colr"  property-no-unknown
:
! 1 problem (1 error, 0 warnings)
`,
	"rubocop": `
: Inspecting 12 files
: ....C.......
:
: Offenses:
:
! lib/cart.rb:12:3: C: Style/Documentation: Missing top-level documentation comment.
: class Cart
: ^^^^^^^^^^
! lib/cart.rb:40:9: E: Lint/Syntax: unexpected token kEND
:
! 12 files inspected, 2 offenses detected
`,
	"ghc": `
%20 [# of 40] Compiling Data.Module#
! src/Main.hs:12:5: error: [GHC-88464]
!     • Variable not in scope: fooo :: Int -> Int
!     • Perhaps you meant ‘foo’ (line 3)
:    |
: 12 |     fooo 3
:    |     ^^^^
`,
	"ocaml": `
! File "bin/main.ml", line 3, characters 4-10:
: 3 |     pritn "x"
:         ^^^^^
! Error: Unbound value pritn
`,
	"elixir": `
%20 Compiled lib/module#.ex
! == Compilation error in file lib/cart.ex ==
! ** (CompileError) lib/cart.ex:12: undefined function total/1 (expected Cart to define such a function)
:     (elixir 1.15.0) lib/kernel/parallel_compiler.ex:377: anonymous fn/5
`,
	"swift": `
%20 [#/40] Compiling App File#.swift
! /src/App/Cart.swift:12:9: error: cannot find 'totl' in scope
:         totl += 1
:         ^~~~
! error: fatalError
`,
	"npm": `
%30 npm http fetch GET 200 https://registry.example/pkg# 12ms
! npm ERR! code ELIFECYCLE
! npm ERR! errno 1
! npm ERR! app@1.0.0 build: ` + "`webpack --mode production`" + `
! npm ERR! Exit status 1
`,
	"pnpm": `
%30 Progress: resolved #, reused #, downloaded 0, added 0
!  ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with "frozen-lockfile" because pnpm-lock.yaml is not up to date with package.json
`,
	"yarn": `
: yarn run v1.22.19
%20 [#/40] building module #
! error Command failed with exit code 2.
! info Visit https://yarnpkg.com/en/docs/cli/run for documentation about this command.
`,
	"poetry": `
%20   - Installing package# (1.#.0)
:
! Because no versions of foo match >2.0,<3.0
!  and app depends on foo (^2.0), version solving failed.
`,
	"uv": `
:   Using Python 3.12.1
!   × No solution found when resolving dependencies:
!   ╰─▶ Because only foo<=1.2 is available and you require foo>=2, we can conclude
!       that your requirements are unsatisfiable.
`,
	"composer": `
: Loading composer repositories with package information
! Your requirements could not be resolved to an installable set of packages.
:
!   Problem 1
!     - Root composer.json requires php ^8.3 but your php version (8.1.2) does not satisfy that requirement.
`,
	"bundler": `
%20 Using gem# 1.#.0
! Bundler could not find compatible versions for gem "rack":
!   In Gemfile:
!     rails (= 7.0) was resolved to 7.0, which depends on
!       rack (~> 2.2)
`,
	"German gcc and make": `
%40 gcc -c -Wall mod#.c
! haupt.c: In Funktion »main«:
! haupt.c:5:3: Fehler: »x« nicht deklariert (erste Benutzung in dieser Funktion)
:     5 |   x = 3;
:       |   ^
! make: *** [Makefile:2: haupt] Fehler 1
`,
	"Chinese gcc": `
%40 gcc -c -Wall mod#.c
! main.c:5:3: 错误：‘x’未声明(在此函数内第一次使用)
! main.c:9:3: 警告：未使用的变量‘y’ [-Wunused-variable]
! make: *** [Makefile:2：main] 错误 1
`,
	"French apt": `
%30 Réception de :# http://deb.example.org/debian bookworm/main amd64 pkg# amd64 1.# [# kB]
! E: Impossible de trouver le paquet libfoo
`,
	"unknown language": `
%40 Vytváří se modul #
! program.c:5:3: xyzzy: neznámý symbol
! Sestavení skončilo s potížemi
`,
	"python build": `
%20 copying src/pkg/mod#.py -> build/lib/pkg
! Traceback (most recent call last):
:   File "setup.py", line 12, in <module>
:     main()
! ModuleNotFoundError: No module named 'Cython'
`,
	"latex": `
%30 (/usr/share/texlive/texmf-dist/tex/latex/pkg#.sty)
! ! Undefined control sequence.
! l.41 \includgraphics
!                     {fig.pdf}
: ?
! ! Emergency stop.
`,
	"psql": `
%30 INSERT 0 #
! psql:schema.sql:14: ERROR:  relation "orders" does not exist
! LINE 1: INSERT INTO orders VALUES (1)
!                     ^
`,
	"success": `
: vite v5.0.0 building for production...
%200 dist/assets/chunk-#.js   #.12 kB │ gzip: #.01 kB
! ✓ built in 1.33s
`,
	"yum": `
%30 Package pkg#-1.0.x86_64 already installed
! Error: Unable to find a match: libfoo
`,
	"zig": `
! src/main.zig:3:5: error: use of undeclared identifier 'foo'
:     foo();
:     ^~~
`,
	"phpcs": `
! FILE: /src/app/Cart.php
: ----------------------------------------------------------------------
: FOUND 1 ERROR AFFECTING 1 LINE
: ----------------------------------------------------------------------
!  12 | ERROR | [x] Expected 1 space after FUNCTION keyword; 0 found
: ----------------------------------------------------------------------
`,
	"pyright": `
! /src/app/cart.py
!   /src/app/cart.py:12:5 - error: "foo" is not defined (reportUndefinedVariable)
! 1 error, 0 warnings, 0 informations
`,
	"hadolint": `
! Dockerfile:3 DL3008 warning: Pin versions in apt get install
! Dockerfile:9 DL4006 error: Set the SHELL option -o pipefail
`,
	"bandit": `
! >> Issue: [B602:subprocess_popen_with_shell_equals_true] subprocess call with shell=True identified, security issue.
!    Severity: High   Confidence: High
!    Location: ./app/run.py:12:4
: 11	    cmd = build()
: 12	    subprocess.run(cmd, shell=True)
`,
	"git": `
! error: Your local changes to the following files would be overwritten by merge:
! 	src/cart.go
! Please commit your changes or stash them before you merge.
! Aborting
`,
	"shell": `
%30 + cp file# /tmp/out
! ./deploy.sh: line 14: kubectl: command not found
`,
	"javac": `
! src/Cart.java:12: error: cannot find symbol
!         totl += 1;
!         ^
!   symbol:   variable totl
!   location: class Cart
! 1 error
`,
	"dotnet success": `
%60   Restored /src/lib#/lib#.csproj (in # ms).
! Build succeeded.
!     0 Warning(s)
!     0 Error(s)
: 
! Time Elapsed 00:00:03.21
`,
	"protoc and friends without severity": `
! api/cart.proto:14:3: "Item" is not defined.
! api/cart.erl:3:5: function total/1 undefined
`,
	"ecj": `
: ----------
%70 #. ERROR in /src/a/A#.java (at line 15)\n\tprivate @Nullable Element e#;\n\t         ^^^^^^^^\nNullable cannot be resolved to a type\n----------
! 71. ERROR in /src/a/Tokeniser.java (at line 40)
! 	private bolean emitted;
! 	        ^^^^^^
! bolean cannot be resolved to a type
: ----------
! 72. ERROR in /src/a/Element.java (at line 218)
! 	return thiss;
! 	       ^^^^^
! thiss cannot be resolved to a variable
: ----------
%70 #. ERROR in /src/b/B#.java (at line 15)\n\tprivate @Nullable Element e#;\n\t         ^^^^^^^^\nNullable cannot be resolved to a type\n----------
! 142 problems (142 errors)
`,
	"a scanner's numbered results": `
! Result #1 HIGH Security group rule allows ingress from public internet.
: ────────────────────────────────────────────
:   main.tf:12
: ────────────────────────────────────────────
!    12 [   cidr_blocks = ["0.0.0.0/0"]
: ────────────────────────────────────────────
!           ID aws-ec2-no-public-ingress-sgr
:       Impact Your port is exposed to the internet
: ────────────────────────────────────────────
:
:   results
:   ──────────────
:   passed               3
:
!   3 passed, 1 potential problem(s) detected.
`,
	"a scanner's records": `
: Duration: 2.31 seconds
%50 \nConfidence: Weak\nCategory: Redirect\nMessage: Possible unprotected redirect\nFile: app/c#.rb\nLine: 9
:
: Confidence: High
: Category: SQL Injection
! Message: Possible SQL injection
: Code: Order.where("id = #{params[:id]}")
! File: app/models/order.rb
! Line: 12
%50 \nConfidence: Weak\nCategory: Redirect\nMessage: Possible unprotected redirect\nFile: app/d#.rb\nLine: 9
`,
	"apt plan": `
: Reading package lists...
: Building dependency tree...
: Reading state information...
: Suggested packages:
:   nginx-doc
: Recommended packages:
:   ssl-cert
! The following packages will be REMOVED:
!   libssl-dev nginx-core
! The following NEW packages will be installed:
:   nginx-full
! 0 upgraded, 1 newly installed, 2 to remove and 0 not upgraded.
%60 Inst lib# (1.# Debian:12/stable [amd64])
`,
	"rare warnings beside an error": `
%300 lib/run:#:1: note: Prefer braces around variables. [SC2250]
! lib/run:301:1: error: Argument mixes string and array. [SC2145]
! lib/run:302:3: note: This function is invoked in an || condition. [SC2310]
! lib/run:303:3: note: This function is invoked in an if condition. [SC2310]
! lib/run:304:3: warning: A is referenced but not assigned. [SC2154]
! lib/run:305:3: warning: B is referenced but not assigned. [SC2154]
! lib/run:306:3: warning: C is referenced but not assigned. [SC2154]
%300 lib/exe:#:1: note: Prefer braces around variables. [SC2250]
`,
}
