// @i-know-the-amp-plugin-api-is-wip-and-very-experimental-right-now
// Written by elide install; elide uninstall removes it.
//
// Hands what a tool printed to elide before the model reads it. Whatever goes
// wrong here or there, the model gets what the tool printed.
import { spawn } from "node:child_process"

const elide = "ELIDE"
const deadline = 3000 // milliseconds

function ask(event: string, payload: unknown): Promise<any> {
  return new Promise((resolve) => {
    const child = spawn(elide, ["hook", "amp", event], { stdio: ["pipe", "pipe", "ignore"] })
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

export default function (amp: any) {
  amp.on("tool.result", async (event: any) => {
    try {
      const answer = await ask("tool.result", event)
      if (answer?.output === undefined) return
      return { status: event.status, error: event.error, output: answer.output }
    } catch {}
  })
}
