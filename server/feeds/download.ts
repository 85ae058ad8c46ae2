import type { Readable } from "node:stream";
import { Agent, request, type Dispatcher } from "undici";
import { FeedUnavailable } from "./feeds.ts";

const DEADLINE_MS = 5_000;
const MAX_FEED_BYTES = 1024 * 1024;
const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

const limits = { connections: 16, connect: { timeout: DEADLINE_MS }, keepAliveTimeout: 10_000 };
const feedAgent = new Agent({ ...limits, maxResponseSize: MAX_FEED_BYTES });
const imageAgent = new Agent({ ...limits, maxResponseSize: MAX_IMAGE_BYTES });

export type Headers = Readonly<Record<string, string>>;

/** The text at an address: at most 1 MB, within 5 seconds, no redirect followed. Throws {@link FeedUnavailable}. */
export async function downloadText(url: string, headers: Headers): Promise<string> {
  const { body } = await open(url, { ...headers, accept: "application/xml, text/xml" }, feedAgent);
  try {
    return await body.text();
  } catch (cause) {
    throw unavailable("the answer broke off or is too large", cause);
  }
}

/** As {@link downloadText} for an image of at most 5 MB, with its type; the body is still to be read. */
export async function openImage(url: string, headers: Headers): Promise<{ type: string; body: Readable }> {
  const { headers: answered, body } = await open(url, { ...headers, accept: "image/*" }, imageAgent);
  const type = String(answered["content-type"] ?? "").split(";")[0];
  return { type: (type ?? "").trim().toLowerCase(), body };
}

async function open(url: string, headers: Headers, dispatcher: Dispatcher) {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  // A compressed answer could unfold to any size.
  const sent = { ...headers, "accept-encoding": "identity" };
  const answer = await request(url, { dispatcher, headers: sent, signal }).catch((cause: unknown) => {
    throw unavailable("no answer", cause);
  });
  if (answer.statusCode === 200) return answer;
  answer.body.on("error", () => undefined).destroy();
  throw new FeedUnavailable(`answered with status ${answer.statusCode}`);
}

function unavailable(reason: string, cause: unknown): FeedUnavailable {
  if (!(cause instanceof Error)) return new FeedUnavailable(reason);
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : cause.name;
  return new FeedUnavailable(`${reason} (${code})`);
}
