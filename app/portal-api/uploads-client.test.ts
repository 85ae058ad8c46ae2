import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { blockId, createUploadsClient } from "./uploads-client.ts";

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
