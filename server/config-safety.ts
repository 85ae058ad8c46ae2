import { hubLimits, stop } from "#shared/limits.ts";
import type { Variable } from "./config-variable.ts";
import { variables, type VariableKey } from "./config-variables.ts";

/** The session secret in development; production refuses to start with it. */
export const DEVELOPMENT_SECRET = "development-only-secret-not-for-production";

const MIN_CHARACTERS = 16;
const MIN_DISTINCT_CHARACTERS = 8;
const MAX_PATTERN_LENGTH = 16;

/** Addresses that credentials, sessions or people's data go to. */
const CONFIDENTIAL: readonly VariableKey[] = [
  "publicUrl",
  "portalApiUrl",
  "portalHubUrl",
  "filesUrl",
  "uploadsUrl",
  "bankCheckUrl",
  "addressLookupUrl",
  "fibreAddressesUrl",
  "fibreProductsUrl",
  "campaignFeedUrl",
  "customerIssuer",
  "customerMetadataUrl",
  "employeeAuthority",
  "employeeIssuer",
  "cardPaymentOrigins",
  "shopOrigins",
];

type Values = Readonly<Partial<Record<VariableKey, unknown>>>;

/** Describes the settings that production refuses: published or weak secrets, and plain http to other machines. */
export function unsafeSettings(values: Values): string[] {
  const faults: string[] = [];
  // Traces contain no personal data, but their headers may contain a key.
  const confidential = values.otlpHeaders ? [...CONFIDENTIAL, "otlpEndpoint"] : CONFIDENTIAL;
  for (const [key, { name, secret }] of Object.entries(variables) as [VariableKey, Variable][]) {
    const texts = [values[key] ?? []].flat().map(String);
    const weakness =
      secret && key !== "sessionStore" && !values.demo ? texts.map(weaknessOf).find(Boolean) : undefined;
    if (weakness) faults.push(`${name} is ${weakness}`);
    if (confidential.includes(key) && !values.allowPlainHttp && texts.some(isPlainHttp))
      faults.push(`${name} is plain http to another machine, which ALLOW_PLAIN_HTTP=1 would allow`);
  }
  return faults;
}

/** After this time a drain cuts what is still open. */
export const drainTimeoutMs = (apiTimeoutSeconds: number) =>
  Math.max(stop.leastMs, apiTimeoutSeconds * 1_000 + stop.aroundACallMs);

/** The fault of a platform that would kill a stop. Without a usable setting the time is NaN, which is never too long. */
export function shortGrace({
  drainDelayMs,
  apiTimeoutSeconds,
  stopGraceSeconds = Infinity,
}: Values): string[] {
  const drainMs = stop.quietMs + drainTimeoutMs(Number(apiTimeoutSeconds)) + stop.afterCutMs;
  const seconds = Math.ceil((Number(drainDelayMs) + drainMs + hubLimits.ms + stop.tracesMs) / 1_000);
  const fault = `STOP_GRACE_SECONDS is too short: with DRAIN_DELAY_MS and API_TIMEOUT_SECONDS a stop takes up to ${seconds} s`;
  return seconds > Number(stopGraceSeconds) ? [fault] : [];
}

function weaknessOf(secret: string): string | undefined {
  if (secret.includes(DEVELOPMENT_SECRET)) return "the development secret";
  if (/demo-only/i.test(secret)) return "a published secret";
  const isShort = secret.length < MIN_CHARACTERS || new Set(secret).size < MIN_DISTINCT_CHARACTERS;
  // `abcdefgh` repeated four times is long but easy to guess.
  const isRepeated = Array.from({ length: MAX_PATTERN_LENGTH }, (_, index) =>
    secret.slice(0, index + 1),
  ).some(
    (pattern) => pattern.length * 2 <= secret.length && pattern.repeat(secret.length).startsWith(secret),
  );
  return isShort || isRepeated
    ? `too weak: it needs ${MIN_CHARACTERS} characters, ${MIN_DISTINCT_CHARACTERS} of them different, that do not repeat`
    : undefined;
}

function isPlainHttp(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && !/^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
