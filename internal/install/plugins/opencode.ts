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

// When each call began that runs now: what ran beside it is not above it.
const began = new Map()

export const ElidePlugin = async ({ directory }: any) => ({
  event: async ({ event }: any) => {
    try {
      // A message that is removed takes with it what it showed.
      const gone = event.type === "session.compacted" || event.type === "message.removed"
      if (gone) await ask("session.compacted", event.properties, directory)
      const part = event.type === "message.part.updated" ? event.properties.part : undefined
      if (part?.type === "tool" && part.state?.status === "running") began.set(part.callID, began.get(part.callID) ?? part.state.time.start)
      if (part?.type === "tool" && part.state?.status === "error") began.delete(part.callID)
    } catch {}
  },
  "tool.execute.after": async (input: any, output: any) => {
    try {
      const start = began.get(input.callID)
      began.delete(input.callID)
      const answer = await ask("tool.execute.after", { input, output, began: start }, directory)
      if (typeof answer?.output === "string" && typeof output.output === "string") output.output = answer.output
      if (Array.isArray(answer?.content) && Array.isArray(output.content)) output.content = answer.content
    } catch {}
  },
})
