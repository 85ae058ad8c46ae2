import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listen } from "#server/testing/listen.ts";
import { signedIn } from "../support/signed-in.ts";
import { unzip } from "../support/unzip.ts";
import type { Page } from "../support/visitor.ts";
import { textsOf } from "../support/visitor.ts";
import { createWorld, type World } from "../support/world.ts";

const listed = (page: Page) => textsOf(page, "#invoices tbody tr > th");

const MB = 1024 * 1024;
/** This many bytes, beginning as a PDF does. */
const large = (bytes: number) => Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(bytes)], bytes);

/** Sends a file of this size no faster than the other side reads. Calls `tell` with how much is sent. */
function asFastAsTaken(res: ServerResponse, size: number, tell: (bytes: number) => void): void {
  res.writeHead(200, { "content-length": String(size) });
  const piece = large(64 * 1024);
  let sent = 0;
  const more = () => {
    while (sent < size && !res.destroyed) {
      sent += piece.length;
      tell(piece.length);
      if (!res.write(piece)) return void res.once("drain", more);
    }
    res.end();
  };
  more();
}

describe("a files service", () => {
  let files: Server;
  let world: World;
  let answer: (res: ServerResponse) => void;
  beforeAll(async () => {
    files = createServer((req, res) => {
      if (req.method === "HEAD") return void res.end();
      answer(res);
    });
    const url = await listen(files);
    world = await createWorld({ environment: { FILES_URL: `${url}/files` } });
  });
  afterAll(async () => {
    await world.close();
    files.closeAllConnections();
    files.close();
  });

  async function download(kind: "Invoice" | "Calls", signal?: AbortSignal) {
    const visitor = await signedIn(world, "anna", "1001");
    const [number = ""] = listed(await visitor.get("/invoices"));
    const path = `/invoices/${number}/files/${kind}_${number}.${kind === "Calls" ? "csv" : "pdf"}`;
    const reply = await fetch(world.portal.url + path, {
      redirect: "manual",
      headers: { cookie: `session=${visitor.cookie("session")}` },
      ...(signal ? { signal } : {}),
    });
    return { reply, visitor, number };
  }

  const pdf = async (signal?: AbortSignal) => (await download("Invoice", signal)).reply;

  it("that stops halfway through a large file breaks the download off", async () => {
    answer = (res) => {
      res.writeHead(200, { "content-length": String(MB) }).write(large(MB / 2));
      setTimeout(() => res.destroy(), 50);
    };
    const reply = await pdf();
    expect([reply.status, reply.headers.get("content-length")]).toEqual([200, String(MB)]);
    await expect(reply.arrayBuffer()).rejects.toThrow();
  });

  it("that stops halfway through a large file has it marked as incomplete in the index of the ZIP", async () => {
    answer = (res) => {
      res.writeHead(200, { "content-length": String(MB) }).write(large(MB / 2));
      setTimeout(() => res.destroy(), 50);
    };
    const visitor = await signedIn(world, "anna", "1001");
    const [number = ""] = listed(await visitor.get("/invoices"));
    const reply = await fetch(`${world.portal.url}/invoices/files.zip?number=${number}`, {
      headers: { cookie: `session=${visitor.cookie("session")}` },
    });
    const index = unzip(Buffer.from(await reply.arrayBuffer()))
      .get("index.csv")
      ?.toString();
    expect(index).toContain(`Invoice_${number}.pdf,Incomplete: please download it separately`);
  });

  it.each([
    [
      "answers with its sign-in page",
      (res: ServerResponse) =>
        void res.writeHead(200, { "content-type": "text/html" }).end("<!doctype html>secret"),
    ],
    [
      "redirects elsewhere",
      (res: ServerResponse) => void res.writeHead(302, { location: "http://169.254.169.254/" }).end(),
    ],
    ["refuses the token", (res: ServerResponse) => void res.writeHead(403).end("secret")],
  ])("that %s leads back to the invoice with a message", async (_what, reply) => {
    answer = (res) => {
      reply(res);
      setTimeout(() => res.destroy(), 30);
    };
    const { reply: answered, visitor, number } = await download("Invoice");
    expect([answered.status, answered.headers.get("location")]).toEqual([303, `/invoices/${number}`]);
    expect(await answered.text()).not.toContain("secret");
    expect((await visitor.get(`/invoices/${number}`)).text).toContain(
      "There was an error downloading your invoice, please check back again soon",
    );
  });

  it("that sends a page in place of a CSV leads back too, and a CSV as plain bytes is passed on", async () => {
    const send = (type: string, body: string) => (res: ServerResponse) =>
      void res.writeHead(200, { "content-type": type }).end(body);
    answer = send("text/html; charset=utf-8", "<!doctype html>");
    expect((await download("Calls")).reply.status).toBe(303);
    answer = send("application/octet-stream", "Date,Time\r\n");
    const { reply } = await download("Calls");
    expect([reply.status, await reply.text()]).toEqual([200, "Date,Time\r\n"]);
  });

  it("has its answer closed when the browser leaves before the download begins", async () => {
    const leaving = new AbortController();
    const left = new Promise<void>((resolve) => {
      answer = (res) => {
        res.once("close", resolve).writeHead(200, { "content-length": "3000" }).write("%PDF-1.7");
        setTimeout(() => leaving.abort(), 100);
      };
    });
    await expect(pdf(leaving.signal)).rejects.toThrow();
    await left;
  });

  it("serves everybody else while one person takes many files and reads none of them", async () => {
    const held: ServerResponse[] = [];
    answer = (res) => {
      held.push(res);
      asFastAsTaken(res, 64 * MB, () => undefined);
    };
    const greedy = await signedIn(world, "anna", "1001");
    const [number = ""] = listed(await greedy.get("/invoices"));
    const path = `/invoices/${number}/files/Invoice_${number}.pdf`;
    const leaving = new AbortController();
    const many = Array.from({ length: 20 }, () =>
      fetch(world.portal.url + path, {
        headers: { cookie: `session=${greedy.cookie("session")}` },
        signal: leaving.signal,
      }),
    );
    for (const { status } of await Promise.all(many)) expect(status).toBe(200);
    expect(held.length).toBe(20);
    expect((await greedy.get(`/invoices/${number}`)).text).toContain(`Invoice_${number}.pdf`);
    answer = (res) => void res.writeHead(200).end(large(MB));
    const other = await signedIn(world, "ella", "1001");
    const reply = await other.get(path);
    expect([reply.status, reply.size]).toEqual([200, MB]);
    leaving.abort();
    await Promise.all(held.map((res) => res.closed || once(res, "close")));
  });
});
