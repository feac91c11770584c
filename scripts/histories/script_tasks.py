"""Agents that work on Python and JavaScript."""

import json
import re

from talk import edit, find, read, run


def suite(t, tariffs=6):
    """A suite of tests fails in many places; each failure prints a number that stands once in the sources."""
    wrong = {f"zone_{n}": (1210 + 37 * n, 1210 + 37 * n + 5 * (n % 3 + 1)) for n in range(tariffs)}
    t.files({
        "tariff/__init__.py": "",
        "tariff/rates.py": '"""What a parcel costs, by zone, in cents."""\n\nRATES = {\n'
                           + "".join(f'    "zone_{n}": {wrong.get(f"zone_{n}", (2000 + 7 * n,))[0]},\n' for n in range(24)) + "}\n",
        "tariff/quote.py": QUOTE,
        "tests/test_quote.py": "import pytest\n\nfrom tariff.quote import quote, surcharge\n\n" + "".join(
            f'\ndef test_quote_zone_{n}():\n    parcel = {{"zone": "zone_{n}", "grams": 400, "insured": False}}\n'
            f'    assert quote(parcel) == {wrong.get(f"zone_{n}", (0, 2000 + 7 * n))[1]}\n' for n in range(24)) + SURCHARGE_TEST,
    })
    t.prepare("git init -q && git add -A && git commit -q -m 'Quote parcels'")
    t.ask("pytest fails in a lot of places since the tariff of this year came. The tests are right. Mend the code.")
    out = t.do("", run("python3 -m pytest -v"))
    mended = []
    while failure := re.search(r"^FAILED (\S+) - (?:assert|AssertionError: assert) (\d+) == (\d+)", out.text, re.M):
        test, got, want = failure.groups()
        seen = t.do(f"{test}: {got}, where {want} is wanted.", find(rf"\b{got}\b", "tariff")).text
        path, line, _ = seen.split(":", 2)
        t.do("", read(path, max(1, int(line) - 3), int(line) + 3))
        source = t.source(path, int(line)).strip()
        t.do(f"{path}:{line} has the old value.", edit(path, source, source.replace(got, want)))
        t.do("", run(f"python3 -m pytest -q {test}"))
        mended.append(f"{test}: {got} is {want} now")
        out = t.do("", run("python3 -m pytest -q"))
    if failure := re.search(r"^FAILED (\S+) - KeyError: '(\w+)'", out.text, re.M):
        test, key = failure.groups()
        t.do(f"{test} misses {key}.", find(rf"{key}|def surcharge"))
        t.do("", read("tests/test_quote.py", 125, 140), read("tariff/quote.py"))
        t.do("", edit("tariff/quote.py", "SURCHARGES = {", f'SURCHARGES = {{\n    "{key}": 350,'))
        t.do("", run("python3 -m pytest -q"))
        mended.append(f"{test}: {key} is known now")
    t.do("", run("git diff --stat && git diff | grep '^[+-]'"))
    t.tell("All tests pass. Mended:\n" + "\n".join(f"- {m}" for m in mended))
    return mended


QUOTE = '''"""Quotes for parcels."""

from tariff.rates import RATES

SURCHARGES = {
    "bulky_goods": 480,
    "cold_chain": 990,
}


def quote(parcel):
    """Returns the price of a parcel in cents."""
    cents = RATES[parcel["zone"]]
    if parcel["grams"] > 2000:
        cents += (parcel["grams"] - 2000) // 500 * 60
    if parcel["insured"]:
        cents += 150
    return cents


def surcharge(kind):
    """Returns what a kind of goods costs more."""
    return SURCHARGES[kind]
'''
SURCHARGE_TEST = '''

@pytest.mark.parametrize("kind, cents", [("bulky_goods", 480), ("cold_chain", 990), ("hazmat_class3", 350)])
def test_surcharge(kind, cents):
    assert surcharge(kind) == cents
'''

# MODULES are a program with wrong names in it. The interpreter names one at a time.
MODULES = {
    "report/__main__.py": '''"""Prints the report of a day."""

import report.inventory as inventory
import report.totals as totals
from report.render import render_tabel


def main():
    items = inventory.lod_items(days=3)
    sums = totals.by_category(items)
    lines = render_table(sums, heading="Report of the day")
    print("\\n".join(lines))
    for name, item in sorted(items.items()):
        print(f"{name:<14}{item.quantiy:>6}{item.cents / 100:>10.2f}")


main()
''',
    "report/inventory.py": '''"""What is in the store."""

import dataclasses


@dataclasses.dataclass
class Item:
    category: str
    quantity: int
    cents: int


def load_items(days):
    """Returns the items of the last days, by name."""
    found = {}
    for n in range(days * 12):
        category = ("tools", "paint", "garden")[n % 3]
        found[f"{category}-{n:04d}"] = Item(category, 3 + n * 7 % 40, 199 + n * 311 % 5000)
    return foud
''',
    "report/totals.py": '''"""Sums over items."""

import collections


def by_category(items):
    """Returns quantity and worth of each category."""
    sums = collections.defaultdict(lambda: [0, 0])
    for item in items.values():
        entry = sums[item.category]
        entry[0] += item.quantity
        entry[1] += item.quantity * item.cents
    return dict(summs)
''',
    "report/render.py": '''"""Tables as text."""


def render_table(sums, heading):
    """Returns the lines of a table."""
    widht = max(len(name) for name in sums) + 2
    lines = [heading, "=" * len(heading)]
    for name in sorted(sums):
        quantity, worth = sums[name]
        lines.append(name.ljust(width) + f"{quantity:>8}{worth / 100:>12.2f}")
    lines.apend("")
    return lines
''',
}


