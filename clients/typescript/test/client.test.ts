// The client against a real elide serve, and the requests that it makes through the
// providers' own SDKs, which a server here takes and answers as a model would.
//
// ELIDE_BIN names the folder with the programs.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import * as http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";

import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";

import { Elide, ElideError } from "../src/index.js";

const bin = process.env["ELIDE_BIN"] ?? "";
const cleanups: (() => void)[] = [];
after(() => cleanups.forEach((clean) => clean()));

/** A log with one line that matters. */
function log(n = 400): string {
  const two = (i: number) => String(i).padStart(2, "0");
  const lines = Array.from({ length: n }, (_, i) => `2026-01-02 03:${two(Math.floor(i / 60) % 60)}:${two(i % 60)} INFO request ${i} served in ${(i * 7919) % 97} ms`);
  lines[n / 2] = "2026-01-02 03:59:59 ERROR disk sda1 is full: é";
  return lines.join("\n") + "\n";
}

interface Server {
  url: string;
  stop(): Promise<void>;
  run(name: string, args: string[], input?: string | Uint8Array): Buffer;
}

async function serve(socket = false): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), "elide-client-"));
  const env = { PATH: process.env["PATH"], HOME: folder, ELIDE_STORE: join(folder, "store") };
  const child = spawn(join(bin, "elide-serve"), socket ? ["--socket", join(folder, "s")] : [], { env, cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<void>((resolve) => child.on("exit", () => resolve()));
  cleanups.push(() => {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (data: Buffer) => resolve(data.toString()));
    child.on("error", reject);
  });
  return {
    url: line.trim().replace(/^ELIDE_URL=/, ""),
    stop: () => (child.kill("SIGKILL"), ended),
    run: (name, args, input = "") => execFileSync(join(bin, name), args, { input, env, cwd: folder }),
  };
}

for (const socket of [false, true]) {
  describe(socket ? "at a socket" : "at a port", () => {
    it("is what elide prints", async () => {
      const s = await serve(socket);
      const shown = await new Elide({ url: s.url }).reduce(log(), { command: "serve" });
      assert.equal(shown.problem, undefined);
      assert.ok(shown.reduced);
      assert.equal(shown.text, s.run("elide", ["--command", "serve"], log()).toString());
      assert.match(shown.text, /disk sda1 is full: é/);
      assert.equal(s.run("elision-get", [shown.hash]).toString(), log());
    });

    it("leaves bytes bytes, and what is short as it is", async () => {
      const s = await serve(socket);
      const elide = new Elide({ url: s.url });
      const block = Buffer.concat([Buffer.from(log()), Buffer.from([0xff, 0xfe, 10])]);
      const shown = await elide.reduce(block);
      assert.ok(shown.reduced && shown.text instanceof Uint8Array);
      assert.deepEqual(s.run("elision-get", [shown.hash]), block);
      for (const text of ["", "x", "é\n"]) {
        const same = await elide.reduce(text);
        assert.deepEqual([same.text, same.reduced, same.problem], [text, false, undefined]);
      }
      const half = await elide.reduce("\ud800");
      assert.equal(half.text, "\ud800");
    });

    it("has elide's options", async () => {
      const s = await serve(socket);
      const elide = new Elide({ url: s.url });
      assert.match((await elide.reduce(log(), { keep: ["request 17 "] })).text, /request 17 /);
      await assert.rejects(elide.reduce(log(), { max_byte: 300 } as object), TypeError);
      await assert.rejects(elide.messages({ model: "m", messages: [] }, { profile: "none-such" }), TypeError);
    });

    it("loses nothing where there is no server", async () => {
      const s = await serve(socket);
      await s.stop();
      const elide = new Elide({ url: s.url });
      const shown = await elide.reduce(log());
      assert.equal(shown.text, log());
      assert.match(String(shown.problem), /could not be reached/);
      const request = { model: "m", messages: [{ role: "user", content: "hello" }] };
      const sent = await elide.messages(request);
      assert.equal(sent.request, request);
      assert.match(String(sent.problem), /could not be reached/);
      await assert.rejects(new Elide({ url: s.url, strict: true }).reduce(log()), ElideError);
      for (const url of ["", "nonsense", "ftp://x", "unix:/no/such"]) {
        const lost = await new Elide({ url }).reduce(log());
        assert.equal(lost.text, log());
        assert.ok(lost.problem);
      }
    });
  });
}

it("does not wait for one that never answers", async () => {
  const silent = http.createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const shown = await new Elide({ url, timeout: 100 }).reduce(log());
  assert.equal(shown.text, log());
  assert.ok(shown.problem);
  silent.closeAllConnections();
  silent.close();
});

