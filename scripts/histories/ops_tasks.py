"""Agents that look for things: in histories, logs, data bases and settings."""

import json
import re

from talk import edit, find, read, run, write

CHECK = """#!/bin/sh
# Checks the limits that the gateway needs.
. ./limits.env
echo "limits: CONNECTIONS=$CONNECTIONS TIMEOUT_MS=$TIMEOUT_MS RETRIES=$RETRIES"
for n in $(seq 1 24); do
	need=$((n * 36))
	if [ "$need" -le "$CONNECTIONS" ]; then echo "ok   load step $n: $need of $CONNECTIONS connections"; else echo "FAIL load step $n: $need of $CONNECTIONS connections"; failed=1; fi
done
exit ${failed:-0}
"""


def bisect(t, commits=110, bad=71):
    """A check fails since some commit; the agent halves the log by hand."""
    t.files({"check.sh": CHECK, "README.md": "# Gateway\n"})
    script = ["git init -q", "chmod +x check.sh"]
    for n in range(commits):
        limit = 1024 if n < bad else 512
        script.append(f"printf 'CONNECTIONS={limit}\\nTIMEOUT_MS={2000 + n * 25}\\nRETRIES={n % 4}\\n' >limits.env && echo 'step {n}' >>README.md && git add -A && "
                      f"GIT_AUTHOR_DATE='2026-03-{1 + n // 5:02d}T09:{n % 60:02d}:00Z' GIT_COMMITTER_DATE='2026-03-{1 + n // 5:02d}T09:{n % 60:02d}:00Z' git commit -qm '{SUBJECTS[n % len(SUBJECTS)]} ({n})'")
    t.prepare("\n".join(script))
    t.ask("./check.sh used to pass and fails now. Which commit broke it? Mend it on top of master, keeping what else that commit did.")
    log = t.do("", run("./check.sh"), run("git log --stat --format='%h %ad %s' --date=short"))[1].text
    hashes = re.findall(r"^([0-9a-f]{7,}) \d{4}-", log, re.M)[::-1]
    good, broken = 0, len(hashes) - 1
    t.do("Was it right in the beginning?", run(f"git checkout -q {hashes[0]} && ./check.sh"))
    while broken - good > 1:
        middle = (good + broken) // 2
        out = t.do(f"{hashes[good]} passes, {hashes[broken]} fails; {hashes[middle]} is between them.", run(f"git checkout -q {hashes[middle]} && ./check.sh"))
        good, broken = (good, middle) if out.exit else (middle, broken)
    first = hashes[broken]
    out = t.do(f"{first} is the first that fails.", run(f"git show --stat -p {first}"), run("git checkout -q -"))[0]
    old, new = re.search(r"^-(CONNECTIONS=\d+)", out.text, re.M)[1], re.search(r"^\+(CONNECTIONS=\d+)", out.text, re.M)[1]
    t.do("", run("git checkout -q master && cat limits.env"))
    t.do(f"{new} was {old} before.", edit("limits.env", new, old))
    t.do("", run("./check.sh"))
    out = t.do("", run(f"git commit -qam 'Allow {old.split('=')[1]} connections again' && git log -1 --format=%h"))
    t.tell(f"{first} broke it: it set {new}, where {hashes[good]} had {old}. The mend is {out.text.strip()}, and ./check.sh passes.")
    return [f"{first} set {new}", f"the mend is {out.text.strip()}"]


SUBJECTS = ["Raise the timeout", "Say what a step is", "Tune the retries", "Keep the notes in order", "Review the limits", "Allow for slow backends"]


