package main

import (
	"flag"
	"strings"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/help"
)

// cursor is where the word stands that a shell wants completed: in the call of
// a command, behind some words.
type cursor struct {
	command *command
	path    string // how the command was called, as "elide store"
	set     *flag.FlagSet

	flag   *flag.Flag // whose value the word is; nil: of none
	before []string   // the arguments before the word
	ended  bool       // no flag may follow
	help   bool       // of a command's help is asked
	word   string
}

// locate finds the cursor in the words behind the program's name. The last is
// the one that is completed.
func locate(root *command, words []string) cursor {
	at := cursor{command: root, path: program}
	for len(words) > 1 {
		if words[0] == "help" && len(at.command.below) > 0 {
			at.help, words = true, words[1:]
			continue
		}
		next := at.command.find(words)
		if next == nil {
			break
		}
		at.command, at.path, words = next, at.path+" "+next.name, words[1:]
	}
	at.set = at.command.flagSet(at.path)
	last := len(words) - 1
	for _, w := range words[:last] {
		at.pass(w)
	}
	at.arrive(words[last])
	return at
}

// pass takes a word that stands before the cursor's.
func (at *cursor) pass(word string) {
	name, given := strings.CutPrefix(word, "-")
	switch {
	case at.flag != nil:
		at.flag.Value.Set(word) // a store that is named is the one to look in
		at.flag = nil
	case at.ended || !given || name == "":
		at.before = append(at.before, word)
		at.ended = at.ended || at.command.argsEnd
	case word == "--":
		at.ended = true
	default:
		at.passFlag(strings.TrimPrefix(name, "-"))
	}
}

// passFlag takes a flag. Its value may be the next word.
func (at *cursor) passFlag(text string) {
	name, value, assigned := strings.Cut(text, "=")
	f := at.set.Lookup(name)
	switch {
	case f == nil || isSwitch(f):
	case assigned:
		f.Value.Set(value)
	default:
		at.flag = f
	}
}

// arrive takes the word that is completed.
func (at *cursor) arrive(word string) {
	at.word = word
	name, value, assigned := strings.Cut(word, "=")
	if at.flag == nil && !at.ended && assigned && strings.HasPrefix(name, "-") {
		at.flag, at.word = at.set.Lookup(strings.TrimLeft(name, "-")), value
	}
}

// isSwitch tells whether the flag may stand without a value.
func isSwitch(f *flag.Flag) bool {
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// complete answers a shell that asks what may stand in place of the last word.
func (a *app) complete(root *command, words []string) error {
	if len(words) == 0 {
		words = []string{""}
	}
	list, directive := a.candidates(locate(root, words))
	return unwritten(help.WriteCandidates(a.out, list, directive))
}

// candidates returns what may stand at the cursor.
func (a *app) candidates(at cursor) ([]help.Candidate, help.Directive) {
	switch {
	case at.help:
		return commandsOf(at.command), help.NoFiles
	case programOf(at.command) != "":
		return ofProgram(at)
	case at.flag != nil:
		return a.values(at)
	case !at.ended && strings.HasPrefix(at.word, "-"):
		return flagsOf(at.set), help.NoFiles
	}
	list, directive := a.arguments(at)
	if len(at.before) == 0 && !at.ended {
		list = append(commandsOf(at.command), list...)
	}
	return list, directive
}

func commandsOf(c *command) []help.Candidate {
	var list []help.Candidate
	for _, next := range c.below {
		list = append(list, help.Candidate{Word: next.name, About: next.short})
	}
	return list
}

// flagsOf returns the flags of one of our commands.
func flagsOf(set *flag.FlagSet) []help.Candidate {
	var list []help.Candidate
	set.VisitAll(func(f *flag.Flag) {
		value, text := flag.UnquoteUsage(f)
		text, _, _ = strings.Cut(text, "\n")
		list = append(list, flagCandidates(cli.Dashed(f.Name), value, text)...)
	})
	return append(list, help.Candidate{Word: "--help", About: "print this"})
}

// flagsInHelp returns the flags of another of our programs, as its help lists
// them.
func flagsInHelp(text []byte) []help.Candidate {
	var list []help.Candidate
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "  -") {
			continue
		}
		flag, about, _ := strings.Cut(strings.TrimSpace(line), "  ")
		name, value, _ := strings.Cut(flag, " ")
		list = append(list, flagCandidates(name, value, strings.TrimSpace(about))...)
	}
	return list
}

// flagCandidates returns what to offer for a flag: of a switch, which takes
// its value behind = only, both values.
func flagCandidates(name, value, about string) []help.Candidate {
	if value != "off" {
		return []help.Candidate{{Word: name, About: about}}
	}
	var list []help.Candidate
	for _, v := range switchValues {
		list = append(list, help.Candidate{Word: name + "=" + v, About: about})
	}
	return list
}
