"""A conversation of an agent with its tools, in no provider's shape.

The agents of this folder are functions that get a Talk. They call do() with
what they say and the calls they make; the calls run for real, and what they
printed is what the agent decides its next step by.
"""

import dataclasses
import os
import pathlib
import shlex
import shutil
import subprocess

import prompts

ENV = {
    "HOME": "/home/dev",
    "USER": "dev",
    "PATH": "/home/dev/.python/bin:/home/dev/.rust/bin:/usr/local/go/bin:/usr/local/bin:/usr/bin:/bin",
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",
    "NO_COLOR": "1",
    "TERM": "dumb",
    "COLUMNS": "140",
    "GOFLAGS": "-mod=mod",
    "GOPROXY": "off",
    "GOTOOLCHAIN": "local",
    "GOCACHE": "/home/dev/.cache/go-build",
    "CARGO_NET_OFFLINE": "true",
    "PYTHONDONTWRITEBYTECODE": "1",
    "GIT_CONFIG_SYSTEM": "/dev/null",
    "GIT_AUTHOR_NAME": "Dev",
    "GIT_AUTHOR_EMAIL": "dev@example.com",
    "GIT_COMMITTER_NAME": "Dev",
    "GIT_COMMITTER_EMAIL": "dev@example.com",
    "GIT_PAGER": "cat",
}

# LONGEST is what agents show of an output; more is cut as they cut it.
LONGEST = 30000

# MOST calls end an agent that doesn't get to its end.
MOST = 150


@dataclasses.dataclass
class Call:
    """One tool call. args depend on the kind: run, read, edit, write, find."""

    kind: str
    args: dict
    id: int = 0
    folder: str = ""  # where the agent worked when it made the call
    path: str = ""  # of the file that it is about, whole


@dataclasses.dataclass
class Output:
    call: Call
    text: str
    exit: int


@dataclasses.dataclass
class Said:
    """One answer of the model, and what its calls gave."""

    text: str
    outputs: list
    thought: str = ""


@dataclasses.dataclass
class Asked:
    """The user's words."""

    text: str


def run(line):
    return Call("run", {"line": line})


def read(path, first=0, last=0):
    """The whole file, or some of its lines."""
    return Call("read", {"path": path, "first": first, "last": last})


def edit(path, old, new):
    return Call("edit", {"path": path, "old": old, "new": new})


def write(path, text):
    return Call("write", {"path": path, "text": text})


def find(pattern, path="."):
    return Call("find", {"pattern": pattern, "path": path})


class Talk:
    def __init__(self, name):
        self.root = pathlib.Path("/home/dev") / name
        shutil.rmtree(self.root, ignore_errors=True)
        self.root.mkdir(parents=True)
        self.system = prompts.SYSTEM.format(root=self.root)
        self.events = []
        self.sub = "."  # where the agent works now, below root
        self.calls = 0

    def files(self, texts):
        """Puts a project under the folder where the agent works. This is not part of the talk."""
        for name, text in texts.items():
            path = self.root / self.sub / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    def prepare(self, line):
        """Runs a command that is not part of the talk."""
        subprocess.run(["sh", "-ec", line], cwd=self.root / self.sub, env=ENV, check=True, stdout=subprocess.DEVNULL)

    def ask(self, text):
        self.events.append(Asked(text))

    def tell(self, text):
        """The model's words without a call: the end of a turn."""
        self.events.append(Said(text, []))

    def do(self, text, *calls, thought=""):
        """The model says something and makes calls. Returns their outputs: one, or a list of several."""
        outputs = []
        for call in calls:
            if self.calls == MOST:
                raise RuntimeError(f"the agent goes in a circle: {self.events[-4:]}")
            self.calls += 1
            call.id, call.folder, call.path = self.calls, self.path("."), self.path(call.args.get("path", "."))
            outputs.append(self._run(call))
        self.events.append(Said(text, outputs, thought))
        return outputs[0] if len(outputs) == 1 else outputs

    def path(self, name):
        """The path of a file as tools are told it."""
        return os.path.normpath(self.root / self.sub / name)

    def source(self, path, line):
        """A line of a file as it stands now."""
        return pathlib.Path(self.path(path)).read_text().split("\n")[line - 1]

    def _run(self, call):
        a = call.args
        if call.kind == "run":
            return self._shell(call, a["line"])
        if call.kind == "find":
            return self._shell(call, f"rg -n --sort path --no-heading -e {shlex.quote(a['pattern'])} {shlex.quote(a['path'])}")
        path = pathlib.Path(call.path)
        if call.kind == "write":
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(a["text"])
            return Output(call, "The file was written.", 0)
        if not path.exists():
            return Output(call, f"File does not exist: {path}", 1)
        text = path.read_text()
        if call.kind == "read":
            lines = text.splitlines(True)
            if a["last"]:
                lines = lines[a["first"] - 1 : a["last"]]
            return Output(call, "".join(lines), 0)
        if text.count(a["old"]) != 1:
            return Output(call, f"The string to replace stands {text.count(a['old'])} times in {path}", 1)
        path.write_text(text.replace(a["old"], a["new"]))
        return Output(call, f"The file {path} has been updated.", 0)

    def _shell(self, call, line):
        if self.sub != ".":
            line = f"cd {self.sub} && {line}"
            if call.kind == "run":
                call.args["line"] = line
        done = subprocess.run(["bash", "-c", line], cwd=self.root, env=ENV, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600)
        text = done.stdout.decode("utf-8", "replace")
        if len(text) > LONGEST:
            text = text[: LONGEST // 2] + f"\n\n... [{len(text) - LONGEST} characters truncated] ...\n\n" + text[-LONGEST // 2 :]
        return Output(call, text, done.returncode)
