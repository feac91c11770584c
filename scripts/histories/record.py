"""Records conversations: record.py DIR [ID…]. Run it by scripts/record-histories.sh."""

import json
import pathlib
import re
import sys

import dialects
import label
import plans
import talk

# ALIEN is what must not get into a recording: paths of the machine that
# recorded it, and hosts.
ALIEN = re.compile(r"/root\b|/tmp/|/work/|/mnt/|\bproxy\.|registry\.|https?://(?!example\.com|127\.0\.0\.1)[\w.-]+[^\s\"]*")
# TOLD are hosts that tools name in their help texts.
TOLD = re.compile(r"https?://(?:go\.dev|golang\.org|docs\.python\.org|doc\.rust-lang\.org|docs\.pytest\.org|nodejs\.org|github\.com|git-scm\.com|rust-lang\.github\.io)")


def record(plan, out):
    t = talk.Talk(plan.project)
    plan.play(t)
    dialect = dialects.BY_NAME[plan.dialect]
    head, elements = dialect(t)
    lines = ",\n".join(json.dumps(e.value, ensure_ascii=False, separators=(",", ":")) for e in elements)
    body = f"{head}[\n{lines}\n]{'}' if head else ''}\n"
    json.loads(body)
    check(plan.id, body)
    facts = label.facts([(e.who, e.text) for e in elements], t.system)
    folder = out / plan.id
    folder.mkdir(exist_ok=True)
    (folder / "body.json").write_text(body)
    (folder / "history.json").write_text(describe(plan, elements, facts))
    print(f"{plan.id:24} {len(elements):4} messages {len(body):8} bytes {len(facts):5} facts {sum(len(f['used']) for f in facts):5} uses")


def check(name, body):
    for m in ALIEN.finditer(body):
        if not TOLD.match(m.group()):
            sys.exit(f"{name}: the recording holds {body[max(0, m.start() - 80) : m.end() + 40]!r}")


def describe(plan, elements, facts):
    """The description, with a fact a line."""
    head = {"id": plan.id, "agent": plan.dialect, "about": plan.about, "breakpoint": plan.breakpoint, "messages": len(elements)}
    lines = ",\n  ".join(json.dumps(f, ensure_ascii=False) for f in facts)
    return json.dumps(head, indent=1, ensure_ascii=False)[:-2] + f',\n "facts": [\n  {lines}\n ]\n}}\n'


def main():
    out, wanted = pathlib.Path(sys.argv[1]), sys.argv[2:]
    for plan in plans.PLANS:
        if not wanted or plan.id in wanted:
            record(plan, out)


main()
