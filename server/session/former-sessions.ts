import { networkOf } from "#server/limits.ts";
import { DRAFT_MS, isForm, isFresh } from "./drafts.ts";
import { ENTERED } from "./entered.ts";
import type { Draft } from "./portal-session.ts";
import { MARK_BYTES, type KeyRing } from "./seal.ts";
import type { SessionBackend } from "./session-backend.ts";
import { storeKey } from "./session-store.ts";

/** A share counts anew after this time: at most twice its limit is in the store at any moment. */
const WINDOW_MS = 15 * 60_000;
/** Bytes of all drafts, drafts from one address and of one former session, and bytes of one draft. */
const MOST = { all: 2 * 1024 * 1024, fromOneAddress: 30, ofOneSession: 5, ofOne: 34 * 1024 };
/** What the store takes for one row beside its values, in bytes. */
const OVERHEAD = 500;

/** Where the drafts of ended sessions wait for the person to sign in again, outside of any session. */
export interface FormerSessions {
  /** Keeps the last form and the last other draft for this session's person; false where there is no room. */
  keep(sessionId: string, drafts: readonly Draft[], address: string): Promise<boolean>;
  /** Returns them once, and only to the same person. */
  take(sessionId: string, person: string): Promise<readonly Draft[]>;
}

/** @param backend the sessions' own: each former session that left a draft is a short-lived record of its own there. */
export function createFormerSessions(
  backend: SessionBackend,
  ring: KeyRing,
  now: () => number,
): FormerSessions {
  const keyOfDrafts = (sessionId: string) => storeKey(`drafts ${sessionId}`);
  return {
    async keep(sessionId, drafts, address) {
      const id = keyOfDrafts(sessionId);
      const set = new Map(
        drafts
          .filter((draft) => JSON.stringify(draft).length <= MOST.ofOne)
          .map((draft) => [fieldOf(draft), ring.seal(draft, contextOf(id, fieldOf(draft)))]),
      );
      if (set.size === 0) return false;
      const cost = [...set.values()].reduce((sum, { length }) => sum + length, OVERHEAD);
      const parts = [
        { share: "drafts", cost, limit: MOST.all },
        { share: `drafts ${storeKey(networkOf(address))}`, cost: 1, limit: MOST.fromOneAddress },
        { share: id, cost: 1, limit: MOST.ofOneSession },
      ];
      if (!(await backend.allot(parts, WINDOW_MS))) return false;
      const endsAt = now() + DRAFT_MS;
      const outcome = await backend.create(id, { fields: set, expiresAt: endsAt, endsAt });
      if (outcome === "saved") return true;
      await backend.update(id, { set, remove: [] });
      await backend.touch(id, endsAt);
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

/** One draft of each kind is kept: a form, the entries of multi-step forms, and a return from the card provider. */
function fieldOf(draft: Draft): string {
  if (draft.form === ENTERED) return ENTERED;
  return isForm(draft) ? "form" : "other";
}

function contextOf(session: string, field: string) {
  return { session, field, version: 1 };
}

function markOf(sessionId: string): Buffer {
  return Buffer.from(sessionId, "base64url").subarray(-MARK_BYTES);
}
