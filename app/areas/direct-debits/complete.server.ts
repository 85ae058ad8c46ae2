import { redirect } from "@remix-run/node";
import { noteMandate } from "#app/areas/invoices/how-paid.server.ts";
import type { Latest } from "#app/forms/conflict.server.ts";
import { choiceField, VERSION_FIELD } from "#app/forms/define-form.ts";
import { submitForm, type Saved } from "#app/forms/submit-form.server.ts";
import { paths } from "#app/paths.ts";
import { failedCall, isPortalApiError, type PortalApiError } from "#app/portal-api/errors.ts";
import { awaitOutcome, onceOrElse } from "#app/request/across-instances.server.ts";
import { noteDone } from "#app/request/done-here.ts";
import { lastingApiOf, type Portal, type RouteArgs } from "#app/request/portal.ts";
import { requireSameAccount } from "#app/request/same-account.ts";
import { isSameNumbers, masked, sortCodeText } from "./bank-numbers.ts";
import { requireDetails, type Complete } from "./confirmation-view.server.ts";
import { confirmationForm, SHOWN_DETAILS_FIELD } from "./direct-debit-forms.ts";
import { textIn } from "./direct-debit-list.server.ts";
import {
  acceptedNumbers,
  forgetEntered,
  intentOf,
  keepEntered,
  newFilling,
  stepPath,
  type Details,
  type Wizard,
} from "./entered.server.ts";
import { forgetFetched } from "./letters.server.ts";
import { changeOne, setUpOne, type Done } from "./save-direct-debit.server.ts";
import { numbersIn, readDirectDebit } from "./wizard-view.server.ts";

const CHANGED =
  "What you entered has changed since this page was opened. Please check it and press Complete Direct Debit again.";
const CHECK_AGAIN =
  "Somebody has saved other bank numbers meanwhile. Please compare yours once more and press Proceed.";
const outcomeName = (intent: string) => `direct debit ${intent}`;

/** Complete Direct Debit: saves what the page showed, once over presses, tabs and instances. */
export async function completeDirectDebit(args: RouteArgs, portal: Portal) {
  const { signal, services } = args.context;
  const { vault } = services;
  const wizard = { id: args.params.id, portal };
  const body = await args.request.formData();
  requireSameAccount(portal, body, args.request);
  const shown = String(body.get(SHOWN_DETAILS_FIELD) ?? "");
  const before = await awaitOutcome<Done>(vault, outcomeName(shown), { signal });
  if (before?.state === "known") return redirect((await savedTo(wizard, before.value)).to, 303);
  const entered = requireDetails(args, wizard);
  if (shown !== intentOf(wizard, entered)) {
    portal.session.flash({ tone: "warning", text: CHANGED });
    return redirect(stepPath(args, "/confirmation"), 303);
  }
  return submitForm(args, portal, confirmationForm, {
    body,
    judging: () => ({ fixed: shownOf({ ...entered.details, ...acceptedNumbers(entered.details) }) }),
    async save({ hidden }) {
      const chosen = await withChoices(args, wizard, entered, { body, rowVersion: hidden(VERSION_FIELD) });
      try {
        const done = await saveOnce(args, wizard, chosen);
        if (chosen !== entered) await vault.set(outcomeName(shown), { state: "known", value: done });
        return { kind: "saved", ...(await savedTo(wizard, done)) };
      } catch (error) {
        if (isPortalApiError(error) && error.kind === "rejected")
          return refusedAtDetails(args, wizard, chosen, error);
        throw error;
      }
    },
    comparing: {
      latest: () => latestOf(wizard, entered),
      saved: async () => ({ kind: "saved", ...(await savedTo(wizard, { id: wizard.id })) }),
    },
  });
}

