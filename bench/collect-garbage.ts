// Loaded into a measured server with `--import` and `--expose-gc`. On SIGUSR2 it collects garbage, so that we only
// measure memory in use, and logs what keeps the event loop alive and what V8 says about the memory.
process.on("SIGUSR2", () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  const state = { msg: "resources", open: process.getActiveResourcesInfo(), heapUsed, external };
  process.stdout.write(`${JSON.stringify(state)}\n`);
});
