import { redirect } from "@remix-run/node";
import { paths } from "#app/paths.ts";
import type { Portal } from "#app/request/portal.ts";

const SAVED = "saved contacts";
type Where = Pick<Portal, "session" | "account">;

const memberOf = ({ account }: Where, id: string) => `${account.clientId} ${id}`;

/** Notes that this session saved the contact: its confirmation may show, also when it is reloaded. */
export async function noteSaved(portal: Where, id: string): Promise<void> {
  await portal.session.addTo(SAVED, [memberOf(portal, id)]);
}

/** Lets the confirmation of a contact show only where one was saved; throws the way to its form otherwise. */
export async function requireSaved(portal: Where, id: string): Promise<void> {
  if ((await portal.session.membersOf(SAVED)).has(memberOf(portal, id))) return;
  throw redirect(id === "" ? paths.contactNew() : paths.contact(id), 303);
}
