import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { drain, trackOpenResponses } from "./drain.ts";
import { createPendingWork } from "./pending-work.ts";

const quiet = () => {};

it("what only waits for another request gives up, once no more connections are taken", async () => {
  const pendingWork = createPendingWork({ warn: quiet }, { countBackground: quiet });
  const { stopping } = pendingWork;
  const server = createServer((_req, res) =>
    stopping.addEventListener("abort", () => res.end(`is open: ${server.listening}`)),
  );
  const openResponses = trackOpenResponses(server);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  const answer = new Promise<string>((resolve) =>
    get({ port }, (res) => res.setEncoding("utf8").on("data", resolve)),
  );
  await expect.poll(() => openResponses.size).toBe(1);
  const live = { drain: () => expect(stopping.aborted).toBe(false), close: async () => {} };
  const log = { info: quiet, error: quiet };
  const closeSilentConnections = quiet;
  await drain({ server, openResponses, closeSilentConnections, live, pendingWork, log } as never, 0);
  expect(await answer).toBe("is open: false");
});
