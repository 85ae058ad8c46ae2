import { thrownPage } from "#app/errors/error-page.ts";
import { cachedAccounts } from "./accounts.ts";
import { ACCOUNT_FIELD } from "./hidden-fields.ts";
import type { Portal } from "./portal.ts";

/** Throws the 409 page, which contains the form's fields, if the form was rendered for another account. */
export function requireSameAccount(portal: Portal, form: FormData, request: Request): void {
  const intendedId = form.get(ACCOUNT_FIELD);
  if (intendedId === portal.account.clientId) return;
  const intended = cachedAccounts(portal.session).find(({ clientId }) => clientId === intendedId);
  const { pathname, search } = new URL(request.url);
  throw thrownPage(409, {
    kind: "other-account",
    heading: "You have switched accounts",
    current: portal.account.name,
    intended: intended?.name ?? "",
    intendedId: intended?.clientId ?? "",
    action: pathname + search,
    fields: [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  });
}
