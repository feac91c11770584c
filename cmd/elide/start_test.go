//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// The bars of processor time: a small block against a program that copies it, at
// most 1.7 times, and a 10 MB log, storing included, against gzip -1. Speed decides
// no test (TestEarly holds why the small block is fast); see for yourself:
//
//	go test ./cmd/elide -run '^$' -bench Start -benchtime 100x
//	go test ./cmd/elide -run '^$' -bench Large -benchtime 10x

func BenchmarkStart(b *testing.B) {
	bin := b.TempDir()
	source := filepath.Join(bin, "copy.go")
	if err := os.WriteFile(source, []byte("package main\n\nimport (\"io\"; \"os\")\n\nfunc main() { io.Copy(os.Stdout, os.Stdin) }\n"), 0o600); err != nil {
		b.Fatal(err)
	}
	build(b, filepath.Join(bin, "copy"), source)
	build(b, filepath.Join(bin, program), ".")
	for _, c := range []struct {
		name, command string
		lines         int
	}{
		{"copy-1KB", "copy", 20}, {"elide-passes-1KB", program, 20}, {"elide-reduces-6KB", program, 100},
	} {
		b.Run(c.name, func(b *testing.B) {
			processorTime(b, logLines(c.lines), filepath.Join(bin, c.command))
		})
	}
}

func BenchmarkLarge(b *testing.B) {
	bin := b.TempDir()
	build(b, filepath.Join(bin, program), ".")
	log := logLines(190_000)
	log = log[:10_000_000]
	b.Run("gzip", func(b *testing.B) { processorTime(b, log, "gzip", "-1") })
	b.Run("elide", func(b *testing.B) { processorTime(b, log, filepath.Join(bin, program)) })
	b.Run("elide-run", func(b *testing.B) {
		processorTime(b, log, filepath.Join(bin, program), "run", "--", "cat")
	})
}

func build(b *testing.B, to, from string) {
	b.Helper()
	if out, err := exec.Command("go", "build", "-o", to, from).CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
}

// processorTime measures what a command takes of the processors, which is
// far steadier than the time that passes. Each run has a store of its own.
func processorTime(b *testing.B, input []byte, command string, args ...string) {
	b.Helper()
	name := filepath.Join(b.TempDir(), "input")
	if err := os.WriteFile(name, input, 0o600); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(input)))
	var total time.Duration
	for i := range b.N {
		in, err := os.Open(name)
		if err != nil {
			b.Fatal(err)
		}
		cmd := exec.Command(command, args...)
		cmd.Stdin, cmd.Stdout = in, &bytes.Buffer{}
		cmd.Env = append(os.Environ(), fmt.Sprintf("ELIDE_STORE=%s/%d", b.TempDir(), i))
		if err := cmd.Run(); err != nil {
			b.Fatal(err)
		}
		in.Close()
		total += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	b.ReportMetric(float64(total.Microseconds())/float64(b.N)/1000, "cpu-ms/op")
}
