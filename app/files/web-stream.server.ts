import type { Readable } from "node:stream";

/**
 * The stream as a Response body: read only as fast as the browser reads, and destroyed when the browser disconnects.
 * Node's own `Readable.toWeb` throws an uncatchable error if the browser disconnects just as the stream starts.
 */
export function toWebStream(source: Readable): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  // An error before the first read would be uncaught; the iterator throws it at that read.
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
