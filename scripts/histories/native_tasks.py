"""Agents that work on C, Rust and Java, by what the compilers say."""

import re

from talk import edit, find, read, run

TABLE_H = """#ifndef TABLE_H
#define TABLE_H
#include <stddef.h>

struct table {
	size_t width, height;
	const char **cells;
};

void print_row(const struct table *t, size_t row);
void print_table(const struct table *t);
unsigned checksum(const char *text);
#endif
"""
TABLE_C = """#include "table.h"
#include <stdio.h>

void print_row(const struct table *t, size_t row)
{
	int unused_column = 0;
	for (size_t i = 0; i < t->widht; i++)
		printf("%-12s", t->cells[row * t->width + i]);
	putchar('\\n');
}

void print_table(const struct table *t)
{
	for (size_t row = 0; row < t->height; row++)
		pirnt_row(t, row);
}
"""
SUM_C = """#include "table.h"

unsigned checksum(const char *text)
{
	unsigned sum = 5381;
	while (*text)
		sum = sum * 33 + (unsigned char)*text++;
	return summ;
}
"""
MAIN_C = """#include "table.h"
#include <stdio.h>
#include <stdlib.h>

static const char *cells[] = {"name", "amount", "anvil", "1200", "bolt", "35"};

int main(void)
{
	struct table t = {.width = 2, .heigth = 3, .cells = cells};
	print_table(&t);
	printf("checksum %08x\\n", checkum(cells[2]));
	return EXIT_SUCESS;
}
"""
MAKEFILE = """CFLAGS = -Wall -Wextra -Werror -O1 -g
OBJS = main.o table.o

table: $(OBJS)
	$(CC) -o $@ $(OBJS)

%.o: %.c table.h
	$(CC) $(CFLAGS) -c -o $@ $<
"""


def make(t, columns=40):
    """A C program with misspelled names; gcc says what was meant."""
    units = {f"column_{n:02d}.c": f"#include \"table.h\"\n\nsize_t column_{n:02d}(const struct table *t)\n{{\n\treturn t->width > {n} ? {n} : 0;\n}}\n" for n in range(columns)}
    objects = " ".join(name.replace(".c", ".o") for name in units)
    t.files(units | {"table.h": TABLE_H, "table.c": TABLE_C, "sum.c": SUM_C, "main.c": MAIN_C, "Makefile": MAKEFILE.replace("table.o", f"table.o {objects}")})
    t.ask("make fails. Mend the program so that it builds without warnings and prints its table.")
    out = t.do("", run("ls && cat Makefile table.h"), run("make -k"))[1]
    mended = []
    while out.exit:
        if place := re.search(r"^(\w+\.[ch]):(\d+):\d+: error: (.*)$", out.text, re.M):
            path, line, error = place[1], int(place[2]), place[3]
            t.do(f"{path}:{line}: {error}", read(path, max(1, line - 3), line + 3))
            source = t.source(path, line)
            t.do("", edit(path, source + "\n", correct_c(source, error)))
            mended.append(f"{path}:{line}: {error}")
        else:
            missing = re.search(r"undefined reference to `(\w+)'", out.text)[1]
            place = t.do(f"Nothing linked has {missing}.", find(rf"\b{missing}\(")).text
            unit = re.search(rf"(\w+)\.c:\d+:\w+ \**{missing}\(", place)[1]
            t.do(f"It is in {unit}.c, which is not linked.", edit("Makefile", "OBJS = main.o", f"OBJS = main.o {unit}.o"))
            mended.append(f"{unit}.o was not linked")
        out = t.do("", run("make -B -k"))
    out = t.do("", run("./table"))
    total = re.search(r"checksum (\w+)", out.text)[1]
    t.tell(f"It builds and prints its table; the checksum of the second name is {total}. What was wrong:\n" + "\n".join(f"- {m}" for m in mended))
    return mended + [f"checksum {total}"]


