package config

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"elide.example/elide/internal/rules"
)

// rulesFolder is where rule files are, in the user's folder and in a project's.
const rulesFolder = "rules"

// rulesEnd is how their names end.
const rulesEnd = ".rules"

// mostNames is how many names a folder of rules may have, of whatever.
const mostNames = 1000

// mostRuleBytes is how much is read of all files of a folder.
const mostRuleBytes = 1 << 20

// openFolder opens the user's folder of rules.
var openFolder = os.Open // overridden by test

// RuleFile is a rule file as it was found.
type RuleFile struct {
	Name    string
	Text    string
	Project bool        // it is the project's, else the user's
	Trusted bool        // all of its rules count, else those that show lines
	File    *rules.File // nil: there is a mistake in it
	Count   int         // its rules that count
	Err     error       // the mistake, for which it is left out; nil: there is none
}

// ruleFolders are the folders in which rule files may be, read when they are asked
// for.
type ruleFolders struct {
	user    string // "": none
	project string // "": none
	trust   trust

	once  sync.Once
	files []RuleFile
	users *rules.Users
	err   error // why the project's folder was passed over, or one can't be read
	mine  bool  // that is the user's
}

// userRules returns the user's folder of rules, "" if there is no place for it.
func userRules(env func(string) (string, bool)) string {
	if dir := userDir(env); dir != "" {
		return filepath.Join(dir, rulesFolder)
	}
	return ""
}

// found notes that the folder of a project has one of rules, if it does. That of the
// nearest project counts.
func (r *ruleFolders) found(root *os.Root, name string) {
	if r == nil || r.project != "" || name == r.user {
		return
	}
	if info, err := root.Lstat(rulesFolder); err == nil && (info.IsDir() || info.Mode()&fs.ModeSymlink != 0) {
		r.project = name
	}
}

// Rules returns the rules of the user's files and of the project's, nil if there are
// none. What is wrong with a file is told by RuleMistakes; the others count.
func (c *Config) Rules() *rules.Users {
	if c.rules == nil {
		return nil
	}
	c.rules.once.Do(c.rules.load)
	return c.rules.users
}

// RuleFiles returns all rule files, the user's first.
func (c *Config) RuleFiles() []RuleFile {
	c.Rules()
	if c.rules == nil {
		return nil
	}
	return c.rules.files
}

// RuleFolders returns the user's folder of rules, whether there is one or not, and the
// project's; "": there is no place for the one, or no other.
func (c *Config) RuleFolders() (user, project string) {
	if c.rules == nil {
		return "", ""
	}
	return c.rules.user, c.rules.project
}

// RuleFolderError returns why a folder of rules is not read, nil if both are.
func (c *Config) RuleFolderError() error {
	c.Rules()
	if c.rules == nil {
		return nil
	}
	return c.rules.err
}

// RuleMistakes returns what is wrong with the user's files, and with those of a
// project that is trusted. Each is left out for it.
func (c *Config) RuleMistakes() []error {
	var all []error
	for _, f := range c.RuleFiles() {
		if f.Err != nil && f.Trusted {
			all = append(all, fmt.Errorf("%w: this file's rules are left out", f.Err))
		}
	}
	if c.rules != nil && c.rules.err != nil && c.rules.mine {
		all = append(all, c.rules.err)
	}
	return all
}

// RulesIgnored says in a line what is left out of the rules of a project that isn't
// trusted, nil if nothing is, and what there is to do. As Ignored, it quotes nothing
// of the files, nor their names.
func (c *Config) RulesIgnored() (hint string, what error) {
	left, wrong := 0, 0
	for _, f := range c.RuleFiles() {
		switch {
		case f.Trusted:
		case f.Err != nil:
			wrong++
		default:
			left += len(f.File.Rules) - f.Count
		}
	}
	switch {
	case c.rules == nil:
	case wrong > 0:
		return "elide rules list", fmt.Errorf("%s: rule files ignored, as there are mistakes in them: %d", c.rules.project, wrong)
	case left > 0:
		return "elide config trust", fmt.Errorf("%s: rules ignored, as the project is not trusted: %d", c.rules.project, left)
	}
	return "", nil
}

// load reads the files of both folders.
func (r *ruleFolders) load() {
	var users rules.Users
	mine, err := readUserRules(r.user)
	if r.err, r.mine = err, err != nil; err != nil {
		mine = nil
	}
	for _, f := range mine {
		r.add(&users, f, false, true)
	}
	project, err := readProjectRules(r.project, r.trust.names)
	if err != nil && r.err == nil {
		r.err = err
	}
	as, err := folded(r.project, project)
	trusted := err == nil && len(project) > 0 && r.trust.has(as)
	for _, f := range project {
		r.add(&users, f, true, trusted)
	}
	if !users.Empty() {
		r.users = &users
	}
}

