export type Directive = "form-action" | "connect-src" | "script-src" | "img-src";

/**
 * The content security policy of one response: everything is forbidden that is not named, scripts need the
 * response's nonce or come from this site, and nothing is `unsafe-*`. A page may add single origins.
 */
export class ContentSecurityPolicy {
  readonly nonce: string;
  readonly #extra = new Map<Directive, string[]>();
  readonly #secure: boolean;

  constructor(nonce: string, secure: boolean) {
    this.nonce = nonce;
    this.#secure = secure;
  }

  allow(directive: Directive, origin: string): void {
    this.#extra.set(directive, [...(this.#extra.get(directive) ?? []), origin]);
  }

  toString(): string {
    const more = (directive: Directive) =>
      (this.#extra.get(directive) ?? []).map((origin) => ` ${origin}`).join("");
    return [
      "default-src 'none'",
      `script-src 'self' 'nonce-${this.nonce}'${more("script-src")}`,
      "style-src 'self'",
      "font-src 'self'",
      `img-src 'self'${more("img-src")}`,
      `connect-src 'self'${more("connect-src")}`,
      "manifest-src 'self'",
      `form-action 'self'${more("form-action")}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
      ...(this.#secure ? ["upgrade-insecure-requests"] : []),
    ].join("; ");
  }
}
