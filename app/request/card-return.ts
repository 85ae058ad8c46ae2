import type { PortalSession } from "#server/session/portal-session.ts";

/** What the card provider's redirect back to `page` contains. */
export interface CardReturn {
  readonly paymentId: string;
  readonly crypt: string;
  readonly page: string;
  /** How many page loads have waited in vain for its outcome; 0 if it was not sent to the API yet. */
  readonly waits: number;
}

const DRAFT_NAME = "return from the card provider";

export function cardReturnIn({ pathname, searchParams }: URL): CardReturn | undefined {
  return toReturn(searchParams.get("paymentId"), searchParams.get("crypt"), pathname);
}

/** Keeps a return in the session until the API has it, because it must not stay in an address, a log or a page. */
export function keepCardReturn(session: Pick<PortalSession, "keepDraft">, cardReturn: CardReturn): void {
  session.keepDraft({
    form: DRAFT_NAME,
    fields: Object.entries({ ...cardReturn, waits: String(cardReturn.waits) }),
  });
}

export function takeCardReturn(session: Pick<PortalSession, "takeDraft">): CardReturn | undefined {
  const { paymentId, crypt, page, waits } = Object.fromEntries(session.takeDraft(DRAFT_NAME)?.fields ?? []);
  return toReturn(paymentId, crypt, page, Number(waits));
}

function toReturn(
  paymentId?: string | null,
  crypt?: string | null,
  page = "",
  waits = 0,
): CardReturn | undefined {
  return paymentId && crypt ? { paymentId, crypt, page, waits: waits || 0 } : undefined;
}