def names(t):
    """Names are misspelled; each traceback names a place and what was meant."""
    t.files(MODULES)
    t.ask("python3 -m report has never run. Get it to print its report.")
    t.do("", run("find . -name '*.py' | xargs wc -l"))
    out = t.do("", run("python3 -m report"))
    mended = []
    while out.exit:
        path, line = re.findall(r'File "(/home/dev/\S+)", line (\d+)', out.text)[-1]
        short = path.rsplit(f"{t.path('.')}/", 1)[-1]
        error = re.findall(r"^\w+Error: .*", out.text, re.M)[-1]
        wrong = re.search(r"(?:name|attribute) '(\w+)'|cannot import name '(\w+)'", error)
        wrong = wrong[1] or wrong[2]
        meant = re.search(r"Did you mean: '(\w+)'", error)
        t.do(error.split(". Did")[0] + f", at {short}:{line}.", read(short, max(1, int(line) - 5), int(line) + 3))
        right = meant[1] if meant else nearest(t, wrong)
        source = t.source(short, int(line)).strip()
        if wrong not in source:  # the name is bound elsewhere in this file, by its wrong spelling
            wrong, right = right, wrong
        t.do("", edit(short, source, source.replace(wrong, right)))
        mended.append(f"{short}:{line} said {wrong}, {right} was meant")
        out = t.do("", run("python3 -m report"))
    t.tell("It prints its report. What was wrong:\n" + "\n".join(f"- {m}" for m in mended))
    return mended


def nearest(t, wrong):
    """Searches for the definition that shares the first letters of a name."""
    out = t.do(f"What is {wrong} called?", find(rf"def {wrong[:-2]}|{wrong[:-2]}\w* ="))
    return re.search(rf"({wrong[:-2]}\w*)(?!.*{wrong})", out.text)[1]


def node(t, plans=14, wrong=6):
    """Tests of a table in JavaScript; what differs is printed, found and mended."""
    rows = [{"code": f"plan-{n:02d}x{n * 37 % 100}", "seats": 3 + n, "cents": 990 + 450 * n} for n in range(plans)]
    expected = [dict(r) for r in rows]
    for n in range(wrong):
        rows[n]["cents"] -= 40 + n
    rows[-1]["seats"] += 100
    t.files({
        "package.json": json.dumps({"name": "plans", "version": "2.4.1", "type": "module", "scripts": {"test": "node --test"}}, indent=2) + "\n",
        "src/plans.js": "// What each plan costs.\nexport const plans = [\n" + "".join(f"  {js(r)},\n" for r in rows) + "]\n",
        "src/quote.js": "import { plans } from './plans.js'\n\n// quote finds a plan by its code.\nexport function quote(code) {\n"
                        "  const plan = plans.find((p) => p.code === code)\n  if (!plan) throw new Error(`no plan ${code}`)\n  return { ...plan, yearly: plan.cents * 10 }\n}\n",
        "test/quote.test.js": "import { test } from 'node:test'\nimport assert from 'node:assert/strict'\nimport { quote } from '../src/quote.js'\n\n" + "".join(
            f"test('quote of {r['code']}', () => {{\n  assert.deepEqual(quote('{r['code']}'), {js(r | {'yearly': r['cents'] * 10})})\n}})\n\n" for r in expected),
    })
    t.prepare("git init -q && git add -A && git commit -q -m 'Sell plans'")
    t.ask("npm test fails. The tests were checked by sales and are right; src/plans.js was typed by hand.")
    t.do("", run("ls -R . | grep -v '^$'"), run("cat package.json src/quote.js"))
    out = t.do("", run("node --test"))
    mended = []
    while failure := re.search(r"not ok \d+ - quote of (\S+)|✖ quote of (\S+)", out.text):
        code = failure[1] or failure[2]
        block = out.text[failure.end():]
        name, got = re.search(r"\n\s*\+\s+(cents|seats): (\d+)", block).groups()
        want = re.search(rf"\n\s*-\s+{name}: (\d+)", block)[1]
        place = t.do(f"{code}: {name} is {got}, {want} is expected.", find(code, "src")).text
        path, line, source = place.strip().split(":", 2)
        t.do(f"{path}:{line}", edit(path, source.strip(), source.strip().replace(f"{name}: {got}", f"{name}: {want}")))
        mended.append(f"{code}: {name} {got} is {want} now")
        t.do("", run(f"node --test --test-name-pattern='{code}'"))
        out = t.do("", run("node --test"))
    t.do("", run("git diff -U0"))
    t.tell("All tests pass. Mended in src/plans.js:\n" + "\n".join(f"- {m}" for m in mended))
    return mended


def js(row):
    return "{ " + ", ".join(f"{k}: '{v}'" if isinstance(v, str) else f"{k}: {v}" for k, v in row.items()) + " }"
