import { z } from "zod";
import { accountNotes } from "#app/request/account-notes.server.ts";
import { fingerprint } from "#app/request/fingerprint.server.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { formatDateTime } from "#app/ui/format.ts";
import { maximum } from "#shared/limits.ts";
import { personRecords, personTag, QUOTE_ACCEPTANCES } from "#shared/person.ts";
import { versions, type Quote } from "#shared/portal-api/quotes.ts";
import { parseMoment } from "#shared/time/moment.ts";

const notes = accountNotes(
  QUOTE_ACCEPTANCES.name,
  QUOTE_ACCEPTANCES.lifeMs,
  // As many as a list can have, so that we keep every acceptance of a pending quote.
  maximum.rows,
  z.object({
    quoteId: z.string(),
    /** The accepted {@link offerFingerprint}. */
    offer: z.string(),
    /** E.g. 'version 2, £120.00'; '' for a quote without versions. */
    what: z.string(),
    to: z.string(),
    by: z.string(),
    /** The person's id, so that erasing one doesn't affect a namesake. */
    person: z.string().optional(),
    at: z.iso.datetime(),
  }),
  ({ quoteId, at }) => [quoteId, at],
);

export type Acceptance = Awaited<ReturnType<typeof notes.list>>[number];

type Accepted = readonly (readonly [clientId: string, name: string])[];

/** Records that an email accepting the quote was sent. */
export async function recordAcceptance(
  args: RouteArgs,
  portal: Portal,
  acceptance: Omit<Acceptance, "by" | "person" | "at">,
) {
  const { services } = args.context;
  const { user, account } = portal;
  const addAccount = (known: Accepted = []): Accepted => [
    ...known.filter(([id, name]) => id !== account.clientId || name !== user.fullName),
    [account.clientId, user.fullName],
  ];
  await services.records.change(personRecords.accepted(user), addAccount, QUOTE_ACCEPTANCES.lifeMs);
  const at = services.now().toISOString();
  await notes.add(args, portal, { ...acceptance, by: user.fullName, person: personTag(user), at });
}

/** The newest acceptance of each of the account's quotes, by quote id. */
export async function listAcceptances(
  args: RouteArgs,
  portal: Portal,
): Promise<ReadonlyMap<string, Acceptance>> {
  return new Map((await notes.list(args, portal)).map((acceptance) => [acceptance.quoteId, acceptance]));
}

/** Increase it when the fingerprints change, because older ones can't be compared. */
const FINGERPRINT_VERSION = "2 ";
/** Listed, so that a field added to the API later doesn't change the fingerprint. */
const ITEM_FIELDS = "description batchSize units price total optional recurring v1 v2 v3 v4 v5".split(" ");

/** Fingerprint of the part of an offer that's in lists too: its prices and end. */
export function quoteFingerprint(quote: Omit<Quote, "items">): string {
  const labels = [quote.valueLabel, ...versions.map((version) => quote[`valueV${version}Label`])];
  const end = parseMoment(quote.validThrough)?.getTime() ?? quote.validThrough;
  return FINGERPRINT_VERSION + fingerprint([quote.quoteId, end, labels.map((label) => label.trim())]);
}

/** Fingerprint of what a quote offers: its prices, end and items. */
export function offerFingerprint(quote: Quote): string {
  // The items' order doesn't matter.
  const items = quote.items.map((item) => JSON.stringify(item, ITEM_FIELDS)).sort();
  return `${quoteFingerprint(quote)} ${fingerprint(items)}`;
}

/** Whether what was accepted is still the current offer. An older version of fingerprint can't be compared, so it counts. */
export const isAccepted = (acceptance: Acceptance | undefined, current: string) =>
  acceptance !== undefined &&
  (!acceptance.offer.startsWith(FINGERPRINT_VERSION) || acceptance.offer.startsWith(current));

/** A quote's newest acceptance, and whether it's for the current offer. */
export async function findAcceptance(args: RouteArgs, portal: Portal, quote: Quote) {
  const acceptance = (await listAcceptances(args, portal)).get(quote.quoteId);
  return { acceptance, isAccepted: isAccepted(acceptance, offerFingerprint(quote)) };
}

export function acceptanceText({ quoteId, what, by, at, to }: Acceptance): string {
  const accepted = [`quote ${quoteId}`, what].filter(Boolean).join(", ");
  return `${by} accepted ${accepted}, by email to ${to} on ${formatDateTime(at)}.`;
}
