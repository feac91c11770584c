package hook

import (
	"strconv"
	"strings"
	"testing"
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