def correct_c(source, error):
    """The line as the message wants it; nothing for a variable that nobody uses."""
    if "unused variable" in error:
        return ""
    wrong, right = re.search(r"[‘'](?:struct \w+’ has no member named ‘)?(\w+)[’'].*did you mean [‘'](\w+)[’']", error).groups()
    return source.replace(wrong, right) + "\n"


CARGO = """[package]
name = "meter"
version = "0.3.1"
edition = "2021"

[[bin]]
name = "meter"
path = "src/main.rs"
"""
LIB_RS = """use std::collections::BTreeMap;
use std::collections::HashSet;

#[derive(Debug)]
pub struct Reading {
    pub meter: String,
    pub watts: u32,
}

pub struct Ledger {
    readings: Vec<Reading>,
}

impl Ledger {
    pub fn new() -> Ledger {
        Ledger { readings: Vec::new() }
    }

    pub fn record(&mut self, reading: Reading) {
        self.readings.push(reading);
    }

    pub fn total_by_meter(&self) -> BTreeMap<String, u32> {
        let sums = BTreeMap::new();
        for r in &self.readings {
            *sums.entry(r.meter.clone()).or_insert(0) += r.wats;
        }
        sums
    }

    pub fn highest(&self) -> Option<&Reading> {
        self.readings.iter().max_by_key(|r| r.watts)
    }
}
"""
MAIN_RS = """mod ledger;

use ledger::{Ledger, Reading};

fn main() {
    let book = Ledger::new();
    for n in 0..12u32 {
        let reading = Reading { meter: format!("meter-{:03}", n % 4), watts: 40 + n * 17 % 90 };
        book.record(reading);
        if n == 11 {
            println!("last: {}", reading.meter);
        }
    }
    for (meter, watts) in book.totals_by_meter() {
        println!("{meter} {watts}");
    }
    let limit = 100;
    if let Some(r) = book.highest() {
        println!("highest: {} {}", r.meter, r.watts);
    }
}
"""


def cargo(t):
    """A crate that rustc refuses; its help says how each place is mended, and the agent asks it to explain the rest."""
    t.files({"Cargo.toml": CARGO, "src/ledger.rs": LIB_RS, "src/main.rs": MAIN_RS})
    t.ask("cargo build fails, and I want no warnings either. Please mend it.")
    out = t.do("", run("cargo build"))
    mended, explained = [], set()
    while place := re.search(r"^(error|warning)(?:\[(E\d+)\])?: (.*)\n +--> (\S+):(\d+):\d+", out.text, re.M):
        _, code, error, path, line = place.groups()
        line = int(line)
        calls = [read(path, max(1, line - 3), line + 3)]
        if code and code not in explained and len(explained) < 3:
            explained.add(code)
            calls.append(run(f"rustc --explain {code}"))
        t.do(f"{path}:{line}: {error}.", *calls, thought=f"{code or 'The warning'} is at {path}:{line}.")
        message = out.text[place.start() : out.text.find("\n\n", place.end())]
        for file, old, new in correct_rust(message, path, t.source(path, line)):
            t.do("", edit(file, old, new))
        mended.append(f"{path}:{line}: {error}")
        out = t.do("", run("cargo build"))
    out = t.do("It builds.", run("cargo run -q"))
    highest = re.search(r"highest: (\S+) (\d+)", out.text)
    t.tell(f"No errors and no warnings are left; {highest[1]} has the highest reading. In order:\n" + "\n".join(f"- {m}" for m in mended))
    return mended + [f"the highest reading is of {highest[1]}"]


def correct_rust(message, path, source):
    """The edits that rustc's help asks for."""
    if "unused import" in message:
        return [(path, source + "\n", "")]
    if "unused variable" in message:
        name = re.search(r"unused variable: `(\w+)`", message)[1]
        return [(path, f"let {name} =", f"let _{name} =")]
    if "as mutable" in message:
        name = re.search(r"borrow `(\w+)` as mutable", message)[1]
        return [(path, f"let {name} =", f"let mut {name} =")]
    if "borrow of moved value" in message:
        return [("src/main.rs", "            println!(\"last: {}\", reading.meter);\n", "            println!(\"last: {n}\");\n")]
    wrong = re.search(r"(?:no field|no method named) `(\w+)`", message)[1]
    alike = re.findall(rf"\b{wrong[:3]}\w*", message[message.index("help: ") :])
    return [(path, wrong, next(w for w in alike if w != wrong))]


