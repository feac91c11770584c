"""Agents that work on Go: a failing test, a renamed API, a program that panics."""

import re

from talk import edit, find, read, run


def price(t, module="shop", items=110):
    """A table test fails for one count; the agent finds what the failures have in common."""
    t.files({
        "go.mod": f"module example.com/{module}\n\ngo 1.24\n",
        "price.go": f"// Package {module} sells things.\npackage {module}\n\n// Price returns the price of n things in cents. From twelve on, they are a\n"
                    "// tenth cheaper.\nfunc Price(cents, n int) int {\n\ttotal := cents * n\n\tif n > 12 {\n\t\ttotal -= total / 10\n\t}\n\treturn total\n}\n",
        "catalog.go": catalog(module, items),
        "price_test.go": PRICE_TEST.replace("MODULE", module),
    })
    t.prepare("git init -q && git add -A && git commit -q -m 'Sell things'")
    t.ask("The nightly build is red. Find out why the tests fail, mend it and commit.")
    t.do("I'll look around and run the tests.", run("git log --oneline && ls -l"), run("go test -v ./..."))
    out = t.do("", run("go test ./..."), thought="The verbose output is long. I need only the failures.")
    failed = re.findall(r"--- FAIL: (TestPrice/\S+)", out.text)
    calls = re.findall(r"(price_test\.go):(\d+): Price\((\d+), (\d+)\) = (\d+), want (\d+)", out.text)
    file, line, _, n, got, want = calls[0]
    t.do(f"{failed[0]} and {len(failed) - 1} others fail: Price gives {got} where {want} is wanted, each time for {n} things.",
         find("func Price"), read(file, int(line) - 12, int(line) + 2))
    t.do("", read("price.go"))
    wrong = f"n > {n}"
    t.do(f"From {n} on means {n} as well.", edit("price.go", wrong, wrong.replace(">", ">=")))
    t.do("", run(f"go test -v -run '{failed[0]}$' ./..."), run("go test ./..."), run("go vet ./..."))
    t.do("", run("git diff"))
    out = t.do("", run(f"git commit -aqm 'Give the discount from {n} on' && git log -1 --format='%h %s'"))
    commit = out.text.split()[0]
    t.tell(f"The discount began one too late: price.go compared with > {n}. {failed[0]} got {got} and wanted {want}, "
           f"and so did {', '.join(failed[1:])}. Committed as {commit}; all tests pass.")
    return [f"{failed[0]} (commit {commit})", f"Price was {got} for {failed[-1]}"]


def catalog(module, items):
    rows = "".join(f'\t{{Name: "thing-{i:03d}", Cents: {100 + i * 7919 % 900}}},\n' for i in range(items))
    return f"package {module}\n\n// Item is a thing to sell.\ntype Item struct {{\n\tName  string\n\tCents int\n}}\n\n// Catalog is all there is.\nvar Catalog = []Item{{\n{rows}}}\n"


PRICE_TEST = """package MODULE

import (
	"fmt"
	"testing"
)

func TestPrice(t *testing.T) {
	for i, item := range Catalog {
		n := i%15 + 1
		want := item.Cents * n
		if n >= 12 {
			want -= want / 10
		}
		t.Run(fmt.Sprintf("%s_%d", item.Name, n), func(t *testing.T) {
			t.Logf("item %s costs %d cents", item.Name, item.Cents)
			if got := Price(item.Cents, n); got != want {
				t.Errorf("Price(%d, %d) = %d, want %d", item.Cents, n, got, want)
			}
		})
	}
}
"""

# RENAMED are functions of the ledger: what callers say, what they are called now.
RENAMED = {"AddEntry": "PostEntry", "GetAccount": "AccountByID", "SumAll": "Balance", "Check": "Reconcile", "NewBook": "OpenBook"}


def rename(t, packages=4):
    """An API was renamed; the compiler names the callers one after the other, and the agent goes to each place."""
    names = ["billing", "payroll", "refunds", "invoices", "taxes", "audit", "export", "billing2", "archive"][:packages]
    files = {"go.mod": "module example.com/books\n\ngo 1.24\n", "ledger/ledger.go": ledger()}
    for i, name in enumerate(names):
        files[f"{name}/{name}.go"] = caller(name, i)
    t.files(files)
    t.prepare("git init -q && git add -A && git commit -q -m 'Rename the functions of the ledger'")
    t.ask("The functions of package ledger were renamed, and nothing builds any more. Bring the callers up to date.")
    out = t.do("", run("go build ./..."), thought="The compiler knows the callers.")
    found = t.do("The ledger should say what was renamed.", find("was called", "ledger"), find("^func ", "ledger"))[0]
    new = {old: name for name, old in re.findall(r"// (\w+) .*was called (\w+)", found.text)}
    done = 0
    while place := re.search(r"^(\S+\.go):(\d+):\d+: undefined: ledger\.(\w+)", out.text, re.M):
        path, line, old = place[1], int(place[2]), place[3]
        source = t.source(path, line)
        t.do(f"{path}:{line} calls {old}, which is {new[old]} now.", read(path, max(1, line - 4), line + 4))
        t.do("", edit(path, source.strip(), source.strip().replace(f"ledger.{old}", f"ledger.{new[old]}")))
        out = t.do("", run("go build ./..."))
        done += 1
    t.do("It builds.", run("go vet ./..."), run("git diff --stat"))
    t.tell(f"{done} calls in {len(names)} packages were brought up to date: " + ", ".join(f"{o} is {n}" for o, n in new.items()) + ".")
    return [f"ledger.{n} (was {o})" for o, n in new.items()]


