import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import express from "express";
import { request } from "undici";
import { afterAll, beforeAll, expect, it } from "vitest";
import { setUpStaticFiles } from "./set-up-static-files.ts";

const root = mkdtempSync(join(tmpdir(), "demarc-static-"));
const files = {
  "assets/a-1.js": "plain",
  "assets/a-1.js.br": "brotli",
  "assets/a-1.js.gz": "gzipped",
  "icon.svg": "<svg/>",
};
let server: Server;

beforeAll(async () => {
  mkdirSync(join(root, "build/client/assets"), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, "build/client", name), text);
  server = createServer(express().use(setUpStaticFiles(root))).listen(0);
  await once(server, "listening");
  // As a deployment may do under a running portal.
  rmSync(root, { recursive: true });
});
afterAll(() => server.close());

async function ask(
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method: "GET" | "HEAD" | "POST" = "GET",
) {
  const { port } = server.address() as AddressInfo;
  const reply = await request(`http://127.0.0.1:${port}${path}`, { method, headers });
  return { status: reply.statusCode, headers: reply.headers, text: await reply.body.text() };
}

it.each([
  ["gzip, deflate, br", "brotli", "br"],
  ["gzip;q=1, br;q=0", "gzipped", "gzip"],
  ["", "plain", undefined],
])(
  "a browser that accepts '%s' gets the version %s, even when the files are gone",
  async (accepted, text, encoding) => {
    const reply = await ask("/assets/a-1.js", { "accept-encoding": accepted });
    expect([reply.status, reply.text, reply.headers["content-encoding"]]).toEqual([200, text, encoding]);
    expect(reply.headers).toMatchObject({
      "content-type": "application/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
      vary: "Accept-Encoding",
    });
  },
);

it("a file without a hash is kept for an hour, and isn't sent again while it is the same", async () => {
  const { headers, status } = await ask("/icon.svg");
  expect([status, headers["content-type"], headers["cache-control"]]).toEqual([
    200,
    "image/svg+xml",
    "public, max-age=3600",
  ]);
  const again = await ask("/icon.svg", { "if-none-match": String(headers["etag"]) });
  expect([again.status, again.text]).toEqual([304, ""]);
});

it.each(["bytes=5-1", "bytes=-2", "bytes=a-b"])("Range: %s gets the whole file", async (range) => {
  expect(await ask("/icon.svg", { range })).toMatchObject({ status: 200, text: "<svg/>" });
});

it("HEAD gets the headers alone, and a post isn't answered with a file", async () => {
  expect(await ask("/icon.svg", {}, "HEAD")).toMatchObject({
    status: 200,
    text: "",
    headers: { "content-length": "6" },
  });
  expect((await ask("/icon.svg", {}, "POST")).status).toBe(404);
});

it("what asks for /favicon.ico unseen is led to the icon", async () => {
  const { status, headers } = await ask("/favicon.ico");
  expect([status, headers["location"]]).toEqual([301, "/favicon.svg"]);
});

it("an unknown asset is a 404 that says so", async () => {
  const reply = await ask("/assets/gone.js");
  expect([reply.status, reply.text]).toEqual([404, expect.stringContaining("File not found")]);
});
