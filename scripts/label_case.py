#!/usr/bin/env python3
"""Writes the case.json of one captured case.

Labels come from REPORT, a machine-readable report by the tool itself on the
same or an identical run; the captured text is only searched for the lines
that show what the report names. A required line that is not there is an error:
then the report and the text are not of the same run.

usage: label_case.py CASE_DIR FORMAT REPORT --tool T --command C --exit N --shape S --source TEXT
"""
import argparse
import json
import pathlib
import re
import sys
import xml.etree.ElementTree as ET

CODES = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b.")


def bare(text):
    return "".join(CODES.sub("", text).split())


class Labels:
    """Gathers the lines and mentions of one case."""

    def __init__(self, data):
        self.lines = data.decode("utf-8", "replace").split("\n")
        self.bare = [bare(line) for line in self.lines]
        self.critical = {}
        self.mentions = []

    def line(self, *needles, why, after=0, required=True):
        """Labels the first line, from after on, that holds all the needles.
        Returns its index."""
        wanted = [bare(n) for n in needles]
        for i in range(after, len(self.lines)):
            if all(w in self.bare[i] for w in wanted) and self.bare[i]:
                if not any(c["text"] == self.lines[i] for c in self.critical.values()):
                    self.critical.setdefault(i, {"line": i + 1, "text": self.lines[i], "why": why})
                return i
        if required:
            sys.exit(f"no line holds {needles!r}")
        return after

    def mention(self, text):
        if bare(text) not in "".join(self.bare):
            sys.exit(f"{text!r} is not in the text")
        if text not in self.mentions:
            self.mentions.append(text)


def first_line(text):
    for line in (text or "").splitlines():
        if line.strip():
            return line.strip()
    return ""


def nodejunit(labels, report):
    """Node's JUnit XML, whose attributes have lost the line ends of messages."""
    for case in ET.parse(report).iter("testcase"):
        for bad in (e for e in case if e.tag == "failure"):
            labels.line("not ok", case.get("name"), why="failed test")
            labels.line("error:", re.split(r":|  ", bad.get("message"))[0], required=False, why="message of a failed test")


def phpunit(labels, report):
    """PHPUnit's XML: the text of a failure starts with the test's name and ends with its place."""
    for case in ET.parse(report).iter("testcase"):
        for bad in (e for e in case if e.tag in ("failure", "error")):
            body = [line for line in bad.text.splitlines() if line.strip()]
            at = labels.line(") " + body[0], why="failed test")
            at = labels.line(re.sub(r"^[\w\\]+(Exception|Error): ", "", body[1]), why="message of a failed test", after=at)
            labels.line(pathlib.Path(case.get("file")).name, body[-1].rsplit(":", 1)[1], why="place of a failure", after=at)


def bats(labels, report):
    for case in ET.parse(report).iter("testcase"):
        for bad in (e for e in case if e.tag == "failure"):
            at = labels.line("not ok", case.get("name"), why="failed test")
            for line in [line for line in bad.text.splitlines() if line.strip()][:2]:
                at = labels.line(line, why="message of a failed test", after=at)


def tap(labels, report):
    """JSON lines made by TAP::Parser: failed tests and plan errors."""
    for text in pathlib.Path(report).read_text().splitlines():
        record = json.loads(text)
        labels.line(*record["text"], why=record["why"])


def rspec(labels, report):
    doc = json.loads(pathlib.Path(report).read_text())
    for example in doc["examples"]:
        if example["status"] != "failed":
            continue
        labels.line(") ", example["full_description"], why="failed example")
        labels.line(first_line(example["exception"]["message"]), why="message of a failed example")
        labels.line("rspec", f'{example["file_path"]}:{example["line_number"]}', why="place of a failed example")
    labels.line(doc["summary_line"], why="summary by the tool")


def results(labels, report):
    """JSON list of {name, message, place} made by a second reporter of the same tool."""
    for record in json.loads(pathlib.Path(report).read_text()):
        if record.get("name"):
            labels.mention(record["name"])
        labels.line(first_line(record["message"]), why=record.get("why", "message of a failed test"))
        if record.get("place"):
            labels.line(record["place"], why="place of a failure")


