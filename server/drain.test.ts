import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { drain, trackOpen } from "./drain.ts";
import { createPendingWork, type PendingWork } from "./pending-work.ts";

const quiet = () => {};

interface Portal {
  readonly server: Server;
  readonly pendingWork: PendingWork;
}
type Answer = (req: IncomingMessage, res: ServerResponse, portal: Portal) => void;

/** A server with these requests under way, which `stop` drains. */
async function serverWith(requests: readonly string[], answer: Answer) {
  const pendingWork = createPendingWork({ warn: quiet }, { countBackground: quiet });
  const errors: object[] = [];
  const server: Server = createServer((req, res) => answer(req, res, { server, pendingWork }));
  const open = trackOpen(server);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  const answers = requests.map(async (line) => {
    const [method, path] = line.split(" ");
    const sent = request({ port, method, path });
    return new Promise<string>((resolve) => {
      sent.on("response", (res) => {
        res.setEncoding("utf8").on("data", resolve);
        res.on("error", quiet);
      });
      sent.on("error", () => resolve("cut")).end();
    });
  });
  await expect.poll(() => open.responses.size).toBe(requests.length);
  const live = { drain: () => expect(pendingWork.stopping.aborted).toBe(false), close: async () => {} };
  const log = { info: quiet, error: ({ work }: { work: object }) => errors.push(work) };
  const draining = { server, open, live, pendingWork, log } as never;
  const stop = (timeoutMs: number) => drain(draining, { delayMs: 0, timeoutMs });
  return { pendingWork, answers, errors, stop };
}

it("what only waits for another request gives up, once no more connections are taken", async () => {
  const { answers, stop } = await serverWith(["GET /"], (_req, res, { server, pendingWork }) => {
    pendingWork.stopping.addEventListener("abort", () => res.end(`listens: ${server.listening}`));
  });
  expect(await stop(60_000)).toBe(true);
  expect(await answers[0]).toBe("listens: false");
});

it("work and posts that are cut are named, and the stop isn't complete", async () => {
  const { pendingWork, answers, errors, stop } = await serverWith(["POST /contacts/7?a=b"], quiet);
  pendingWork.inBackground("payment return", () => new Promise(quiet));
  expect([await stop(50), await answers[0]]).toEqual([false, "cut"]);
  expect(errors).toEqual([["POST /contacts/7", "payment return"]]);
});

it("uploads, downloads and pages may be cut", async () => {
  const requests = ["POST /upload", "POST /answered", "GET /file", "GET /page"];
  const { answers, errors, stop } = await serverWith(requests, (req, res, { pendingWork }) => {
    if (req.url === "/upload") {
      Object.assign(res, { locals: { files: [] } });
      pendingWork.inBackground("upload", () => new Promise<void>((end) => res.once("close", end)));
    }
    if (req.url === "/answered" || req.url === "/file") res.write("begins");
  });
  expect(await stop(50)).toBe(true);
  expect([await Promise.all(answers), errors]).toEqual([["cut", "begins", "begins", "cut"], []]);
});
