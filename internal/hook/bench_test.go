package hook

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"
)

// BenchmarkDo is what a call takes inside of the process.
func BenchmarkDo(b *testing.B) {
	for _, lines := range []int{10, 500, 20_000} {
		b.Run(strconv.Itoa(lines)+" lines", func(b *testing.B) {
			w := newWorld(b, b.TempDir())
			text := logText(lines)
			b.SetBytes(int64(len(text)))
			for i := range b.N {
				payload, _ := Sample("copilot", "postToolUse", strings.Replace(text, "worker 0", "worker "+strconv.Itoa(i), 1))
				w.do("copilot", "postToolUse", payload)
			}
		})
	}
}

// BenchmarkAbove is what a read of 37 kB takes inside of the process, in a session
// that remembers as many lines as any does.
func BenchmarkAbove(b *testing.B) {
	s := newSession(b, b.TempDir(), "claude")
	for i := range 24 {
		s.now = s.now.Add(time.Second)
		s.does(b, "", call{tool: "Read", arg: fmt.Sprintf("/src/%d.go", i), text: strings.ReplaceAll(fileOf(source(680)), "step", fmt.Sprintf("step%d_", i)), first: 1})
	}
	text := strings.ReplaceAll(fileOf(source(680)), "step", "step23_")
	for i := range b.N {
		s.now = s.now.Add(time.Second)
		_, payload := s.payload("", call{tool: "Read", arg: "/src/23.go", text: strings.Replace(text, "turn 90000", "turn "+strconv.Itoa(i), 1), first: 1})
		s.w.do("claude", "PostToolUse", payload)
	}
}
