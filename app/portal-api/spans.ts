/** What a span says of its work, by OpenTelemetry's semantic conventions: never a query or anything of a person. Of ids only that of a tenant, in a token endpoint's path. */
export interface SpanDetails {
  readonly name: string;
  /** `client`: an answer from elsewhere is waited for. */
  readonly kind: "client" | "internal";
  readonly attributes: Readonly<Record<string, string | number>>;
}

export interface RunningSpan {
  /** Names the span to whoever is called (W3C); undefined where nothing is traced. */
  readonly traceparent: string | undefined;
  /** Notes the status of an HTTP answer; from 400 on, the span is one of a failure. */
  answered(status: number): void;
}

/** Runs work in a span, below the one that it is called in. Only where something is traced, `describe` is called. */
export type WithSpan = <T>(
  describe: () => SpanDetails,
  work: (span: RunningSpan) => Promise<T>,
) => Promise<T>;

/** For work that is not traced. */
export const noSpan: RunningSpan = { traceparent: undefined, answered: () => undefined };

/** Where nothing is traced. */
export const withoutSpan: WithSpan = (_describe, work) => work(noSpan);

/**
 * A call over HTTP, by its template ('GET Invoice/{id}'). The conventions want `url.full`, which holds ids and search
 * terms, so it is left out.
 */
export function httpCall(call: string, url: string, resent = 0): SpanDetails {
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
