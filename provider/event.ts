import { parseArgs } from "node:util";
import { readConfig } from "./config.ts";
import type { PassedOn } from "./hub/hub.ts";
import { events } from "./scenarios/events.ts";

const usage = `Makes something happen at the running embedded provider.

  npm run provider:event -- <kind> [--client 1001]

${Object.entries(events)
  .map(([kind, { label }]) => `  ${kind.padEnd(18)} ${label}`)
  .join("\n")}
`;

/** Posts the event to the running provider; returns the process's exit code. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { client: { type: "string", default: "1001" }, help: { type: "boolean", short: "h" } },
  });
  const [kind] = positionals;
  if (values.help || kind === undefined) return report(usage, kind === undefined && !values.help ? 64 : 0);

  const { url, port } = readConfig();
  const response = await fetch(`${url ?? `http://127.0.0.1:${port}`}/control/events`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ kind, clientId: values.client }),
    signal: AbortSignal.timeout(10_000),
  });
  const text = await response.text();
  if (!response.ok) return report(`The provider refused: ${text}\n\n${usage}`, 1);
  const { notificationId, listeners, passedOn } = JSON.parse(text) as Raised;
  const sent = `Sent notification ${notificationId}.`;
  if (passedOn && "problem" in passedOn)
    return report(`${sent} Couldn't pass it on to the hub in front: ${passedOn.problem}\n`, 1);
  if (kind === "notification") return report(`${sent} You'll see it on the next page.\n`, 0);
  const count = passedOn?.listeners ?? listeners.length;
  const unheard = `No portal is connected to this hub for account ${values.client}. Is a page open, and PORTAL_HUB_URL this hub's?\n`;
  return report(`${sent} Live connections that got it: ${count}.\n${count === 0 ? unheard : ""}`, 0);
}

interface Raised {
  readonly notificationId: string;
  readonly listeners: readonly string[];
  readonly passedOn?: PassedOn;
}

function report(text: string, exitCode: number): number {
  (exitCode === 0 ? process.stdout : process.stderr).write(text);
  return exitCode;
}

try {
  process.exitCode = await main();
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  process.exitCode = report(`No event was raised: ${reason}. Is the provider running?\n\n${usage}`, 1);
}
