package reduce

import "bytes"

// libraryPaths are pieces of paths under which tools and package managers
// keep code that the reader of a failure did not write.
var libraryPaths = newPartSet(
	// JavaScript
	"node_modules/", `node_modules\`, "node:", "(internal/", "internal/modules/", "internal/process/", "internal/main/",
	"webpack/bootstrap", "ext:", "deno:", "https://deno.land/", "jsr.io/",
	// Python
	"site-packages/", `site-packages\`, "dist-packages/", "<frozen ", "<string>", "lib/python2", "lib/python3", `\Lib\`, "lib64/python",
	"/_pytest/", "/pluggy/",
	// Go
	"/go/src/runtime/", "/go/src/testing/", "/go/src/net/", "/go/src/sync/", "/go/src/internal/", "/go/src/reflect/", "/go/src/os/",
	"/go/src/time/", "/go/src/encoding/", "/go/src/io/", "/go/src/bufio/", "/go/src/context/", "/go/src/database/", "/go/src/fmt/", "/go/src/str", "/go/src/syscall/",
	"/go/src/crypto/", "/go/src/sort/", "/go/src/slices/", "/go/src/regexp/", "/go/src/text/", "/go/src/html/", "/go/src/log/", "/go/src/bytes/", "/go/src/errors/", "/go/src/iter/",
	"/go/pkg/mod/", "@v0.", "@v1.", "@v2.", "_testmain.go", "/golang.org/toolchain@", "/libexec/src/", "_cgo_", "GOROOT/",
	// Rust
	"/rustc/", "/.cargo/registry/", "/.cargo/git/", "/.rustup/", "/library/core/src/", "/library/std/src/", "/library/alloc/src/", "/library/test/src/",
	// C and C++
	"/usr/lib", "/usr/include/", "/usr/local/lib", "/usr/local/include/", "/usr/share/", "/usr/src/", "/lib/x86_64", "/lib/aarch64", "/lib64/",
	"../sysdeps/", "./sysdeps/", "/sysdeps/", "./nptl/", "../csu/", "./csu/", "./malloc/", "./stdlib/", "./string/", "../string", "/glibc", "libsanitizer", "sanitizer_common", "compiler-rt/",
	"libc.so", "libc++", "libstdc++", "ld-linux", "/System/Library/", "/Applications/Xcode", "vg_replace_malloc.c", "hg_intercepts.c", "drd_pthread_intercepts.c",
	"/googletest/", "/googlemock/", "/boost/",
	// Ruby, PHP, Perl
	"/gems/", "lib/ruby/", "<internal:", "/rubygems/", "/.rbenv/", "/.rvm/", "vendor/", "/phpunit", "/perl5/", "lib/perl", "/share/perl",
	// Elixir, Erlang, Dart, Swift, others
	"/deps/phoenix", "/deps/ecto", "/deps/plug", "(elixir ", "(stdlib ", "(ex_unit ", "(kernel ", "/otp/", "dart:", "package:test", "package:flutter", "package:stack_trace",
	"org-dartlang", "/nix/store/", "/.m2/", "/.gradle/", "/.nuget/", "/Cellar/",
)

// librarySymbols are the starts of qualified names (packages, modules,
// classes) that belong to language runtimes, test frameworks and the most
// used frameworks.
var librarySymbols = newPartSet(
	// JVM
	"java.", "javax.", "jakarta.", "jdk.", "sun.", "com.sun.", "org.junit.", "junit.", "org.testng.", "org.mockito.", "org.assertj.",
	"org.hamcrest.", "org.opentest4j.", "org.apache.maven.", "org.apache.catalina.", "org.apache.coyote.", "org.apache.tomcat.", "org.apache.http.", "org.apache.logging.", "org.apache.spark.executor.", "org.gradle.", "worker.org.gradle.", "kotlin.", "kotlinx.", "io.kotest.", "io.mockk.", "scala.", "org.scalatest.",
	"org.specs2.", "munit.", "sbt.", "groovy.", "org.codehaus.", "org.spockframework.", "org.springframework.", "org.hibernate.", "io.netty.", "reactor.",
	"akka.", "android.", "androidx.", "com.android.", "dalvik.", "clojure.", "net.bytebuddy.", "org.jetbrains.", "com.intellij.", "org.eclipse.",
	"io.vertx.", "com.google.common.", "com.google.inject.", "com.google.gson.", "org.slf4j.", "ch.qos.logback.", "com.fasterxml.", "io.reactivex.", "rx.",
	"okhttp3.", "retrofit2.", "zio.", "cats.effect.", "weaver.", "com.zaxxer.", "io.micronaut.", "io.quarkus.", "org.jboss.", "io.undertow.", "oracle.", "com.mysql.",
	"org.postgresql.", "play.", "cucumber.", "io.cucumber.", "org.robolectric.", "com.thoughtworks.",
	// .NET
	"System.", "Microsoft.", "Xunit.", "xunit.", "NUnit.", "Shouldly.", "FluentAssertions.", "Moq.", "Newtonsoft.", "Castle.", "NSubstitute.", "InvokeStub_", "Expecto.",
	// Rust, Go
	"core::", "std::", "alloc::", "test::", "core[", "std[", "alloc[", "test[", "<core[", "<std[", "<alloc[", "<unknown>", "<core::", "<std::", "<alloc::", "rust_begin_unwind", "__rust_", "__libc_", "_rust_", "backtrace::",
	"runtime.", "testing.", "reflect.", "net/http.", "internal/", "sync.", "panic(", "created by testing.", "created by runtime.", "runtime/",
	// C, C++
	"__GI_", "__assert_fail", "__asan", "__tsan", "__msan", "__ubsan", "__interceptor_", "__sanitizer", "_start", "__pthread_", "__restore_rt", "clone3", "clone (", "__clone", "create_thread (", "start_thread", "rust_panic",
	"__cxa_", "__gnu_cxx::", "testing::", "boost::", "Catch::", "doctest::", "CppUnit::",
	// PHP, Erlang, Elixir, Dart, Swift
	"PHPUnit\\", "Illuminate\\", "Symfony\\", "Mockery\\", "ExUnit.", "GenServer.", "Enum.", "Task.Supervised", "XCTest", "libsystem", "libswift", "libdispatch", "CoreFoundation", "Foundation",
)

// packageSymbols are the starts of names that are a library's unless the place
// beside them is in the reader's own tree: who works on the library itself has
// its frames there.
var packageSymbols = newPartSet("golang.org/x/", "github.com/stretchr/testify", "github.com/onsi/", "tokio::", "rayon::", "rayon_core::")

// libraryPath tells whether a file of that path is a library's or a tool's
// rather than the reader's own.
func libraryPath(path []byte) bool { return libraryPaths.in(path) }

// librarySymbol tells whether a qualified name is a library's or a tool's.
// A module in front of it ("java.base/", "app//") is passed over.
func librarySymbol(name []byte) bool {
	if librarySymbols.at(name) || packageSymbols.at(name) {
		return true
	}
	if paren := bytes.IndexByte(name, '('); paren >= 0 {
		name = name[:paren]
	}
	i := bytes.LastIndexByte(name, '/')
	return i > 0 && librarySymbols.at(name[i+1:])
}
