import { parseSetCookie } from "cookie";

interface Jar {
  readonly cookies: Map<string, string>;
}

/** A browser without scripts: keeps cookies for each host. */
export class Visitor {
  readonly #jars = new Map<string, Jar>();

  /** The `Cookie` header for an address. */
  cookieHeader(url: string): string {
    const { cookies } = this.#jarOf(url);
    return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** One request, no redirect followed; a post is an empty form, as from a page of the same site. */
  async once(url: string, method = "GET"): Promise<Response> {
    const headers: Record<string, string> = { accept: "text/html", "user-agent": "Mozilla/5.0 (bench)" };
    const cookie = this.cookieHeader(url);
    if (cookie !== "") headers["cookie"] = cookie;
    if (method === "POST") {
      headers["content-type"] = "application/x-www-form-urlencoded";
      headers["origin"] = new URL(url).origin;
    }
    const response = await fetch(url, {
      method,
      headers,
      redirect: "manual",
      ...(method === "POST" ? { body: "" } : {}),
    });
    this.#keep(url, response.headers.getSetCookie());
    return response;
  }

  #keep(url: string, lines: readonly string[]): void {
    const { cookies } = this.#jarOf(url);
    for (const line of lines) {
      const { name, value = "", maxAge, expires } = parseSetCookie(line, { decode: (text) => text });
      const gone = maxAge === 0 || (expires !== undefined && expires.getTime() <= Date.now());
      if (gone) cookies.delete(name);
      else cookies.set(name, value);
    }
  }

  #jarOf(url: string): Jar {
    const { host } = new URL(url);
    const jar = this.#jars.get(host) ?? { cookies: new Map() };
    this.#jars.set(host, jar);
    return jar;
  }
}
