import { createHash, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { PortalSession } from "#server/session/portal-session.ts";

/** Hidden field that names one filling-in of a form. */
export const ONCE_FIELD = "once";
const DONE = "made once";
const POLL_MS = 200;
/** Longer than the API may take: the first press has failed or succeeded by then. */
const PATIENCE_MS = 35_000;

/** A name for one filling-in of a form, for its hidden field. */
export const newOnce = (): string => randomUUID();

/**
 * Makes something for the first of several equal posts of one form and hands its id to all of them; a post with
 * other content is another one, e.g. after going back. When making fails, the next one makes it. Throws what
 * `make` throws.
 */
export async function onlyOnce(
  session: Pick<PortalSession, "claim" | "release" | "addTo" | "membersOf">,
  once: string,
  content: unknown,
  make: () => Promise<string>,
): Promise<string> {
  if (once === "") return make();
  const key = createHash("sha256")
    .update(JSON.stringify([once, content]))
    .digest("base64url")
    .slice(0, 22);
  for (let waited = 0; waited < PATIENCE_MS; waited += POLL_MS) {
    const made = await madeBefore(session, key);
    if (made !== undefined) return made;
    if (await session.claim(`once ${key}`)) break;
    await wait(POLL_MS);
  }
  try {
    const id = await make();
    await session.addTo(DONE, [`${key} ${id}`]);
    return id;
  } finally {
    await session.release(`once ${key}`);
  }
}

async function madeBefore(
  session: Pick<PortalSession, "membersOf">,
  key: string,
): Promise<string | undefined> {
  const done = [...(await session.membersOf(DONE))].find((one) => one.startsWith(`${key} `));
  return done?.slice(key.length + 1);
}
