/**
 * Shortens tool output, and requests to models, by `elide serve`.
 *
 *     const elide = new Elide();               // where ELIDE_URL says
 *     const { text } = await elide.reduce(output, { command: "go test ./..." });
 *
 *     const { request } = await elide.messages({ model, max_tokens, messages });
 *     await new Anthropic().messages.create(request);
 *
 * Nothing that goes wrong costs the caller anything: what can't be reduced comes back as
 * it was, and `problem` says why. `new Elide({ strict: true })` throws {@link ElideError}
 * instead. It needs nothing but Node.
 */
import * as http from "node:http";
import * as https from "node:https";

/** Why something could not be reduced. */
export class ElideError extends Error {
  override name = "ElideError";
  constructor(
    message: string,
    /** Of the answer; undefined if there was none. */
    readonly status?: number,
    /** What the server says of it, for programs. */
    readonly code = "",
    /** The option that is wrong. */
    readonly option = "",
  ) {
    super(message);
  }
}

export interface ElideOptions {
  /** What `elide serve` prints; without it, what ELIDE_URL holds. */
  url?: string;
  /** That of --token-file; without it, what ELIDE_SERVE_TOKEN holds. */
  token?: string;
  /** Milliseconds that a call may take: 30,000 unless told. */
  timeout?: number;
  /** Throw what went wrong. */
  strict?: boolean;
}

/** The options of POST /v1/reduce; docs/openapi.json says what they do. */
export interface BlockOptions {
  type?: string;
  command?: string;
  query?: string;
  since?: string;
  views?: "all" | "none";
  max_bytes?: number;
  exit?: number;
  budget?: number;
  min_bytes?: number;
  keep?: string[];
  ttl?: string;
}

/** The options of POST /v1/messages/reduce; docs/openapi.json says what they do. */
export interface MessageOptions {
  profile?: string;
  protect_recent?: number;
  context_budget?: number;
  summary_after?: number;
  clear_old?: "none" | "done" | "all";
  on_failure?: "digest" | "keep";
  tail?: boolean;
  frozen?: number;
  force?: boolean;
  skip_compress?: boolean;
  budget?: number;
  min_bytes?: number;
  keep?: string[];
  ttl?: string;
}

/** What became of a block. */
export interface Reduced<T extends string | Uint8Array> {
  /** What is to be shown, of the type that the block had. */
  text: T;
  /** Whether it differs from the block. */
  reduced: boolean;
  /** The original's: `elision-get HASH` gives it back. */
  hash: string;
  /** All that the server says. */
  report: Record<string, unknown>;
  /** Why elide was of no use; undefined if it was. */
  problem?: ElideError;
}

/** What became of a request. */
export interface ReducedRequest<T> {
  /** What is to be sent. */
  request: T;
  reduced: boolean;
  /** All that the server says. */
  report: Record<string, unknown>;
  /** Why elide was of no use; undefined if it was. */
  problem?: ElideError;
}

interface Answer {
  headers: http.IncomingHttpHeaders;
  body: string;
}

/** A client. Calls may run at once: each has a connection of its own. */
export class Elide {
  readonly #url: string;
  readonly #token: string;
  readonly #timeout: number;
  readonly #strict: boolean;

  constructor(options: ElideOptions = {}) {
    this.#url = options.url ?? process.env["ELIDE_URL"] ?? "";
    this.#token = options.token ?? process.env["ELIDE_SERVE_TOKEN"] ?? "";
    this.#timeout = options.timeout ?? 30_000;
    this.#strict = options.strict ?? false;
  }

