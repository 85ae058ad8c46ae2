import { networkOf } from "#server/limits.ts";
import { DRAFT_MS, isForm, isFresh } from "./drafts.ts";
import type { Draft } from "./portal-session.ts";
import { MARK_BYTES, type KeyRing } from "./seal.ts";
import { storeKey, type SessionBackend } from "./session-backend.ts";

/** Quotas are reset after this time, so the store never contains more than twice a limit. */
const QUOTA_WINDOW_MS = 15 * 60_000;
const LIMITS = { allBytes: 2 * 1024 * 1024, perAddress: 30, perSession: 5, draftBytes: 34 * 1024 };
const ROW_OVERHEAD_BYTES = 500;

/** Keeps the drafts of ended sessions until the person signs in again. */
export interface FormerSessions {
  /** Keeps the last draft of each kind for this session's person; false if a quota is used up. */
  keep(sessionId: string, drafts: readonly Draft[], address: string): Promise<boolean>;
  /** Returns the drafts once, and only to the same person. */
  take(sessionId: string, person: string): Promise<readonly Draft[]>;
}

/** @param backend the sessions' store; the drafts of an ended session become a short-lived record there. */
export function createFormerSessions(
  backend: SessionBackend,
  ring: KeyRing,
  now: () => number,
): FormerSessions {
  const keyOfDrafts = (sessionId: string) => storeKey(`drafts ${sessionId}`);
  return {
    async keep(sessionId, drafts, address) {
      const id = keyOfDrafts(sessionId);
      const sealed = new Map(
        drafts
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
      const endsAt = now() + DRAFT_MS;
      const outcome = await backend.create(id, { fields: sealed, expiresAt: endsAt, endsAt });
      if (outcome === "saved") return true;
      // The record exists already, because of an earlier draft.
      await backend.change(id, { set: sealed, remove: [], expiresAt: endsAt });
      return true;
    },
    async take(sessionId, person) {
      if (!ring.marksOf(person).some((mark) => mark.equals(markOf(sessionId)))) return [];
      const id = keyOfDrafts(sessionId);
      const stored = await backend.load(id);
      if (!stored) return [];
      await backend.end(id);
      return [...stored.fields].flatMap(([field, sealed]) => {
        const draft = ring.open(sealed, contextOf(id, field)) as Draft | undefined;
        return draft && isFresh(draft, now()) ? [draft] : [];
      });
    },
  };
}

/** Of forms only the last is kept; each return from the card provider has its own name. */
const fieldOf = (draft: Draft) => (isForm(draft) ? "form" : draft.form);

function contextOf(session: string, field: string) {
  return { session, field, version: 1 };
}

function markOf(sessionId: string): Buffer {
  return Buffer.from(sessionId, "base64url").subarray(-MARK_BYTES);
}
