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
    const body = await readWhole(answer, bytes);
    return new Response(body.length > 0 ? body : null, { status, statusText, headers });
  };
}

async function readWhole({ body }: Response, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Throwing out of this loop cancels the rest of the body.
  for await (const chunk of (body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > maxBytes) throw new AnswerTooLong(`More than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}
