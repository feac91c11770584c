// Written by elide install; elide uninstall removes it.
//
// Hands what a tool printed to elide before the model reads it. Whatever goes
// wrong here or there, the model gets what the tool printed: an error of a
// plugin, or three seconds without an answer, would end the run.
import { spawn } from "node:child_process"

const elide = "ELIDE"
const deadline = 2200 // milliseconds

function ask(event: string, payload: unknown): Promise<any> {
  return new Promise((resolve) => {
    const child = spawn(elide, ["hook", "cline", event], { stdio: ["pipe", "pipe", "ignore"] })
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

export default {
  name: "elide",
  manifest: { capabilities: ["hooks"] },
  hooks: {
    async afterTool(ctx: any) {
      try {
        const answer = await ask("afterTool", {
          tool: ctx.tool?.name, input: ctx.input, result: ctx.result,
          sessionId: ctx.snapshot?.conversationId, agentId: ctx.snapshot?.agentId,
        })
        if (answer?.result && typeof answer.result === "object") return { result: answer.result }
      } catch {}
    },
  },
}
