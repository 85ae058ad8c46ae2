import { load, type CheerioAPI } from "cheerio";
import { request } from "undici";
import { demoPassword } from "#provider/data/people.ts";

/** An answer from the portal. */
export interface Page {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The size of its body in bytes, as sent. */
  readonly size: number;
  readonly $: CheerioAPI;
  /** A redirect's target, as a path if it stays on the same site. */
  readonly location: string | undefined;
}

/** The page's text without the shell around it. */
export function textOf(page: Page): string {
  return page.$("main").text().replace(/\s+/g, " ").trim();
}

/** The text of each element that matches, in the page's order. */
export const textsOf = ({ $ }: Pick<Page, "$">, selector: string): string[] =>
  $(selector)
    .map((_, element) => $(element).text().replace(/\s+/g, " ").trim())
    .get();

/** The value that each element that matches has for an attribute; those without it are left out. */
export const attributesOf = ({ $ }: Pick<Page, "$">, selector: string, name: string): string[] =>
  $(selector)
    .map((_, element) => $(element).attr(name))
    .get();

/** The message above the page. */
export const messageOf = ({ $ }: Page) => $("[role=status]").text().replace(/\s+/g, " ").trim();
/** The text of the page's h1. */
export const headingOf = ({ $ }: Page) => $("h1").text().trim();
/** The text of its title. */
export const titleOf = ({ $ }: Page) => $("title").text();

/** A browser's headers when someone opens a page. */
const navigation = {
  accept: "text/html,*/*;q=0.8",
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
  "user-agent": "A visitor without scripts",
};

interface RequestOptions {
  readonly method?: "GET" | "POST" | "HEAD" | "PUT" | "DELETE";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** A browser without scripts: cookies, links and forms over plain HTTP. */
export class Visitor {
  readonly origin: string;
  readonly #cookies = new Map<string, Map<string, string>>();

  constructor(origin: string) {
    this.origin = origin;
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Page> {
    return this.send(path, { headers });
  }

  /** Posts a form as the portal's own pages would. */
  post(
    path: string,
    fields: Readonly<Record<string, string>> | URLSearchParams = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Page> {
    return this.send(path, {
      method: "POST",
      body: new URLSearchParams(fields).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", origin: this.origin, ...headers },
    });
  }

  async send(path: string, { method = "GET", headers = {}, body }: RequestOptions): Promise<Page> {
    const url = new URL(path, this.origin);
    const jar = this.#jar(url);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    // Not fetch(), whose headers say that a script is making the request.
    const reply = await request(url, {
      method,
      headers: { ...navigation, ...(cookie ? { cookie } : {}), ...headers },
      body: body ?? null,
    });
    const received = headersOf(reply.headers);
    for (const line of received.getSetCookie()) storeCookie(jar, line);
    const sent = Buffer.from(await reply.body.arrayBuffer());
    const text = new TextDecoder().decode(sent);
    let document: CheerioAPI | undefined;
    const target = received.get("location");
    const location = target === null ? undefined : new URL(target, url);
    return {
      url: url.href,
      status: reply.statusCode,
      headers: received,
      text,
      size: sent.length,
      // Only parsed when it's used, because that takes longer than the request.
      get $() {
        return (document ??= load(text));
      },
      location:
        location && (location.origin === this.origin ? location.pathname + location.search : location.href),
    };
  }

  /**
   * Follows redirects and immediate refreshes; returns the page that's shown in the end, or the redirect to one of the
   * paths of `upTo`.
   */
  async follow(page: Page, upTo: readonly string[] = []): Promise<Page> {
    let shown = page;
    for (let redirects = 0; redirects < 30; redirects += 1) {
      const next = shown.location ?? refreshOf(shown);
      if (next === undefined || upTo.includes(next)) return shown;
      shown = await this.get(next);
    }
    throw new Error(`${page.url} leads on and on`);
  }

  async open(path: string): Promise<Page> {
    return this.follow(await this.get(path));
  }

  /** Submits the first form that matches the selector, with these values typed into it. */
  submit(page: Page, selector: string, typed: Readonly<Record<string, string>> = {}): Promise<Page> {
    const form = page.$(selector).first();
    if (form.length === 0) throw new Error(`no ${selector} on ${page.url}`);
    const fields = new URLSearchParams();
    for (const field of form.serializeArray())
      if (!(field.name in typed)) fields.append(field.name, field.value);
    for (const [name, value] of Object.entries(typed)) fields.append(name, value);
    const action = new URL(form.attr("action") || page.url, page.url);
    if (form.attr("method")?.toLowerCase() !== "post") return this.get(`${action.pathname}?${fields}`);
    return this.send(action.href, {
      method: "POST",
      body: fields.toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", origin: new URL(page.url).origin },
    });
  }

  /** Signs in with the forms, as a customer or as an employee; returns what {@link follow} does. */
  async signIn(email: string, { employee = false, upTo = [] as readonly string[] } = {}): Promise<Page> {
    const login = await this.get(employee ? "/login?employee" : "/login");
    const started = employee ? login : await this.submit(login, 'form[action^="/login"]');
    const form = await this.follow(started);
    const typed = {
      [form.$("input[type=email], input[name*=mail]").attr("name") ?? "email"]: email,
      password: demoPassword,
    };
    return this.follow(await this.submit(form, "form:has(input[type=password])", typed), upTo);
  }

  cookie(name: string): string | undefined {
    return this.#jar(new URL(this.origin)).get(name);
  }

  /** All the portal's cookies. */
  cookies(): { name: string; value: string }[] {
    return [...this.#jar(new URL(this.origin))].map(([name, value]) => ({ name, value }));
  }

  setCookie(name: string, value: string): void {
    this.#jar(new URL(this.origin)).set(name, value);
  }

  clearCookies(): void {
    this.#cookies.clear();
  }

  clearCookiesOf(hostname: string): void {
    this.#cookies.delete(hostname);
  }

  #jar({ hostname }: URL): Map<string, string> {
    const jar = this.#cookies.get(hostname) ?? new Map<string, string>();
    this.#cookies.set(hostname, jar);
    return jar;
  }
}

/** The target of an immediate refresh, by header or by `<meta http-equiv="refresh">`. */
function refreshOf({ $, url, headers }: Page): string | undefined {
  const refresh = headers.get("refresh") ?? $("meta[http-equiv=refresh]").attr("content") ?? "";
  const [, target] = /^[01];\s*url=(.+)$/i.exec(refresh) ?? [];
  return target && new URL(target, url).href;
}

function headersOf(raw: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw))
    for (const item of [value ?? []].flat()) headers.append(name, item);
  return headers;
}

function storeCookie(jar: Map<string, string>, line: string): void {
  const [pair = "", ...attributes] = line.split(";");
  const separator = pair.indexOf("=");
  const name = pair.slice(0, separator).trim();
  const isDeleted = attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute) || isPast(attribute));
  if (isDeleted) jar.delete(name);
  else jar.set(name, pair.slice(separator + 1));
}

function isPast(attribute: string): boolean {
  const [, date] = /^\s*expires=(.+)$/i.exec(attribute) ?? [];
  return date !== undefined && Date.parse(date) < Date.now();
}
