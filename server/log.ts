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

/** An error's `code` is a name in capitals, e.g. EADDRINUSE; a sign-in's is random. */
const censor = (value: unknown, path: string[]) =>
  path.at(-1) === "code" && /^[A-Z_]{3,40}$/.test(String(value)) ? value : "[redacted]";

/** Drops lines that can't be written, e.g. to a full disk, because logging that error would fail too, and so on for ever. */
function standardOutput(): DestinationStream {
  const destination = pino.destination({ fd: 1, sync: true, maxLength: MB });
  destination.on("error", () => undefined);
  // It would keep trying for ever. Each line is written straight away anyway.
  destination.flushSync = () => undefined;
  // The demo prints its sign-ins there.
  process.stdout.on("error", () => undefined);
  return destination;
}

/** Logs JSON lines to standard output. An unknown level counts as `info`, because the configuration reports it later. */
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
