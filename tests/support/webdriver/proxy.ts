import { EventEmitter } from "node:events";
import { createReadStream } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer, text } from "node:stream/consumers";

/** What a test may do with a request, as with Playwright's routes. */
interface Route {
  request(): { url(): string; method(): string; postData(): string | null };
  fulfill(answer: { status?: number; contentType?: string; body?: string }): Promise<void>;
  continue(changes?: { url?: string }): Promise<void>;
  abort(): Promise<void>;
}
export type Handler = (route: Route) => unknown;
/** For how many requests the handler is asked; default: for all. */
export interface RouteOptions {
  readonly times?: number;
}

/** An address with `*` for any part of it. */
export const patternOf = (glob: string) =>
  new RegExp(`^${glob.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replace(/\*+/g, ".*")}$`);

/** Where pages tell what went wrong in their scripts. */
const FAULTS = "/faults-of-the-page";

/** Runs in each page, before its own scripts: tells the proxy of errors and of what the policy refused. */
const tellFaults = `
  const tell = (text) => navigator.sendBeacon("${FAULTS}", text);
  addEventListener("error", (event) => event.message && tell(event.message));
  addEventListener("unhandledrejection", (event) => tell(String(event.reason)));
  addEventListener("securitypolicyviolation", (event) => tell("Content Security Policy: " + event.blockedURI));
  const error = console.error;
  console.error = (...texts) => { if (/hydrat|did not match|React/i.test(texts.join(" "))) tell(texts.join(" ")); error(...texts); };
`;

/** A proxy in front of a browser whose driver lacks routes, init scripts, downloads and going offline. */
export class AlteringProxy extends EventEmitter {
  readonly scripts: string[] = [tellFaults];
  readonly #server: Server;
  #routes: { pattern: RegExp; handler: Handler; times: number }[] = [];
  #isOffline = false;
  /** Pages that were asked for and not answered yet. */
  #pagesAwaited = 0;

  constructor() {
    super();
    this.#server = createServer((asked, reply) => {
      const isPage = asked.headers.accept?.includes("text/html") === true;
      if (isPage) this.#pagesAwaited += 1;
      void this.#pass(asked, reply)
        .catch(() => reply.destroy())
        .finally(() => (this.#pagesAwaited -= Number(isPage)));
    });
  }

  /** Starts one; its address is `host:port`. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
  /** Waits until the page that a press may have asked for is there, as Playwright does. */
  async settled(): Promise<void> {
    do await new Promise((resolve) => setTimeout(resolve, 50));
    while (this.#pagesAwaited > 0);
  }
  setOffline(isOffline: boolean): void {
    this.#isOffline = isOffline;
    if (isOffline) this.#server.closeAllConnections();
  }
  route(pattern: RegExp | string, handler: Handler, { times = Infinity }: RouteOptions = {}): void {
    const expression = typeof pattern === "string" ? patternOf(pattern) : pattern;
    this.#routes.unshift({ pattern: expression, handler, times });
  }
  unrouteAll(): void {
    this.#routes = [];
  }

  async #pass(asked: IncomingMessage, reply: ServerResponse): Promise<void> {
    const url = asked.url ?? "";
    if (this.#isOffline) throw new Error("offline");
    if (new URL(url).pathname === FAULTS) {
      this.emit("pageerror", await text(asked));
      reply.writeHead(204).end();
      return;
    }
    const route = this.#routes.find(({ pattern, times }) => times > 0 && pattern.test(url));
    if (!route) return this.#forward(asked, reply);
    route.times -= 1;
    const body = await buffer(asked);
    await new Promise<void>((resolve, reject) => {
      const done = (does: () => unknown) => async () => (await does(), resolve());
      const { handler } = route;
      Promise.resolve(
        handler({
          request: () => ({
            url: () => url,
            method: () => asked.method ?? "",
            postData: () => (body.length > 0 ? body.toString() : null),
          }),
          fulfill: ({ status = 200, contentType = "text/plain", body: given = "" }) =>
            done(() => reply.writeHead(status, { "content-type": contentType }).end(given))(),
          continue: ({ url: to = url } = {}) => done(() => this.#forward(asked, reply, body, to))(),
          abort: done(() => reply.destroy()),
        }),
      ).catch(reject);
    });
  }

  async #forward(
    asked: IncomingMessage,
    reply: ServerResponse,
    body?: Buffer,
    to = asked.url ?? "",
  ): Promise<void> {
    const url = new URL(to);
    const startTime = Date.now();
    const { "proxy-connection": _, ...headers } = asked.headers;
    const upstream = request(url, {
      method: asked.method,
      headers: { ...headers, "accept-encoding": "identity" },
    });
    reply.once("close", () => upstream.destroy());
    const answer = new Promise<IncomingMessage>((resolve, reject) => {
      upstream.once("response", resolve).once("error", reject);
    });
    if (body) upstream.end(body);
    else asked.pipe(upstream);
    const response = await answer;
    const status = response.statusCode ?? 0;
    this.emit("response", {
      url: () => url.href,
      ok: () => status >= 200 && status < 300,
      status: () => status,
      request: () => ({ timing: () => ({ startTime }) }),
    });
    response.on("error", () => reply.destroy());
    await this.#answer(response, reply);
  }

  async #answer(response: IncomingMessage, reply: ServerResponse): Promise<void> {
    const { "content-length": length, ...headers } = response.headers;
    const isPage = headers["content-type"]?.startsWith("text/html") === true;
    const name = /filename="?([^";]+)/.exec(String(headers["content-disposition"] ?? ""))?.[1];
    reply.writeHead(response.statusCode ?? 502, isPage ? headers : response.headers);
    if (name !== undefined && /^attachment/.test(headers["content-disposition"]!)) {
      const content = await buffer(response);
      reply.end(content);
      const path = join(await mkdtemp(join(tmpdir(), "download-")), "file");
      await writeFile(path, content);
      this.emit("download", {
        suggestedFilename: () => name,
        path: async () => path,
        createReadStream: async () => createReadStream(path),
      });
      return;
    }
    void length;
    const nonce = /'nonce-([^']+)'/.exec(String(headers["content-security-policy"] ?? ""))?.[1];
    let isFirst = isPage && nonce !== undefined;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      reply.write(isFirst ? this.#withScripts(chunk.toString("latin1"), nonce!) : chunk);
      isFirst = false;
    }
    reply.end();
  }

  /** The page's beginning with the scripts, which leave no element behind that React doesn't know. */
  #withScripts(beginning: string, nonce: string): Buffer {
    const script = `document.currentScript.remove();${this.scripts.map((one) => `(() => {${one}})();`).join("")}`;
    const element = `<script nonce="${nonce}">${Buffer.from(script).toString("latin1")}</script>`;
    return Buffer.from(
      beginning.replace(/<head[^>]*>/, (head) => head + element),
      "latin1",
    );
  }
}
