import { createServer, type IncomingMessage, type Server } from "node:http";
import { createServer as createSocketServer, type AddressInfo, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { blockId, createUploadsClient } from "./uploads-client.ts";
import { Upstreams } from "./upstreams.ts";

let server: Server;
let url: string;
let statuses: number[];
let seen: { readonly address: string; readonly headers: IncomingMessage["headers"]; readonly body: string }[];

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .on("end", () => {
        seen.push({
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
  seen = [];
  statuses = [];
});

const place = { clientId: "1001", kind: "Support", id: "7", container: "20261122", fileName: "a b+ü?.pdf" };
const caller = { identityToken: () => "token", clientId: "1001", requestId: "request" };
const client = () =>
  createUploadsClient({ url, retryMs: 0, subscriptionKey: "key", timeoutMs: 5_000 }, caller);

it("puts blocks by ids of one length, and their list in order, as the person", async () => {
  await client().putBlock(place, 1, Buffer.from("block"));
  await client().commit(place, 2, "application/pdf");
  const path = "/store/1001/Support/7/20261122/a%20b%2B%C3%BC%3F.pdf";
  expect(seen.map(({ address }) => address)).toEqual([
    `${path}?comp=block&blockid=${encodeURIComponent(blockId(1))}`,
    `${path}?comp=blocklist`,
  ]);
  expect(seen[0]).toMatchObject({
    body: "block",
    headers: { authorization: "Bearer token", "ocp-apim-subscription-key": "key", "content-length": "5" },
  });
  expect(seen[1]?.body).toContain(`<Latest>${blockId(0)}</Latest><Latest>${blockId(1)}</Latest>`);
  expect(seen[1]?.headers["x-ms-blob-content-type"]).toBe("application/pdf");
  expect(new Set([0, 9, 10, 49_999].map((number) => blockId(number).length)).size).toBe(1);
});

it.each([
  ["once", [503], undefined, 2],
  ["twice", [500, 429], undefined, 3],
  ["always", [503, 503, 503], "failed", 3],
  ["for good", [409], "conflict", 1],
  ["by a refusal", [400], "rejected", 1],
  ["never, but answers 302,", [302], undefined, 1],
])("that fails %s: %j", async (_, answers, kind, tries) => {
  statuses = [...answers];
  const outcome = await client()
    .putBlock(place, 0, Buffer.from("x"))
    .catch((error: { kind: string }) => error.kind);
  expect([outcome, seen.length]).toEqual([kind, tries]);
});

describe("a storage that", () => {
  /** One that does this with each connection; tells how many are open. */
  async function storage(meet: (socket: Socket) => void) {
    const open = new Set<Socket>();
    let asked = 0;
    const server = createSocketServer((socket) => {
      open.add(socket.on("error", () => undefined).on("close", () => open.delete(socket)));
      socket.resume().once("data", () => (asked += 1));
      meet(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      for (const socket of open) socket.destroy();
      server.close();
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { url, open, asked: () => asked };
  }

  let upstreams: Upstreams;
  beforeEach(() => {
    upstreams = new Upstreams(() => undefined);
  });
  const clientOf = (url: string, timeoutMs = 100, signal?: AbortSignal) =>
    createUploadsClient(
      { url, retryMs: 0, subscriptionKey: "key", timeoutMs, upstreams },
      { ...caller, ...(signal && { signal }) },
    );
  const kindOf = (put: Promise<void>) =>
    put.then(() => "taken").catch(({ kind, name }: { kind?: string; name: string }) => kind ?? name);
  const answer = (text: string) => (socket: Socket) => void socket.once("data", () => socket.end(text));
  /** Connections that stand idle end soon. */
  const patience = { timeout: 10_000, interval: 50 };
  const created = "HTTP/1.1 201 Created\r\n";

  it.each([
    ["never answers", () => undefined, "timeout", 3],
    ["resets", (socket: Socket) => void socket.once("data", () => socket.resetAndDestroy()), "network", 3],
    ["answers garbage", answer("\0\x01 no HTTP\r\n\r\n"), "network", 3],
    ["ends without an answer", answer(""), "network", 3],
    ["breaks off its refusal", answer("HTTP/1.1 409 Conflict\r\nContent-Length: 100\r\n\r\n<"), "network", 3],
    ["says for ever that it goes on", drip("HTTP/1.1 103 Early Hints\r\n\r\n"), "timeout", 3],
    [
      "takes the block and drips an answer",
      drip("1\r\na\r\n", `${created}Transfer-Encoding: chunked\r\n\r\n`),
      "taken",
      1,
    ],
    ["takes the block and breaks off its answer", answer(`${created}Content-Length: 9\r\n\r\n<`), "taken", 1],
  ])("%s leaves no socket and no timer", async (_, meet, kind, tries) => {
    const timers = () => process.getActiveResourcesInfo().filter((one) => one === "Timeout").length;
    const storing = await storage(meet);
    const before = timers();
    expect(await kindOf(clientOf(storing.url).putBlock(place, 0, Buffer.alloc(300_000)))).toBe(kind);
    await expect.poll(storing.asked).toBe(tries);
    await expect.poll(() => storing.open.size, patience).toBe(0);
    await expect.poll(timers, patience).toBeLessThanOrEqual(before);
  });

  /** Sends its text again and again after the beginning. */
  function drip(text: string, begin = "") {
    return (socket: Socket) => {
      socket.write(begin);
      const timer = setInterval(() => socket.write(text), 10);
      socket.on("close", () => clearInterval(timer));
    };
  }

  it("never answers is not asked again by the same client", async () => {
    const storing = await storage(() => undefined);
    const client = clientOf(storing.url);
    expect(await kindOf(client.putBlock(place, 0, Buffer.from("x")))).toBe("timeout");
    expect(await kindOf(client.putBlock(place, 0, Buffer.from("x")))).toBe("timeout");
    expect(storing.asked()).toBe(3);
  });

  it("stays unasked, too, where another call of the client fails for another reason", async () => {
    const hanging = encodeURIComponent(blockId(0));
    const storing = await storage((socket) => {
      socket.once("data", (bytes) => bytes.includes(hanging) || socket.end("HTTP/1.1 503 Busy\r\n\r\n"));
    });
    const client = createUploadsClient(
      { url: storing.url, retryMs: 50, subscriptionKey: "key", timeoutMs: 100, upstreams },
      caller,
    );
    const late = kindOf(client.putBlock(place, 0, Buffer.from("x")));
    await expect.poll(storing.asked, { interval: 5 }).toBe(3);
    // Its pauses are longer than what is left of the first call.
    const other = kindOf(client.putBlock(place, 1, Buffer.from("x")));
    expect(await Promise.all([late, other])).toEqual(["timeout", "failed"]);
    expect(await kindOf(client.putBlock(place, 2, Buffer.from("x")))).toBe("timeout");
    expect(storing.asked()).toBe(6);
  });

  it("hangs is left at once with the browser", async () => {
    const storing = await storage(() => undefined);
    const left = new AbortController();
    const sent = kindOf(clientOf(storing.url, 60_000, left.signal).putBlock(place, 0, Buffer.from("x")));
    await expect.poll(() => storing.open.size).toBe(1);
    left.abort();
    expect(await sent).toBe("AbortError");
    await expect.poll(() => storing.open.size, patience).toBe(0);
  });
});
