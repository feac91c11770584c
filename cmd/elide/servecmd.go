package main

// serveProgram is what elide serve starts. It has the network stack that elide does
// without.
const serveProgram = "elide-serve"

func newServe(a *app) *command {
	return &command{
		name:  "serve",
		args:  "[FLAG]...",
		short: "reduce for programs in any language, over HTTP",
		long: `elide serve reduces blocks, and requests to models, for programs in any language: over
HTTP on this machine, or at a socket in the file system. It starts the program
elide-serve, which stands beside elide or in PATH, with all that follows: elide serve
--help has the flags.

Exit status: 0 when a signal has ended it; 127 if elide-serve was not found, 126 if it
could not be run; 1 if it could not serve; 2 for a mistake in the call or the
configuration.`,
		example: "  elide serve --listen 127.0.0.1:8789",
		raw:     true,
		run:     a.becomes(serveProgram),
	}
}
