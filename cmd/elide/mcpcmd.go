package main

// mcpProgram is what elide mcp starts. It has the protocol's library, and with it
// the network stack, that elide does without.
const mcpProgram = "elide-mcp"

func newMCP(a *app) *command {
	return &command{
		name:  "mcp",
		args:  "[FLAG]...",
		short: "give models the originals, by the Model Context Protocol",
		long: `elide mcp gives models the originals of shortened outputs, by the Model Context
Protocol. It starts the program elide-mcp, which stands beside elide or in PATH,
with all that follows: elide mcp --help has the flags.

Exit status: 0 when the host has closed standard input; 127 if elide-mcp was not
found, 126 if it could not be run; 1 if it could not be served; 2 for a mistake in
the call.`,
		example: "  claude mcp add --scope user elide -- elide mcp",
		raw:     true,
		run:     a.becomes(mcpProgram),
	}
}
