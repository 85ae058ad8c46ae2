import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signedIn } from "../support/signed-in.ts";
import type { Page } from "../support/visitor.ts";
import { createWorld, type World } from "../support/world.ts";

const listed = ({ $ }: Page) =>
  $("#invoices tbody tr > th")
    .map((_, cell) => $(cell).text())
    .get();

describe("a files service", () => {
  let files: Server;
  let world: World;
  let answer: (res: ServerResponse) => void;
  beforeAll(async () => {
    files = createServer((req, res) => {
      if (req.method === "HEAD") return void res.end();
      answer(res);
    });
    await new Promise<void>((resolve) => files.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
    world = await createWorld({ environment: { FILES_URL: `${url}/files` } });
  });
  afterAll(async () => {
    await world.close();
    files.closeAllConnections();
    files.close();
  });

  async function pdf(signal?: AbortSignal): Promise<Response> {
    const visitor = await signedIn(world, "anna", "1001");
    const [number = ""] = listed(await visitor.get("/invoices"));
    return fetch(`${world.portal.url}/invoices/${number}/files/Invoice_${number}.pdf`, {
      redirect: "manual",
      headers: { cookie: `session=${visitor.cookie("session")}` },
      ...(signal ? { signal } : {}),
    });
  }

  it("that breaks off after the first bytes breaks the download off", async () => {
    answer = (res) => {
      res.writeHead(200, { "content-length": "100000" }).write("%PDF-1.7 half of it");
      setTimeout(() => res.destroy(), 50);
    };
    const reply = await pdf();
    expect(reply.status).toBe(200);
    await expect(reply.arrayBuffer()).rejects.toThrow();
  });

  it.each([
    [
      "breaks off before them",
      (res: ServerResponse) => res.writeHead(200, { "content-length": "9" }).flushHeaders(),
    ],
    ["sends nothing", (res: ServerResponse) => void res.writeHead(200).end()],
    [
      "redirects elsewhere",
      (res: ServerResponse) => void res.writeHead(302, { location: "http://169.254.169.254/" }).end(),
    ],
    ["refuses the token", (res: ServerResponse) => void res.writeHead(403).end("secret")],
  ])("that %s leads back with the message", async (_what, reply) => {
    answer = (res) => {
      reply(res);
      setTimeout(() => res.destroy(), 30);
    };
    const answered = await pdf();
    expect(answered.status).toBe(303);
    expect(await answered.text()).not.toContain("secret");
  });

  it("is left alone when the browser leaves", async () => {
    let closed: Promise<unknown> = Promise.resolve();
    answer = (res) => {
      closed = once(res, "close");
      res.writeHead(200, { "content-length": "100000" }).write("%PDF-1.7");
    };
    const leaving = new AbortController();
    const reply = await pdf(leaving.signal);
    expect(reply.status).toBe(200);
    leaving.abort();
    await closed;
  });

  it("is not asked faster than the browser takes", async () => {
    let sent = 0;
    const size = 64 * 1024 * 1024;
    answer = (res) => {
      res.writeHead(200, { "content-length": String(size) });
      const piece = Buffer.alloc(64 * 1024);
      const more = () => {
        while (sent < size && !res.destroyed) {
          sent += piece.length;
          if (!res.write(piece)) return void res.once("drain", more);
        }
        res.end();
      };
      more();
    };
    const reply = await pdf();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(sent).toBeLessThan(size / 2);
    await reply.body?.cancel();
  });
});
