import { pino, type DestinationStream, type Logger } from "pino";
import { MB } from "#shared/limits.ts";

/** Fields whose values are redacted, at any depth. */
const SECRET_NAMES = new Set([
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
]);
const SECRET = new RegExp(`"(?:${[...SECRET_NAMES].join("|")})":`);

/** The line without secrets. Few lines have any, so only those are parsed. */
const redacted = (line: string) =>
  SECRET.test(line) ? `${JSON.stringify(JSON.parse(line, censor))}\n` : line;

/** An error's `code` is a name in capitals, e.g. EADDRINUSE; a sign-in's is random. */
function censor(name: string, value: unknown): unknown {
  const isSafe = !SECRET_NAMES.has(name) || (name === "code" && /^[A-Z_]{3,40}$/.test(String(value)));
  return isSafe ? value : "[redacted]";
}

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
    hooks: { streamWrite: redacted },
  };
  return pino(options, destination ?? standardOutput());
}
