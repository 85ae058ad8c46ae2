import { redirect } from "@remix-run/node";
import { paths } from "#app/paths.ts";
import type { Portal } from "#app/request/portal.ts";

const SAVED = "saved contacts";
type Where = Pick<Portal, "session" | "account">;

const memberOf = ({ account }: Where, id: string) => `${account.clientId} ${id}`;

/** Notes that this session saved the contact, so that its confirmation may show. */
export async function noteSaved(portal: Where, id: string): Promise<void> {
  await portal.session.addTo(SAVED, [memberOf(portal, id)]);
}

/** Throws the redirect to the contact's form unless this session saved the contact. */
export async function requireSaved(portal: Where, id: string): Promise<void> {
  if ((await portal.session.membersOf(SAVED)).has(memberOf(portal, id))) return;
  throw redirect(id === "" ? paths.contactNew() : paths.contact(id), 303);
}