def ledger():
    body = "".join(f"\n// {new} does what it says, for the book of one year. It was called {old}.\nfunc {new}(id string, cents int) int {{\n"
                   f"\tif id == \"\" {{\n\t\treturn -1\n\t}}\n\treturn cents + {len(old)}\n}}\n" for old, new in RENAMED.items())
    return "// Package ledger keeps books.\npackage ledger\n" + body


def caller(name, i):
    olds = list(RENAMED)
    out = f"// Package {name} uses the ledger.\npackage {name}\n\nimport \"example.com/books/ledger\"\n"
    for n in range(4):
        old = olds[(i + n) % len(olds)]
        out += f"\n// {name.capitalize()}{n} is step {n} of {name}.\nfunc {name.capitalize()}{n}(cents int) int {{\n\tif cents < {n * 100} {{\n\t\treturn 0\n\t}}\n" \
               f"\ttotal := ledger.{old}(\"{name}-{7000 + 13 * i + n}\", cents)\n\treturn total * {n + 1}\n}}\n"
    return out


WORKER = """package main

import (
	"fmt"
	"sync"
)

type queue struct {
	mu     sync.Mutex
	counts map[string]int
	shards [4][]string
}

func newQueue() *queue {
	return &queue{}
}

func (q *queue) add(job string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.counts[job]++
	shard := len(job) % 5
	q.shards[shard] = append(q.shards[shard], job)
}

func (q *queue) last(shard int) string {
	jobs := q.shards[shard]
	return jobs[len(jobs)]
}

func (q *queue) drain(results chan string) {
	for shard := range q.shards {
		for range q.shards[shard] {
			results <- q.last(shard)
		}
	}
}

func report(results chan string) {
	for r := range results {
		fmt.Println("done", r)
	}
}
"""
MAIN = """package main

import "fmt"

func main() {
	q := newQueue()
	for i := range 24 {
		q.add(fmt.Sprintf("job-%0*d", i%7+1, i))
	}
	results := make(chan string)
	go func() {
		q.drain(results)
	}()
	report(results)
}
"""


def exactly(text):
    """The pattern that matches a text and nothing else."""
    return re.sub(r"([][(){}.*+?^$|\\])", r"\\\1", text)


# PANICS are what a runtime's words stand for, and how the line that they name is mended.
PANICS = [
    ("assignment to entry in nil map", "return &queue{}", "return &queue{counts: map[string]int{}}"),
    ("index out of range [4]", "len(job) % 5", "len(job) % len(q.shards)"),
    ("index out of range", "jobs[len(jobs)]", "jobs[len(jobs)-1]"),
    ("all goroutines are asleep", "q.drain(results)", "q.drain(results)\n\t\tclose(results)"),
]


def panics(t):
    """A program panics; the agent follows the frames of its own files."""
    t.files({"go.mod": "module example.com/queue\n\ngo 1.24\n", "main.go": MAIN, "worker.go": WORKER})
    t.ask("`go run .` crashes. Mend it until it ends by itself, and tell me each crash.")
    crashes = []
    out = t.do("", run("go run ."))
    while out.exit:
        said = re.search(r"^(?:panic|fatal error): (.*)", out.text, re.M)[1]
        frames = re.findall(r"(\w+\.go):(\d+) \+0x", out.text)
        file, line = frames[0]
        t.do(f"{said}, in {file}:{line}.", read(file, max(1, int(line) - 8), int(line) + 4), thought=f"The first frame of ours is {file}:{line}.")
        for words, old, new in PANICS:
            if words in said:
                place = t.do("", find(exactly(old))).text.split(":")
                t.do(f"{place[0]}:{place[1]} is the cause.", edit(place[0].removeprefix("./"), old, new))
                break
        crashes.append(f"{said} ({file}:{line})")
        out = t.do("", run("go run ."))
    t.do("It ends.", run("go vet ./... && go run . | sort | uniq -c | sort -rn | head"))
    t.tell("There were these crashes, one behind the other:\n" + "\n".join(f"- {c}" for c in crashes))
    return crashes
