import { answerBytes, timeouts } from "#shared/limits.ts";
import { isPortalApiError } from "#shared/portal-api/errors.ts";
import { sendForBytes } from "#shared/portal-api/transport.ts";
import { FeedUnavailable } from "./feeds.ts";

export type Headers = Readonly<Record<string, string>>;

/** Downloads at most 1 MB within 5 seconds; follows no redirect. Throws {@link FeedUnavailable}. */
export async function downloadText(url: string, headers: Headers): Promise<string> {
  const accept = "application/xml, text/xml, application/json";
  const { bytes } = await download(url, { ...headers, accept }, answerBytes.feed);
  return new TextDecoder().decode(bytes);
}

/** The same for an image of at most 5 MB. */
export async function downloadImage(url: string, headers: Headers): Promise<{ type: string; bytes: Buffer }> {
  const answer = await download(url, { ...headers, accept: "image/*" }, answerBytes.campaignImage);
  const type = String(answer.headers["content-type"] ?? "").split(";")[0];
  return { type: (type ?? "").trim().toLowerCase(), bytes: answer.bytes };
}

async function download(url: string, headers: Headers, maxBytes: number) {
  const request = sendForBytes({
    call: "GET a feed",
    failure: "",
    url,
    method: "GET",
    headers,
    timeoutMs: timeouts.otherServiceMs,
    maxBytes,
  });
  const answer = await request.catch((error: unknown) => {
    const reason = isPortalApiError(error) ? `${error.kind}, ${error.causeCode ?? "unknown"}` : String(error);
    throw new FeedUnavailable(`no answer that can be used (${reason})`);
  });
  if (answer.status === 200) return answer;
  throw new FeedUnavailable(`answered with status ${answer.status}`);
}
