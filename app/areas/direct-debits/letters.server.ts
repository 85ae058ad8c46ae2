import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import { filesOf, type Portal, type RouteArgs } from "#app/request/portal.ts";
import { checkLetter } from "#shared/portal-api/files.ts";

interface Row {
  readonly text: Readonly<Record<"account", string>>;
}

/** The account numbers in these rows that have a letter. */
export function accountsWithLetter({ context }: RouteArgs, portal: Portal, rows: readonly Row[]) {
  const files = filesOf(context, portal);
  const { clientId } = portal.account;
  const accounts = rows.map(async ({ text: { account: sageAccountNumber } }) => {
    const hasLetter =
      sageAccountNumber !== "" &&
      (await files.check(checkLetter, { clientId, sageAccountNumber }, optionalCallOptions));
    return hasLetter ? [sageAccountNumber] : [];
  });
  return tolerate(
    Promise.all(accounts).then((lists) => lists.flat()),
    { context },
  );
}

/** Names the session's set of the direct debits (by id) whose letter has been downloaded since they were last saved. */
export const downloadedLettersKey = ({ account }: Portal) => `letters fetched ${account.clientId}`;
