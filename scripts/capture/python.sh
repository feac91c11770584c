# shellcheck shell=bash disable=SC2154,SC2016,SC2317  # sourced by capture-corpus.sh
# Python: Robot Framework, behave, bandit, ruff, mypy, doctest, services that log.
cases+=(robot-fail-01 behave-fail-01 bandit-01 ruff-full-01 mypy-pretty-01 doctest-01 log-pyservice-01 log-httpd-01)

capture_robot_fail_01() {
	needs robot || return 0
	project portal
	{
		printf '*** Test Cases ***\n'
		for i in $(seq 1 30); do printf 'Login Error Page %d Is Shown\n    Should Be Equal    page-%d    page-%d\n    Log    all good\n' "$i" "$i" "$i"; done
		printf 'Basket Shows Total\n    ${total}=    Evaluate    19.90 * 3\n    Should Be Equal As Strings    ${total}    59.70    basket total is wrong\n'
		printf 'Search Finds Item\n    ${items}=    Create List    red    blue\n    Should Contain    ${items}    green\n'
		printf 'Missing Keyword\n    Press The Red Button\n'
	} >portal.robot
	robot --output "$work/report.xml" --log NONE --report NONE portal.robot >/dev/null 2>&1
	mv "$work/report.xml" "$work/report"
	shown "robot --output NONE --log NONE --report NONE portal.robot"
	labels robot "$work/report" test-log "Robot Framework's output.xml of an identical run: failed tests and the first line of their messages"
}

capture_behave_fail_01() {
	needs behave || return 0
	project bank
	mkdir -p features/steps
	{
		echo 'Feature: transfers'
		for i in $(seq 1 20); do printf '  Scenario: transfer %d without error\n    Given an account with %d\n    When %d is sent\n    Then %d is left\n' "$i" $((i + 5)) "$i" 5; done
		printf '  Scenario: more than there is\n    Given an account with 10\n    When 30 is sent\n    Then 10 is left\n  Scenario: an unknown step\n    Given an account with 1\n    When the bank is closed\n    Then 1 is left\n'
	} >features/transfer.feature
	cat >features/steps/steps.py <<'PY'
from behave import given, when, then

@given("an account with {n:d}")
def account(context, n):
    context.balance = n

@when("{n:d} is sent")
def send(context, n):
    context.balance -= n

@then("{n:d} is left")
def left(context, n):
    assert context.balance == n, f"balance is {context.balance}, not {n}"
PY
	behave -f json -o "$work/report" >/dev/null 2>&1
	shown "behave --no-color"
	labels behave "$work/report" test-log "behave -f json of an identical run: failed steps, first message line, failed scenarios"
}

capture_bandit_01() {
	needs bandit || return 0
	project admin
	mkdir tool
	for i in $(seq 1 9); do
		printf 'import random\nimport subprocess\n\ndef token_%d():\n    assert True\n    return random.random()\n\ndef error_log_%d(path):\n    try:\n        return subprocess.run(["cat", path])\n    except Exception:\n        pass\n' "$i" "$i" >tool/part_$i.py
	done
	printf 'import hashlib\nimport subprocess\n\ndef sign(data):\n    return hashlib.md5(data).hexdigest()\n\ndef archive(name):\n    subprocess.call("tar cf " + name, shell=True)\n' >tool/archive.py
	bandit -q -r -f json -o "$work/report" tool 2>/dev/null
	shown "bandit -q -r tool"
	labels bandit "$work/report" build-log "bandit -f json of the same files: issues of high severity and their places"
}

python_module() {
	mkdir -p shop
	for i in $(seq 1 8); do
		printf 'import os, sys\nfrom typing import List\n\ndef price_%d(items: List[int], errors = []):\n    total = 0\n    for i in range(len(items)):\n        total = total + items[i]\n    l = total\n    return l\n' "$i" >shop/part_$i.py
	done
	printf 'import json\n\ndef load(path):\n    with open(path) as f:\n        data = jsn.load(f)\n    return data\n\ndef compare(a):\n    if a is "done":\n        return f"status"\n    return a == None\n' >shop/store.py
}

capture_ruff_full_01() {
	needs ruff || return 0
	project shop
	python_module
	ruff check --no-cache --isolated --select E,F,B,UP --output-format json shop >"$work/report"
	shown "ruff check --no-cache --isolated --select E,F,B,UP --output-format full shop"
	labels ruff "$work/report" build-log "ruff --output-format json of the same files: findings whose code at most 2 % of them have"
}

capture_mypy_pretty_01() {
	needs mypy || return 0
	project ledger
	mkdir ledger
	cat >ledger/core.py <<'PY'
from dataclasses import dataclass
from typing import Iterable, Optional


@dataclass
class Entry:
    account: str
    cents: int
    note: Optional[str] = None


def total(entries: Iterable[Entry]) -> int:
    return sum(e.cents for e in entries)


def notes(entries: list[Entry]) -> list[str]:
    return [e.note.upper() for e in entries]


def by_account(entries: list[Entry]) -> dict[str, int]:
    out: dict[str, int] = {}
    for e in entries:
        out[e.account] = out.get(e.account, "0") + e.cents
    return out


def parse(line: str) -> Entry:
    account, cents = line.split(",")
    return Entry(account, cents)


def report(entries: list[Entry]) -> str:
    return total(entries).format()
PY
	mypy --no-incremental --cache-dir=/dev/null --output json ledger >"$work/report"
	shown "mypy --no-incremental --cache-dir=/dev/null --pretty ledger"
	labels mypy "$work/report" build-log "mypy --output json of the same files: every error"
}

