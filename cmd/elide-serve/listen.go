package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"elide.example/elide/internal/cli"
	"elide.example/elide/internal/ownfile"
)

// listening is where it listens.
type listening struct {
	listener net.Listener
	url      string // for ELIDE_URL
	secret   string
	anyHost  bool
	close    func()
}

// listen opens the port or the socket.
func listen(o *options, token string) (*listening, error) {
	if o.socket != "" {
		return listenAtFile(o.socket)
	}
	tcp, err := net.ResolveTCPAddr("tcp", o.listen)
	if err != nil {
		return nil, fmt.Errorf("--listen: %w", err)
	}
	if !o.remote && !tcp.IP.IsLoopback() {
		return nil, cli.Hint(fmt.Errorf("--listen: other machines reach %s", o.listen), "127.0.0.1 is this machine alone; for others there is --allow-remote")
	}
	listener, err := net.ListenTCP("tcp", tcp)
	if err != nil {
		return nil, err
	}
	at := &listening{listener: listener, secret: token, anyHost: o.remote, close: func() { listener.Close() }}
	own := *listener.Addr().(*net.TCPAddr)
	if own.IP.IsUnspecified() {
		own.IP = net.IPv4(127, 0, 0, 1)
	}
	at.url = "http://" + own.String()
	if token == "" { // what is the user's own is not printed
		at.secret = rand.Text()
		at.url += "/" + at.secret
	}
	return at, nil
}

// listenAtFile opens a socket in the file system, which only the user can open: it
// is made in a folder of its own, and gets its name when it is closed to others. A
// socket that nobody serves any more is replaced, anything else of that name is not.
func listenAtFile(name string) (*listening, error) {
	if runtime.GOOS == "windows" {
		return nil, errors.New("--socket: Windows has no sockets that are closed to others")
	}
	name, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	if err := free(name); err != nil {
		return nil, fmt.Errorf("--socket: %w", err)
	}
	dir, err := os.MkdirTemp(filepath.Dir(name), ".elide-*") // 0700
	if err != nil {
		return nil, fmt.Errorf("--socket: %w", err)
	}
	defer os.RemoveAll(dir)
	made := filepath.Join(dir, "s")
	listener, err := net.ListenUnix("unix", &net.UnixAddr{Name: made, Net: "unix"})
	if err != nil {
		return nil, fmt.Errorf("--socket: %w", err)
	}
	listener.SetUnlinkOnClose(false)
	var info os.FileInfo
	err = os.Chmod(made, 0o600)
	if err == nil {
		err = os.Rename(made, name)
	}
	if err == nil {
		info, err = os.Lstat(name)
	}
	if err != nil {
		listener.Close()
		return nil, fmt.Errorf("--socket: %w", err)
	}
	return &listening{listener: listener, url: "unix:" + name, anyHost: true, close: func() {
		listener.Close()
		if now, err := os.Lstat(name); err == nil && os.SameFile(now, info) {
			os.Remove(name)
		}
	}}, nil
}

// free returns why a socket may not get the name, nil if it may.
func free(name string) error {
	info, err := os.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.Mode()&fs.ModeSocket == 0 || !ownfile.Owned(info):
		return fmt.Errorf("%s is there, and no socket of the user's", name)
	}
	conn, err := net.DialTimeout("unix", name, time.Second)
	if err == nil {
		conn.Close()
		return fmt.Errorf("%s is served by another process", name)
	}
	return nil
}
