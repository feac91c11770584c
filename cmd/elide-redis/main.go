// Command elide-redis keeps entries in Redis for elide and elision-get, which
// start it where elision.url is set: they stay free of a network stack. It can
// also be called by hand, to see whether a server is reached.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"elide.example/elide/cmd/elide-redis/internal/redisstore"
	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/fleet"
	"elide.example/elide/internal/marker"
	"elide.example/elide/internal/store"
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	err := command(args, stdin, stdout)
	cli.Error(stderr, fleet.Program, err)
	return cli.Status(err)
}

const help = `elide-redis keeps entries in Redis, where hosts share a store. elide and
elision-get start it by themselves if elision.url is set.

Usage:
  elide-redis put BYTES     store the entry of that length on standard input
  elide-redis get PREFIX    print the entry whose digest starts with PREFIX
  elide-redis stat          print how the server is, as JSON
  elide-redis version       print the version; with --json as JSON

The URL of the server is in the variable ELIDE_ELISION_URL, and the milliseconds
that a call may take are in ELIDE_ELISION_TIMEOUT_MS (250).

Exit status:
  0  done
  1  the server could not be reached, or refused
  2  wrong usage
  3  not found, or expired
  5  corrupt
  6  ambiguous: more than one entry starts with PREFIX; they are printed
  7  another original is stored under the hash
`

// defaultTimeout is that of the configuration.
const defaultTimeout = 250 * time.Millisecond

func command(args []string, stdin io.Reader, stdout io.Writer) error {
	if asJSON, asked := cli.AsksVersion(args); asked {
		return cli.PrintVersion(stdout, fleet.Program, asJSON)
	}
	if len(args) == 0 || args[0] == "--help" || args[0] == "-h" || args[0] == "help" {
		_, err := io.WriteString(stdout, help)
		return err
	}
	if want, known := takes[args[0]]; !known || len(args) != want {
		return cli.Hint(cli.Usagef("%q: neither put BYTES nor get PREFIX nor stat", strings.Join(args, " ")), fleet.Program+" --help")
	}
	s, err := open()
	if err != nil {
		return cli.WithStatus(err, cli.Usage)
	}
	defer s.Close()
	ctx := context.Background()
	switch args[0] {
	case "put":
		return put(ctx, s, args[1], stdin)
	case "get":
		return get(ctx, s, args[1], stdout)
	}
	h, err := s.Health(ctx)
	if err != nil {
		return err
	}
	return json.NewEncoder(stdout).Encode(h)
}

// takes says how many words a call has, by its first.
var takes = map[string]int{"put": 2, "get": 2, "stat": 1}

func open() (*redisstore.Store, error) {
	timeout := defaultTimeout
	if text := os.Getenv(fleet.TimeoutVariable); text != "" {
		n, err := strconv.ParseInt(text, 10, 32)
		if err != nil || n <= 0 {
			return nil, fmt.Errorf("%s must be a number of milliseconds", fleet.TimeoutVariable)
		}
		timeout = time.Duration(n) * time.Millisecond
	}
	url := os.Getenv(fleet.URLVariable)
	if url == "" {
		return nil, fmt.Errorf("%s doesn't name a server", fleet.URLVariable)
	}
	return redisstore.Open(url, redisstore.Options{Timeout: timeout})
}

// put stores the value on standard input. That must be there in full: of a
// value whose writer was killed nothing is stored.
func put(ctx context.Context, s *redisstore.Store, length string, stdin io.Reader) error {
	size, err := strconv.ParseInt(length, 10, 64)
	if err != nil || size <= 0 || size > store.MaxValueBytes {
		return cli.Usagef("put takes a number of bytes up to %d", store.MaxValueBytes)
	}
	data := make([]byte, size)
	if _, err := io.ReadFull(stdin, data); err != nil {
		return fmt.Errorf("reading the entry: %w", err)
	}
	v, err := store.ReadValue(bytes.NewReader(data))
	if err != nil {
		return cli.WithStatus(err, cli.Corrupt)
	}
	v.Size = size
	return withStatus(s.Publish(ctx, v))
}

func get(ctx context.Context, s *redisstore.Store, prefix string, stdout io.Writer) error {
	v, err := s.Fetch(ctx, prefix)
	var ambiguous *store.AmbiguousError
	if errors.As(err, &ambiguous) {
		for _, hash := range ambiguous.Candidates {
			fmt.Fprintln(stdout, hash)
		}
	}
	if err != nil {
		return withStatus(err)
	}
	_, err = io.Copy(stdout, io.MultiReader(bytes.NewReader(v.Head), v.Packed))
	return err
}

// withStatus gives an error of the store the status that tells its kind.
func withStatus(err error) error {
	var reference *marker.ReferenceError
	for _, kind := range []struct {
		is     bool
		status int
	}{
		{errors.As(err, &reference), cli.Usage},
		{errors.Is(err, store.ErrNotFound), cli.NotFound},
		{errors.Is(err, store.ErrCorrupt), cli.Corrupt},
		{errors.Is(err, store.ErrAmbiguous), cli.Ambiguous},
		{errors.Is(err, store.ErrCollision), fleet.StatusCollision},
	} {
		if kind.is {
			return cli.WithStatus(err, kind.status)
		}
	}
	return err
}
