import { validateHeaderName, validateHeaderValue } from "node:http";
import { z } from "zod";
import { integer, optionalUrl, text, variable } from "./config-variable.ts";

/** OpenTelemetry's names for its samplers. */
const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

/** Parses `name=value,name=value`, whose values are percent-encoded. Throws if it's malformed. */
export function collectorHeaders(list: string): Readonly<Record<string, string>> {
  const entries = list.split(",").map((pair) => {
    const [, name, value] = /^\s*([\w-]+)\s*=(.*)$/s.exec(pair) ?? [];
    if (name === undefined || value === undefined) throw new Error("no header");
    return [name, decodeURIComponent(value.trim())];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}

function isHeaderList(list: string): boolean {
  try {
    const headers = Object.entries(collectorHeaders(list));
    for (const [name, value] of headers) {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    }
    return headers.length > 0;
  } catch {
    return false;
  }
}

const hasNoPassword = (url: string | undefined) =>
  url === undefined || (new URL(url).username === "" && new URL(url).password === "");

/** Settings for traces, with OpenTelemetry's own names. */
export const tracingVariables = {
  otlpEndpoint: variable(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    optionalUrl.refine(hasNoPassword, "a password belongs in OTEL_EXPORTER_OTLP_HEADERS"),
    {
      about:
        "OpenTelemetry collector for OTLP over HTTP (JSON). Traces go to `/v1/traces` under this address ([traces](runbook.md#traces)).",
    },
  ),
  otlpHeaders: variable(
    "OTEL_EXPORTER_OTLP_HEADERS",
    text.refine(isHeaderList, "expected name=value,name=value, values percent-encoded").optional(),
    { about: "Headers for the collector, `name=value,name=value`, values percent-encoded.", secret: true },
  ),
  otelServiceName: variable("OTEL_SERVICE_NAME", text, {
    about: "The portal's name in traces.",
    defaultValue: "demarc",
  }),
  otelTracesSampler: variable("OTEL_TRACES_SAMPLER", z.enum(samplers), {
    about: `Which requests are traced: ${samplers.map((name) => `\`${name}\``).join(", ")}. The parent is a trusted proxy's \`traceparent\`.`,
    defaultValue: "parentbased_traceidratio",
  }),
  otelTracesSamplerArg: variable(
    "OTEL_TRACES_SAMPLER_ARG",
    z
      .string()
      .regex(/^[01](\.\d+)?$/, "expected a number from 0 to 1")
      .transform(Number)
      .pipe(z.number().min(0).max(1)),
    {
      about:
        "Share of requests that the `traceidratio` samplers trace, from 0 to 1. Tracing them all takes about a tenth more processor time.",
      defaultValue: "0.1",
    },
  ),
  otelScheduleDelayMs: variable("OTEL_BSP_SCHEDULE_DELAY", integer(1, 60_000), {
    about: "Milliseconds between batches of spans.",
    defaultValue: "5000",
  }),
} as const;
