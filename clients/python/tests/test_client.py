"""The client against a real elide serve, and the requests that it makes through the
providers' own SDKs, which a server here takes and answers as a model would.

ELIDE_BIN names the folder with the programs.
"""

import http.server
import json
import os
import pathlib
import re
import subprocess
import tempfile
import threading
import unittest

import anthropic
import openai

from elide_client import Elide, ElideError

BIN = pathlib.Path(os.environ["ELIDE_BIN"])
MARKER = re.compile("⟦elided:([0-9a-f]{12})")


def log(n=400):
    """A log with one line that matters."""
    lines = [f"2026-01-02 03:{i // 60 % 60:02}:{i % 60:02} INFO request {i} served in {i * 7919 % 97} ms" for i in range(n)]
    lines[n // 2] = "2026-01-02 03:59:59 ERROR disk sda1 is full: é"
    return "\n".join(lines) + "\n"


class Served(unittest.TestCase):
    """Each test has a server of its own."""

    arguments = []

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.env = {"PATH": os.environ["PATH"], "HOME": str(self.folder), "ELIDE_STORE": str(self.folder / "store")}
        arguments = [a.format(self.folder) for a in self.arguments]
        self.server = subprocess.Popen([BIN / "elide-serve", *arguments], stdout=subprocess.PIPE, env=self.env, cwd=folder.name, text=True)
        self.addCleanup(self.stop)
        self.url = self.server.stdout.readline().strip().removeprefix("ELIDE_URL=")
        self.elide = Elide(self.url)

    def stop(self):
        if self.server.poll() is None:
            self.server.kill()
        self.server.wait()
        self.server.stdout.close()

    def run_program(self, name, *arguments, stdin=b""):
        return subprocess.run([BIN / name, *arguments], input=stdin, stdout=subprocess.PIPE, env=self.env, cwd=self.folder, check=True).stdout


class Blocks(Served):
    def test_it_is_what_elide_prints(self):
        shown = self.elide.reduce(log(), command="serve")
        self.assertIsNone(shown.problem)
        self.assertTrue(shown.reduced)
        self.assertEqual(shown.text.encode(), self.run_program("elide", "--command", "serve", stdin=log().encode()))
        self.assertIn("disk sda1 is full: é", shown.text)
        self.assertEqual(self.run_program("elision-get", shown.hash).decode(), log())
        self.assertEqual(shown.report["bytes"], len(log().encode()))

    def test_bytes_stay_bytes(self):
        block = log().encode() + b"\xff\xfe\n"
        shown = self.elide.reduce(block)
        self.assertTrue(shown.reduced)
        self.assertIsInstance(shown.text, bytes)
        self.assertEqual(self.run_program("elision-get", shown.hash), block)
        self.assertEqual(self.elide.reduce(b"\xff").text, b"\xff")

    def test_what_is_short_is_the_same(self):
        for block in ["", "x", "é\n", "\ud800"]:
            shown = self.elide.reduce(block)
            self.assertIs(shown.text, block)
            self.assertIsNone(shown.problem)

    def test_options(self):
        self.assertIn("request 17 ", self.elide.reduce(log(), keep=["request 17 "]).text)
        self.assertLess(len(self.elide.reduce(log(), max_bytes=300).text.encode()), 600)
        with self.assertRaisesRegex(ValueError, "max_byte"):
            self.elide.reduce(log(), max_byte=300)
        with self.assertRaisesRegex(ValueError, "ttl"):
            self.elide.reduce(log(), ttl="soon")

    def test_nothing_is_lost_where_there_is_no_server(self):
        self.server.kill()
        self.server.wait()
        shown = self.elide.reduce(log())
        self.assertEqual((shown.text, shown.reduced), (log(), False))
        self.assertIn("could not be reached", str(shown.problem))
        request = {"model": "m", "messages": [{"role": "user", "content": "hello"}]}
        sent = self.elide.messages(request)
        self.assertEqual(dict(sent), request)
        self.assertIn("could not be reached", str(sent.problem))
        with self.assertRaises(ElideError):
            Elide(self.url, strict=True).reduce(log())

    def test_nor_where_it_is_not_known(self):
        for url in ["", "nonsense", "ftp://x", "unix:/no/such", self.url[:-1]]:
            shown = Elide(url).reduce(log())
            self.assertEqual(shown.text, log())
            self.assertIsNotNone(shown.problem)

    def test_many_threads(self):
        want = self.elide.reduce(log()).text
        got = []
        threads = [threading.Thread(target=lambda: got.append(self.elide.reduce(log()).text)) for _ in range(16)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(got, [want] * 16)


class AtASocket(Blocks):
    arguments = ["--socket", "{}/s"]


class Model(http.server.BaseHTTPRequestHandler):
    """Answers with a call of a tool, and then with a word."""

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.got.append(body)
        answer = json.dumps(self.server.answers[self.path](len(self.server.got) == 1)).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *arguments):
        pass


def anthropic_answer(first):
    content = [{"type": "text", "text": "done"}]
    if first:
        content = [{"type": "thinking", "thinking": "hm", "signature": "c2ln"}, {"type": "tool_use", "id": "toolu_1", "name": "bash", "input": {"command": "make check"}}]
    return {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": content,
            "stop_reason": "tool_use" if first else "end_turn", "stop_sequence": None, "usage": {"input_tokens": 1, "output_tokens": 1}}


def chat_answer(first):
    message = {"role": "assistant", "content": "done"}
    if first:
        message = {"role": "assistant", "content": None, "tool_calls": [{"id": "call_1", "type": "function", "function": {"name": "bash", "arguments": '{"command":"make check"}'}}]}
    return {"id": "c1", "object": "chat.completion", "created": 1, "model": "gpt-5", "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls" if first else "stop"}]}