capture_doctest_01() {
	needs python3 || return 0
	project textkit
	{
		for i in $(seq 1 25); do printf 'def pad_%d(s):\n    """Pads an error message.\n\n    >>> pad_%d("x")\n    %s\n    """\n    return s.ljust(%d, ".")\n\n' "$i" "$i" "'$(printf 'x%.0s' 1)$(head -c "$i" /dev/zero | tr '\0' .)'" $((i + 1)); done
		printf 'def words(s):\n    """\n    >>> words("a  b")\n    ["a", "b"]\n    >>> words(None)\n    []\n    """\n    return s.split(" ")\n'
	} >textkit.py
	cat >"$work/second.py" <<'PY'
import doctest, json, sys, traceback
import textkit
found = []
class Runner(doctest.DocTestRunner):
    def report_failure(self, out, test, example, got):
        found.extend([{"text": f'line {test.lineno + example.lineno + 1}, in {test.name}', "why": "place of a failed example"}, {"text": example.source.strip(), "why": "failed example", "next": True}, {"text": got.strip(), "why": "what it gave", "next": True}])
    def report_unexpected_exception(self, out, test, example, exc):
        found.extend([{"text": f'line {test.lineno + example.lineno + 1}, in {test.name}', "why": "place of a failed example"}, {"text": f"{exc[0].__name__}: {exc[1]}", "why": "exception of a failed example", "next": True}])
    def report_start(self, *a): pass
    def report_success(self, *a): pass
runner = Runner(verbose=False)
for test in doctest.DocTestFinder().find(textkit, "textkit"):
    runner.run(test, out=lambda s: None)
json.dump(found, open(sys.argv[1], "w"))
PY
	PYTHONPATH=. python3 "$work/second.py" "$work/report"
	shown "python3 -m doctest -v textkit.py"
	labels lines "$work/report" test-log "a doctest runner that records the examples which fail, over the same module"
}

capture_log_pyservice_01() {
	needs python3 || return 0
	project worker
	cat >worker.py <<'PY'
import json, logging, os, random

random.seed(7)
clock = [1762000000.0]
class Formatter(logging.Formatter):
    def format(self, record):
        clock[0] += random.random()
        record.created, record.msecs = clock[0], clock[0] % 1 * 1000
        return super().format(record)

found = []
class Recorder(logging.Handler):
    def emit(self, record):
        if record.levelno >= logging.ERROR:
            found.append({"text": record.getMessage(), "why": f"record of level {record.levelname}"})
            if record.exc_info:
                kind, error, _ = record.exc_info
                found.append({"text": f"{kind.__name__}: {error}", "why": "exception of that record"})

handler = logging.StreamHandler()
handler.setFormatter(Formatter("%(asctime)s %(levelname)-8s %(name)s [%(threadName)s] %(message)s"))
logging.basicConfig(level=logging.DEBUG, handlers=[handler, Recorder()])
pool, jobs, http = (logging.getLogger("worker." + n) for n in ("pool", "jobs", "http"))

def settle(amount):
    return {"EUR": 1}["USD"] * amount

for n in range(560):
    jobs.debug("job %d fetched, 0 errors, error budget %.1f%%", n, random.random())
    pool.info("connection %d acquired in %d ms", random.randrange(16), random.randrange(9))
    http.info('POST /v1/settle status=200 failed=0 bytes=%d', random.randrange(9000))
    if n % 97 == 5:
        pool.warning("pool is at %d of 16", random.randrange(12, 16))
    if n == 211:
        try:
            settle(n)
        except KeyError:
            jobs.exception("job 211: currency table has no entry, job put back")
    if n == 480:
        http.error("upstream closed the stream after 3 of 7 parts (peer 10.1.4.9:8443)")
    if n == 541:
        pool.critical("disk quota reached, refusing new jobs")
if os.environ.get("RECORD"):
    json.dump(found, open(os.environ["RECORD"], "w"))
PY
	RECORD=$work/report python3 worker.py 2>/dev/null
	shown "python3 worker.py"
	labels lines "$work/report" log "a second logging handler of an identical run: records of level ERROR and above, their exceptions"
}

capture_log_httpd_01() {
	needs python3 || return 0
	project site
	mkdir -p www/error
	for i in $(seq 1 20); do echo "page $i" >www/page$i.html; done
	echo odd >www/error/failed.html
	cat >serve.py <<'PY'
import http.server, json, os, threading, urllib.error, urllib.request

class Handler(http.server.SimpleHTTPRequestHandler):
    def log_date_time_string(self):
        self.server.ticks += 1
        return f"21/Nov/2026 10:{self.server.ticks // 60:02}:{self.server.ticks % 60:02}"
    def do_GET(self):
        if self.path == "/report?year=1999":
            return self.send_error(500, "archive is not mounted")
        super().do_GET()

os.chdir("www")
server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
server.ticks = 0
threading.Thread(target=server.serve_forever, daemon=True).start()
found = []
paths = [f"/page{n % 20 + 1}.html" if n % 9 else "/error/failed.html" for n in range(450)]
paths[120], paths[333] = "/page21.html", "/report?year=1999"
for path in paths:
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{server.server_port}{path}").read()
    except urllib.error.HTTPError as error:
        found.append({"text": [f'"GET {path} HTTP/1.1" {error.code}'], "why": "request that its client saw fail"})
server.shutdown()
if os.environ.get("RECORD"):
    json.dump(found, open(os.environ["RECORD"], "w"))
PY
	RECORD=$work/report python3 serve.py 2>/dev/null
	shown "python3 serve.py"
	labels lines "$work/report" log "the client's own record of the requests that failed, of an identical run"
}
