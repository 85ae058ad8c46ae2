import type { IncomingMessage, ServerResponse } from "node:http";

const formLimit = 16 * 1024;

/** A request and its response, with the path below the tenant. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Thrown for a request that ends in an error page, with its status and text. */
export class RequestRefused extends Error {
  override readonly name = "RequestRefused";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The posted fields. Throws {@link RequestRefused}: 403 for another site's form, 413 if it's too large, 415 if it isn't a form. */
export async function readForm({ req }: Exchange): Promise<URLSearchParams> {
  refuseOtherSites(req);
  if (!/^application\/x-www-form-urlencoded\b/i.test(req.headers["content-type"] ?? "")) {
    throw new RequestRefused(415, "That wasn't a form.");
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > formLimit) throw new RequestRefused(413, "That form is too large.");
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString("utf8"));
}

function refuseOtherSites(req: IncomingMessage): void {
  const site = req.headers["sec-fetch-site"];
  const { origin } = req.headers;
  const sameHost = origin === undefined || URL.parse(origin)?.host === req.headers.host;
  if ((site !== undefined && site !== "same-origin" && site !== "none") || !sameHost) {
    throw new RequestRefused(403, "That form came from another site.");
  }
}

/** Answers with an HTML page. */
export function sendPage({ res }: Exchange, page: string, status = 200): void {
  res.statusCode = status;
  res.setHeader("Content-Type", "text/html; charset=utf-8");
  res.end(page);
}

/** Answers a post with a redirect that the browser follows with a GET. */
export function seeOther({ res }: Exchange, location: string): void {
  res.statusCode = 303;
  res.setHeader("Location", location);
  res.end();
}
