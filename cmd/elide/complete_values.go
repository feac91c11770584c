package main

import (
	"context"
	"flag"
	"os/exec"
	"strings"
	"time"

	"elide.example/elide/internal/child"
	"elide.example/elide/internal/config"
	"elide.example/elide/internal/help"
	"elide.example/elide/internal/history"
	"elide.example/elide/internal/hook"
	"elide.example/elide/internal/install"
	"elide.example/elide/internal/replay"
	"elide.example/elide/internal/shape"
	"elide.example/elide/internal/stats"
)

// switchValues are those of a flag that switches something on or off.
var switchValues = []string{"on", "off"}

// values returns what the flag at the cursor may be given. The name that its
// help text has for the value says what that is.
func (a *app) values(at cursor) ([]help.Candidate, help.Directive) {
	value, _ := flag.UnquoteUsage(at.flag)
	switch value {
	case "file":
		return nil, 0
	case "folder":
		return nil, help.Folders
	case "reference":
		list := a.references(at)
		if at.command.name == "run" { // the filter doesn't know the command
			list = append(named(sinceLast), list...)
		}
		return list, help.NoFiles
	case "off":
		return named(switchValues...), help.NoFiles
	}
	if at.command.name == "replay" && at.flag.Name == "by" {
		return named(replay.AllBy()...), help.NoFiles
	}
	return named(choices(at.flag.Name)...), help.NoFiles
}

// choices returns the values of a flag that takes one of a few.
func choices(name string) []string {
	switch name {
	case "type":
		return shapeNames()
	case "views":
		return []string{"all", "none"}
	case "profile":
		return history.Profiles()
	case "on-failure":
		return []string{config.OnFailureDigest, config.OnFailureKeep}
	case "clear-old":
		return []string{config.ClearNone, config.ClearDone, config.ClearAll}
	case "shell":
		return []string{"bash", "zsh", "sh", "dash"}
	case "by":
		return groupings()
	}
	return nil
}

func shapeNames() []string {
	var names []string
	for _, s := range shape.All() {
		names = append(names, s.String())
	}
	return names
}

func groupings() []string {
	var names []string
	for _, by := range stats.AllBy() {
		names = append(names, string(by))
	}
	return names
}

// arguments returns what may be an argument at the cursor.
func (a *app) arguments(at cursor) ([]help.Candidate, help.Directive) {
	first := len(at.before) == 0
	switch at.path {
	case "elide run", "elide rules new":
		if !at.ended {
			return []help.Candidate{{Word: "--", About: "the command follows"}}, 0
		}
		return nil, help.Line
	case "elide show":
		return a.references(at), help.NoFiles
	case "elide diff":
		return a.references(at), 0
	case "elide completion":
		return named(help.Shells()...), help.NoFiles
	case "elide man":
		return nil, help.Folders
	case "elide install", "elide uninstall", "elide doctor":
		return named(install.Names()...), help.NoFiles
	case "elide hook":
		if first {
			return named(hook.Hosts()...), help.NoFiles
		}
		return named(hook.Events(at.before[0])...), help.NoFiles
	}
	if !at.command.wantsArgs {
		return nil, help.NoFiles
	}
	return nil, 0
}

func named(words ...string) []help.Candidate {
	var list []help.Candidate
	for _, w := range words {
		list = append(list, help.Candidate{Word: w})
	}
	return list
}

// references returns the references to what the store holds, that which --store
// names or else the one of this folder.
func (a *app) references(at cursor) []help.Candidate {
	folder := ""
	if f := at.set.Lookup("store"); f != nil {
		folder = f.Value.String()
	}
	s, err := newShelf(folder)
	if err != nil {
		return nil
	}
	return help.References(s.place, at.word)
}

// helpTime is how long another of our programs may take to print its help.
const helpTime = time.Second

// ofProgram completes the call of a command that is a program of its own: its
// flags, and behind them what it runs.
func ofProgram(at cursor) ([]help.Candidate, help.Directive) {
	switch {
	case at.ended:
		return nil, help.Line
	case strings.HasPrefix(at.word, "-"):
		return flagsInHelp(helpOf(programOf(at.command))), help.NoFiles
	}
	return nil, 0
}

// programOf names the program that a command becomes; "": it becomes none.
func programOf(c *command) string {
	switch c.name {
	case "proxy":
		return proxyProgram
	case "mcp":
		return mcpProgram
	case "serve":
		return serveProgram
	}
	return ""
}

// helpOf returns what a program beside this one prints for --help, nil if it
// can't be had.
func helpOf(name string) []byte {
	path, err := child.Beside(name)
	if err != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), helpTime)
	defer cancel()
	text, err := exec.CommandContext(ctx, path, "--help").Output()
	if err != nil {
		return nil
	}
	return text
}
