import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags, type Span } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
  type SpanExporter,
} from "@opentelemetry/sdk-trace";
import type { Logger } from "pino";
import { noSpan, type RunningSpan, type WithSpan } from "#app/portal-api/spans.ts";
import type { Config } from "./config.ts";
import { collectorHeaders } from "./tracing-variables.ts";
import { TRACES_STOP_MS, type Tracing } from "./tracing.ts";

interface TracingSettings extends Pick<
  Config,
  "environment" | "publicUrl" | "otlpHeaders" | Extract<keyof Config, `otel${string}`>
> {
  readonly otlpEndpoint: string;
}

const KINDS = { client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

/** Spans by OpenTelemetry's SDK, sent to a collector in batches. Loaded only if one is configured (server/services.ts). */
export function createOtlpTracing(settings: TracingSettings, log: Pick<Logger, "warn" | "info">): Tracing {
  const provider = createProvider(settings, log);
  const tracer = provider.getTracer("demarc");
  const scheme = new URL(settings.publicUrl).protocol.slice(0, -1);
  /** The span that the current work belongs to. */
  const active = new AsyncLocalStorage<Span>();

  const withSpan: WithSpan = (describe, work) => {
    const parent = active.getStore();
    if (!parent) return work(noSpan);
    if (!isSampled(parent)) return work({ ...noSpan, traceparent: traceparentOf(parent) });
    const { name, kind, attributes } = describe();
    const options = { kind: KINDS[kind], attributes };
    const span = tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, parent));
    return active.run(span, async () => {
      try {
        return await work(toRunningSpan(span));
      } catch (error) {
        markFailed(span, errorType(error));
        throw error;
      } finally {
        span.end();
      }
    });
  };

  return {
    withSpan,
    startRequest(sentMethod, parent) {
      const method = METHODS.has(sentMethod) ? sentMethod : "_OTHER";
      const attributes = { "http.request.method": method, "url.scheme": scheme };
      const context =
        parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, contextOf(parent));
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, context);
      return {
        traceparent: traceparentOf(span),
        run: (work) => active.run(span, work),
        end({ route, status }) {
          // The path itself contains ids, which the pattern does not.
          if (route !== undefined)
            span.updateName(`${method} ${route}`).setAttributes({ "http.route": route, "url.path": route });
          span.setAttribute("http.response.status_code", status);
          if (status >= 500) markFailed(span, String(status));
          span.end();
        },
      };
    },
    async stop() {
      // Failures have been logged already.
      const sent = provider.shutdown().catch(() => undefined);
      await Promise.race([sent, delay(TRACES_STOP_MS, undefined, { ref: false })]);
    },
  };
}

/** Clients can send any method; the others count as one, so that the number of span names is limited. */
const METHODS = new Set(["CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE"]);

function createProvider(settings: TracingSettings, log: Pick<Logger, "warn" | "info">): TracerProvider {
  const exporter = new OTLPTraceExporter({
    url: `${settings.otlpEndpoint}/v1/traces`,
    headers: settings.otlpHeaders === undefined ? {} : collectorHeaders(settings.otlpHeaders),
  });
  const portalResource = resourceFromAttributes({
    "service.name": settings.otelServiceName,
    "service.instance.id": randomUUID(),
    "deployment.environment.name": settings.environment,
  });
  // Later values win, so OTEL_RESOURCE_ATTRIBUTES can add to the portal's and override them.
  const resource = defaultResource()
    .merge(portalResource)
    .merge(detectResources({ detectors: [envDetector] }));
  return new TracerProvider({
    sampler: samplerOf(settings),
    resource,
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: withFailureLog(exporter, log),
        scheduledDelayMillis: settings.otelScheduleDelayMs,
      }),
    ],
  });
}

function samplerOf({ otelTracesSampler: name, otelTracesSamplerArg: ratio }: TracingSettings): Sampler {
  const root = rootSampler(name, ratio);
  return name.startsWith("parentbased_") ? new ParentBasedSampler({ root }) : root;
}

function rootSampler(name: TracingSettings["otelTracesSampler"], ratio: number): Sampler {
  if (name.endsWith("always_off")) return new AlwaysOffSampler();
  return name.endsWith("traceidratio") ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler();
}

/** Logs when sending begins to fail and when it works again, and nothing in between. */
function withFailureLog(exporter: SpanExporter, log: Pick<Logger, "warn" | "info">): SpanExporter {
  let isFailing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const hasFailed = result.error !== undefined;
        if (hasFailed && !isFailing) log.warn({ reason: result.error?.message }, "traces can't be sent");
        if (!hasFailed && isFailing) log.info("traces are sent again");
        isFailing = hasFailed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}

function toRunningSpan(span: Span): RunningSpan {
  return {
    traceparent: traceparentOf(span),
    answered(status) {
      span.setAttribute("http.response.status_code", status);
      if (status >= 400) markFailed(span, String(status));
    },
  };
}

/** Records no error message, which may contain data of the request. */
function markFailed(span: Span, type: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute("error.type", type);
}

function errorType(error: unknown): string {
  if (!(error instanceof Error)) return "_OTHER";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

const isSampled = (span: Span) => (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0;

function traceparentOf(span: Span): string {
  const { traceId, spanId } = span.spanContext();
  return `00-${traceId}-${spanId}-${isSampled(span) ? "01" : "00"}`;
}

function contextOf(traceparent: string) {
  const [, traceId = "", spanId = "", flags = ""] = traceparent.split("-");
  return { traceId, spanId, traceFlags: parseInt(flags, 16), isRemote: true };
}
