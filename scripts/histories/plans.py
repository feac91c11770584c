"""Which conversations are recorded."""

import dataclasses
import functools
from typing import Callable

import go_tasks as go
import native_tasks as native
import ops_tasks as ops
import script_tasks as script
from talk import write


@dataclasses.dataclass
class Plan:
    id: str
    dialect: str
    project: str
    about: str
    play: Callable
    breakpoint: str = ""  # where the agent sets its cache breakpoint: "last" is on the last block of each request


def day(*tasks):
    """Several tasks, each in a folder of its own, and in the end a note on what was found in them."""

    def play(t):
        notes = []
        for n, task in enumerate(tasks):
            t.sub = f"{n + 1:02d}-{getattr(task, 'func', task).__name__}"
            t.files({})
            notes.append((t.sub, task(t)))
        t.sub = "."
        t.ask("Write NOTES.md for my colleagues: what was found in each folder today, with the names and numbers they need.")
        t.do("", write("NOTES.md", "".join(f"## {sub}\n" + "".join(f"- {f}\n" for f in found) + "\n" for sub, found in notes)))
        t.tell("NOTES.md says it, from " + " to ".join(found[0] for _, found in (notes[0], notes[-1])) + ".")

    return play


with_ = functools.partial

PLANS = [
    Plan("go-price-claude", "claude", "shop", "a table test fails for one count", go.price, "last"),
    Plan("go-rename-claude", "claude", "books", "callers of a renamed API, by the compiler's list", go.rename, "last"),
    Plan("go-panics-opencode", "opencode", "queue", "four crashes, one behind the other", go.panics),
    Plan("py-suite-opencode", "opencode", "tariff", "many failing tests of one table", script.suite),
    Plan("py-names-codex", "codex", "report", "misspelled names, by tracebacks", script.names),
    Plan("js-plans-gemini", "gemini", "plans", "failing tests of node", script.node),
    Plan("c-make-codex", "codex", "table", "misspelled names, by gcc and the linker", native.make),
    Plan("rust-meter-claude", "claude", "meter", "what rustc refuses, with its explanations", native.cargo, "last"),
    Plan("java-orders-copilot", "copilot", "shop", "symbols that javac can't find, then an exception", native.java),
    Plan("git-bisect-copilot", "copilot", "gateway", "the commit that broke a check", ops.bisect),
    Plan("logs-trail-gemini", "gemini", "incident", "ids through the logs of three services", ops.logs),
    Plan("sqlite-report-sdk", "sdk", "books", "rows that a report leaves out", ops.sqlite),
    Plan("json-services-local", "local", "services", "one of many services, a model on the user's machine", ops.services),
    Plan("slug-question-bare", "bare", "site", "two short questions: nothing to reduce", ops.question),
    Plan("day-claude", "claude", "monorepo", "a day of tasks one after the other",
         day(ops.logs, go.price, ops.bisect, with_(script.suite, tariffs=5), native.cargo), "last"),
    Plan("day-codex", "codex", "platform", "a day of tasks, each call and result an item of its own",
         day(ops.sqlite, native.make, ops.services, script.names, go.price)),
    Plan("day-gemini", "gemini", "estate", "a day of tasks", day(ops.bisect, script.node, ops.logs, native.java, go.price)),
    Plan("day-opencode", "opencode", "works", "a day of tasks, two hundred messages",
         day(ops.services, go.price, ops.logs, ops.bisect, with_(script.suite, tariffs=5), ops.sqlite)),
]
