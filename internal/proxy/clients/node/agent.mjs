// An agent made of a provider's own client library: agent.mjs LIBRARY. The
// library takes the address of its API from the environment, as in a program
// of a user's, tools run in the current folder, and the model's last word is
// printed.
import { spawnSync } from "node:child_process";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { GoogleGenAI } from "@google/genai";

const prompt = "Mend the tests.";
const schema = { type: "object", properties: { command: { type: "string" } }, required: ["command"] };

function run({ command }) {
  const { stdout, stderr, status } = spawnSync("sh", ["-c", command], { encoding: "utf8" });
  return { text: stdout + stderr, failed: status !== 0 };
}

async function anthropic() {
  const client = new Anthropic({ apiKey: "dummy" });
  const messages = [{ role: "user", content: prompt }];
  for (;;) {
    const { content } = await client.messages
      .stream({ model: "claude-opus-4-5", max_tokens: 8000, messages, tools: [{ name: "bash", input_schema: schema }] })
      .finalMessage();
    const calls = content.filter((block) => block.type === "tool_use");
    if (calls.length === 0) return content.at(-1).text;
    const results = calls.map((call) => {
      const { text, failed } = run(call.input);
      return { type: "tool_result", tool_use_id: call.id, content: text, is_error: failed };
    });
    messages.push({ role: "assistant", content }, { role: "user", content: results });
  }
}

async function chat() {
  const client = new OpenAI({ apiKey: "dummy" });
  const messages = [{ role: "user", content: prompt }];
  const tools = [{ type: "function", function: { name: "bash", parameters: schema } }];
  for (;;) {
    const { choices } = await client.chat.completions.stream({ model: "gpt-4.1", messages, tools }).finalChatCompletion();
    const message = choices[0].message;
    if (!message.tool_calls?.length) return message.content;
    messages.push(message);
    for (const call of message.tool_calls) {
      messages.push({ role: "tool", tool_call_id: call.id, content: run(JSON.parse(call.function.arguments)).text });
    }
  }
}

async function responses() {
  const client = new OpenAI({ apiKey: "dummy" });
  const input = [{ role: "user", content: prompt }];
  const tools = [{ type: "function", name: "bash", parameters: schema, strict: false }];
  for (;;) {
    const response = await client.responses.stream({ model: "gpt-5.5", input, tools }).finalResponse();
    const calls = response.output.filter((item) => item.type === "function_call");
    if (calls.length === 0) return response.output_text;
    for (const { call_id, name, arguments: args } of calls) {
      input.push({ type: "function_call", call_id, name, arguments: args });
      input.push({ type: "function_call_output", call_id, output: run(JSON.parse(args)).text });
    }
  }
}

async function gemini() {
  const client = new GoogleGenAI({ apiKey: "dummy" });
  const contents = [{ role: "user", parts: [{ text: prompt }] }];
  const tools = [{ functionDeclarations: [{ name: "bash", parametersJsonSchema: schema }] }];
  for (;;) {
    const parts = [];
    const chunks = await client.models.generateContentStream({ model: "gemini-3.1-pro-preview", contents, config: { tools } });
    for await (const chunk of chunks) parts.push(...(chunk.candidates[0].content.parts ?? []));
    const calls = parts.map((part) => part.functionCall).filter(Boolean);
    if (calls.length === 0) return parts.map((part) => part.text).join("");
    contents.push({ role: "model", parts });
    contents.push({
      role: "user",
      parts: calls.map(({ id, name, args }) => ({ functionResponse: { id, name, response: { output: run(args).text } } })),
    });
  }
}

console.log(await { anthropic, chat, responses, gemini }[process.argv[2]]());
