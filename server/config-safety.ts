import { hubLimits, stop } from "#shared/limits.ts";
import type { Variable } from "./config-variable.ts";
import { variables, type VariableKey } from "./config-variables.ts";

/** The session secret in development. In production we refuse to start with it. */
export const DEVELOPMENT_SECRET = "development-only-secret-not-for-production";

const MIN_CHARACTERS = 16;
const MIN_DISTINCT_CHARACTERS = 8;
const MAX_PATTERN_LENGTH = 16;

/** Addresses that credentials, sessions or personal data go to. */
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

/** Describes settings that we refuse in production: published or weak secrets, and plain http to other machines. */
export function unsafeSettings(values: Values): string[] {
  const faults: string[] = [];
  // Traces don't contain personal data, but their headers may contain a key.
  const confidential = values.otlpHeaders ? [...CONFIDENTIAL, "otlpEndpoint"] : CONFIDENTIAL;
  for (const [key, { name, secret }] of Object.entries(variables) as [VariableKey, Variable][]) {
    const texts = [values[key] ?? []].flat().map(String);
    // The store's URL isn't a secret of ours, though it may contain a password.
    const weakness =
      secret && key !== "sessionStore" && !values.demo ? texts.map(weaknessOf).find(Boolean) : undefined;
    if (weakness) faults.push(`${name} is ${weakness}`);
    if (confidential.includes(key) && !values.allowPlainHttp && texts.some(isPlainHttp))
      faults.push(`${name} uses plain http to another machine; set ALLOW_PLAIN_HTTP=1 to allow it`);
  }
  return faults;
}

/** How long draining waits before it cuts off whatever is still open. */
export const drainTimeoutMs = (apiTimeoutSeconds: number) =>
  Math.max(stop.leastMs, apiTimeoutSeconds * 1_000 + stop.aroundACallMs);

/** Complains if the platform would kill the process before it can stop. An unreadable setting becomes NaN, which never complains. */
export function gracePeriodFaults({
  drainDelayMs,
  apiTimeoutSeconds,
  stopGraceSeconds = Infinity,
}: Values): string[] {
  const drainMs = stop.quietMs + drainTimeoutMs(Number(apiTimeoutSeconds)) + stop.afterCutMs;
  const seconds = Math.ceil((Number(drainDelayMs) + drainMs + hubLimits.ms + stop.tracesMs) / 1_000);
  const fault = `STOP_GRACE_SECONDS is too short: with these values of DRAIN_DELAY_MS and API_TIMEOUT_SECONDS, stopping can take up to ${seconds} s`;
  return seconds > Number(stopGraceSeconds) ? [fault] : [];
}

function weaknessOf(secret: string): string | undefined {
  if (secret.includes(DEVELOPMENT_SECRET)) return "the development secret";
  if (/demo-only/i.test(secret)) return "a published secret";
  const isShort = secret.length < MIN_CHARACTERS || new Set(secret).size < MIN_DISTINCT_CHARACTERS;
  return isShort || repeatsPattern(secret)
    ? `too weak: use at least ${MIN_CHARACTERS} characters, ${MIN_DISTINCT_CHARACTERS} of them different, with no repeating pattern`
    : undefined;
}

/** True for `abcdefgh` four times over: long, but easy to guess. */
function repeatsPattern(secret: string): boolean {
  for (let length = 1; length <= MAX_PATTERN_LENGTH && length * 2 <= secret.length; length += 1) {
    const pattern = secret.slice(0, length);
    if (pattern.repeat(secret.length).startsWith(secret)) return true;
  }
  return false;
}

function isPlainHttp(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && !/^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
