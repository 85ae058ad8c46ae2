import { parseSetCookie } from "cookie";
import { request } from "undici";

/** What a browser sends with a page that a person opens; the portal tells such requests from a page's own. */
export const browserHeaders: Readonly<Record<string, string>> = {
  accept: "text/html,application/xhtml+xml",
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
  "user-agent": "Mozilla/5.0 (bench)",
};

export interface Visit {
  readonly status: number;
  /** Where a redirect leads. */
  readonly location: string | undefined;
  readonly requestId: string | undefined;
  readonly html: string;
}

/** A browser without scripts: keeps cookies for each host, and does one request at a time. */
export class Visitor {
  readonly #jars = new Map<string, Map<string, string>>();

  /** The `Cookie` header for an address. */
  cookieHeader(url: string): string {
    return [...this.#jarOf(url)].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** One request, no redirect followed; a post is an empty form, as from a page of the same site. */
  async visit(url: string, method: "GET" | "POST" = "GET"): Promise<Visit> {
    const headers: Record<string, string> = { ...browserHeaders };
    const cookie = this.cookieHeader(url);
    if (cookie !== "") headers["cookie"] = cookie;
    if (method === "POST") {
      headers["content-type"] = "application/x-www-form-urlencoded";
      headers["origin"] = new URL(url).origin;
    }
    const answer = await request(url, { method, headers, body: method === "POST" ? "" : null });
    this.#keep(url, linesOf(answer.headers["set-cookie"]));
    return {
      status: answer.statusCode,
      location: linesOf(answer.headers["location"])[0],
      requestId: linesOf(answer.headers["x-request-id"])[0],
      html: await answer.body.text(),
    };
  }

  #keep(url: string, lines: readonly string[]): void {
    const cookies = this.#jarOf(url);
    for (const line of lines) {
      const { name, value = "", maxAge, expires } = parseSetCookie(line, { decode: (text) => text });
      const gone = maxAge === 0 || (expires !== undefined && expires.getTime() <= Date.now());
      if (gone) cookies.delete(name);
      else cookies.set(name, value);
    }
  }

  #jarOf(url: string): Map<string, string> {
    const { host } = new URL(url);
    const jar = this.#jars.get(host) ?? new Map<string, string>();
    this.#jars.set(host, jar);
    return jar;
  }
}

function linesOf(header: string | string[] | undefined): readonly string[] {
  return header === undefined ? [] : Array.isArray(header) ? header : [header];
}
