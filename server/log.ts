import { pino, type DestinationStream, type Logger } from "pino";

/** Fields whose values are redacted, up to two levels deep in a logged object. */
const SECRET_NAMES = [
  "authorization",
  "cookie",
  "set-cookie",
  "password",
  "secret",
  "token",
  "identityToken",
  "refreshToken",
  "crypt",
  "code",
  "email",
];

const redactPaths = SECRET_NAMES.flatMap((name) => {
  const key = /^\w+$/.test(name) ? name : `["${name}"]`;
  const dot = key.startsWith("[") ? "" : ".";
  return [key, `*${dot}${key}`, `*.*${dot}${key}`];
});

/** The `code` of an error is a name in capitals, e.g. EADDRINUSE; that of a sign-in is random. */
const censor = (value: unknown, path: string[]) =>
  path.at(-1) === "code" && /^[A-Z_]{3,40}$/.test(String(value)) ? value : "[redacted]";

/**
 * Logs JSON lines to standard output. An unknown level counts as `info` here: the configuration refuses it later,
 * together with every other fault.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level: level === "silent" || level in pino.levels.values ? level : "info",
    base: undefined,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: redactPaths, censor },
  };
  return destination ? pino(options, destination) : pino(options);
}
