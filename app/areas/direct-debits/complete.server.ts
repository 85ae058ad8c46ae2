import { data, redirect } from "@remix-run/node";
import { differencesOf, pairsOf, resolveChoices } from "#app/forms/conflict.server.ts";
import { choiceField, VERSION_FIELD } from "#app/forms/define-form.ts";
import type { Conflicting } from "#app/forms/reply.ts";
import { submitForm, type Saved } from "#app/forms/submit-form.server.ts";
import { paths } from "#app/paths.ts";
import { failedCall, isPortalApiError, type PortalApiError } from "#app/portal-api/errors.ts";
import { awaitOutcome, onceOrElse, put } from "#app/request/once.server.ts";
import { lastingApiOf, type Portal, type RouteArgs } from "#app/request/portal.ts";
import { requireSameAccount } from "#app/request/same-account.ts";
import { masked, sortCodeText } from "./bank-numbers.ts";
import { requireDetails, type Complete } from "./confirmation-view.server.ts";
import { confirmationForm, SHOWN_DETAILS_FIELD } from "./direct-debit-forms.ts";
import { textIn } from "./direct-debit-list.server.ts";
import {
  checkOf,
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

/** What the conflict page compares. The numbers are one choice: half of each would be nobody's account. */
const compared = {
  id: confirmationForm.id,
  fields: { bankAccount: "Bank Sort Code and Account Number", bankAccountName: "Bank Account Name" },
} as const;

const CHANGED =
  "What you entered has changed since this page was opened. Please check it and press Complete Direct Debit again.";
const outcomeName = (intent: string) => `direct debit ${intent}`;

/** Complete Direct Debit: saves what the page showed, once over presses, tabs and instances. */
export async function completeDirectDebit(args: RouteArgs, portal: Portal) {
  const { vault } = args.context.services;
  const wizard = { id: args.params.id, portal };
  const body = await args.request.formData();
  requireSameAccount(portal, body, args.request);
  const shown = String(body.get(SHOWN_DETAILS_FIELD) ?? "");
  const before = await awaitOutcome<Done>(vault, outcomeName(shown));
  if (before?.state === "known") return redirect((await savedTo(wizard, before.value)).to, 303);
  const { entered } = requireDetails(args, wizard);
  if (shown !== intentOf(wizard, entered)) {
    portal.session.flash({ tone: "warning", text: CHANGED });
    return redirect(stepPath(args, "/confirmation"), 303);
  }
  const { open } = resolveChoices(compared, body);
  if (open)
    return conflictReply(args, {
      kind: "conflict",
      form: compared.id,
      conflict: open,
      unchosen: true,
      fields: pairsOf(body),
    });
  const chosen = await withChoices(wizard, entered, body);
  let conflict: Conflicting | undefined;
  const answer = await submitForm(args, portal, confirmationForm, {
    body,
    judging: () => ({ rules: [] }),
    async save() {
      try {
        const done = await saveOnce(args, wizard, chosen);
        if (chosen !== entered) await put(vault, outcomeName(shown), { state: "known", value: done });
        return { kind: "saved", ...(await savedTo(wizard, done)) };
      } catch (error) {
        if (isPortalApiError(error) && error.kind === "rejected")
          return refusedAtDetails(args, wizard, chosen, error);
        if (isPortalApiError(error) && error.kind === "conflict")
          conflict = await compare(wizard, chosen, body, error);
        throw error;
      }
    },
  });
  return conflict ? conflictReply(args, conflict) : answer;
}

/** Saves once for this intent. An unknown outcome is looked up; where nothing was saved, the next press is a new intent. */
async function saveOnce({ context }: RouteArgs, wizard: Wizard, entered: Complete): Promise<Done> {
  const { portal } = wizard;
  const { vault } = context.services;
  // Whoever has left is told by the next press how it ended.
  const lasting = { ...portal, api: lastingApiOf(context, portal.account.clientId) };
  const save = wizard.id === undefined ? setUpOne : changeOne;
  const check = checkOf(wizard, entered.details);
  const { run, lookUp, call } = await save({ ...wizard, portal: lasting }, entered, check);
  const name = outcomeName(intentOf(wizard, entered));
  return onceOrElse(vault, name, run, async (fault) => {
    const found = await lookUp().catch(() => undefined);
    if (found) {
      await put(vault, name, { state: "known", value: found });
      return found;
    }
    keepEntered(wizard, { ...entered, filling: newFilling().filling });
    throw fault ?? failedCall(call, { kind: "failed" });
  });
}

async function savedTo({ id, portal }: Wizard, done: Done): Promise<Saved> {
  forgetEntered({ id, portal });
  if (done.id === undefined)
    return {
      to: paths.directDebits(),
      flash: "Your Direct Debit is set up. Its confirmation letter is in this list.",
    };
  await portal.session.addTo(savedSet(portal), [done.id]);
  await forgetFetched(portal, done.id);
  return { to: paths.directDebitSaved(done.id) };
}

const savedSet = ({ account }: Portal) => `direct debits saved ${account.clientId}`;

/** True for a direct debit that this session has set up or changed. */
export async function wasSaved(portal: Portal, id: string): Promise<boolean> {
  return (await portal.session.membersOf(savedSet(portal))).has(id);
}

function refusedAtDetails(args: RouteArgs, wizard: Wizard, entered: Complete, error: PortalApiError) {
  const { brokenRules, serverText, message } = error;
  keepEntered(wizard, { ...entered, refused: { brokenRules, serverText, message } });
  return { kind: "saved", to: stepPath(args, "/details") } as const;
}

function conflictReply({ context }: RouteArgs, reply: Conflicting) {
  context.state.formRefused = true;
  return data(reply, { status: 409 });
}

const valuesOf = (one: Pick<Details, "bankSortCode" | "bankAccountNumber" | "bankAccountName">) => ({
  bankAccount: `${one.bankSortCode} ${one.bankAccountNumber}`,
  bankAccountName: one.bankAccountName,
});

/** Both edits to choose from, the account numbers masked. Undefined for a new one, where there is nothing to compare. */
async function compare(
  { id, portal }: Wizard,
  entered: Complete,
  body: FormData,
  error: PortalApiError,
): Promise<Conflicting | undefined> {
  if (id === undefined) return undefined;
  const latest = await readDirectDebit(portal, id);
  const differences = differencesOf(compared, {
    base: undefined,
    theirs: valuesOf({ ...numbersIn(latest), bankAccountName: textIn(latest.bankAccountName) }),
    yours: valuesOf(entered.details),
    inWords: (name, value) => (name === "bankAccount" ? numbersText(String(value)) : undefined),
  });
  const conflict = {
    form: compared.id,
    text: error.serverText ?? error.message,
    differences,
    theirs: {},
    rowVersion: String(latest.rowVersion ?? ""),
  };
  return { kind: "conflict", form: compared.id, conflict, unchosen: false, fields: pairsOf(body) };
}

function numbersText(value: string): string {
  const [sortCode = "", accountNumber = ""] = value.split(" ");
  return `${sortCodeText(sortCode)} ${masked(accountNumber)}`;
}

/** Applies the choices made on the conflict page to what was entered, and keeps the result. */
async function withChoices(wizard: Wizard, entered: Complete, body: FormData): Promise<Complete> {
  const { body: resolved } = resolveChoices(compared, body);
  const rowVersion = resolved.get(VERSION_FIELD);
  if (resolved === body || typeof rowVersion !== "string") return entered;
  const theirs = (name: keyof typeof compared.fields) => body.get(choiceField(name)) === "theirs";
  const latest = await readDirectDebit(wizard.portal, wizard.id);
  const details = {
    ...entered.details,
    ...(theirs("bankAccount") ? numbersIn(latest) : {}),
    ...(theirs("bankAccountName") ? { bankAccountName: textIn(latest.bankAccountName) } : {}),
  };
  const chosen = { ...entered, rowVersion, details };
  keepEntered(wizard, chosen);
  return chosen;
}
