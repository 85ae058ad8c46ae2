import { createServer, type IncomingMessage, type Server } from "node:http";
import { createServer as createSocketServer, type AddressInfo, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { blockId, createUploadsClient } from "./uploads-client.ts";
import { Upstreams } from "./upstreams.ts";

let server: Server;
let url: string;
let statuses: number[];
let requests: {
  readonly address: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}[];

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .on("end", () => {
        requests.push({
          address: request.url ?? "",
          headers: request.headers,
          body: Buffer.concat(chunks).toString(),
        });
        response.writeHead(statuses.shift() ?? 201).end();
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/store`;
});
afterAll(() => void server.close().closeAllConnections());
beforeEach(() => {
  requests = [];
  statuses = [];
});

const place = { clientId: "1001", kind: "Support", id: "7", container: "20261122", fileName: "a b+ü?.pdf" };
const caller = { identityToken: () => "token", clientId: "1001", requestId: "request" };
const client = () =>
  createUploadsClient({ url, retryMs: 0, subscriptionKey: "key", timeoutMs: 5_000 }, caller);

it("sends blocks with ids of equal length, and their list in order, with the person's token", async () => {
  await client().putBlock(place, 1, Buffer.from("block"));
  await client().commit(place, 2, "application/pdf");
  const path = "/store/1001/Support/7/20261122/a%20b%2B%C3%BC%3F.pdf";
  expect(requests.map(({ address }) => address)).toEqual([
    `${path}?comp=block&blockid=${encodeURIComponent(blockId(1))}`,
    `${path}?comp=blocklist`,
  ]);
  expect(requests[0]).toMatchObject({
    body: "block",
    headers: { authorization: "Bearer token", "ocp-apim-subscription-key": "key", "content-length": "5" },
  });
  expect(requests[1]?.body).toContain(`<Latest>${blockId(0)}</Latest><Latest>${blockId(1)}</Latest>`);
  expect(requests[1]?.headers["x-ms-blob-content-type"]).toBe("application/pdf");
  expect(new Set([0, 9, 10, 49_999].map((number) => blockId(number).length)).size).toBe(1);
});

it.each([
  ["fails once", [503], undefined, 2],
  ["fails twice", [500, 429], undefined, 3],
  ["always fails", [503, 503, 503], "failed", 3],
  ["answers with a conflict", [409], "conflict", 1],
  ["refuses the block", [400], "rejected", 1],
  ["answers with a redirect", [302], undefined, 1],
  ["answers 399", [399], undefined, 1],
])("a storage that %s (%j) gives the outcome %s after %i tries", async (_, answers, kind, tries) => {
  statuses = [...answers];
  const outcome = await client()
    .putBlock(place, 0, Buffer.from("x"))
    .catch((error: { kind: string }) => error.kind);
  expect([outcome, requests.length]).toEqual([kind, tries]);
});

it("fails to make a file if the answer to the list of blocks is a redirect", async () => {
  statuses = [302];
  await expect(client().commit(place, 1, "application/pdf")).rejects.toMatchObject({ kind: "failed" });
});

describe("a storage that", () => {
  /** A server that handles each connection like this; `requestCount` counts the connections that sent something. */
  async function storage(onConnection: (socket: Socket) => void) {
    const open = new Set<Socket>();
    let requestCount = 0;
    const server = createSocketServer((socket) => {
      open.add(socket.on("error", () => undefined).on("close", () => open.delete(socket)));
      socket.resume().once("data", () => (requestCount += 1));
      onConnection(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      for (const socket of open) socket.destroy();
      server.close();
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { url, open, requestCount: () => requestCount };
  }

  let upstreams: Upstreams;
  beforeEach(() => {
    upstreams = new Upstreams(() => undefined);
  });
  /** Enough time for a busy machine to send a request. */
  const clientOf = (url: string, timeoutMs = 1_000, signal?: AbortSignal) =>
    createUploadsClient(
      { url, retryMs: 0, subscriptionKey: "key", timeoutMs, upstreams },
      { ...caller, ...(signal && { signal }) },
    );
  const kindOf = (put: Promise<void>) =>
    put.then(() => "stored").catch(({ kind, name }: { kind?: string; name: string }) => kind ?? name);
  const answer = (text: string) => (socket: Socket) => void socket.once("data", () => socket.end(text));
  /** Idle connections close within a few seconds. */
  const patience = { timeout: 10_000, interval: 50 };
  const created = "HTTP/1.1 201 Created\r\n";

  it.each([
    ["never answers", () => undefined, "timeout", 3],
    [
      "resets the connection",
      (socket: Socket) => void socket.once("data", () => socket.resetAndDestroy()),
      "network",
      3,
    ],
    ["answers garbage", answer("\0\x01 no HTTP\r\n\r\n"), "network", 3],
    ["ends without an answer", answer(""), "network", 3],
    ["breaks off its refusal", answer("HTTP/1.1 409 Conflict\r\nContent-Length: 100\r\n\r\n<"), "network", 3],
    ["sends only early hints", drip("HTTP/1.1 103 Early Hints\r\n\r\n"), "timeout", 3],
    [
      "stores the block and sends an endless answer",
      drip("1\r\na\r\n", `${created}Transfer-Encoding: chunked\r\n\r\n`),
      "stored",
      1,
    ],
    [
      "stores the block and breaks off its answer",
      answer(`${created}Content-Length: 9\r\n\r\n<`),
      "stored",
      1,
    ],
  ])("%s leaves no socket and no timer", async (_, onConnection, kind, tries) => {
    const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === "Timeout").length;
    const socketServer = await storage(onConnection);
    const before = timers();
    const client = clientOf(socketServer.url, kind === "timeout" ? 1_000 : 10_000);
    expect(await kindOf(client.putBlock(place, 0, Buffer.alloc(300_000)))).toBe(kind);
    await expect.poll(socketServer.requestCount).toBe(tries);
    await expect.poll(() => socketServer.open.size, patience).toBe(0);
    await expect.poll(timers, patience).toBeLessThanOrEqual(before);
  });

  /** Sends `begin`, and then `text` again and again. */
  function drip(text: string, begin = "") {
    return (socket: Socket) => {
      socket.write(begin);
      const timer = setInterval(() => socket.write(text), 10);
      socket.on("close", () => clearInterval(timer));
    };
  }

  it("never answers gets no further calls of the same client", async () => {
    const socketServer = await storage(() => undefined);
    const client = clientOf(socketServer.url);
    expect(await kindOf(client.putBlock(place, 0, Buffer.from("x")))).toBe("timeout");
    expect(await kindOf(client.putBlock(place, 0, Buffer.from("x")))).toBe("timeout");
    expect(socketServer.requestCount()).toBe(3);
  });

  it("never answers gets no further calls, even after a failure of another kind", async () => {
    const hanging = encodeURIComponent(blockId(0));
    const socketServer = await storage((socket) => {
      socket.once("data", (bytes) => bytes.includes(hanging) || socket.end("HTTP/1.1 503 Busy\r\n\r\n"));
    });
    const client = createUploadsClient(
      { url: socketServer.url, retryMs: 500, subscriptionKey: "key", timeoutMs: 1_000, upstreams },
      caller,
    );
    const late = kindOf(client.putBlock(place, 0, Buffer.from("x")));
    await expect.poll(socketServer.requestCount, { interval: 5 }).toBe(3);
    // The pauses between its tries are longer than the time that the first call has left.
    const other = kindOf(client.putBlock(place, 1, Buffer.from("x")));
    expect(await Promise.all([late, other])).toEqual(["timeout", "failed"]);
    expect(await kindOf(client.putBlock(place, 2, Buffer.from("x")))).toBe("timeout");
    expect(socketServer.requestCount()).toBe(6);
  });

  it("hangs is disconnected when the browser disconnects", async () => {
    const socketServer = await storage(() => undefined);
    const leaving = new AbortController();
    const sent = kindOf(
      clientOf(socketServer.url, 60_000, leaving.signal).putBlock(place, 0, Buffer.from("x")),
    );
    await expect.poll(() => socketServer.open.size).toBe(1);
    leaving.abort();
    expect(await sent).toBe("AbortError");
    await expect.poll(() => socketServer.open.size, patience).toBe(0);
  });
});
