// Loaded into a measured server by `--import` with `--expose-gc`: SIGUSR2 collects garbage, so that only memory in use
// is measured, and logs what keeps the event loop alive.
process.on("SIGUSR2", () => {
  globalThis.gc?.();
  process.stdout.write(`${JSON.stringify({ msg: "resources", open: process.getActiveResourcesInfo() })}\n`);
});
