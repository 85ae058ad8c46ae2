import { setTimeout as sleep } from "node:timers/promises";
import type { LoadContext } from "#server/load-context.ts";
import { API_TIMEOUT_MS } from "../../portal-api/client.ts";
import { isPortalApiError } from "../../portal-api/errors.ts";

/** How a call ended that may be made only once. `unknown`: it was sent, and nobody knows what became of it. */
export type Outcome<T> = { readonly state: "known"; readonly value: T } | { readonly state: "unknown" };

type Vault = LoadContext["services"]["vault"];

/** Faults of which it is certain that the call never reached the API. */
const NEVER_SENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);
/** Answers by which the API says that it did nothing. */
const NOT_DONE = new Set(["rejected", "conflict", "unauthorised", "forbidden", "notFound"]);

const POLL_MS = 150;
/** A call under way on another instance is over by then, one way or the other. */
const PATIENCE_MS = API_TIMEOUT_MS + 2_000;

/**
 * Does the work once for this name, over tabs, reloads, sessions and instances; every other caller waits for
 * its outcome and gets the same. Where the work certainly had no effect its error is thrown and the name is free
 * again; where nobody can know, the outcome is `unknown` from then on, and the work is never done again.
 */
export async function once<T>(vault: Vault, name: string, work: () => Promise<T>): Promise<Outcome<T>> {
  const known = await findOutcome<T>(vault, name);
  if (known) return known;
  if (!(await vault.claim(name))) return waitFor(vault, name);
  try {
    return await keep(vault, name, { state: "known", value: await work() });
  } catch (error) {
    if (!hadNoEffect(error)) return keep(vault, name, { state: "unknown" });
    await vault.release(name);
    throw error;
  }
}

/** How it ended, if it did. */
export async function findOutcome<T>(vault: Vault, name: string): Promise<Outcome<T> | undefined> {
  return (await vault.find(name)) as Outcome<T> | undefined;
}

/** True when the failed call changed nothing at the API. */
export function hadNoEffect(error: unknown): boolean {
  if (!isPortalApiError(error)) return false;
  if (error.kind === "network") return error.causeCode !== undefined && NEVER_SENT.has(error.causeCode);
  return NOT_DONE.has(error.kind);
}

async function keep<T>(vault: Vault, name: string, outcome: Outcome<T>): Promise<Outcome<T>> {
  await vault.keep(name, outcome);
  return outcome;
}

/** Another caller is at it. One that died there never tells: after its time the outcome is unknown. */
async function waitFor<T>(vault: Vault, name: string): Promise<Outcome<T>> {
  for (let waited = 0; waited < PATIENCE_MS; waited += POLL_MS) {
    const outcome = await findOutcome<T>(vault, name);
    if (outcome) return outcome;
    await sleep(POLL_MS);
  }
  return keep(vault, name, { state: "unknown" });
}