def shellcheck(labels, report):
    """The first of each distinct message, and its place."""
    seen = set()
    for record in json.loads(pathlib.Path(report).read_text()):
        if record["level"] == "error" and record["message"] not in seen:
            seen.add(record["message"])
            at = labels.line(f'In {record["file"]} line {record["line"]}:', why="place of an error")
            labels.line(f'SC{record["code"]}', record["message"].split("\n")[0], why="error by shellcheck", after=at)


def cppcheck(labels, report):
    for error in ET.parse(report).iter("error"):
        if error.get("severity") == "error":
            place = error.find("location")
            labels.line(f'{place.get("file")}:{place.get("line")}:', error.get("msg"), why="error by cppcheck")


def yamllint(labels, report):
    for text in pathlib.Path(report).read_text().splitlines():
        name, line, column, rest = text.split(":", 3)
        if "[error]" in rest:
            at = labels.line(name, why="file with an error")
            message = rest.split("]", 1)[1].rsplit("(", 1)[0]
            labels.line(f"{line}:{column}", "error", message, why="error by yamllint", after=at)


def perlcritic(labels, report):
    seen = set()
    for text in pathlib.Path(report).read_text().splitlines():
        name, line, severity, message = text.split("\t")
        if severity == "5" and message not in seen:
            seen.add(message)
            labels.line(message, f"line {line},", why="violation of the gravest kind, first of its message")


def meson(labels, report):
    for text in pathlib.Path(report).read_text().splitlines():
        record = json.loads(text)
        if record["result"] not in ("OK", "EXPECTEDFAIL", "SKIP"):
            labels.line(record["name"].split(":")[-1].split(" / ")[-1], record["result"], why="failed test")
            for line in (record.get("stderr") or record.get("stdout") or "").splitlines()[:1]:
                labels.line(line, why="message of a failed test")


def robot(labels, report):
    for test in ET.parse(report).iter("test"):
        status = test.find("status")
        if status.get("status") == "FAIL":
            labels.line(test.get("name"), "FAIL", why="failed test")
            labels.line(first_line(status.text), why="message of a failed test")


def behave(labels, report):
    for feature in json.loads(pathlib.Path(report).read_text()):
        for scenario in feature.get("elements", []):
            for step in scenario.get("steps", []):
                result = step.get("result", {})
                if result.get("status") == "failed":
                    at = labels.line(step["name"], f'{step["location"]}', why="failed step", required=False)
                    at = at or labels.line(step["name"], why="failed step")
                    message = result["error_message"]
                    message = message if isinstance(message, str) else "\n".join(message)
                    labels.line(first_line(message), why="message of a failed step", after=at)
            if scenario.get("status") == "failed":
                labels.mention(scenario["location"])


def bandit(labels, report):
    for record in json.loads(pathlib.Path(report).read_text())["results"]:
        if record["issue_severity"] == "HIGH":
            labels.line(record["test_id"], record["issue_text"][:60], why="issue of high severity")
            labels.line("Location:", f'{record["filename"]}:{record["line_number"]}', why="place of an issue")