def logs(t, lines=330):
    """An order went missing; its trail goes through the logs of three services by ids."""
    t.files({f"log/{s}.log": text for s, text in trail(lines).items()})
    t.files({"deploy/pools.yaml": "".join(f"- host: pay-{n:02d}.internal\n  port: {7400 + n * 3}\n  pool_size: {20 if n != 4 else 2}\n  region: eu-{n % 3}\n" for n in range(9))})
    t.ask("Customers got errors from the shop this morning. Find out why, from log/ and deploy/, and mend the settings.")
    t.do("", run("ls -l log deploy && wc -l log/*"), run(f"tail -n {lines // 2} log/gateway.log"))
    out = t.do("", run("grep -n ' 502 ' log/gateway.log"))
    requests = re.findall(r"req=(\w+)", out.text)
    orders, transactions, hosts = [], [], []
    for req in requests[:4]:
        out = t.do(f"What became of {req}?", find(req, "log/orders.log"))
        order = re.search(r"order=(\S+)", out.text)[1]
        out = t.do(f"It was {order}.", find(order, "log/payments.log"))
        transactions.append(re.search(r"txn=(\S+)", out.text)[1])
        hosts.append(re.search(r"host=(\S+)", out.text)[1])
        orders.append(order)
    host = max(set(hosts), key=hosts.count)
    t.do(f"{', '.join(transactions)} all went to {host}.", run(f"grep -c {host} log/payments.log; grep {host} log/payments.log | tail -n 12"), read("deploy/pools.yaml"))
    out = t.do("", run(f"grep -A3 {host} deploy/pools.yaml"))
    port, size = re.search(r"port: (\d+)", out.text)[1], re.search(r"pool_size: (\d+)", out.text)[1]
    t.do(f"Its pool on port {port} has {size}, the others have 20.",
         edit("deploy/pools.yaml", f"port: {port}\n  pool_size: {size}\n", f"port: {port}\n  pool_size: 20\n"))
    t.do("", run("grep -n pool_size deploy/pools.yaml | sort | uniq -c"))
    t.tell(f"{host} (port {port}) ran out of connections: its pool had {size} of them. Requests {', '.join(requests[:4])} failed there; "
           f"the orders are {', '.join(orders)}. The pool has 20 now, as on the other hosts.")
    t.ask("Which transactions have to be refunded? Write them to refunds.txt, with their orders.")
    t.do("", write("refunds.txt", "".join(f"{o} {x}\n" for o, x in zip(orders, transactions))))
    t.tell(f"refunds.txt lists {len(orders)}: " + ", ".join(transactions) + ".")
    return [f"{host}, port {port}", f"{orders[0]} was {transactions[0]}", f"request {requests[0]}"]


def trail(lines):
    """The logs of three services in an hour. Every 37th request fails, at one host."""
    out = {"gateway": "", "orders": "", "payments": ""}
    for n in range(lines):
        req, order, txn = f"{n * 2654435761 % 2**32:08x}", f"ORD-{310000 + n * 17}", f"txn_{n * 40503 % 65536:04x}{n:03d}"
        failed = n % 37 == 19
        host = "pay-04.internal" if failed else f"pay-{n % 9:02d}.internal"
        at = f"2026-04-02T08:{n // 3 % 60:02d}:{n * 20 % 60:02d}Z"
        out["gateway"] += f"{at} gateway POST /v1/orders {502 if failed else 201} {1900 + n if failed else 35 + n * 7 % 60}ms req={req} client=10.0.{n % 7}.{n % 250}\n"
        out["orders"] += f"{at} orders INFO placed order={order} req={req} items={1 + n % 5} customer=c{9000 + n * 3}\n"
        if failed:
            out["payments"] += f"{at} payments ERROR charge failed order={order} txn={txn} host={host} error=\"pool exhausted: 2 of 2 in use, waited 1800ms\"\n"
        else:
            out["payments"] += f"{at} payments INFO charged order={order} txn={txn} host={host} cents={1500 + n * 311 % 9000}\n"
    return out


def sqlite(t, rows=700):
    """A sum in a data base is wrong; the agent asks it until it knows which rows."""
    t.files({"schema.sql": SCHEMA + "".join(
        f"INSERT INTO invoices VALUES({5000 + n}, 'C-{1000 + n * 7 % 90:04d}', {990 + n * 131 % 40000}, '{'EUR' if n % 61 else 'EUx'}', '2026-0{1 + n % 6}-{1 + n % 28:02d}');\n" for n in range(rows))})
    t.prepare("sqlite3 books.db <schema.sql")
    t.ask("The report of the half-year says 4 % less than the bank. The data is in books.db. What is missing, and how is it mended?")
    t.do("", run("sqlite3 books.db .schema"), run("sqlite3 -box books.db 'SELECT * FROM invoices LIMIT 110'"))
    t.do("", run("sqlite3 -box books.db 'SELECT * FROM report'"), run("sqlite3 -box books.db 'SELECT substr(day,1,7) month, count(*), sum(cents) FROM invoices GROUP BY month'"))
    out = t.do("Which currencies are there?", run("sqlite3 -box books.db 'SELECT currency, count(*) n, sum(cents) FROM invoices GROUP BY currency'"))
    odd = re.search(r"│ (EU[^R])", out.text)[1]
    out = t.do(f"{odd} is none.", run(f"sqlite3 books.db \"SELECT id, customer, cents FROM invoices WHERE currency = '{odd}'\""))
    found = [line.split("|") for line in out.text.strip().split("\n")]
    for number, customer, cents in found[:3]:
        t.do(f"Invoice {number} over {cents} is of {customer}.", run(f"sqlite3 -box books.db \"SELECT * FROM invoices WHERE customer = '{customer}'\""))
    ids = ", ".join(n for n, _, _ in found)
    t.do("", run(f"sqlite3 books.db \"UPDATE invoices SET currency = 'EUR' WHERE id IN ({ids}); SELECT changes();\""))
    out = t.do("", run("sqlite3 -box books.db 'SELECT * FROM report'"))
    total = re.findall(r"│ +(\d{5,}) +│", out.text)[-1]
    t.tell(f"Invoices {ids} had the currency {odd} and were left out. They are EUR now, and the report comes to {total}.")
    return [f"invoice {found[0][0]} of {found[0][1]} over {found[0][2]}", f"the report comes to {total}"]


