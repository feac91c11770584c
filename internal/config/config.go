// Package config puts elide's configuration together: flags over ELIDE_*
// variables over the project's .elide/config.toml over the user's
// config.toml over defaults, and for each value where it came from.
//
// A mistake in a file or a variable is an error that shows it. A project's
// file comes with the project, often from a stranger. Until the user has
// trusted that very file (see Trust) it may only make elide more careful: keep
// more, hide less. Each key says what that is for it (see rule), and a mistake
// in such a file costs no more than the file. What is a link or belongs to
// another user is not read.
package config

import (
	"errors"
	"maps"
	"path/filepath"
	"time"
)

// Config is the configuration that holds. Its fields are the keys of the
// files; Keys documents them.
type Config struct {
	Enabled        bool
	MinBlockBytes  int
	VerifyMaxBytes int
	Keep           []string
	KeepToo        []string // what a project that isn't trusted would have kept as well
	Budget         int
	Elision        Elision
	Proxy          Proxy
	OutputSteering OutputSteering
	CacheAlign     CacheAlign
	CacheHints     bool
	History        History
	Hook           Hook
	AuditPath      string
	AuditMaxBytes  int64 // above which the file begins anew; 0: never

	origins map[string]Origin
	project *file
	trusted bool // the project
	refused []refused
	mistake error   // in the project's file, which is not trusted and so left out
	unread  []error // why files and folders of projects were passed over
	rules   *ruleFolders
}

// Elision is the table [elision]: the store.
type Elision struct {
	TTLMillis     int
	Sync          bool
	URL           string // of the store that hosts share; "": none
	TimeoutMillis int    // for putting an entry there
	MaxBytes      int64  // 0: no limit
	MaxEntries    int    // 0: no limit
}

// TTL returns how long originals are kept.
func (e Elision) TTL() time.Duration { return time.Duration(e.TTLMillis) * time.Millisecond }

// Timeout returns how long a block may wait for the store that hosts share.
func (e Elision) Timeout() time.Duration { return time.Duration(e.TimeoutMillis) * time.Millisecond }

// Proxy is the table [proxy].
type Proxy struct {
	Enabled           bool
	Upstream          string // of every provider that has none of its own; "": the provider's
	AnthropicUpstream string
	OpenAIUpstream    string
	GeminiUpstream    string
	BedrockUpstream   string
	Reads             string // what becomes of files that are read: ReadsExact …
	References        bool   // a block may refer to an earlier one of the conversation
	ClearOld          string // which results that are over become markers, when that pays: ClearNone …
	Directive         bool   // the model is told what markers are
	MinErrorBytes     int    // results marked as errors below it are left alone
	Observe           bool   // nothing is changed, only looked at
	Holdout           int    // so many of a hundred conversations are left alone
}

// What becomes of the contents of files that an agent reads: they go out as they are,
// with their lines numbered by tens, without what little or nothing much in the
// conversation points at, or are reduced like any block.
const (
	ReadsExact   = "exact"
	ReadsNumbers = "numbers"
	ReadsWide    = "wide"
	ReadsFocus   = "focus"
	ReadsBold    = "bold"
	ReadsReduce  = "reduce"
)

// Which results of a conversation become markers once they are over, when that pays: none,
// what others came after, or files earlier.
const (
	ClearNone = "none"
	ClearDone = "done"
	ClearAll  = "all"
)

// Hook is the table [hook]: what agents' hosts call.
type Hook struct {
	Enabled bool
	Ignore  []string // commands to leave alone: their first words, such as "git diff"
}

// CacheAlign is the table [cache_align].
type CacheAlign struct {
	Enabled bool
	Tools   bool // bring tool definitions to a stable layout
}

// OutputSteering is the table [output_steering].
type OutputSteering struct {
	Enabled          bool
	VerbosityProfile string
	EffortRouting    EffortRouting
}

// EffortRouting is the table [output_steering.effort_routing].
type EffortRouting struct {
	Enabled          bool
	BaseEffort       string
	MechanicalEffort string
}

// Default returns the configuration that holds where nothing is said.
func Default() *Config {
	return &Config{
		Enabled:        true,
		MinBlockBytes:  2048,
		VerifyMaxBytes: 2000,
		Elision:        Elision{TTLMillis: 1_800_000, TimeoutMillis: 250, MaxBytes: 10 << 30, MaxEntries: 200_000},
		Proxy:          Proxy{Enabled: true, Reads: ReadsWide, References: true, ClearOld: ClearDone, Directive: true, MinErrorBytes: 8192},
		OutputSteering: OutputSteering{
			VerbosityProfile: "balanced",
			EffortRouting:    EffortRouting{MechanicalEffort: "low"},
		},
		History:       defaultHistory(),
		Hook:          Hook{Enabled: true},
		AuditMaxBytes: 10 << 20,
	}
}

// Source is where configuration is looked for.
type Source struct {
	Env func(name string) (string, bool) // as os.LookupEnv
	Dir string                           // the working directory, absolute
}

// Load reads the configuration. The error, if any, is that of the first
// mistake; it is an *Error where it stands in a file or a variable. The
// Config is then what was read up to there, on top of the defaults.
func Load(src Source) (*Config, error) {
	c := Default()
	c.rules = &ruleFolders{user: userRules(src.Env)}
	if name := userFileName(src.Env); name != "" {
		f, err := readFile(name)
		if err == nil && f != nil {
			err = c.apply(f, true)
		}
		if err != nil {
			return c, err
		}
	}
	if err := c.loadProject(src); err != nil {
		return c, err
	}
	return c, c.applyEnv(src.Env)
}

func (c *Config) loadProject(src Source) error {
	list, err := readTrust(src.Env)
	if err != nil {
		return err
	}
	f, err := c.findProject(src, list.names)
	c.rules.trust = list
	if f == nil {
		c.mistake = err
		return nil
	}
	c.project, c.trusted = f, list.has(f)
	if c.trusted {
		return c.apply(f, true)
	}
	before := *c
	before.origins = maps.Clone(c.origins)
	if err := c.apply(f, false); err != nil {
		*c = before
		c.mistake = err
	}
	return nil
}

// findProject returns the project's file: that of the nearest .elide folder
// at or above the working directory which has one. The user's own file is not
// a project's, should it be found there. What must not be read is passed over
// and noted; foreign tells what belongs to another user and may be all the same.
func (c *Config) findProject(src Source, foreign func(name string) bool) (*file, error) {
	user := userFileName(src.Env)
	for dir := filepath.Clean(src.Dir); filepath.IsAbs(dir); dir = filepath.Dir(dir) {
		if filepath.Join(dir, projectFile) != user {
			f, err := c.readProject(dir, foreign)
			var passed *errNotRead
			if errors.As(err, &passed) {
				c.unread = append(c.unread, err)
			} else if f != nil || err != nil {
				return f, err
			}
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	return nil, nil
}

// ProjectFile returns the name of the project's file, "" if there is none.
func (c *Config) ProjectFile() string {
	if c.project == nil {
		return ""
	}
	return c.project.name
}

// userFileName returns the name of the user's file, "" if there is no place for it.
func userFileName(env func(string) (string, bool)) string {
	dir := userDir(env)
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, "config.toml")
}

// userDir returns the user's folder for elide's configuration.
func userDir(env func(string) (string, bool)) string {
	for _, place := range [...][2]string{{"XDG_CONFIG_HOME", ""}, {"HOME", ".config"}, {"APPDATA", ""}} {
		if base, _ := env(place[0]); filepath.IsAbs(base) {
			return filepath.Join(base, place[1], "elide")
		}
	}
	return ""
}
