export interface PolicySettings {
  /** The site is https. */
  readonly secure: boolean;
  /** In development Vite puts styles into the page and speaks over a socket of its own. */
  readonly production: boolean;
}

export type Directive = "form-action" | "connect-src" | "script-src" | "img-src";

/**
 * The content security policy of one response: everything is forbidden that is not named, scripts need the
 * response's nonce or come from this site, and nothing is `unsafe-*`. A page may add single origins.
 */
export class ContentSecurityPolicy {
  readonly nonce: string;
  readonly #extra = new Map<Directive, string[]>();
  readonly #site: PolicySettings;

  constructor(nonce: string, site: PolicySettings) {
    this.nonce = nonce;
    this.#site = site;
  }

  allow(directive: Directive, origin: string): void {
    this.#extra.set(directive, [...new Set([...(this.#extra.get(directive) ?? []), origin])]);
  }

  toString(): string {
    const more = (directive: Directive) =>
      (this.#extra.get(directive) ?? []).map((origin) => ` ${origin}`).join("");
    const { secure, production } = this.#site;
    return [
      "default-src 'none'",
      `script-src 'self' 'nonce-${this.nonce}'${more("script-src")}`,
      production ? "style-src 'self'" : "style-src 'self' 'unsafe-inline'",
      "font-src 'self'",
      `img-src 'self'${more("img-src")}`,
      `connect-src 'self'${production ? "" : " ws:"}${more("connect-src")}`,
      "manifest-src 'self'",
      `form-action 'self'${more("form-action")}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
      ...(secure ? ["upgrade-insecure-requests"] : []),
    ].join("; ");
  }
}
