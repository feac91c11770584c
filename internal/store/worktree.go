package store

import (
	"io"
	"os"
	"path/filepath"
	"strings"
)

// mainWorktree returns the folder of the main worktree if dir is a linked
// worktree of git's. Both have to say so: the file .git in dir names a folder
// below the main worktree's .git, and the file gitdir in that names the file
// in dir. So an unpacked archive can't claim to be a part of another project.
func mainWorktree(dir string) (string, bool) {
	link := filepath.Join(dir, ".git")
	gitDir, ok := strings.CutPrefix(firstLine(link), "gitdir: ")
	if !ok {
		return "", false
	}
	if !filepath.IsAbs(gitDir) {
		gitDir = filepath.Join(dir, gitDir)
	}
	back := firstLine(filepath.Join(gitDir, "gitdir"))
	if !filepath.IsAbs(back) {
		back = filepath.Join(gitDir, back)
	}
	if !sameFile(back, link) {
		return "", false
	}
	common := firstLine(filepath.Join(gitDir, "commondir"))
	if common == "" {
		return "", false
	}
	if !filepath.IsAbs(common) {
		common = filepath.Join(gitDir, common)
	}
	return filepath.Dir(filepath.Clean(common)), filepath.Base(common) == ".git"
}

// firstLine returns the first line of a small file, "" if there is none.
func firstLine(name string) string {
	if info, err := os.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	f, err := os.Open(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	data, _ := io.ReadAll(io.LimitReader(f, 4096))
	line, _, _ := strings.Cut(string(data), "\n")
	return strings.TrimRight(line, "\r")
}

func sameFile(a, b string) bool {
	x, err := os.Lstat(a)
	if err != nil {
		return false
	}
	y, err := os.Lstat(b)
	return err == nil && os.SameFile(x, y)
}
