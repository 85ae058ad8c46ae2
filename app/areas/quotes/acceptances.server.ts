import { z } from "zod";
import { accountNotes } from "#app/request/account-notes.server.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { formatDateTime } from "#app/ui/format.ts";

/** Longer than quotes are valid. */
const NOTE_LIFETIME_MS = 180 * 24 * 60 * 60 * 1000;

const notes = accountNotes(
  "quote acceptances",
  NOTE_LIFETIME_MS,
  z.object({
    quoteId: z.string(),
    /** Fingerprint of what was accepted. */
    offer: z.string(),
    /** E.g. 'version 2, £120.00', or '' if only the email says which version. */
    what: z.string(),
    to: z.string(),
    by: z.string(),
    at: z.iso.datetime(),
  }),
);

export type Acceptance = Awaited<ReturnType<typeof notes.list>>[number];

/** Notes that an email of acceptance was sent, unless the same acceptance was noted before. */
export async function noteAcceptance(
  args: RouteArgs,
  portal: Portal,
  acceptance: Omit<Acceptance, "by" | "at">,
): Promise<void> {
  const { quoteId, offer, what } = acceptance;
  const isSame = (noted: Acceptance) =>
    noted.quoteId === quoteId && noted.offer === offer && noted.what === what;
  if ((await notes.list(args, portal)).some(isSame)) return;
  const at = args.context.services.now().toISOString();
  await notes.add(args, portal, { ...acceptance, by: portal.user.fullName, at });
}

/** The newest acceptance of each quote of the account, by quote id. */
export async function listAcceptances(
  args: RouteArgs,
  portal: Portal,
): Promise<ReadonlyMap<string, Acceptance>> {
  const oldestFirst = (await notes.list(args, portal)).sort((first, second) =>
    first.at.localeCompare(second.at),
  );
  return new Map(oldestFirst.map((acceptance) => [acceptance.quoteId, acceptance]));
}

export function acceptanceText({ quoteId, what, by, at, to }: Acceptance): string {
  const accepted = [`quote ${quoteId}`, what].filter(Boolean).join(", ");
  return `${by} accepted ${accepted}, by email to ${to} on ${formatDateTime(at)}.`;
}