def responses_answer(first):
    output = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": [{"type": "output_text", "text": "done", "annotations": []}]}
    if first:
        output = {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "bash", "arguments": '{"command":"make check"}', "status": "completed"}
    return {"id": "resp_1", "object": "response", "created_at": 1, "model": "gpt-5", "status": "completed", "output": [output],
            "parallel_tool_calls": True, "tool_choice": "auto", "tools": []}


class WithSDKs(Served):
    """Of each, the second request holds a tool's result and the SDK's own objects."""

    def setUp(self):
        super().setUp()
        self.model = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Model)
        self.model.got = []
        self.model.answers = {"/v1/messages": anthropic_answer, "/v1/chat/completions": chat_answer, "/v1/responses": responses_answer}
        thread = threading.Thread(target=self.model.serve_forever)
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(self.model.server_close)
        self.addCleanup(self.model.shutdown)
        self.base = f"http://127.0.0.1:{self.model.server_port}"

    def check(self, shown, plain, reduced):
        """Holds what the model got, beside what it would have got without elide."""
        found = MARKER.search(shown)
        self.assertIsNotNone(found, shown[:300])
        self.assertIn("disk sda1 is full: é", shown)
        self.assertEqual(self.run_program("elision-get", found[1]).decode(), log())
        self.assertLess(len(json.dumps(reduced)), len(json.dumps(plain)) / 2)

    def test_anthropic(self):
        client = anthropic.Anthropic(base_url=self.base, api_key="dummy", max_retries=0)
        request = {"model": "m", "max_tokens": 100, "messages": [{"role": "user", "content": "What is wrong?"}]}
        first = client.messages.create(**self.elide.messages(request))
        request["messages"] += [{"role": "assistant", "content": first.content},
                                {"role": "user", "content": [{"type": "tool_result", "tool_use_id": first.content[1].id, "content": log()}]}]
        sent = self.elide.messages(request)
        self.assertIsNone(sent.problem)
        self.assertEqual(client.messages.create(**sent).content[0].text, "done")
        client.messages.create(**request)
        _, reduced, plain = self.model.got
        self.check(reduced["messages"][2]["content"][0]["content"], plain, reduced)
        self.assertEqual(reduced["messages"][:2], plain["messages"][:2])
        self.assertEqual(request["messages"][2]["content"][0]["content"], log())

    def test_openai_chat(self):
        client = openai.OpenAI(base_url=self.base + "/v1", api_key="dummy", max_retries=0)
        request = {"model": "gpt-5", "messages": [{"role": "user", "content": "What is wrong?"}]}
        first = client.chat.completions.create(**self.elide.messages(request))
        request["messages"] += [first.choices[0].message, {"role": "tool", "tool_call_id": "call_1", "content": log()}]
        sent = self.elide.messages(request)
        self.assertIsNone(sent.problem)
        self.assertEqual(client.chat.completions.create(**sent).choices[0].message.content, "done")
        client.chat.completions.create(**request)
        _, reduced, plain = self.model.got
        self.check(reduced["messages"][2]["content"], plain, reduced)
        self.assertEqual(reduced["messages"][:2], plain["messages"][:2])

    def test_openai_responses(self):
        client = openai.OpenAI(base_url=self.base + "/v1", api_key="dummy", max_retries=0)
        request = {"model": "gpt-5", "input": [{"role": "user", "content": "What is wrong?"}]}
        first = client.responses.create(**self.elide.messages(request))
        request["input"] += [*first.output, {"type": "function_call_output", "call_id": "call_1", "output": log()}]
        sent = self.elide.messages(request)
        self.assertIsNone(sent.problem)
        self.assertEqual(client.responses.create(**sent).output_text, "done")
        client.responses.create(**request)
        _, reduced, plain = self.model.got
        self.check(reduced["input"][2]["output"], plain, reduced)
        self.assertEqual(reduced["input"][:2], plain["input"][:2])

    def test_what_json_has_not(self):
        sent = self.elide.messages({"model": "m", "messages": [object()]})
        self.assertIn("nothing that JSON has", str(sent.problem))
        with self.assertRaisesRegex(ValueError, "profile"):
            self.elide.messages({"model": "m", "messages": []}, profile="none-such")


if __name__ == "__main__":
    unittest.main()
