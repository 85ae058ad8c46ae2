import { redirect } from "@remix-run/node";
import { paths } from "../../paths.ts";
import type { Portal } from "../../request/portal.ts";

const SAVED = "saved contacts";
type Session = Pick<Portal["session"], "addTo" | "membersOf">;

/** Notes that this session saved the contact: its confirmation may show, also when it is reloaded. */
export async function noteSaved(session: Session, id: string): Promise<void> {
  await session.addTo(SAVED, [`id ${id}`]);
}

/** Lets the confirmation of a contact show only where one was saved; throws the way to its form otherwise. */
export async function requireSaved(session: Session, id: string): Promise<void> {
  if ((await session.membersOf(SAVED)).has(`id ${id}`)) return;
  throw redirect(id === "" ? paths.contactNew() : paths.contact(id), 303);
}