SCHEMA = """CREATE TABLE invoices(id INTEGER PRIMARY KEY, customer TEXT NOT NULL, cents INTEGER NOT NULL, currency TEXT NOT NULL, day TEXT NOT NULL);
CREATE INDEX invoices_by_day ON invoices(day);
CREATE VIEW report AS SELECT substr(day, 1, 7) AS month, count(*) AS invoices, sum(cents) AS cents FROM invoices WHERE currency = 'EUR' GROUP BY month
 UNION ALL SELECT 'half-year', count(*), sum(cents) FROM invoices WHERE currency = 'EUR';
"""


def services(t, count=56):
    """Settings in JSON: one service of many listens where nobody looks for it."""
    entries = [{"name": f"svc-{n:02d}-{WORDS[n % len(WORDS)]}", "id": f"{n * 2246822519 % 2**32:08x}", "port": 8100 + n, "status": "healthy", "replicas": 2 + n % 3,
                "image": f"shop/{WORDS[n % len(WORDS)]}:1.{n}.{n % 7}"} for n in range(count)]
    entries[27] |= {"status": "degraded", "port": 9127, "replicas": 0}
    t.files({"status.json": json.dumps(entries, indent=2) + "\n"})
    t.files({f"config/{e['name']}.json": json.dumps({"service": e["id"], "listen": 9127 if n == 27 else e["port"], "probe": 8100 + n}, indent=2) + "\n" for n, e in enumerate(entries)})
    t.ask("One of our services is degraded, see status.json. Find its settings and make it listen where it is probed.")
    out = t.do("", read("status.json"))
    bad = next(e for e in json.loads(out.text) if e["status"] != "healthy")
    out = t.do(f"{bad['name']} is {bad['status']}, id {bad['id']}.", find(bad["id"], "config"))
    path = out.text.split(":")[0]
    settings = json.loads(t.do("", read(path)).text)
    t.do(f"{path} listens on {settings['listen']} and is probed on {settings['probe']}.",
         edit(path, f'"listen": {settings["listen"]}', f'"listen": {settings["probe"]}'))
    t.do("", run(f"python3 -c \"import json; s = json.load(open('{path}')); print(s, s['listen'] == s['probe'])\""))
    t.tell(f"{bad['name']} ({bad['id']}, image {bad['image']}) listens on {settings['probe']} now; it was {settings['listen']}.")
    return [f"{bad['name']} has the id {bad['id']} and runs {bad['image']}"]


WORDS = ["basket", "search", "mailer", "stock", "prices", "login", "images", "billing"]


def question(t):
    """A short question about a small project: nothing here is worth reducing."""
    t.files({"slug.py": '"""Slugs of titles."""\n\nMAX_SLUG = 48\n\n\ndef slug(title):\n    """Returns a title as it stands in a URL."""\n'
                        '    words = "".join(c if c.isalnum() else " " for c in title.lower()).split()\n    return "-".join(words)[:MAX_SLUG].rstrip("-")\n'})
    t.ask("How long can a slug get, and what happens to umlauts?")
    out = t.do("", find("slug|SLUG"))
    name = re.search(r"MAX_\w+", out.text)[0]
    t.do("", read("slug.py"))
    t.tell(f"At most as long as {name} says, and a hyphen at the cut is dropped. Umlauts are letters, so they stay.")
    t.ask("Show me with a title of your own.")
    out = t.do("", run("python3 -c \"from slug import slug; print(slug('Größe zählt: ein Test der Länge von Titeln und Überschriften'))\""))
    t.tell(f"{out.text.strip()} comes out, cut by {name}.")
    return [f"{name} bounds slugs"]
