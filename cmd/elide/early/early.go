// Package early passes a small block through before the rest of the program is
// made ready, which for such a block costs more than all else: what elide links
// asks the processor what it can do, compiles patterns and fills tables. Of a
// kilobyte it took 1.65 of 3.9 ms of processor time, and was of no use.
//
// Go fixes the order in which packages are initialised: it is the first by path,
// of those whose imports are. This one imports so little that only the system's
// own come before it, and does its work as it is initialised. It must not import
// what brings in unicode (fmt, strings, path/filepath do), for which the order
// would have all of github.com come first; TestEarly of cmd/elide sees to that.
//
// It does only what the filter would do where nothing is asked of it: no argument,
// no variable, no configuration. In doubt it leaves the block to the filter, with
// what it has read and heard.
package early

import "os"

// MostBytes is how much a block may have less than to pass: the pipeline's and the
// configuration's default.
const MostBytes = 2048

// program is what elide must have been started as. Tests link it too, and are not to
// end before they began.
const program = "elide"

// What is left to the filter.
var (
	ahead   []byte         // was read of standard input, and is not printed
	signals chan os.Signal // heard since; nil: nothing listens
)

var _ = pass()

// Ahead returns what was read of standard input already. Its first call takes it.
func Ahead() []byte {
	data := ahead
	ahead = nil
	return data
}

// pass passes a small block through and ends the process, or leaves all to the
// filter. Its value says nothing; a variable has to have one.
func pass() struct{} {
	if len(os.Args) == 1 && base(os.Args[0]) == program && nothingAsked() && unlimited() && readWhole() && printed() {
		os.Exit(0)
	}
	return struct{}{}
}

// nothingAsked tells whether neither the environment nor a file may say anything
// of what is to be done. A folder where such a file could be is as good as the file.
func nothingAsked() bool {
	for _, v := range os.Environ() {
		if len(v) >= 5 && v[:5] == "ELIDE" && !harmless(v) {
			return false
		}
	}
	if user := userFolder(os.LookupEnv); user != "" && exists(user) {
		return false
	}
	dir, err := os.Getwd()
	if err != nil {
		return false
	}
	for ; dir != "/"; dir = parent(dir) {
		if name := base(dir); name == "" || name[0] == '.' && (name == "." || name == "..") || exists(dir+"/.elide") {
			return false
		}
	}
	return !exists("/.elide")
}

// harmless tells whether the variable says where originals are kept, or for whom,
// and no more. What passes has none.
func harmless(v string) bool {
	for _, name := range [...]string{"ELIDE_STORE=", "ELIDE_CONVERSATION="} {
		if len(v) >= len(name) && v[:len(name)] == name {
			return true
		}
	}
	return false
}

// userFolder is that of the configuration's package, without what that imports.
func userFolder(env func(string) (string, bool)) string {
	for _, place := range [...][2]string{{"XDG_CONFIG_HOME", "/elide"}, {"HOME", "/.config/elide"}, {"APPDATA", "/elide"}} {
		if dir, _ := env(place[0]); dir != "" && dir[0] == '/' {
			return dir + place[1]
		}
	}
	return ""
}

// exists is false only of what certainly isn't there.
func exists(name string) bool {
	_, err := os.Lstat(name)
	return !os.IsNotExist(err)
}

func base(name string) string {
	for i := len(name) - 1; i >= 0; i-- {
		if name[i] == '/' {
			return name[i+1:]
		}
	}
	return name
}

// parent returns the folder that an absolute one is in.
func parent(dir string) string {
	up := dir[:len(dir)-len(base(dir))]
	if len(up) > 1 {
		up = up[:len(up)-1]
	}
	return up
}
