package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/apk"
	_ "github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm"
)

const about = `Reduces the output of tools for the agents that read it
elide shows of what a command printed what an engineer would need of it: failures,
errors and what is unusual. The original is stored, and elision-get gives it back.`

// packages writes the packages for a target, which is Linux.
func (r *release) packages(t target) error {
	contents, err := r.contents(t)
	if err != nil {
		return err
	}
	for _, format := range []string{"deb", "rpm", "apk"} {
		info := nfpm.WithDefaults(&nfpm.Info{
			Name: "elide", Arch: t.arch, Platform: t.os, Version: r.version, Release: "1",
			Section: "devel", Priority: "optional", Description: about,
			Maintainer: "elide <https://" + r.path + ">", Homepage: "https://" + r.path, License: "Apache-2.0", MTime: r.time,
			DisableGlobbing: true, Overridables: nfpm.Overridables{Contents: contents, RPM: nfpm.RPM{BuildHost: "localhost"}},
		})
		packager, err := nfpm.Get(format)
		if err != nil {
			return err
		}
		if err := nfpm.PrepareForPackager(info, format); err != nil {
			return fmt.Errorf("%s %s: %w", t, format, err)
		}
		var b bytes.Buffer
		if err := packager.Package(info, &b); err != nil {
			return fmt.Errorf("%s %s: %w", t, format, err)
		}
		if err := r.save(r.stem(t)+"."+format, b.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// contents are the files of a package. What nfpm packs it reads from files.
func (r *release) contents(t target) (files.Contents, error) {
	var list files.Contents
	add := func(to, from string, mode os.FileMode) {
		list = append(list, &files.Content{Source: from, Destination: to, FileInfo: &files.ContentFileInfo{Mode: mode, MTime: r.time, Owner: "root", Group: "root"}})
	}
	for _, name := range programs {
		add("/usr/bin/"+name, r.program(t, name), 0o755)
	}
	for _, e := range r.common {
		from := filepath.Join(r.work, "papers", filepath.FromSlash(e.name))
		if err := os.MkdirAll(filepath.Dir(from), 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(from, e.data, 0o644); err != nil {
			return nil, err
		}
		for _, to := range places(e.name) {
			add(to, from, 0o644)
		}
	}
	return list, nil
}

// places are where distributions look for a paper.
func places(name string) []string {
	shell := strings.TrimPrefix(name, "completions/elide.")
	switch {
	case strings.HasPrefix(name, "man/"):
		return []string{"/usr/share/" + name}
	case name == "LICENSE": // so called by Debian
		return []string{"/usr/share/doc/elide/copyright"}
	case shell == name:
		return []string{"/usr/share/doc/elide/" + name}
	case shell == "zsh": // names in it whom it completes
		return []string{"/usr/share/zsh/vendor-completions/_elide"}
	}
	var all []string
	for _, program := range completed { // others look for a file of the program's name
		switch shell {
		case "bash":
			all = append(all, "/usr/share/bash-completion/completions/"+program)
		case "fish":
			all = append(all, "/usr/share/fish/vendor_completions.d/"+program+".fish")
		}
	}
	return all
}
