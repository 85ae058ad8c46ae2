import { randomUUID } from "node:crypto";
import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
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
import { stop } from "#shared/limits.ts";
import { within } from "#shared/time/within.ts";
import type { Config } from "./config.ts";
import { collectorHeaders } from "./tracing-variables.ts";

interface TracingSettings extends Pick<
  Config,
  "environment" | "otlpHeaders" | Extract<keyof Config, `otel${string}`>
> {
  readonly otlpEndpoint: string;
}

/**
 * Sends spans to a collector in batches from now on. Returns a function that sends the remaining ones when the portal
 * stops, within `stop.tracesMs`. Only loaded if a collector is configured (server/services.ts).
 */
export function startTracing(
  settings: TracingSettings,
  log: Pick<Logger, "warn" | "info">,
): () => Promise<void> {
  const provider = createProvider(settings, log);
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  return async () => {
    // Failures have already been logged.
    await within({ ms: stop.tracesMs }, () => provider.shutdown()).catch(() => undefined);
  };
}

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

/** Logs when sending starts to fail and when it works again, but nothing in between. */
function withFailureLog(exporter: SpanExporter, log: Pick<Logger, "warn" | "info">): SpanExporter {
  let isFailing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const hasFailed = result.error !== undefined;
        if (hasFailed && !isFailing) log.warn({ reason: result.error?.message }, "traces can't be sent");
        if (!hasFailed && isFailing) log.info("traces can be sent again");
        isFailing = hasFailed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
