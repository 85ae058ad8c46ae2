export interface AnswerBounds {
  readonly bytes: number;
  /** For the whole of it, body included. */
  readonly ms: number;
}

/** The answer was longer than it may be. */
class AnswerTooLong extends Error {
  override readonly name = "AnswerTooLong";
}

/**
 * `fetch` for answers that are read whole: the body has come when it resolves. Rejects for one that is too long or
 * takes too long, and for a redirect; the connection ends with the call.
 */
export function boundedFetch({ bytes, ms }: AnswerBounds): typeof fetch {
  return async (input, init) => {
    const late = AbortSignal.timeout(ms);
    const signal = init?.signal ? AbortSignal.any([init.signal, late]) : late;
    const answer = await fetch(input, { ...init, redirect: "error", signal });
    const { status, statusText, headers } = answer;
    const body = await readWhole(answer, bytes);
    return new Response(body.length > 0 ? body : null, { status, statusText, headers });
  };
}

async function readWhole({ body }: Response, most: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop cancels the rest.
  for await (const chunk of (body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > most) throw new AnswerTooLong(`More than ${most} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}