def ruff(labels, report):
    """First of each distinct code that few records share."""
    records = json.loads(pathlib.Path(report).read_text())
    count = {}
    for record in records:
        count[record["code"]] = count.get(record["code"], 0) + 1
    for record in records:
        if count[record["code"]] <= max(1, len(records) // 50):
            at = labels.line(str(record["code"] or ""), record["message"].split("\n")[0], why="rare finding", required=False)
            labels.line("-->", f'{pathlib.Path(record["filename"]).name}:{record["location"]["row"]}:', why="place of a rare finding", after=at)


def mypy(labels, report):
    for text in pathlib.Path(report).read_text().splitlines():
        record = json.loads(text)
        if record["severity"] == "error":
            labels.line(f'{record["file"]}:{record["line"]}:', "error:", why="error by mypy")


def rustc(labels, report):
    for text in pathlib.Path(report).read_text().splitlines():
        record = json.loads(text)
        message = record.get("message")
        if record.get("reason") != "compiler-message" or message["level"] != "error" or not message["spans"]:
            continue
        code = message["code"]
        labels.line("error", code and code["code"] or "", message["message"].split("\n")[0], why="error by the compiler")
        span = next(s for s in message["spans"] if s["is_primary"])
        labels.line("-->", f'{span["file_name"]}:{span["line_start"]}:{span["column_start"]}', why="place of an error")


def rustc_records(labels, report):
    """The text is JSON lines itself: its records of errors."""
    for text in pathlib.Path(report).read_text().splitlines():
        message = json.loads(text).get("message")
        if message and message["level"] == "error" and message["spans"]:
            labels.mention(json.dumps(message["message"].split("\n")[0], ensure_ascii=False)[1:-1])


def gcc(labels, report):
    for text in pathlib.Path(report).read_text().splitlines():
        for record in json.loads(text):
            if record["kind"] in ("error", "fatal error"):
                caret = record["locations"][0]["caret"]
                at = labels.line(f'{caret["file"]}:{caret["line"]}:', why="place of an error")
                labels.line("error", record["message"].split("\n")[0], why="error by the compiler", after=at)


def gfortran(labels, report):
    """gfortran's JSON also has errors that it took back: those the text has."""
    def walk(records):
        for record in records:
            yield record
            yield from walk(record.get("children", []))

    for text in pathlib.Path(report).read_text().splitlines():
        for record in walk(json.loads(text)):
            caret = record["locations"][0]["caret"] if record.get("locations") else None
            if not caret or record["kind"] != "error":
                continue
            place = f'{caret["file"]}:{caret["line"]}:{caret["column"]}:'
            if any(line == bare(place) for line in labels.bare):
                at = labels.line(place, why="place of an error")
                labels.line("Error:", record["message"], why="error by the compiler", after=at)


def govet(labels, report):
    decoder, text = json.JSONDecoder(), re.sub(r"(?m)^#.*$", "", pathlib.Path(report).read_text()).strip()
    while text:
        doc, end = decoder.raw_decode(text)
        text = text[end:].strip()
        for package in doc.values():
            for findings in package.values():
                for finding in findings:
                    name, line, column = finding["posn"].rsplit(":", 2)
                    labels.line(f"{pathlib.Path(name).name}:{line}:{column}", finding["message"], why="finding by vet")


def stylelint(labels, report):
    for doc in json.loads(pathlib.Path(report).read_text()):
        for record in doc["warnings"]:
            if record["severity"] == "error":
                labels.mention(pathlib.Path(doc["source"]).name)
                labels.line(f'{record["line"]}:{record["column"]}', record["rule"], why="error by stylelint")


def webpack(labels, report):
    for error in json.loads(pathlib.Path(report).read_text())["errors"]:
        labels.line(f'ERROR in {error["moduleName"]} {error.get("loc", "")}', why="module that failed")
        labels.line(first_line(error["message"]), why="message of an error")


def esbuild(labels, report):
    for error in json.loads(pathlib.Path(report).read_text()):
        at = labels.line("[ERROR]", error["text"], why="error by esbuild")
        place = error["location"]
        labels.line(f'{place["file"]}:{place["line"]}:{place["column"]}:', why="place of an error", after=at)


def lines(labels, report):
    """JSON list of {text, why}, or of {mention}: what the program itself recorded."""
    at = 0
    for record in json.loads(pathlib.Path(report).read_text()):
        if "mention" in record:
            labels.mention(record["mention"])
            continue
        needles = record["text"] if isinstance(record["text"], list) else [record["text"]]
        at = labels.line(*needles, why=record["why"], after=at if record.get("next") else 0)


FORMATS = {f.__name__: f for f in (
    nodejunit, phpunit, bats, tap, rspec, results, shellcheck, cppcheck, yamllint, perlcritic, meson, robot, behave, bandit,
    ruff, mypy, rustc, rustc_records, gcc, gfortran, govet, stylelint, webpack, esbuild, lines)}


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("folder", type=pathlib.Path)
    p.add_argument("format", choices=FORMATS)
    p.add_argument("report")
    for name in ("tool", "command", "exit", "shape", "source"):
        p.add_argument("--" + name, required=True)
    args = p.parse_args()
    data = (args.folder / "input").read_bytes()
    labels = Labels(data)
    FORMATS[args.format](labels, args.report)
    if not labels.critical and not labels.mentions:
        sys.exit(f"{args.folder.name}: the report gave no label")
    case = {
        "id": args.folder.name, "tool": args.tool, "command": args.command, "exit": int(args.exit), "shape": args.shape,
        "bytes": len(data), "lines": data.count(b"\n") + (not data.endswith(b"\n")), "labels_from": args.source,
        "critical": [labels.critical[i] for i in sorted(labels.critical)], "must_mention": labels.mentions,
    }
    (args.folder / "case.json").write_text(json.dumps(case, ensure_ascii=False, indent=1) + "\n")


main()
