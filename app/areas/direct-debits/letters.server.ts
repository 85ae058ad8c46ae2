import { describe } from "#app/errors/error-page.ts";
import { partOptions, tolerate } from "#app/errors/tolerate.ts";
import { logLetterDownload, type DirectDebit } from "#app/portal-api/direct-debits.ts";
import { isPortalApiError } from "#app/portal-api/errors.ts";
import { checkLetter } from "#app/portal-api/files.ts";
import { filesOf, type Portal, type RouteArgs } from "#app/request/portal.ts";

/** Which of these accounts have a letter; a failure is told on the page. */
export function lettersOf({ context }: RouteArgs, portal: Portal, numbers: readonly string[]) {
  const files = filesOf(context, portal);
  const { clientId } = portal.account;
  const checked = numbers.map(async (sageAccountNumber) => {
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

type LetterEvent = readonly ["Started", "OK"] | readonly ["Completed", "OK" | "Failed"];

/** Logs a step of a letter's download. The download goes on without it, and the next page says so. */
export async function logLetter(
  { context }: RouteArgs,
  { api, session }: Portal,
  { directDebitId, eventCorrelationId }: DirectDebit,
  [eventName, eventStatus]: LetterEvent,
): Promise<void> {
  const body = { directDebitId, eventCorrelationId, eventName, eventStatus };
  try {
    await api.call(logLetterDownload, { body });
  } catch (error) {
    if (!isPortalApiError(error) || error.kind === "unauthorised") throw error;
    context.log.warn(describe(error), "letter download not logged");
    session.flash({ tone: "warning", text: error.message });
  }
}

const fetchedSet = ({ account }: Portal) => `letters fetched ${account.clientId}`;

export function noteFetched(portal: Portal, { directDebitId }: DirectDebit): Promise<void> {
  return portal.session.addTo(fetchedSet(portal), [String(directDebitId)]);
}

export function forgetFetched(portal: Portal, id: string): Promise<void> {
  return portal.session.removeFrom(fetchedSet(portal), [id]);
}

export async function wasFetched(portal: Portal, id: string): Promise<boolean> {
  return (await portal.session.membersOf(fetchedSet(portal))).has(id);
}
