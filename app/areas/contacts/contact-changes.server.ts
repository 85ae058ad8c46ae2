import { flowState } from "#app/flows/flow.server.ts";
import type { EditedContact } from "#shared/portal-api/contacts.ts";
import { toText, trimmedText } from "#shared/portal-api/shapes.ts";
import { roleOptions, shownRoleIds } from "./contact-roles.ts";

/** What this session's last save of a contact changed, for its confirmation. */
export const contactChanges = flowState<readonly string[]>("contact changes");

export const nameOf = ({ fullName, firstNames, surname }: EditedContact) =>
  trimmedText(fullName) || `${trimmedText(firstNames)} ${toText(surname)}`.trim();

interface Saved {
  readonly roles: readonly string[];
  readonly firstNames: string;
  readonly surname: string;
  readonly myPortalIsLockedOut: string;
}

/** What a save changes about the contact's access, one sentence each. */
export function describeChanges(
  { item, isNew }: { readonly item: EditedContact; readonly isNew: boolean },
  after: Saved,
): string[] {
  const name = `${after.firstNames} ${after.surname}`.trim();
  const { contactRoles, myPortalRole, myPortalIsLockedOut: wasLocked } = item;
  const isLocked = after.myPortalIsLockedOut === "on";
  const roles = roleOptions(contactRoles ?? []);
  const before = isNew ? [] : shownRoleIds(contactRoles ?? [], myPortalRole ?? 0);
  const lost = roles.filter(({ value }) => before.includes(value) && !after.roles.includes(value));
  const gained = roles.filter(({ value }) => !before.includes(value) && after.roles.includes(value));
  return [
    ...gained.map(({ allows, restriction }) => (allows ? `can ${allows}` : restriction)),
    ...lost.map(({ allows, label }) => (allows ? `can no longer ${allows}` : `no longer has ${label}`)),
  ]
    .filter(Boolean)
    .map((change) => `${name} ${change}, from their ${isNew ? "first" : "next"} sign-in.`)
    .concat(
      isLocked && !wasLocked ? `${name} has been locked out and signed out.` : [],
      !isLocked && wasLocked && !isNew ? `${name} can sign in again now.` : [],
    );
}
