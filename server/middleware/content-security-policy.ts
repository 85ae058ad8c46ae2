export interface PolicySettings {
  /** The site uses https. */
  readonly secure: boolean;
  /** False in development, where Vite needs inline styles and a WebSocket. */
  readonly production: boolean;
}

export type Directive = "form-action" | "connect-src" | "script-src" | "img-src";

/** One response's policy: in production nothing is `unsafe-*`, and inline scripts need the nonce. */
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
    const extraOrigins = (directive: Directive) =>
      (this.#extra.get(directive) ?? []).map((origin) => ` ${origin}`).join("");
    const { secure, production } = this.#site;
    return [
      "default-src 'none'",
      `script-src 'self' 'nonce-${this.nonce}'${extraOrigins("script-src")}`,
      production ? "style-src 'self'" : "style-src 'self' 'unsafe-inline'",
      "font-src 'self'",
      `img-src 'self'${extraOrigins("img-src")}`,
      `connect-src 'self'${production ? "" : " ws:"}${extraOrigins("connect-src")}`,
      "manifest-src 'self'",
      `form-action 'self'${extraOrigins("form-action")}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
      ...(secure ? ["upgrade-insecure-requests"] : []),
    ].join("; ");
  }
}
