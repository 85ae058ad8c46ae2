import {
  createServer,
  request,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { listen } from "#server/testing/listen.ts";

/** A call from the portal to its API. */
export interface ApiCall {
  readonly method: string;
  /** Without the API's own prefix and the query, e.g. `/Client/MyAccounts`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Sends a call on to the API at this address. */
export function forward({ method, path, query, headers, body }: ApiCall, api: string): Promise<Response> {
  const { host: _, connection: __, "content-length": ___, ...kept } = headers as Record<string, string>;
  return fetch(`${api}${path}?${query}`, { method, headers: kept, ...(body && { body }) });
}

/** An answer that replaces the API's own. */
export interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Resets the connection instead of answering. */
  readonly isReset?: boolean;
  /** Writes the answer itself, for answers that the other fields can't express. */
  readonly write?: (res: ServerResponse) => void;
}

/** Decides on a call's answer; undefined forwards the call, and a promise delays it. */
export type Script = (
  call: ApiCall,
) => ScriptedAnswer | undefined | void | Promise<ScriptedAnswer | undefined | void>;

/** A proxy between the portal and its API, which records the calls and answers them as a test says. */
export class ApiTap {
  url = "";
  readonly calls: ApiCall[] = [];
  /** The paths of calls that the portal cancelled before the answer was complete. */
  readonly abandoned: string[] = [];
  #script: Script | undefined;
  /** The number of calls without a complete answer. */
  #open = 0;
  readonly #server: Server;
  readonly #target: string;
  readonly #targetHandle: RequestListener | undefined;

  private constructor(target: string, targetHandle: RequestListener | undefined) {
    this.#target = target;
    this.#targetHandle = targetHandle;
    this.#server = createServer((req, res) => void this.#handle(req, res));
  }

  /** `target` is the real API's base. If the API runs in this process, `targetHandle` answers its requests. */
  static async start(target: string, targetHandle?: RequestListener): Promise<ApiTap> {
    const tap = new ApiTap(target, targetHandle);
    tap.url = await listen(tap.#server);
    return tap;
  }

  /** Runs `during` with the script in effect. */
  async scripted<T>(script: Script, during: () => Promise<T>): Promise<T> {
    this.#script = script;
    try {
      return await during();
    } finally {
      this.#script = undefined;
    }
  }

  /** Runs `during` while these calls, or those whose path contains a text, get this answer. */
  answering<T>(
    calls: string | ((call: ApiCall) => boolean),
    answer: ReturnType<Script>,
    during: () => Promise<T>,
  ): Promise<T> {
    const isMeant = typeof calls === "string" ? ({ path }: ApiCall) => path.includes(calls) : calls;
    return this.scripted((call) => (isMeant(call) ? answer : undefined), during);
  }

  /** Runs `during` while these calls, or those whose path contains a text, fail with a 500. */
  failing<T>(calls: string | ((call: ApiCall) => boolean), during: () => Promise<T>): Promise<T> {
    return this.answering(calls, { status: 500, body: "{}" }, during);
  }

  /** Runs `during`; returns its result, and the calls until none is pending. */
  async record<T>(during: () => Promise<T>): Promise<readonly [T, readonly ApiCall[]]> {
    const start = this.calls.length;
    const result = await during();
    let callCount: number;
    do {
      callCount = this.calls.length;
      await new Promise((resolve) => setTimeout(resolve, 20));
    } while (this.#open > 0 || this.calls.length > callCount);
    return [result, this.calls.slice(start)];
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    req.on("error", () => res.destroy());
    if (req.method !== "GET") for await (const chunk of req) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { pathname, searchParams } = new URL(req.url ?? "/", "http://tap");
    const call: ApiCall = {
      method: req.method ?? "GET",
      path: pathname,
      query: searchParams,
      headers: req.headers,
      body: body.toString(),
    };
    this.calls.push(call);
    this.#open += 1;
    res.on("close", () => {
      this.#open -= 1;
      if (!res.writableFinished) this.abandoned.push(call.path);
    });
    const answer = await this.#script?.(call);
    if (res.destroyed) return;
    if (answer?.write) return answer.write(res);
    if (answer?.isReset) return void req.socket.resetAndDestroy();
    if (answer) {
      const { status = 200, headers = { "content-type": "application/json" }, body: text = "" } = answer;
      return void res.writeHead(status, headers).end(text);
    }
    if (!this.#targetHandle || req.method !== "GET") return this.#forward(req, res, body);
    // Without a second HTTP request, which would take as long as the answer.
    req.url = new URL(this.#target).pathname + req.url;
    this.#targetHandle(req, res);
  }

  #forward(req: IncomingMessage, res: ServerResponse, body: Buffer): void {
    const forwarded = request(`${this.#target}${req.url}`, { method: req.method, headers: req.headers });
    forwarded.on("response", (reply) => {
      res.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(res).on("error", () => undefined);
    });
    forwarded.on("error", () => req.socket.destroy());
    res.on("close", () => forwarded.destroy());
    forwarded.end(body);
  }
}