const call = { name: "bash", input: { command: "make check" } };
const answers: Record<string, (first: boolean) => unknown> = {
  "/v1/messages": (first) => ({
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content: first ? [{ type: "thinking", thinking: "hm", signature: "c2ln" }, { type: "tool_use", id: "toolu_1", ...call }] : [{ type: "text", text: "done" }],
    stop_reason: first ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  }),
  "/v1/chat/completions": (first) => ({
    id: "c1",
    object: "chat.completion",
    created: 1,
    model: "m",
    choices: [
      {
        index: 0,
        finish_reason: first ? "tool_calls" : "stop",
        message: first
          ? { role: "assistant", content: null, tool_calls: [{ id: "call_1", type: "function", function: { name: call.name, arguments: JSON.stringify(call.input) } }] }
          : { role: "assistant", content: "done" },
      },
    ],
  }),
  "/v1/responses": (first) => ({
    id: "resp_1",
    object: "response",
    created_at: 1,
    model: "m",
    status: "completed",
    output: first
      ? [{ type: "function_call", id: "fc_1", call_id: "call_1", name: call.name, arguments: JSON.stringify(call.input), status: "completed" }]
      : [{ type: "message", id: "msg_1", role: "assistant", status: "completed", content: [{ type: "output_text", text: "done", annotations: [] }] }],
  }),
};

/** A model that calls a tool first, and keeps what it was sent. */
async function model(): Promise<{ url: string; got: string[] }> {
  const got: string[] = [];
  const server = http.createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    got.push(Buffer.concat(chunks).toString());
    res.setHeader("Content-Type", "application/json");
    res.end(JSON.stringify(answers[req.url ?? ""]?.(got.length === 1)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanups.push(() => (server.closeAllConnections(), server.close()));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, got };
}

/** Holds what the model got, beside what it would have got without elide. */
function check(s: Server, got: string[]): void {
  const [, reduced = "", plain = ""] = got;
  const found = /⟦elided:([0-9a-f]{12})/.exec(reduced);
  assert.ok(found?.[1], reduced.slice(0, 500));
  assert.match(reduced, /disk sda1 is full: é/);
  assert.equal(s.run("elision-get", [found[1]]).toString(), log());
  assert.ok(reduced.length < plain.length / 2);
  const before = (body: string) => body.slice(0, body.indexOf("2026-01-02"));
  assert.equal(before(reduced), before(plain));
}

describe("with the providers' SDKs", () => {
  it("Anthropic's messages", async () => {
    const [s, m] = [await serve(), await model()];
    const elide = new Elide({ url: s.url });
    const client = new Anthropic({ baseURL: m.url, apiKey: "dummy", maxRetries: 0 });
    const request: Anthropic.MessageCreateParamsNonStreaming = { model: "m", max_tokens: 100, messages: [{ role: "user", content: "What is wrong?" }] };
    const first = await client.messages.create((await elide.messages(request)).request);
    request.messages.push({ role: "assistant", content: first.content }, { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: log() }] });
    const sent = await elide.messages(request);
    assert.equal(sent.problem, undefined);
    const second = await client.messages.create(sent.request);
    assert.deepEqual(second.content[0], { type: "text", text: "done" });
    await client.messages.create(request);
    check(s, m.got);
  });

  it("OpenAI's chat completions", async () => {
    const [s, m] = [await serve(), await model()];
    const elide = new Elide({ url: s.url });
    const client = new OpenAI({ baseURL: m.url + "/v1", apiKey: "dummy", maxRetries: 0 });
    const request: OpenAI.ChatCompletionCreateParamsNonStreaming = { model: "m", messages: [{ role: "user", content: "What is wrong?" }] };
    const first = await client.chat.completions.create((await elide.messages(request)).request);
    const message = first.choices[0]?.message;
    assert.ok(message);
    request.messages.push(message, { role: "tool", tool_call_id: "call_1", content: log() });
    const sent = await elide.messages(request);
    assert.equal(sent.problem, undefined);
    assert.equal((await client.chat.completions.create(sent.request)).choices[0]?.message.content, "done");
    await client.chat.completions.create(request);
    check(s, m.got);
  });

  it("OpenAI's responses", async () => {
    const [s, m] = [await serve(), await model()];
    const elide = new Elide({ url: s.url });
    const client = new OpenAI({ baseURL: m.url + "/v1", apiKey: "dummy", maxRetries: 0 });
    const input: OpenAI.Responses.ResponseInput = [{ role: "user", content: "What is wrong?" }];
    const request: OpenAI.Responses.ResponseCreateParamsNonStreaming = { model: "m", input };
    const first = await client.responses.create((await elide.messages(request)).request);
    input.push(...(first.output as OpenAI.Responses.ResponseInput), { type: "function_call_output", call_id: "call_1", output: log() });
    const sent = await elide.messages(request);
    assert.equal(sent.problem, undefined);
    assert.equal((await client.responses.create(sent.request)).output_text, "done");
    await client.responses.create(request);
    check(s, m.got);
  });
});
