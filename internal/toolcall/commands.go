package toolcall

// Commands returns the words of the commands of a shell line whose output it
// shows, in their order: of each pipeline the first. What stands before a
// command that runs another one (env, timeout, sudo) is left out, and of a shell
// that is given a line, the commands of that line are returned. Quotes are
// resolved, expansions are as they stand. No command is without words.
func Commands(line string) [][]string { return commands(line, 0) }

func commands(line string, depth int) (all [][]string) {
	if depth == deepest {
		return nil
	}
	for _, p := range parseShell(line) {
		argv := bare(p.commands[0].words)
		switch inner := innerLine(argv); {
		case p.inner || len(argv) == 0:
		case inner != "":
			all = append(all, commands(inner, depth+1)...)
		default:
			all = append(all, argv)
		}
	}
	return all
}
