import { redirect } from "@remix-run/node";
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

const completed = ({ session, account }: SessionAndAccount, action: CompletedAction) =>
  session.textSet(`${action} ${account.clientId}`);

/** Records that this session has completed the action. `id` is the changed object's; '' if the API returned none. */
export function recordCompleted(portal: SessionAndAccount, action: CompletedAction, id: string) {
  return completed(portal, action).add([id]);
}

/** Whether this session has completed the action. Confirmation pages check this, because anyone could open their address. */
export async function wasCompleted(portal: SessionAndAccount, action: CompletedAction, id: string) {
  return (await completed(portal, action).members()).has(id);
}

/** Redirects to the form unless this session has completed the action. */
export async function requireCompleted(
  portal: SessionAndAccount,
  action: CompletedAction,
  id: string,
  form: string,
): Promise<void> {
  if (!(await wasCompleted(portal, action, id))) throw redirect(form, 303);
}
