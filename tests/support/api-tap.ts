import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One call that the portal made to its API, as it went over the wire. */
export interface ApiCall {
  readonly method: string;
  /** Without the API's own prefix and the query, e.g. `/Client/MyAccounts`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** An answer in place of the API's own. */
export interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** The connection is reset in its place. */
  readonly cut?: boolean;
  /** Answers by itself, in a way that no answer as data can be. */
  readonly by?: (res: ServerResponse) => void;
}

/** Undefined lets the call through; a promise holds it. */
export type Script = (
  call: ApiCall,
) => ScriptedAnswer | undefined | void | Promise<ScriptedAnswer | undefined | void>;

/** Stands between the portal and its API: keeps a ledger of calls, answers as a test scripts it. */
export class ApiTap {
  readonly calls: ApiCall[] = [];
  /** Calls whose caller left before the answer. */
  readonly abandoned: string[] = [];
  #script: Script | undefined;
  /** How many calls have no whole answer yet. */
  #open = 0;
  readonly #server: Server;
  readonly #target: string;

  private constructor(target: string) {
    this.#target = target;
    this.#server = createServer((req, res) => void this.#handle(req, res));
  }

  /** `target` is the base of the real API. */
  static async start(target: string): Promise<ApiTap> {
    const tap = new ApiTap(target);
    await new Promise<void>((resolve) => tap.#server.listen(0, "127.0.0.1", resolve));
    return tap;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Answers by the script while `during` runs. */
  async scripted<T>(script: Script, during: () => Promise<T>): Promise<T> {
    this.#script = script;
    try {
      return await during();
    } finally {
      this.#script = undefined;
    }
  }

  /** The calls made while `during` runs, and until none is under way after it. */
  async record<T>(during: () => Promise<T>): Promise<readonly [T, readonly ApiCall[]]> {
    const from = this.calls.length;
    const result = await during();
    let seen: number;
    do {
      seen = this.calls.length;
      await new Promise((resolve) => setTimeout(resolve, 20));
    } while (this.#open > 0 || this.calls.length > seen);
    return [result, this.calls.slice(from)];
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    req.on("error", () => res.destroy());
    for await (const chunk of req) chunks.push(chunk as Buffer);
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
    if (answer?.by) return answer.by(res);
    if (answer?.cut) return void req.socket.resetAndDestroy();
    if (answer) {
      const { status = 200, headers = { "content-type": "application/json" }, body: text = "" } = answer;
      return void res.writeHead(status, headers).end(text);
    }
    this.#forward(req, res, body);
  }

  #forward(req: IncomingMessage, res: ServerResponse, body: Buffer): void {
    const onward = request(`${this.#target}${req.url}`, { method: req.method, headers: req.headers });
    onward.on("response", (reply) => {
      res.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(res).on("error", () => undefined);
    });
    onward.on("error", () => req.socket.destroy());
    res.on("close", () => onward.destroy());
    onward.end(body);
  }
}
