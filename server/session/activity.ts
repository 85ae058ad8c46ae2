import { personRecords } from "#shared/person.ts";
import type { SignedInUser } from "./portal-session.ts";
import type { Records } from "./records.ts";

/** One of a person's actions, without its contents. */
export interface ActivityEntry {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** What the person reads, e.g. 'Contact saved'. */
  readonly what: string;
  /** The audit trail's word for how it ended, e.g. 'ok' (server/audit.ts). The list shows it as 'Done', 'Failed' or 'Not known'. */
  readonly outcome: string;
  /** The client id of the account that it was done for. */
  readonly account: string | undefined;
  readonly browser: string | undefined;
  readonly isEmployee: boolean;
}

export type Activity = ReturnType<typeof createActivity>;

export const MAX_ENTRIES = 500;
export const RETENTION_MS = 90 * 24 * 60 * 60 * 1000;

/** What each person did, which only they can see (docs/domain.md, Activity). All methods can throw {@link SessionStoreUnavailable}. */
export function createActivity(records: Pick<Records, "change" | "find">, now: () => Date) {
  const isKept = ({ at }: ActivityEntry) => at > now().getTime() - RETENTION_MS;
  return {
    async record(user: SignedInUser, entry: Omit<ActivityEntry, "at" | "isEmployee">) {
      const added = { at: now().getTime(), ...entry, isEmployee: !user.b2c };
      const add = (entries: readonly ActivityEntry[] = []) =>
        [...entries.filter(isKept), added].slice(-MAX_ENTRIES);
      await records.change(personRecords.activity(user), add, RETENTION_MS);
    },
    /** Newest first. */
    async list(user: SignedInUser): Promise<readonly ActivityEntry[]> {
      const entries = ((await records.find(personRecords.activity(user))) ?? []) as readonly ActivityEntry[];
      return entries.filter(isKept).toSorted((a, b) => b.at - a.at);
    },
  };
}
