/** A span by OpenTelemetry's conventions, without queries and personal data; its only id is a tenant's, in a token endpoint's path. */
export interface SpanDetails {
  readonly name: string;
  /** `client`: waits for the answer of another service. */
  readonly kind: "client" | "internal";
  readonly attributes: Readonly<Record<string, string | number>>;
}

export interface RunningSpan {
  /** The header that makes this span the parent of the called service's spans (W3C); undefined without tracing. */
  readonly traceparent: string | undefined;
  /** Records the HTTP status; from 400 on, the span counts as failed. */
  answered(status: number): void;
}

/** Runs work in a child span of the current one. `describe` is called only if tracing is on. */
export type WithSpan = <T>(
  describe: () => SpanDetails,
  work: (span: RunningSpan) => Promise<T>,
) => Promise<T>;

/** For work that is not traced. */
export const noSpan: RunningSpan = { traceparent: undefined, answered: () => undefined };

/** Runs work without tracing. */
export const withoutSpan: WithSpan = (_describe, work) => work(noSpan);

/** Describes an HTTP call by its template ('GET Invoice/{id}'). `url.full` is left out, because it contains ids and queries. */
export function httpSpan(call: string, url: string, resent = 0): SpanDetails {
  const [method = "", path = ""] = call.split(/[ ?]/);
  const template = path.startsWith("/") ? path : `/${path}`;
  const { protocol, hostname, port } = new URL(url);
  return {
    name: `${method} ${template}`,
    kind: "client",
    attributes: {
      "http.request.method": method,
      "url.template": template,
      "server.address": hostname,
      "server.port": Number(port) || (protocol === "https:" ? 443 : 80),
      ...(resent > 0 ? { "http.request.resend_count": resent } : {}),
    },
  };
}
