import type { Readable } from "node:stream";

/** A Response body that's read as fast as the browser reads. Node's `Readable.toWeb` throws an uncatchable error if the browser disconnects at the start. */
export function toWebStream(source: Readable): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  // Otherwise an error before the first read would be uncaught; the iterator throws it at that read.
  source.on("error", () => undefined);
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => void source.destroy(),
    },
    { highWaterMark: 0 },
  );
}
