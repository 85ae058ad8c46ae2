import { readFile } from "node:fs/promises";
import { Agent, request, type IncomingHttpHeaders } from "node:http";

export interface RawReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface RawRequest {
  readonly method?: string;
  /** Sent unchanged, also if it is malformed. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Pieces of a body; without Content-Length they are sent chunked. */
  readonly body?: Iterable<Buffer | string>;
}

/**
 * Sends a request that no browser would make. Resolves with the answer, also if the server answers and closes before
 * the body is complete; rejects if the connection ends without an answer.
 */
export function send(
  origin: string,
  { method = "GET", path, headers = {}, body }: RawRequest,
): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    // As in browsers: without keep-alive a server could close the connection before its answer was read.
    const agent = new Agent({ keepAlive: true });
    const sending = request({ hostname, port, method, path, headers, agent });
    sending.on("close", () => agent.destroy());
    sending.on("response", (reply) => {
      const chunks: Buffer[] = [];
      const done = () =>
        resolve({
          status: reply.statusCode ?? 0,
          headers: reply.headers,
          text: Buffer.concat(chunks).toString(),
        });
      reply
        .on("data", (chunk: Buffer) => chunks.push(chunk))
        .on("end", done)
        .on("error", done);
    });
    sending.on("error", reject);
    void write(sending, body ?? []);
  });
}

async function write(sending: ReturnType<typeof request>, body: Iterable<Buffer | string>): Promise<void> {
  for (const piece of body) {
    if (sending.destroyed) return;
    if (!sending.write(piece)) {
      await new Promise((resolve) => sending.once("drain", resolve).once("close", resolve));
    }
  }
  sending.end();
}

/** Resident memory of a process, in megabytes. */
export async function residentMegabytes(pid: number): Promise<number> {
  const [, kilobytes = "0"] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}
