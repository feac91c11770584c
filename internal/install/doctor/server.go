package doctor

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"time"

	"elide.example/elide/internal/install"
)

// expandTool is the tool that the server has to offer.
const expandTool = "context_expand"

// greeting is what a host says to an MCP server at first.
const greeting = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"elide-doctor","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/list"}
`

// server tries the MCP server.
func (d *Doctor) server(ctx context.Context, r *report, s install.Server) {
	if len(s.Command) == 0 || !d.program(ctx, r, s.Command[0]) {
		return
	}
	tools, err := d.tools(ctx, s.Command)
	switch {
	case err != nil:
		r.add(Problem, "MCP server: %v", err)
	case !slices.Contains(tools, expandTool):
		r.add(Problem, "MCP server: it does not offer %s", expandTool)
	default:
		r.add(OK, "MCP server: offers %s", strings.Join(tools, ", "))
	}
}

// tools starts the server and asks for the names of its tools.
func (d *Doctor) tools(ctx context.Context, command []string) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	env, _, err := d.sandbox()
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	var stderr bounded
	cmd.Dir, cmd.Env, cmd.Stderr, cmd.WaitDelay = d.Dir, env, &stderr, time.Second
	ownGroup(cmd)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	_, written := io.WriteString(in, greeting)
	names, err := toolNames(out)
	in.Close() // which ends a server
	ended := cmd.Wait()
	switch {
	case err == nil:
		return names, nil
	case ctx.Err() != nil:
		return nil, fmt.Errorf("no answer within %s", deadline)
	case stderr.Len() > 0:
		return nil, errors.New(firstLine(stderr.Bytes()))
	}
	return nil, errors.Join(err, written, ended)
}

// toolNames reads the server's messages up to the one that lists its tools.
func toolNames(out io.Reader) ([]string, error) {
	lines := bufio.NewScanner(io.LimitReader(out, mostOutput))
	lines.Buffer(nil, mostOutput)
	for lines.Scan() {
		var message struct {
			ID     any
			Error  *struct{ Message string }
			Result struct{ Tools []struct{ Name string } }
		}
		switch err := json.Unmarshal(lines.Bytes(), &message); {
		case err != nil:
			return nil, fmt.Errorf("it prints what is no message: %.80q", lines.Text())
		case message.Error != nil:
			return nil, errors.New("it answers: " + message.Error.Message)
		case message.ID == 2.0:
			var names []string
			for _, tool := range message.Result.Tools {
				names = append(names, tool.Name)
			}
			return names, nil
		}
	}
	return nil, errors.Join(lines.Err(), errors.New("it ends without an answer"))
}
