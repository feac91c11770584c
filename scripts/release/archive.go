package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// entry is a file of an archive.
type entry struct {
	name string
	data []byte
	mode int64
}

// papers returns what goes with the programs: what is to be read, the manual pages
// and what shells complete, as the host's programs write them.
func (r *release) papers(host target) ([]entry, error) {
	var list []entry
	for _, name := range []string{"CHANGELOG.md", "LICENSE", "README.md"} {
		data, err := os.ReadFile(filepath.Join(r.tree, name))
		if err != nil {
			return nil, err
		}
		list = append(list, entry{name, data, 0o644})
	}
	notice, err := r.notice()
	if err != nil {
		return nil, err
	}
	list = append(list, entry{"NOTICE", notice, 0o644})

	pages := filepath.Join(r.work, "man1")
	elide := r.program(host, "elide")
	if out, err := exec.Command(elide, "man", pages).CombinedOutput(); err != nil || strings.Contains(string(out), "none of") {
		return nil, fmt.Errorf("elide man: %v: %s", err, out)
	}
	found, err := os.ReadDir(pages) // by name
	if err != nil {
		return nil, err
	}
	for _, f := range found {
		data, err := os.ReadFile(filepath.Join(pages, f.Name()))
		if err != nil {
			return nil, err
		}
		list = append(list, entry{"man/man1/" + f.Name(), data, 0o644})
	}
	for _, shell := range []string{"bash", "fish", "powershell", "zsh"} {
		script, err := exec.Command(elide, "completion", shell).Output()
		if err != nil {
			return nil, fmt.Errorf("elide completion %s: %w", shell, err)
		}
		list = append(list, entry{"completions/elide." + shell, script, 0o644})
	}
	return list, nil
}

// stem is what the names of a target's files start with, and the folder that its
// archive unpacks to.
func (r *release) stem(t target) string {
	return fmt.Sprintf("elide_%s_%s_%s", strings.TrimPrefix(r.version, "v"), t.os, t.arch)
}

func (r *release) archiveName(t target) string {
	if t.os == "windows" {
		return r.stem(t) + ".zip"
	}
	return r.stem(t) + ".tar.gz"
}

func (r *release) archive(t target) error {
	var list []entry
	for _, name := range programs {
		data, err := os.ReadFile(r.program(t, name))
		if err != nil {
			return err
		}
		list = append(list, entry{filepath.Base(r.program(t, name)), data, 0o755})
	}
	list = append(list, r.common...)
	pack := r.tar
	if t.os == "windows" {
		pack = r.zip
	}
	data, err := pack(r.stem(t)+"/", list)
	if err != nil {
		return err
	}
	return r.save(r.archiveName(t), data)
}

func (r *release) tar(folder string, list []entry) ([]byte, error) {
	var b bytes.Buffer
	packed, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	w := tar.NewWriter(packed)
	for _, e := range list {
		h := &tar.Header{Name: folder + e.name, Mode: e.mode, Size: int64(len(e.data)), ModTime: r.time, Format: tar.FormatUSTAR}
		if err := w.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := w.Write(e.data); err != nil {
			return nil, err
		}
	}
	if err := errors.Join(w.Close(), packed.Close()); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func (r *release) zip(folder string, list []entry) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range list {
		h := &zip.FileHeader{Name: folder + e.name, Method: zip.Deflate, Modified: r.time}
		h.SetMode(os.FileMode(e.mode))
		f, err := w.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := f.Write(e.data); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return b.Bytes(), err
}

const sumsName = "SHA256SUMS"

// sums writes the sums of all files, as sha256sum -c reads them.
func (r *release) sums() error {
	files, err := os.ReadDir(r.out)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	for _, f := range files {
		sum, err := r.sum(f.Name())
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%s  %s\n", sum, f.Name())
	}
	return r.save(sumsName, b.Bytes())
}

func (r *release) sum(name string) (string, error) {
	data, err := os.ReadFile(filepath.Join(r.out, name))
	return fmt.Sprintf("%x", sha256.Sum256(data)), err
}
