import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { PortalSession } from "#server/session/portal-session.ts";

/** Hidden field with a random id of the rendered form, the same in all posts of it. */
export const FILLING_FIELD = "filling";
const DONE = "made once";
const POLL_MS = 200;
/** Longer than the API may take, so that the first press has ended by then. */
const PATIENCE_MS = 35_000;

/** Calls `make` once for all posts of one rendered form with equal content. Returns the id; throws what `make` throws. */
export async function oncePerForm(
  session: Pick<PortalSession, "claim" | "release" | "addTo" | "membersOf">,
  filling: string,
  content: unknown,
  make: () => Promise<string>,
): Promise<string> {
  if (filling === "") return make();
  const hash = createHash("sha256").update(JSON.stringify([filling, content]));
  const key = hash.digest("base64url").slice(0, 22);
  for (let waited = 0; waited < PATIENCE_MS; waited += POLL_MS) {
    const done = [...(await session.membersOf(DONE))].find((one) => one.startsWith(`${key} `));
    if (done !== undefined) return done.slice(key.length + 1);
    if (await session.claim(`make ${key}`)) break;
    await wait(POLL_MS);
  }
  try {
    const id = await make();
    await session.addTo(DONE, [`${key} ${id}`]);
    return id;
  } finally {
    await session.release(`make ${key}`);
  }
}
