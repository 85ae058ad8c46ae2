import type { PortalSession } from "#server/session/request-session.ts";
import { fingerprint } from "./fingerprint.server.ts";

/** What's in the card provider's redirect back to `page`. Some providers don't send a crypt if the person has cancelled. */
export interface CardReturn {
  readonly paymentId: string;
  readonly crypt: string;
  readonly page: string;
  /** How many page loads have begun to wait for its outcome; 0 if it's only sent when its own page is opened. */
  readonly waits: number;
}

export const isReturnPage = (pathname: string) =>
  /^\/invoices\/payment-(succeeded|failed)\/?$/i.test(pathname);

export function cardReturnIn({ pathname, searchParams }: URL): CardReturn | undefined {
  const paymentId = searchParams.get("paymentId");
  if (!paymentId || !isReturnPage(pathname)) return undefined;
  const page = pathname.toLowerCase().replace(/\/$/, "");
  return { paymentId, crypt: searchParams.get("crypt") ?? "", page, waits: 0 };
}

/** A payment's name in an address. */
export const paymentKey = ({ paymentId }: Pick<CardReturn, "paymentId">) => fingerprint(paymentId);
export const isPaymentKey = (text: string) => /^[\w-]{22}$/.test(text);

/** Where the page shows this return's outcome; the session's first payment is then moved to a shorter address. */
export const resultAddress = (cardReturn: CardReturn) =>
  `${cardReturn.page}?payment=${paymentKey(cardReturn)}`;

/** Keeps a return in the session until the API has it, because it mustn't stay in an address, a log or a page. */
export function keepCardReturn(
  session: Pick<PortalSession, "keep" | "allKept">,
  cardReturn: CardReturn,
): void {
  // A second redirect without the crypt doesn't replace the first.
  const isKnown = (kept: CardReturn) => kept.paymentId === cardReturn.paymentId && kept.crypt !== "";
  if (cardReturn.crypt === "" && keptCardReturns(session).some(isKnown)) return;
  session.keep("return", paymentKey(cardReturn), cardReturn);
}

/** The returns that the API doesn't have yet, newest first. */
export function keptCardReturns(session: Pick<PortalSession, "allKept">): readonly CardReturn[] {
  const all = session.allKept("return").map(({ value }) => value as CardReturn);
  // Earlier builds kept texts.
  return all.map((cardReturn) => ({ ...cardReturn, waits: Number(cardReturn.waits) || 0 }));
}

export function dropCardReturn(session: Pick<PortalSession, "keep">, cardReturn: CardReturn): void {
  session.keep("return", paymentKey(cardReturn), undefined);
}
