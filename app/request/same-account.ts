import { thrownPage } from "#app/errors/error-page.ts";
import { personTag } from "#shared/person.ts";
import { cachedAccounts } from "./accounts.ts";
import { mayKeepField, textEntries } from "./draft.ts";
import { ACCOUNT_FIELD, PERSON_FIELD } from "./hidden-fields.ts";
import type { Portal } from "./portal.ts";

/** Throws a 409 page if the form was rendered for someone else. */
export function requireSamePerson({ user }: Pick<Portal, "user">, form: FormData, request: Request): void {
  const person = form.get(PERSON_FIELD);
  if (person === null || person === personTag(user)) return;
  throw thrownPage(409, {
    kind: "other-person",
    heading: "Someone else is signed in now",
    current: user.fullName,
    action: pathOf(request),
  });
}

/** Throws a 409 page if the form was rendered for someone else or for another account. The latter has the form's fields, but not secrets. */
export function requireSameAccount(portal: Portal, form: FormData, request: Request): void {
  requireSamePerson(portal, form, request);
  const intendedId = form.get(ACCOUNT_FIELD);
  if (intendedId === portal.account.clientId) return;
  const intended = cachedAccounts(portal.session).find(({ clientId }) => clientId === intendedId);
  throw thrownPage(409, {
    kind: "other-account",
    heading: "You've switched accounts",
    current: portal.account.name,
    intended: intended?.name ?? "",
    intendedId: intended?.clientId ?? "",
    action: pathOf(request),
    fields: textEntries(form).filter(([name]) => mayKeepField(name)),
  });
}

function pathOf(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}
