import { Worker } from "node:worker_threads";

/** Runs in a thread of its own, so that what the tests themselves compute delays no question. */
const asking = `
  const { parentPort, workerData } = require("node:worker_threads");
  const { get } = require("node:http");
  let longest = 0;
  const ask = () => new Promise((resolve) => {
    const begun = performance.now();
    const end = () => { longest = Math.max(longest, performance.now() - begun); resolve(); };
    get(workerData, (reply) => reply.resume().on("end", end)).on("error", end);
  });
  (async () => {
    for (;;) { await ask(); await new Promise((resolve) => setTimeout(resolve, 50)); }
  })();
  parentPort.on("message", () => { parentPort.postMessage(longest); longest = 0; });
`;

/** Asks `/healthz` every 50 ms for as long as it lives. */
export class Probe {
  readonly #worker: Worker;

  constructor(origin: string) {
    this.#worker = new Worker(asking, { eval: true, workerData: `${origin}/healthz` });
  }

  /** The longest that an answer took since this was last asked, in ms: so long the portal did nothing else. */
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
