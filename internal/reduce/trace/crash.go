package trace

import (
	"elide.example/elide/internal/block"
	"elide.example/elide/internal/mark"
	"elide.example/elide/internal/rules"
)

const (
	crashesMost  = 4  // crashes that are looked for in the output of one program
	crashMessage = 12 // lines over the first frame of a crash
	crashFrames  = 3  // frames from which it is a trace
	crashGap     = 2  // lines between the frames of one trace
)

// RankCrashes ranks the stack traces in output that is no trace as a whole, what
// a program printed before it died, by the rules of traces.
func RankCrashes(s block.Section, marks []mark.Mark) { RankCrashesAt(s, marks, nil) }

// RankCrashesAt does so with those that begin where may holds; nil: anywhere.
func RankCrashesAt(s block.Section, marks []mark.Mark, may func(i int) bool) {
	d := NewStackDump(s, marks)
	found := 0
	for i := 0; i < s.Len() && found < crashesMost; i++ {
		if may != nil && !may(i) {
			continue
		}
		if h, _ := rules.Find(rules.Frame, s.Text(i)); h.Kind != rules.FrameCrash && h.Kind != rules.FrameOpening {
			continue
		}
		if end := crashEnd(s, i); end > 0 {
			d.Rank(i, end)
			found++
			i = end - 1
		}
	}
}

// crashEnd returns the unit behind the last frame of the crash that begins at
// unit i, 0 if no trace follows.
func crashEnd(s block.Section, i int) int {
	frames, limit, end := 0, i+1+crashMessage, 0
	for k := i + 1; k < min(s.Len(), limit); {
		f := FrameAt(s, k, s.Len())
		if f.N == 0 {
			k++
			continue
		}
		k += f.N
		frames++
		end, limit = k, k+1+crashGap
	}
	if frames < crashFrames {
		return 0
	}
	return end
}
