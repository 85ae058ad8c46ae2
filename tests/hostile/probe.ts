import { Worker } from "node:worker_threads";

/** Runs in its own thread, so that work of the tests does not delay its requests. */
const workerCode = `
  const { parentPort, workerData: { url, pid } } = require("node:worker_threads");
  const { readFileSync } = require("node:fs");
  const { get } = require("node:http");
  const workedMs = () => Number(readFileSync("/proc/" + pid + "/task/" + pid + "/schedstat", "utf8").split(" ")[0]) / 1e6;
  let longest = 0;
  const ask = () => new Promise((resolve) => {
    const before = workedMs();
    const end = () => { longest = Math.max(longest, workedMs() - before); resolve(); };
    get(url, (reply) => reply.resume().on("end", end)).on("error", end);
  });
  (async () => {
    for (;;) { await ask(); await new Promise((resolve) => setTimeout(resolve, 50)); }
  })();
  parentPort.on("message", async () => { await ask(); parentPort.postMessage(longest); longest = 0; });
`;

/**
 * Requests `/healthz` every 50 ms until it is closed, and counts how long the portal's thread works before it answers. A
 * busy machine leaves the thread waiting, which isn't counted.
 */
export class Probe {
  readonly #worker: Worker;

  constructor(origin: string, pid: number) {
    this.#worker = new Worker(workerCode, { eval: true, workerData: { url: `${origin}/healthz`, pid } });
  }

  /** The longest work in ms before an answer since the last call: that long, the portal's event loop was blocked. */
  longest(): Promise<number> {
    return new Promise((resolve) => {
      this.#worker.once("message", resolve);
      this.#worker.postMessage("longest");
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
