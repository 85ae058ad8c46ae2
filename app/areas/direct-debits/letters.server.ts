import { partOptions, tolerate } from "#app/errors/tolerate.ts";
import { checkLetter } from "#app/portal-api/files.ts";
import { filesOf, type Portal, type RouteArgs } from "#app/request/portal.ts";

interface Row {
  readonly text: Readonly<Record<"account", string>>;
}

/** Which accounts of these rows have a letter; a failure is told on the page. */
export function lettersOf({ context }: RouteArgs, portal: Portal, rows: readonly Row[]) {
  const files = filesOf(context, portal);
  const { clientId } = portal.account;
  const checked = rows.map(async ({ text: { account: sageAccountNumber } }) => {
    const isThere =
      sageAccountNumber !== "" &&
      (await files.check(checkLetter, { clientId, sageAccountNumber }, partOptions));
    return isThere === false ? [] : [sageAccountNumber];
  });
  return tolerate(
    Promise.all(checked).then((found) => found.flat()),
    { context },
  );
}

const fetchedSet = ({ account }: Portal) => `letters fetched ${account.clientId}`;

/** Notes that this session has downloaded the letter of a direct debit as it is saved now. */
export function noteFetched(portal: Portal, id: string): Promise<void> {
  return portal.session.addTo(fetchedSet(portal), [id]);
}

export function forgetFetched(portal: Portal, id: string): Promise<void> {
  return portal.session.removeFrom(fetchedSet(portal), [id]);
}

export async function wasFetched(portal: Portal, id: string): Promise<boolean> {
  return (await portal.session.membersOf(fetchedSet(portal))).has(id);
}
