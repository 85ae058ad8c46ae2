import { Worker } from "node:worker_threads";

/** Runs in its own thread, so that work of the tests does not delay its requests. */
const workerCode = `
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

/** Requests `/healthz` every 50 ms until it is closed. */
export class Probe {
  readonly #worker: Worker;

  constructor(origin: string) {
    this.#worker = new Worker(workerCode, { eval: true, workerData: `${origin}/healthz` });
  }

  /** The longest time of an answer in ms since the last call: that long, the portal's event loop was blocked. */
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
