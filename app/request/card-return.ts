import type { PortalSession } from "#server/session/portal-session.ts";

export interface CardReturn {
  readonly paymentId: string;
  readonly crypt: string;
  readonly page: string;
}

const DRAFT = "return from the card provider";

export function cardReturnIn({ pathname, searchParams }: URL): CardReturn | undefined {
  return toReturn(searchParams.get("paymentId"), searchParams.get("crypt"), pathname);
}

/** Keeps a return in the session until the API has it, because it must not stay in an address, a log or a page. */
export function keepCardReturn(session: Pick<PortalSession, "keepDraft">, cardReturn: CardReturn): void {
  session.keepDraft({ form: DRAFT, fields: Object.entries({ ...cardReturn }) });
}

export function takeCardReturn(session: Pick<PortalSession, "takeDraft">): CardReturn | undefined {
  const { paymentId, crypt, page } = Object.fromEntries(session.takeDraft(DRAFT)?.fields ?? []);
  return toReturn(paymentId, crypt, page);
}

function toReturn(paymentId?: string | null, crypt?: string | null, page = ""): CardReturn | undefined {
  return paymentId && crypt ? { paymentId, crypt, page } : undefined;
}
