import { readFile } from "node:fs/promises";
import { Agent, request, type IncomingHttpHeaders } from "node:http";

/** The answer to a {@link RawRequest}. */
export interface RawReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A request that may be malformed. */
export interface RawRequest {
  readonly method?: string;
  /** Sent unchanged, even if it's malformed. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Parts of a body. Without Content-Length they're sent chunked. */
  readonly body?: Iterable<Buffer | string>;
}

/**
 * Sends a request that no browser would make. Resolves with the answer, even if the server answers and closes before
 * the body is complete; rejects if the connection ends without an answer.
 */
export function send(
  origin: string,
  { method = "GET", path, headers = {}, body }: RawRequest,
): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    // As in browsers. Without keep-alive, a server could close the connection before its answer was read.
    const agent = new Agent({ keepAlive: true });
    const outgoing = request({ hostname, port, method, path, headers, agent });
    outgoing.on("close", () => agent.destroy());
    outgoing.on("response", (reply) => {
      const chunks: Buffer[] = [];
      const finish = () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text });
        // The portal would wait a minute for the rest of a body, and so would stopping it.
        outgoing.destroy();
      };
      reply
        .on("data", (chunk: Buffer) => chunks.push(chunk))
        .on("end", finish)
        .on("error", finish);
    });
    outgoing.on("error", reject);
    void write(outgoing, body ?? []);
  });
}

async function write(outgoing: ReturnType<typeof request>, body: Iterable<Buffer | string>): Promise<void> {
  for (const piece of body) {
    if (outgoing.destroyed) return;
    if (!outgoing.write(piece)) {
      await new Promise((resolve) => outgoing.once("drain", resolve).once("close", resolve));
    }
  }
  outgoing.end();
}

/** A process's resident memory in megabytes. */
export async function residentMegabytes(pid: number): Promise<number> {
  const [, kilobytes = "0"] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}