  /** Reduces a block: what a tool printed. An option that is wrong is a TypeError in any case. */
  async reduce<T extends string | Uint8Array>(block: T, options: BlockOptions = {}): Promise<Reduced<T>> {
    try {
      const encoding = typeof block !== "string" ? "base64" : "utf-8";
      const text = typeof block !== "string" ? Buffer.from(block).toString("base64") : block;
      const answer = await this.#post("/v1/reduce", JSON.stringify({ ...options, text, encoding }));
      const { text: shown, ...report } = parsed(answer.body);
      if (report["reduced"] !== true || typeof shown !== "string") {
        return { text: block, reduced: false, hash: "", report };
      }
      const bytes = Buffer.from(shown, report["encoding"] === "base64" ? "base64" : "utf-8");
      const kept = (typeof block === "string" ? bytes.toString("utf-8") : new Uint8Array(bytes)) as T;
      return { text: kept, reduced: true, hash: String(report["hash"] ?? ""), report };
    } catch (err) {
      return { text: block, reduced: false, hash: "", report: {}, problem: this.#problem(err) };
    }
  }

  /**
   * Reduces a request to a model: the argument of `messages.create`, `chat.completions.create`
   * or `responses.create`, or a body for Gemini. The caller's own history stays whole: send
   * what comes back, and go on with what you had.
   */
  async messages<T extends object>(request: T, options: MessageOptions = {}): Promise<ReducedRequest<T>> {
    try {
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries(options)) {
        for (const one of Array.isArray(value) ? value : value === undefined ? [] : [value]) {
          query.append(name, String(one));
        }
      }
      const path = "/v1/messages/reduce" + (query.size > 0 ? `?${query}` : "");
      const answer = await this.#post(path, json(request));
      const report = parsed(String(answer.headers["elide-report"]));
      const reduced = report["reduced"] === true;
      return { request: reduced ? (parsed(answer.body) as T) : request, reduced, report };
    } catch (err) {
      return { request, reduced: false, report: {}, problem: this.#problem(err) };
    }
  }

  #problem(err: unknown): ElideError {
    const problem = err instanceof ElideError ? err : new ElideError(`elide serve was not understood: ${String(err)}`);
    if (problem.option !== "" && problem.option !== "text") {
      throw new TypeError(problem.message, { cause: err });
    }
    if (this.#strict) {
      throw problem;
    }
    return problem;
  }

  async #post(path: string, body: string): Promise<Answer> {
    const [send, target] = this.#target(path);
    const headers: http.OutgoingHttpHeaders = {
      "Content-Type": "application/json",
      Accept: "application/json",
      "Content-Length": Buffer.byteLength(body),
    };
    if (this.#token !== "") {
      headers["Authorization"] = `Bearer ${this.#token}`;
    }
    const { status, ...answer } = await new Promise<Answer & { status: number }>((resolve, reject) => {
      const lost = (err: Error) => reject(new ElideError(`elide serve could not be reached: ${err.message}`));
      const signal = AbortSignal.timeout(this.#timeout);
      const req = send({ ...target, method: "POST", headers, agent: false, signal }, (res) => {
        const chunks: Buffer[] = [];
        res.on("data", (chunk: Buffer) => chunks.push(chunk));
        res.on("error", lost);
        res.on("end", () => resolve({ status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(chunks).toString("utf-8") }));
      });
      req.on("error", lost);
      req.end(body);
    });
    if (status !== 200) {
      throw refused(status, answer.body);
    }
    return answer;
  }

  #target(path: string): [typeof http.request, http.RequestOptions] {
    if (this.#url.startsWith("unix:")) {
      return [http.request, { socketPath: this.#url.slice("unix:".length), path }];
    }
    let base: URL | undefined;
    try {
      base = new URL(this.#url);
    } catch {
      // said below
    }
    const send = base?.protocol === "http:" ? http.request : base?.protocol === "https:" ? https.request : undefined;
    if (base === undefined || send === undefined) {
      throw new ElideError("where elide serve is, is not known: ELIDE_URL or url holds what it prints");
    }
    return [send, { host: base.hostname.replace(/^\[|\]$/g, ""), port: base.port, path: base.pathname.replace(/\/$/, "") + path }];
  }
}

function parsed(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null) {
    throw new TypeError("no object came");
  }
  return value as Record<string, unknown>;
}

function json(request: object): string {
  try {
    return JSON.stringify(request);
  } catch (err) {
    throw new ElideError(`the request is nothing that JSON has: ${String(err)}`);
  }
}

function refused(status: number, body: string): ElideError {
  try {
    const { error } = parsed(body) as { error: { message: string; code: string; option?: string } };
    return new ElideError(error.message, status, error.code, error.option);
  } catch {
    return new ElideError(`elide serve answered with status ${status}`, status);
  }
}
