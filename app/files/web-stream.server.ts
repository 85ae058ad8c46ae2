import type { Readable } from "node:stream";

/**
 * The stream as the body of a Response, which is read as fast as the browser takes it and destroyed when the browser
 * leaves. Node's own `Readable.toWeb` throws where nobody catches it, if that happens as it begins to flow.
 */
export function toWebStream(source: Readable): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  // The iterator listens from its first chunk on, and tells an error of before then, too.
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