// add reads a file, and has its rules count as far as they may.
func (r *ruleFolders) add(users *rules.Users, f ruleText, project, trusted bool) {
	out := RuleFile{Name: f.name, Text: string(f.data), Project: project, Trusted: trusted, Err: f.err}
	if out.Err == nil {
		out.File, out.Count, out.Err = f.into(users, trusted)
	}
	r.files = append(r.files, out)
}

// ruleText is a rule file as it was read, or why it could not be.
type ruleText struct {
	name string
	data []byte
	err  error
}

// into adds the file's rules to the others, as far as they may count.
func (f ruleText) into(users *rules.Users, trusted bool) (parsed *rules.File, count int, err error) {
	if parsed, err = rules.ParseUser(f.name, string(f.data)); err != nil {
		return nil, 0, err
	}
	if trusted {
		count, err = len(parsed.Rules), users.Add(parsed)
	} else {
		count, err = users.AddUntrusted(parsed)
	}
	if err != nil {
		return nil, 0, err
	}
	return parsed, count, nil
}

// readUserRules reads the files of the user's folder, in the order of their names.
// He may well have made links of them.
func readUserRules(folder string) ([]ruleText, error) {
	if folder == "" {
		return nil, nil
	}
	dir, err := openFolder(folder)
	if notThere(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	return readAll(dir, folder, func(name string, most int) (*file, error) {
		f, err := os.OpenFile(filepath.Join(folder, name), os.O_RDONLY|nonblock, 0)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		return readOpen(f, f.Name(), most)
	})
}

// readProjectRules reads those of a project's folder. No link is followed, and what
// belongs to another user is not read unless the user has named it.
func readProjectRules(folder string, foreign func(name string) bool) ([]ruleText, error) {
	if folder == "" {
		return nil, nil
	}
	above, err := openProject(filepath.Dir(filepath.Dir(folder)), foreign)
	if above == nil {
		return nil, err
	}
	defer above.Close()
	info, err := above.Lstat(rulesFolder)
	if err != nil {
		return nil, err
	}
	if why := whyNot(info, foreign(folder)); why != "" {
		return nil, &errNotRead{folder, why}
	}
	root, err := openSame(above.OpenRoot, rulesFolder, folder, info)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	dir, err := root.Open(".")
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	return readAll(dir, folder, func(name string, most int) (*file, error) {
		shown := filepath.Join(folder, name)
		info, err := root.Lstat(name)
		if err != nil {
			return nil, err
		}
		if why := whyNot(info, foreign(folder)); why != "" {
			return nil, &errNotRead{shown, why}
		}
		return readSame(root, name, shown, info, most)
	})
}

// readAll reads the rule files of an open folder by their names, in the order of
// those.
func readAll(dir *os.File, folder string, read func(name string, most int) (*file, error)) ([]ruleText, error) {
	entries, err := dir.ReadDir(mostNames)
	if err != nil && len(entries) == 0 {
		return nil, nil // an empty one, or what is none
	}
	var names []string
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), rulesEnd) && e.Name()[0] != '.' {
			names = append(names, e.Name())
		}
	}
	if len(names) > rules.MostFiles || len(entries) == mostNames {
		return nil, fmt.Errorf("%s: a folder has %d rule files at most, and %d files of any kind", folder, rules.MostFiles, mostNames-1)
	}
	slices.Sort(names)
	left := mostRuleBytes
	var all []ruleText
	for _, name := range names {
		text := ruleText{name: filepath.Join(folder, name)}
		if f, err := read(name, min(left, rules.MostFileBytes)); err != nil {
			text.err = err
		} else {
			text.data = f.data
		}
		left -= len(text.data)
		all = append(all, text)
	}
	return all, nil
}

// folded returns a project's rule files as one, for the list of what is trusted.
func folded(folder string, files []ruleText) (*file, error) {
	var all bytes.Buffer
	for _, f := range files {
		if f.err != nil {
			return nil, f.err
		}
		fmt.Fprintf(&all, "%q %d\n%s", filepath.Base(f.name), len(f.data), f.data)
	}
	return &file{name: folder, data: all.Bytes()}, nil
}

// forTrust returns the project's rule files as one, nil if there are none. The error
// is that of the first with a mistake.
func (r *ruleFolders) forTrust() (*file, error) {
	all, err := readProjectRules(r.project, func(string) bool { return true })
	if err != nil || len(all) == 0 {
		return nil, err
	}
	var users rules.Users
	for _, f := range all {
		if f.err == nil {
			_, _, f.err = f.into(&users, true)
		}
		if f.err != nil {
			return nil, f.err
		}
	}
	return folded(r.project, all)
}
