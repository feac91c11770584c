package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// MakeLogs adds to a project what Installed needs: a log that is beyond what
// any agent shows whole, a program that prints logs, as what reads a file is
// left exact, and the text that ServeMCP has.
func MakeLogs(dir string) error {
	for name, text := range map[string]string{"log/day.log": dayLog(), ordersName: orders(), "shop": "#!/bin/sh\ncat \"log/$1.log\"\n"} {
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(text), 0o755); err != nil {
			return err
		}
	}
	return nil
}

// dayLog is 100 kB of a service's log, with one request that failed where
// neither the head nor the tail has it.
func dayLog() string {
	var b strings.Builder
	for i := range 1000 {
		line := fmt.Sprintf("2026-01-02T%02d:%02d:%02dZ INFO request id=%06x path=/items/%d status=200 took=%dms agent=shop-client/1.%d",
			i/60%24, i%60, i*7%60, i*48271%0xffffff, (i*17)%120, 3+(i*31)%40, i%7)
		if i == 551 {
			line = "2026-01-02T09:11:17Z ERROR request failed path=/items/7 status=500: stock of thing-007 is negative"
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

const ordersName = "log/orders.log"

// orders is what the tool of ServeMCP gives.
func orders() string {
	var b strings.Builder
	for i := range 150 {
		line := fmt.Sprintf("2026-01-03T04:%02d:%02dZ INFO order id=%05d items=%d total=%d.%02d", i/60, i%60, 10000+i*37, 1+i%9, 10+(i*53)%90, i%100)
		if i == 77 {
			line = "2026-01-03T04:01:17Z ERROR order id=12849 refused: card of customer 4711 has expired"
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

// Installed is a script for an agent that elide is installed in: outputs of all
// sizes, a failure, what goes on in the background, files, and tools of MCP
// servers, elide's own among them.
func Installed() []Step {
	const failed = "request failed path=/items/42 status=500: price of thing-042 is negative"
	return []Step{
		{Name: "small", Run: "echo said; echo warned >&2", Want: Want{Shows: []string{"said", "warned"}}},
		{Name: "success", Run: "./shop access", Want: Want{Of: "log/access.log", Shows: []string{failed}}},
		{Name: "failure", Run: "go test -v ./...", Want: Want{Exit: 1, Shows: failures()}},
		{Name: "huge", Run: "./shop day", Want: Want{Of: "log/day.log", Shows: []string{"stock of thing-007 is negative"}}},
		{Name: "piped", Run: "./shop access | tail -n +5 | elide", Want: Want{Marked: true, Shows: []string{failed}}},
		{Name: "expand", Expand: &Expand{Of: "piped", Range: "60-70"}, Want: Want{Shows: accessLines(64, 74)}},
		{Name: "aside", Run: "echo tick 1; sleep 4; echo tick 2", Aside: true},
		{Name: "tick", Run: `sleep 1; cat "$TMPDIR"/claude-*/*/*/tasks/*.output | sort | grep tick`, Want: Want{Shows: []string{"tick 1"}, Not: []string{"tick 2"}}},
		{Name: "read", Read: "catalog.go", Want: Want{Of: "catalog.go"}},
		{Name: "again", Read: "catalog.go", Want: Want{Of: "catalog.go"}},
		{Name: "mcp", Use: &Use{Server: "lab", Tool: "lab_orders"}, Want: Want{Of: ordersName, Shows: []string{"card of customer 4711 has expired"}}},
		{Name: "tool", Expand: &Expand{Of: "piped", Tool: true, Range: "100-110"}, Want: Want{Marked: true, Shows: accessLines(104, 114)}},
		{Name: "cd", Run: "mkdir -p deep && cd deep && pwd", Want: Want{Shows: []string{"/deep"}}},
		{Name: "there", Run: "pwd", Want: Want{Shows: []string{"/deep"}}},
	}
}

// failures are the cases of the project's test that fail.
func failures() []string {
	var all []string
	for i := 9; i < 120; i += 20 {
		all = append(all, fmt.Sprintf("FAIL: TestPrice/thing-%03d_10", i))
	}
	return all
}

// accessLines are the lines of log/access.log from first to last.
func accessLines(first, last int) []string {
	return strings.Split(accessLog(), "\n")[first-1 : last]
}