JAVA = {
    "shop/Order.java": """package shop;

import java.util.ArrayList;
import java.util.List;

/** What somebody bought. */
public class Order {
    private final String id;
    private final List<Line> lines = new ArrayList<>();

    public Order(String id) {
        this.id = id;
    }

    public String orderId() {
        return id;
    }

    public void addLine(String article, int cents, int count) {
        lines.add(new Line(article, cents, count));
    }

    public int totalCents() {
        return lines.stream().mapToInt(l -> l.cents * l.count).sum();
    }

    public Line largestLine() {
        return lines.stream().max((a, b) -> a.cents * a.count - b.cents * b.count).orElseThrow();
    }

    /** One article. */
    public record Line(String article, int cents, int count) {}
}
""",
    "shop/Main.java": """package shop;

import java.util.ArrayList;
import java.util.List;

public class Main {
    public static void main(String[] args) {
        List<Order> orders = new ArrayList<>();
        for (int n = 0; n < 6; n++) {
            Order order = new Order(String.format("ORD-%05d", 48200 + n * 7));
            for (int i = 0; i < n; i++) {
                order.addItem("article-" + i, 250 * (i + 1), n);
            }
            orders.add(order);
        }
        for (Order order : orders) {
            System.out.println(order.getId() + " " + order.total());
            System.out.println("  mostly " + order.largest().article());
        }
    }
}
""",
}


def java(t):
    """javac names symbols that it can't find; the agent looks for the ones that are there. Then the program throws."""
    t.files(JAVA)
    t.ask("shop.Main doesn't compile. When it does, run it, and mend what is still wrong.")
    out = t.do("", run("javac -d out shop/*.java"))
    mended = []
    while place := re.search(r"^(\S+\.java):(\d+): error: (.*)\n.*\n.*\n  symbol:\s+method (\w+)\(", out.text, re.M):
        path, line, error, name = place[1], int(place[2]), place[3], place[4]
        stem = re.sub(r"^(get|add)", "", name)
        defined = t.do(f"{path}:{line} calls {name}, which is not there.", find(rf"public \w+ \w*{stem}\w*\(|public \w+ add\w+\(", "shop"))
        right = re.search(rf"public \w+ (\w*{stem}\w*)\(", defined.text) or re.search(r"public \w+ (add\w+)\(", defined.text)
        t.do("", edit(path, f".{name}(", f".{right[1]}("))
        mended.append(f"{path}:{line}: {name} is {right[1]}")
        out = t.do("", run("javac -d out shop/*.java"))
    out = t.do("It compiles.", run("java -cp out shop.Main"))
    frame = re.search(r"at shop\.(\w+)\.(\w+)\((\w+\.java):(\d+)\)", out.text)
    t.do(f"{frame[1]}.{frame[2]} throws, at {frame[3]}:{frame[4]}: an order without lines has no largest one.",
         read(f"shop/{frame[3]}", int(frame[4]) - 2, int(frame[4]) + 2), find(rf"{frame[2]}\(", "shop"))
    t.do("", edit("shop/Main.java", "            System.out.println(\"  mostly", "            if (order.totalCents() > 0) System.out.println(\"  mostly"))
    out = t.do("", run("javac -d out shop/*.java && java -cp out shop.Main"))
    best = re.findall(r"(ORD-\d+) (\d+)", out.text)[-1]
    t.tell(f"It runs; {best[0]} is worth {best[1]} cents. Mended:\n" + "\n".join(f"- {m}" for m in mended) + f"\n- {frame[1]}.{frame[2]} was called for an empty order")
    return mended + [f"{best[0]} is worth {best[1]}"]
