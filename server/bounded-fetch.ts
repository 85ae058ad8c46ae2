export interface AnswerBounds {
  readonly bytes: number;
  /** For the whole answer, including its body. */
  readonly ms: number;
}

class AnswerTooLong extends Error {
  override readonly name = "AnswerTooLong";
}

/** A `fetch` that resolves with the whole body. Rejects if it's too long, takes too long or is a redirect. */
export function createBoundedFetch({ bytes, ms }: AnswerBounds): typeof fetch {
  return async (input, init) => {
    const timeout = AbortSignal.timeout(ms);
    const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    const answer = await fetch(input, { ...init, redirect: "error", signal });
    const { status, statusText, headers } = answer;
    const body = await readUpTo(bytes, (answer.body ?? []) as AsyncIterable<Uint8Array>);
    if (!body) throw new AnswerTooLong(`More than ${bytes} bytes`);
    return new Response(body.length > 0 ? body : null, { status, statusText, headers });
  };
}

/** All the bytes; undefined if there are more than `maxBytes`, and then the rest is cancelled. */
export async function readUpTo(maxBytes: number, chunks: AsyncIterable<Uint8Array>) {
  const read: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > maxBytes) return undefined;
    read.push(chunk);
  }
  return Buffer.concat(read);
}
