import { PassThrough, Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { toWebStream } from "./web-stream.server.ts";

/** A stream with buffered chunks, as PDF, ZIP and CSV exports have. */
function bufferedSource(): PassThrough {
  const source = new PassThrough();
  source.write("first");
  source.write("second");
  return source;
}

it("streams the source to its end", async () => {
  const source = bufferedSource();
  source.end();
  expect(await new Response(toWebStream(source)).text()).toBe("firstsecond");
});

it("reads hardly more from the source than its consumer has read", async () => {
  let produced = 0;
  const chunks = (function* () {
    for (; produced < 1_000; produced += 1) yield Buffer.from("x");
  })();
  const reader = toWebStream(Readable.from(chunks, { objectMode: false, highWaterMark: 1 })).getReader();
  await reader.read();
  await setImmediate();
  expect(produced).toBeLessThan(5);
  await reader.cancel();
});

it.each([0, 1, 2, 3, 4, 5, 6, 7])(
  "destroys the source if the consumer cancels %i microtasks after the first read",
  async (microtasks) => {
    const source = bufferedSource();
    const reader = toWebStream(source).getReader();
    const first = reader.read();
    for (let step = 0; step < microtasks; step += 1) await Promise.resolve();
    await reader.cancel(new Error("cancelled"));
    await first;
    await setImmediate();
    expect(source.destroyed).toBe(true);
  },
);

it("fails when the source fails", async () => {
  const source = bufferedSource();
  const body = new Response(toWebStream(source)).text();
  source.destroy(new Error("no more"));
  await expect(body).rejects.toThrow("no more");
});

it("fails if the source failed before the first read", async () => {
  const source = bufferedSource();
  const stream = toWebStream(source);
  source.destroy(new Error("no more"));
  await setImmediate();
  await expect(new Response(stream).text()).rejects.toThrow("no more");
});
