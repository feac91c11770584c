"""Labels of a conversation: the facts that its later turns use.

A fact is a word of a tool's result that nobody had said before, and that a
later text or call of the model repeats. Words are told mechanically: what
looks like a name, a path, a number or an id, not what a dictionary has. The
model can only repeat it because it stood in the request, so a request that
has lost it asks the model to guess or to look again.
"""

import re

WORD = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_./-]*[A-Za-z0-9_])?")
INNER_CAPITAL = re.compile(r"[a-z0-9][A-Z]")


def telling(word):
    """Whether a word is a fact rather than language."""
    if word.isdigit():
        return len(word) >= 4
    if len(word) < 6 or len(word) > 80:
        return False
    if INNER_CAPITAL.search(word):
        return True
    return any(c.isdigit() or c in "_/." for c in word) and any(c.isalnum() for c in word)


def words(text):
    """The words of a text in their order, each path also by its last part."""
    for word in WORD.findall(text):
        if telling(word):
            yield word
        if "/" in word and telling(last := word.rsplit("/", 1)[1]):
            yield last


def facts(elements, known=""):
    """elements: pairs of who speaks (user, assistant, result) and the text, one for each element of the list.
    known: what was said before all.

    Returns facts in the order of their first use: text, the element they come from, those that use them.
    """
    said, shown, found = set(words(known)), {}, {}
    for i, (who, text) in enumerate(elements):
        if who == "result":
            for word in words(text):
                if word not in said:
                    shown.setdefault(word, i)
            continue
        for word in dict.fromkeys(words(text)):
            if who == "assistant" and word in shown:
                found.setdefault(word, {"text": word, "from": shown[word], "used": []})["used"].append(i)
            else:
                said.add(word)
    return list(found.values())
