import { Worker } from "node:worker_threads";

/** Runs in its own thread, so that work of the tests doesn't delay its requests. */
const workerCode = `
  const { parentPort, workerData: { url, pid } } = require("node:worker_threads");
  const { readFileSync } = require("node:fs");
  const { get } = require("node:http");
  const workedMs = () => Number(readFileSync("/proc/" + pid + "/task/" + pid + "/schedstat", "utf8").split(" ")[0]) / 1e6;
  let [longest, reported] = [0, workedMs()];
  const ask = () => new Promise((resolve) => {
    const before = workedMs();
    const end = () => { longest = Math.max(longest, workedMs() - before); resolve(); };
    get(url, (reply) => reply.resume().on("end", end)).on("error", end);
  });
  (async () => {
    for (;;) { await ask(); await new Promise((resolve) => setTimeout(resolve, 50)); }
  })();
  parentPort.on("message", async () => {
    await ask();
    const worked = workedMs();
    parentPort.postMessage({ longestMs: longest, allMs: worked - reported });
    [longest, reported] = [0, worked];
  });
`;

/**
 * Requests `/healthz` every 50 ms until it's closed, and counts how long the portal's thread works before it answers. A
 * busy machine leaves the thread waiting, which isn't counted.
 */
export class Probe {
  readonly #worker: Worker;

  constructor(origin: string, pid: number) {
    this.#worker = new Worker(workerCode, { eval: true, workerData: { url: `${origin}/healthz`, pid } });
  }

  /** The work since the last call, and the longest before an answer: that long, the portal's event loop was blocked. */
  work(): Promise<{ readonly allMs: number; readonly longestMs: number }> {
    return new Promise((resolve) => {
      this.#worker.once("message", resolve);
      this.#worker.postMessage("work");
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
