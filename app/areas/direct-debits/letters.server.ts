import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import { filesOf, type Portal, type RouteArgs } from "#app/request/portal.ts";
import { checkLetter } from "#shared/portal-api/files.ts";

interface Row {
  readonly text: Readonly<Record<"account", string>>;
}

/** The account numbers of these rows that have a letter. */
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

const downloadedSetName = ({ account }: Portal) => `letters fetched ${account.clientId}`;

/** Records that this session has downloaded the direct debit's letter since it was last saved. */
export function recordLetterDownload(portal: Portal, id: string): Promise<void> {
  return portal.session.addTo(downloadedSetName(portal), [id]);
}

export function forgetLetterDownload(portal: Portal, id: string): Promise<void> {
  return portal.session.removeFrom(downloadedSetName(portal), [id]);
}

export async function wasLetterDownloaded(portal: Portal, id: string): Promise<boolean> {
  return (await portal.session.membersOf(downloadedSetName(portal))).has(id);
}