/** Saves once for this intent. An unknown outcome is looked up; where nothing was saved, the next press is a new intent. */
async function saveOnce(args: RouteArgs, wizard: Wizard, entered: Complete): Promise<Done> {
  const { portal } = wizard;
  const { context } = args;
  const { vault } = context.services;
  // Whoever has left is told by the next press how it ended.
  const lasting = { ...portal, api: lastingApiOf(context, portal.account.clientId) };
  const save = wizard.id === undefined ? setUpOne : changeOne;
  const { run, lookUp, call } = await save({ ...wizard, portal: lasting }, entered);
  const name = outcomeName(intentOf(wizard, entered));
  const noteAndRun = async () => {
    // Noted before the call: a page that lists the new debit without the note would say it already collects
    // invoices that it came too late for.
    if (wizard.id === undefined) await noteMandate(args, portal, entered.details.sageAccountNumber);
    return run();
  };
  const whenUnknown = async (fault: unknown) => {
    const found = await lookUp().catch(() => undefined);
    if (found) {
      await vault.set(name, { state: "known", value: found });
      return found;
    }
    keepEntered(wizard, { ...entered, filling: newFilling().filling });
    throw fault ?? failedCall(call, { kind: "failed" });
  };
  return onceOrElse(vault, name, noteAndRun, whenUnknown, { signal: context.signal });
}

async function savedTo({ id, portal }: Wizard, done: Done): Promise<Saved> {
  forgetEntered({ id, portal });
  if (done.id === undefined)
    return {
      to: paths.directDebits(),
      flash: "Your Direct Debit is set up. Its confirmation letter is in this list.",
    };
  await noteDone(portal, "direct debits saved", done.id);
  await forgetFetched(portal, done.id);
  return { to: paths.directDebitSaved(done.id) };
}

function refusedAtDetails(args: RouteArgs, wizard: Wizard, entered: Complete, error: PortalApiError) {
  const { brokenRules, serverText, message } = error;
  keepEntered(wizard, { ...entered, refused: { brokenRules, serverText, message } });
  return { kind: "saved", to: stepPath(args, "/details") } as const;
}

const shownOf = (one: Pick<Details, "bankSortCode" | "bankAccountNumber" | "bankAccountName">) => ({
  bankAccount: `${sortCodeText(one.bankSortCode)} ${masked(one.bankAccountNumber)}`,
  bankAccountName: one.bankAccountName,
});

/** As it is saved now, to be compared; undefined for a new one, where there is nothing to compare. */
async function latestOf({ id, portal }: Wizard, { details }: Complete): Promise<Latest | undefined> {
  if (id === undefined) return undefined;
  const latest = await readDirectDebit(portal, id);
  const numbers = numbersIn(latest);
  const values = shownOf({ ...numbers, bankAccountName: textIn(latest.bankAccountName) });
  const ours = { ...details, ...acceptedNumbers(details) };
  const looksSame = values.bankAccount === shownOf(ours).bankAccount && !isSameNumbers(numbers, ours);
  if (looksSame) values.bankAccount += " (another account)";
  return { values, rowVersion: latest.rowVersion };
}

/**
 * Applies the choices made on the conflict page to what was entered, and keeps the result. Throws the redirect to
 * step 2 where the numbers that were chosen are new by now and were never checked.
 */
async function withChoices(
  args: RouteArgs,
  wizard: Wizard,
  entered: Complete,
  { body, rowVersion }: { body: FormData; rowVersion: string },
): Promise<Complete> {
  if (rowVersion === "") return entered;
  const theirs = (name: keyof typeof confirmationForm.fields) => body.get(choiceField(name)) === "theirs";
  const latest = await readDirectDebit(wizard.portal, wizard.id);
  const saved = numbersIn(latest);
  const details: Details = {
    ...entered.details,
    ...(theirs("bankAccount") ? { ...saved, check: "saved already" } : {}),
    ...(theirs("bankAccountName") ? { bankAccountName: textIn(latest.bankAccountName) } : {}),
  };
  if (details.check === "saved already" && !isSameNumbers(saved, details)) {
    const { bankSortCode, bankAccountNumber, bankAccountName } = details;
    const { filling } = entered;
    keepEntered(wizard, { filling, rowVersion, typed: { bankSortCode, bankAccountNumber, bankAccountName } });
    wizard.portal.session.flash({ tone: "warning", text: CHECK_AGAIN });
    throw redirect(stepPath(args, "/details"), 303);
  }
  const chosen = { ...entered, rowVersion, details };
  keepEntered(wizard, chosen);
  return chosen;
}
