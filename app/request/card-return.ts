import type { PortalSession } from "#server/session/request-session.ts";
import { paths } from "#shared/paths.ts";
import { fingerprint } from "./fingerprint.server.ts";

/** What's in the card provider's redirect back to `page`. Some providers don't send a crypt if the person has cancelled. */
export interface CardReturn {
  readonly paymentId: string;
  readonly crypt: string;
  readonly page: string;
  /**
   * How many page loads have waited for the API's answer: 1 in the first, 2 after its redirect, more after reloads. 0 once the
   * API hasn't accepted it, and then only a result page sends it again.
   */
  readonly waits: number;
}

/** The result page at this address, whose letters' case doesn't matter; undefined for any other page. */
export const resultPageAt = (pathname: string) =>
  [paths.paymentSucceeded(), paths.paymentFailed()].find(
    (page) => page === pathname.toLowerCase().replace(/\/$/, ""),
  );

export function cardReturnIn({ pathname, searchParams }: URL): CardReturn | undefined {
  const paymentId = searchParams.get("paymentId");
  const page = resultPageAt(pathname);
  if (!paymentId || !page) return undefined;
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

/** The returns that we don't have the API's answer to yet, newest first. */
export function keptCardReturns(session: Pick<PortalSession, "allKept">): readonly CardReturn[] {
  const all = session.allKept("return").map(({ value }) => value as CardReturn);
  // Earlier builds kept texts.
  return all.map((cardReturn) => ({ ...cardReturn, waits: Number(cardReturn.waits) || 0 }));
}

export function dropCardReturn(session: Pick<PortalSession, "keep">, cardReturn: CardReturn): void {
  session.keep("return", paymentKey(cardReturn), undefined);
}
