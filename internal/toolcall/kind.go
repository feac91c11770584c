package toolcall

import "strings"

// kind is what a tool is for.
type kind uint8

const (
	other     kind = iota
	shell          // runs a shell line
	reading        // shows files
	writing        // creates or changes files
	editor         // shows or changes a file, as its command says
	patch          // changes the files that a patch names
	script         // runs a script that calls tools
	expanding      // shows an expanded original
	saying         // gives what a person or a model says
)

// kindOf returns what a tool is for, by its name. Hosts put the name of a
// server before those of MCP tools, each with a sign of its own between them:
// mcp__fs__read_file, mcp_fs_read_file, fs-read_file, functions.exec_command.
func kindOf(name string) kind {
	const longest = 256 // of names that APIs take
	if strings.HasSuffix(name, "context_expand") {
		return expanding
	}
	if says(plainName(name)) {
		return saying
	}
	for len(name) <= longest {
		if k := kindNamed(plainName(name)); k != other {
			return k
		}
		i := strings.IndexAny(name, "_-./:")
		if i < 0 {
			break
		}
		name = strings.TrimLeft(name[i:], "_-./:")
	}
	return other
}

// says knows the tools that ask a person, have another model work and give its
// report, or give the model its instructions. They are the hosts' own, so that
// nothing may stand before their names: any server has tasks.
func says(plain string) bool {
	switch plain {
	case "task", "agent", "subagent", "usesubagents", "spawnagent", "waitagent", "readagent", "agentoutput", "agentoutputtool", "delegatetoagent", "invokeagent",
		"codebaseinvestigator", "askuser", "askuserquestion", "askfollowupquestion", "askquestions", "question", "requestuserinput", "exitplanmode",
		"skill", "useskill", "activateskill", "websearch", "googlewebsearch":
		return true
	}
	return false
}

// plainName drops what differs between the ways to write a name: cases and
// signs.
func plainName(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		if r != '_' && r != '-' && r != ' ' {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// kindNamed knows the tools of the usual agents.
func kindNamed(plain string) kind {
	switch plain {
	case "bash", "shell", "sh", "powershell", "pwsh", "terminal", "localshell", "shellcommand", "execcommand", "writestdin", "writebash",
		"runshellcommand", "runcommand", "runcommands", "executecommand", "executebash", "execute", "readbash", "readpowershell", "runinterminal", "runterminalcmd", "containerexec":
		return shell
	case "read", "view", "cat", "openfile", "readfile", "readfiles", "readmanyfiles", "readmultiplefiles", "readtextfile", "viewfile", "notebookread":
		return reading
	case "edit", "write", "multiedit", "notebookedit", "replace", "create", "createfile", "writefile", "writetofile", "replaceinfile", "editfile",
		"applydiff", "insertcontent", "inserteditintofile", "replacestringinfile", "multireplacestringinfile", "searchreplace", "searchandreplace",
		"deletefile", "movefile", "strreplace", "insert":
		return writing
	case "strreplacebasededittool", "strreplaceeditor", "texteditor", "memory", "editor":
		return editor
	case "applypatch", "patch":
		return patch
	case "exec":
		return script
	}
	return other
}
