interface Cookie {
  readonly value: string;
  readonly path: string;
}

/** A browser without scripts: keeps cookies by path, and follows redirects only by `follow`. */
export class Browser {
  readonly #cookies = new Map<string, Cookie>();

  get(url: string): Promise<Response> {
    return this.#send(url, { method: "GET" });
  }

  post(
    url: string,
    fields: Readonly<Record<string, string>>,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return this.#send(url, { method: "POST", body: new URLSearchParams(fields), headers });
  }

  /** Follows redirects within the origin of `url`; returns the last response and its address. */
  async follow(url: string, response: Response): Promise<{ url: string; response: Response }> {
    const location = response.headers.get("location");
    if (location === null) return { url, response };
    const target = new URL(location, url);
    if (target.origin !== new URL(url).origin) return { url: target.href, response };
    return this.follow(target.href, await this.get(target.href));
  }

  async #send(url: string, init: RequestInit): Promise<Response> {
    const { pathname } = new URL(url);
    const cookies = [...this.#cookies]
      .filter(([, { path }]) => pathname === path || pathname.startsWith(`${path.replace(/\/$/, "")}/`))
      .map(([key, { value }]) => `${key.split(";")[0]}=${value}`);
    const headers = new Headers(init.headers);
    if (cookies.length > 0) headers.set("cookie", cookies.join("; "));
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const setCookie of response.headers.getSetCookie()) this.#storeCookie(setCookie);
    return response;
  }

  #storeCookie(setCookie: string): void {
    const [pair = "", ...attributes] = setCookie.split(/;\s*/);
    const [name = "", value = ""] = pair.split(/=(.*)/s);
    const attribute = (attributeName: string) =>
      attributes.find((each) => each.toLowerCase().startsWith(`${attributeName}=`))?.split(/=(.*)/s)[1];
    const path = attribute("path") ?? "/";
    const expires = attribute("expires");
    if (expires !== undefined && new Date(expires) < new Date()) this.#cookies.delete(`${name};${path}`);
    else this.#cookies.set(`${name};${path}`, { value, path });
  }
}
