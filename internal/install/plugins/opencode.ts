// Written by elide install; elide uninstall removes it.
//
// Hands what a tool printed to elide before the model reads it. Whatever goes
// wrong here or there, the model gets what the tool printed: an error of a
// plugin would take its place.
import { spawn } from "node:child_process"

const elide = "ELIDE"
const deadline = 3000 // milliseconds

function ask(event: string, payload: unknown, cwd: string): Promise<any> {
  return new Promise((resolve) => {
    const child = spawn(elide, ["hook", "opencode", event], { cwd, stdio: ["pipe", "pipe", "ignore"] })
    const timer = setTimeout(() => { child.kill("SIGKILL"); resolve(undefined) }, deadline)
    const answer: Buffer[] = []
    child.on("error", () => { clearTimeout(timer); resolve(undefined) })
    child.stdin.on("error", () => {})
    child.stdout.on("data", (part: Buffer) => answer.push(part))
    child.on("close", () => {
      clearTimeout(timer)
      try { resolve(JSON.parse(Buffer.concat(answer).toString("utf8"))) } catch { resolve(undefined) }
    })
    child.stdin.end(JSON.stringify(payload))
  })
}

export const ElidePlugin = async ({ directory }: any) => ({
  event: async ({ event }: any) => {
    try {
      if (event.type === "session.compacted") await ask(event.type, event.properties, directory)
    } catch {}
  },
  "tool.execute.after": async (input: any, output: any) => {
    try {
      const answer = await ask("tool.execute.after", { input, output }, directory)
      if (typeof answer?.output === "string" && typeof output.output === "string") output.output = answer.output
      if (Array.isArray(answer?.content) && Array.isArray(output.content)) output.content = answer.content
    } catch {}
  },
})
