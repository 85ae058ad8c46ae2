import { PassThrough, Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { toWebStream } from "./web-stream.server.ts";

/** As a PDF, a ZIP and a CSV are: what was written before anybody reads waits inside. */
function filled(): PassThrough {
  const source = new PassThrough();
  source.write("first");
  source.write("second");
  return source;
}

it("is read to its end", async () => {
  const source = filled();
  source.end();
  expect(await new Response(toWebStream(source)).text()).toBe("firstsecond");
});

it("takes no more from its source than is read", async () => {
  let made = 0;
  const chunks = (function* () {
    for (; made < 1_000; made += 1) yield Buffer.from("x");
  })();
  const reader = toWebStream(Readable.from(chunks, { objectMode: false, highWaterMark: 1 })).getReader();
  await reader.read();
  await setImmediate();
  expect(made).toBeLessThan(5);
  await reader.cancel();
});

it.each([0, 1, 2, 3, 4, 5, 6, 7])(
  "ends its source when the browser leaves, %i steps after it came",
  async (steps) => {
    const source = filled();
    const reader = toWebStream(source).getReader();
    const first = reader.read();
    for (let step = 0; step < steps; step += 1) await Promise.resolve();
    await reader.cancel(new Error("the browser left"));
    await first;
    await setImmediate();
    expect(source.destroyed).toBe(true);
  },
);

it("breaks off where its source does", async () => {
  const source = filled();
  const body = new Response(toWebStream(source)).text();
  source.destroy(new Error("no more"));
  await expect(body).rejects.toThrow("no more");
});

it("breaks off where its source broke before anybody read", async () => {
  const source = filled();
  const stream = toWebStream(source);
  source.destroy(new Error("no more"));
  await setImmediate();
  await expect(new Response(stream).text()).rejects.toThrow("no more");
});
