import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Portal } from "#app/request/portal.ts";
import type { LoadContext } from "#server/load-context.ts";
import { openPortal } from "#server/testing/route-args.ts";
import { uploadFiles } from "./upload-files.server.ts";

const KB = 1024;
const MB = 1024 * KB;

let storage: Server;
let received: { readonly path: string; readonly bytes: number }[] = [];
/** The answer to a listing of the folder. */
const listing = { EnumerationResults: { Entries: { File: { Name: "Taken.pdf" } } } };

beforeAll(async () => {
  storage = createServer((request, response) => {
    let bytes = 0;
    request
      .on("data", (chunk: Buffer) => (bytes += chunk.length))
      .on("end", () => {
        if (request.method === "GET") return void response.end(JSON.stringify(listing));
        received.push({ path: request.url ?? "", bytes });
        response.writeHead(201).end();
      });
  });
  await new Promise<void>((resolve) => storage.listen(0, "127.0.0.1", resolve));
});
afterAll(() => void storage.close().closeAllConnections());

it.each([
  ["of 32 MiB in blocks of 256 KiB", 32 * MB, 256 * KB],
  ["of more than 32 MiB in blocks of 4 MiB", 32 * MB + 1, 4 * MB],
])("uploads the file of a form %s, in order, to a container named by the time", async (_, bytes, block) => {
  received = [];
  const headers = { "content-length": String(bytes) };
  const request = new Request("http://portal.example/", { method: "POST", body: "x", headers });
  const browser = await openPortal({ roles: ["1001-Support"], now: "2026-11-22T08:00:01.500Z" });
  const args = await browser.args(request);
  const context = args.context as unknown as LoadContext;
  const uploadsUrl = `http://127.0.0.1:${(storage.address() as AddressInfo).port}/store`;
  const body = Readable.from([Buffer.from("%PDF-1.7"), Buffer.alloc(bytes - 8)]);
  Object.assign(context, {
    config: { ...context.config, uploadsUrl, uploadFiles: 10, uploadFileMb: 40, uploadRetryMs: 0 },
    files: Readable.from([{ name: "a.pdf", body }]),
  });
  const portal = { account: { clientId: "1001" }, session: context.session } as Portal;
  await uploadFiles(args, portal, "7");
  await context.session.commit();
  expect((await browser.args("/")).context.session.takeFlashes()).toEqual([
    { tone: "success", text: "a.pdf was uploaded successfully to Support 7." },
  ]);
  const list = received.pop();
  expect(list?.path).toBe("/store/1001/Support/7/20261122080001500/a.pdf?comp=blocklist");
  const rest = bytes % block;
  expect(received.map((call) => call.bytes)).toEqual([
    ...Array.from({ length: Math.floor(bytes / block) }, () => block),
    ...(rest > 0 ? [rest] : []),
  ]);
});

it("skips a file by its name alone where the listing tells no sizes, without sending a block", async () => {
  received = [];
  const browser = await openPortal({ roles: ["1001-Support"] });
  const args = await browser.args(new Request("http://portal.example/", { method: "POST", body: "x" }));
  const context = args.context as unknown as LoadContext;
  const url = `http://127.0.0.1:${(storage.address() as AddressInfo).port}`;
  Object.assign(context, {
    config: { ...context.config, uploadsUrl: url, filesUrl: url },
    files: Readable.from([{ name: "taken.pdf", body: Readable.from([Buffer.from("%PDF-1.7")]) }]),
  });
  const portal = { account: { clientId: "1001" }, session: context.session } as Portal;
  await uploadFiles(args, portal, "7");
  await context.session.commit();
  const [flash] = (await browser.args("/")).context.session.takeFlashes();
  expect([flash?.text, received]).toEqual([
    "taken.pdf is already attached to Support 7, so we didn't add it again.",
    [],
  ]);
});
