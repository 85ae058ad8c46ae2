import { pino, type DestinationStream, type Logger } from "pino";
import { MB } from "#shared/limits.ts";

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

/** Drops lines while they can't be written, e.g. to a full disk: an error here would be logged, and so on without end. */
function standardOutput(): DestinationStream {
  const destination = pino.destination({ fd: 1, sync: true, maxLength: MB });
  destination.on("error", () => undefined);
  // It would try again for ever. Each line is written at once anyway.
  destination.flushSync = () => undefined;
  // The demo prints its sign-ins there.
  process.stdout.on("error", () => undefined);
  return destination;
}

/** Logs JSON lines to standard output. An unknown level counts as `info`, because the configuration refuses it later. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level: level === "silent" || level in pino.levels.values ? level : "info",
    base: undefined,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: redactPaths, censor },
  };
  return pino(options, destination ?? standardOutput());
}
