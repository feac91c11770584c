package transcript

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// place is where a host keeps its transcripts, below the user's home.
type place struct {
	host, folder string
	below        string // a name that the path has below the folder; "": any
}

var places = []place{
	{"claude", ".claude/projects", ""},
	{"codex", ".codex/sessions", ""},
	{"codex", ".codex/archived_sessions", ""},
	{"opencode", ".local/share/opencode/storage/session", ""},
	{"gemini", ".gemini/tmp", "chats"},
	{"copilot", ".copilot/session-state", ""},
	{"copilot", ".copilot/history-session-state", ""},
	{"pi", ".pi/agent/sessions", ""},
	{"openhands", ".openhands/sessions", ""},
	{"openhands", ".openhands/conversations", ""},
}

// endings are those of files that may be transcripts.
var endings = []string{".json", ".jsonl", ".traj"}

// Known returns the files in the places where hosts keep their transcripts. env is as
// os.Getenv.
func Known(home string, env func(string) string) []string {
	var files []string
	for _, p := range places {
		folder := filepath.Join(home, filepath.FromSlash(p.folder))
		for _, v := range []struct{ name, standsFor string }{
			{"CLAUDE_CONFIG_DIR", ".claude"}, {"CODEX_HOME", ".codex"}, {"XDG_DATA_HOME", ".local/share"}, {"COPILOT_HOME", ".copilot"}, {"PI_CODING_AGENT_DIR", ".pi/agent"},
		} {
			if rest, ok := strings.CutPrefix(p.folder, v.standsFor+"/"); ok && env(v.name) != "" {
				folder = filepath.Join(env(v.name), filepath.FromSlash(rest))
			}
		}
		for _, file := range below(folder) {
			if p.below == "" || slices.Contains(strings.Split(filepath.ToSlash(file), "/"), p.below) {
				files = append(files, file)
			}
		}
	}
	return files
}

// Find returns the files that may be transcripts: those named, and in folders those
// with a name like one. The error says which name there is not.
func Find(names []string) ([]string, error) {
	var files []string
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil {
			return nil, err
		}
		if info.IsDir() && !isEvents(name) {
			files = append(files, below(name)...)
		} else {
			files = append(files, name)
		}
	}
	return files, nil
}

// below returns the files in a folder that may be transcripts, in the order of their
// names. What can't be read is left out.
func below(folder string) (files []string) {
	// A separator at its end makes of a link the folder that it leads to.
	filepath.WalkDir(folder+string(filepath.Separator), func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil
		case d.IsDir() && isEvents(path):
			files = append(files, path)
			return fs.SkipDir
		case d.IsDir() && partsOfSessions(path):
			return fs.SkipDir
		}
		if d.Type().IsRegular() && slices.Contains(endings, filepath.Ext(path)) {
			files = append(files, path)
		}
		return nil
	})
	return files
}

// partsOfSessions tells the folders of opencode that are read with their session.
func partsOfSessions(folder string) bool {
	name := filepath.Base(folder)
	return filepath.Base(filepath.Dir(folder)) == "storage" && name != "session"
}
