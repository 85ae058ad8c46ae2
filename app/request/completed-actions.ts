import type { Portal } from "./portal.ts";

export type CompletedAction =
  | "account saved"
  | "availability callbacks"
  | "contact saved"
  | "direct debits saved"
  | "question asked"
  | "quote accepted"
  | "quote declined"
  | "ticket logged";
type SessionAndAccount = Pick<Portal, "session" | "account">;

const setOf = ({ account }: SessionAndAccount, deed: CompletedAction) => `${deed} ${account.clientId}`;

/** Notes that this session has done something. `id` is that of the changed object, '' if the API returned none. */
export function recordCompleted(who: SessionAndAccount, deed: CompletedAction, id: string): Promise<void> {
  return who.session.addTo(setOf(who, deed), [id]);
}

/** Whether this session has done it. Confirmation pages check this, because anybody could open their address. */
export async function wasCompleted(
  who: SessionAndAccount,
  deed: CompletedAction,
  id: string,
): Promise<boolean> {
  return (await who.session.membersOf(setOf(who, deed))).has(id);
}
