import type { Portal } from "./portal.ts";

/** What a page thanks for. */
export type Deed =
  | "account saved"
  | "availability callbacks"
  | "contact saved"
  | "direct debits saved"
  | "question asked"
  | "quote accepted"
  | "ticket logged";
type Who = Pick<Portal, "session" | "account">;

const setOf = ({ account }: Who, deed: Deed) => `${deed} ${account.clientId}`;

/** Notes what this session has done to a thing of the account; `id` is '' where the API named none. */
export function noteDone(who: Who, deed: Deed, id: string): Promise<void> {
  return who.session.addTo(setOf(who, deed), [id]);
}

/** Whether it has: no page thanks for what its address alone says. */
export async function wasDone(who: Who, deed: Deed, id: string): Promise<boolean> {
  return (await who.session.membersOf(setOf(who, deed))).has(id);
}
