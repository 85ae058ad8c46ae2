import { networkOf } from "#server/rate-limits.ts";
import { fromDrafts, toDrafts, type Draft } from "./former-kept.ts";
import { isFresh, KEPT_MS } from "./kept.ts";
import type { KeptEntry } from "./portal-session.ts";
import { MARK_BYTES, type KeyRing } from "./seal.ts";
import { storeKey, type SessionBackend } from "./session-backend.ts";

/** Quotas are reset after this time, so the store never contains more than twice a limit. */
const QUOTA_WINDOW_MS = 15 * 60_000;
const LIMITS = { allBytes: 2 * 1024 * 1024, perAddress: 30, perSession: 5, draftBytes: 34 * 1024 };
const ROW_OVERHEAD_BYTES = 500;
/** The only field left after taking: nothing more can be kept with it. */
const TAKEN = "taken";

export type FormerSessions = ReturnType<typeof createFormerSessions>;

/** Keeps what an ended session kept until the person signs in again, in a short-lived record of the sessions' store. */
export function createFormerSessions(backend: SessionBackend, ring: KeyRing, now: () => number) {
  const keyOfDrafts = (sessionId: string) => storeKey(`drafts ${sessionId}`);
  return {
    /** Keeps everything but older drafts for this session's person; false if a quota is used up. */
    async keep(sessionId: string, kept: readonly KeptEntry[], address: string) {
      const id = keyOfDrafts(sessionId);
      const oldestFirst = kept.toSorted((a, b) => a.keptAt - b.keptAt);
      const sealed = new Map(
        toDrafts(oldestFirst)
          .filter((draft) => JSON.stringify(draft).length <= LIMITS.draftBytes)
          .map((draft) => [fieldOf(draft), ring.seal(draft, contextOf(id, fieldOf(draft)))]),
      );
      if (sealed.size === 0) return false;
      const cost = [...sealed.values()].reduce((sum, { length }) => sum + length, ROW_OVERHEAD_BYTES);
      const quotas = [
        { quota: "drafts", cost, limit: LIMITS.allBytes },
        { quota: `drafts ${storeKey(networkOf(address))}`, cost: 1, limit: LIMITS.perAddress },
        { quota: id, cost: 1, limit: LIMITS.perSession },
      ];
      if (!(await backend.takeQuota(quotas, QUOTA_WINDOW_MS))) return false;
      const endsAt = now() + KEPT_MS;
      const expect = new Map([[TAKEN, undefined]]);
      return (await backend.change(id, { expect, set: sealed, expiresAt: endsAt, endsAt })) === "saved";
    },
    /** Returns it once, and only to the same person. */
    async take(sessionId: string, person: string): Promise<readonly KeptEntry[]> {
      if (!ring.marksOf(person).some((mark) => mark.equals(markOf(sessionId)))) return [];
      const id = keyOfDrafts(sessionId);
      const fields = await takeFields(backend, id);
      const drafts = [...fields].map(
        ([field, sealed]) => ring.open(sealed, contextOf(id, field)) as Draft | undefined,
      );
      const kept = fromDrafts(drafts.filter((draft) => draft !== undefined));
      return kept.filter((one) => isFresh(one, now()));
    },
  };
}

async function takeFields(
  backend: SessionBackend,
  id: string,
  triesLeft = 10,
): Promise<ReadonlyMap<string, string>> {
  const stored = await backend.load(id);
  if (!stored || stored.fields.has(TAKEN)) return new Map();
  const expect = new Map([...stored.fields, [TAKEN, undefined] as const]);
  const set = new Map<string, string | undefined>([[TAKEN, TAKEN]]);
  for (const field of stored.fields.keys()) set.set(field, undefined);
  const outcome = await backend.change(id, { expect, set });
  // Another tab may have kept something in between.
  if (outcome === "changed" && triesLeft > 1) return takeFields(backend, id, triesLeft - 1);
  return outcome === "saved" ? stored.fields : new Map();
}

/** We only keep the last form; each return from the card provider has its own name. */
const fieldOf = (draft: Draft) => (draft.form.startsWith("/") ? "form" : draft.form);

function contextOf(session: string, field: string) {
  return { session, field, version: 1 };
}

function markOf(sessionId: string): Buffer {
  return Buffer.from(sessionId, "base64url").subarray(-MARK_BYTES);
}
