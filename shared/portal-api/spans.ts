import { SpanKind, SpanStatusCode, trace, TraceFlags, type Span, type SpanOptions } from "@opentelemetry/api";
import { codeOf } from "./errors.ts";

/** Doesn't record anything until `startTracing` (server/otlp-tracing.ts) has set the global provider. */
export const tracer = trace.getTracer("demarc");

/** A span that follows OpenTelemetry's conventions, without queries and personal data. The only id in it is a tenant's, in a token endpoint's path. */
interface SpanDetails extends SpanOptions {
  readonly name: string;
}

/** Runs work in a span below the current one. Without a collector, a request or a sampled trace, just runs the work. */
export async function inSpan<T>(describe: () => SpanDetails, work: () => Promise<T>): Promise<T> {
  const parent = trace.getActiveSpan();
  if (!parent || !isSampled(parent)) return work();
  const { name, ...options } = describe();
  return tracer.startActiveSpan(name, options, async (span) => {
    try {
      return await work();
    } catch (error) {
      markFailed(span, codeOf(error) ?? "_OTHER");
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Like {@link inSpan}, but for an HTTP call; a status of 400 or above marks the span as failed. */
export function inHttpSpan<Reply extends { readonly status: number }>(
  call: string,
  url: string,
  send: () => Promise<Reply>,
  resent = 0,
): Promise<Reply> {
  return inSpan(
    () => httpSpan(call, url, resent),
    async () => {
      const reply = await send();
      recordStatus(trace.getActiveSpan(), reply.status, 400);
      return reply;
    },
  );
}

/** Describes a call by its template ('GET Invoice/{id}'). Leaves out `url.full`, because it contains ids and queries. */
function httpSpan(call: string, url: string, resent: number): SpanDetails {
  const [method = "", path = ""] = call.split(/[ ?]/);
  const template = path.startsWith("/") ? path : `/${path}`;
  const { protocol, hostname, port } = new URL(url);
  return {
    name: `${method} ${template}`,
    kind: SpanKind.CLIENT,
    attributes: {
      "http.request.method": method,
      "url.template": template,
      "server.address": hostname,
      "server.port": Number(port) || (protocol === "https:" ? 443 : 80),
      ...(resent > 0 ? { "http.request.resend_count": resent } : {}),
    },
  };
}

/** Records an HTTP answer's status; from `failedFrom` on, the span counts as failed. */
export function recordStatus(span: Span | undefined, status: number, failedFrom: 400 | 500): void {
  span?.setAttribute("http.response.status_code", status);
  if (status >= failedFrom) markFailed(span, String(status));
}

/** Doesn't record an error message, which may contain the request's data. */
function markFailed(span: Span | undefined, type: string): void {
  span?.setStatus({ code: SpanStatusCode.ERROR }).setAttribute("error.type", type);
}

const isSampled = (span: Span) => (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0;

/** The header that makes a span the parent of the called service's spans (W3C Trace Context). */
export function traceparentOf(span: Span): string {
  const { traceId, spanId } = span.spanContext();
  return `00-${traceId}-${spanId}-${isSampled(span) ? "01" : "00"}`;
}

/** The headers with the current span's `traceparent` in place of the request's. Headers without one stay as they are, because they're for other companies' services. */
export function withCurrentTraceparent(headers: Record<string, string> = {}): Record<string, string> {
  const span = trace.getActiveSpan();
  return span && "traceparent" in headers ? { ...headers, traceparent: traceparentOf(span) } : headers;
}
