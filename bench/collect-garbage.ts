// Loaded into a measured server by `--import` with `--expose-gc`: SIGUSR2 collects garbage, so that only memory in use
// is measured, and logs what keeps the event loop alive and what V8 knows of the memory.
process.on("SIGUSR2", () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  const state = { msg: "resources", open: process.getActiveResourcesInfo(), heapUsed, external };
  process.stdout.write(`${JSON.stringify(state)}\n`);
});
