import type { PortalSession } from "#server/session/portal-session.ts";

/** What the browser brought back from the card provider. */
export interface CardReturn {
  readonly paymentId: string;
  readonly crypt: string;
}

const KEPT = "return from the card provider";

/** The return that a page's address carries. */
export function cardReturnIn({ searchParams }: URL): CardReturn | undefined {
  const [paymentId, crypt] = [searchParams.get("paymentId"), searchParams.get("crypt")];
  return paymentId && crypt ? { paymentId, crypt } : undefined;
}

/**
 * Seals a return in the session until the API has heard it: a sign-in may have to come first, and no address, log
 * or page may carry it meanwhile. Kept for minutes, as a draft is: for its person, or, where nobody was signed in, for
 * who signs in next in this browser; the API then says whether the payment is theirs.
 */
export function keepCardReturn(session: Pick<PortalSession, "keepDraft">, brought: CardReturn): void {
  const { paymentId, crypt } = brought;
  session.keepDraft({ form: KEPT, fields: Object.entries({ paymentId, crypt }) });
}

/** The kept return, once. */
export function takeCardReturn(session: Pick<PortalSession, "takeDraft">): CardReturn | undefined {
  const { paymentId, crypt } = Object.fromEntries(session.takeDraft(KEPT)?.fields ?? []);
  return paymentId && crypt ? { paymentId, crypt } : undefined;
}
