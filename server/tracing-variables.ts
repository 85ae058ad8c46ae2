import { z } from "zod";
import { integer, optionalText, optionalUrl, text, variable } from "./config-variable.ts";

/** OpenTelemetry's names of its samplers. */
const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

/** `name=value,name=value`, values percent-encoded. */
const headers = optionalText.transform((value, context) => {
  try {
    const pairs = (value ?? "").split(",").filter((pair) => pair.trim() !== "");
    const entries = pairs.map((pair) => /^\s*([\w-]+)\s*=(.*)$/s.exec(pair)?.slice(1) ?? fail());
    const decoded = entries.map(([name = "", coded = ""]) => [name, decodeURIComponent(coded.trim())]);
    return value === undefined ? undefined : (Object.fromEntries(decoded) as Record<string, string>);
  } catch {
    context.addIssue({ code: "custom", message: "expected name=value,name=value, values percent-encoded" });
    return z.NEVER;
  }
});

function fail(): never {
  throw new Error("no header");
}

/** Settings of the traces, by OpenTelemetry's own names. */
export const tracingVariables = {
  otlpEndpoint: variable(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    optionalUrl,
    "OpenTelemetry collector that takes OTLP over HTTP (JSON), below `/v1/traces`; without it nothing is traced ([traces](runbook.md#traces)).",
  ),
  otlpHeaders: variable(
    "OTEL_EXPORTER_OTLP_HEADERS",
    headers,
    "Headers for the collector, `name=value,name=value`, values percent-encoded.",
    { secret: true },
  ),
  otelServiceName: variable("OTEL_SERVICE_NAME", text, "The portal's name in traces.", {
    fallback: "demarc",
  }),
  otelTracesSampler: variable(
    "OTEL_TRACES_SAMPLER",
    z.enum(samplers),
    `Which requests are traced: ${samplers.map((name) => `\`${name}\``).join(", ")}. The parent is a trusted proxy's \`traceparent\`.`,
    { fallback: "parentbased_always_on" },
  ),
  otelTracesSamplerArg: variable(
    "OTEL_TRACES_SAMPLER_ARG",
    z.coerce.number().min(0).max(1),
    "Share of the requests that the `traceidratio` samplers take, 0 to 1.",
    { fallback: "1" },
  ),
  otelScheduleDelayMs: variable(
    "OTEL_BSP_SCHEDULE_DELAY",
    integer(1, 60_000),
    "Milliseconds from one batch of spans to the next.",
    { fallback: "5000" },
  ),
} as const;
