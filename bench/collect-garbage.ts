// Loaded into a measured server by `--import`, with `--expose-gc`: SIGUSR2 collects its garbage, so that memory in
// use can be told from memory that was not given back yet, and logs what keeps its event loop alive.
process.on("SIGUSR2", () => {
  globalThis.gc?.();
  process.stdout.write(`${JSON.stringify({ msg: "resources", open: process.getActiveResourcesInfo() })}\n`);
});
