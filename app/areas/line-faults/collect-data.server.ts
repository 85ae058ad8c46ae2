import { redirect } from "@remix-run/node";
import { panel, partOptions } from "#app/errors/panel.ts";
import { openForm } from "#app/forms/open-form.server.ts";
import type { Refused } from "#app/forms/reply.ts";
import { brokenOn, submitForm } from "#app/forms/submit-form.server.ts";
import { paths } from "#app/paths.ts";
import { getCurrentContact } from "#app/portal-api/contacts.ts";
import { wordsOf } from "#app/portal-api/shapes.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { requireAccount } from "#app/request/require.ts";
import { requireSameAccount } from "#app/request/same-account.ts";
import { beginReport, findAttempt, type NotBooked } from "./book.server.ts";
import { requireStep, shownSlot, type Bookable } from "./bookable.server.ts";
import { BACK_FIELD, detailsForm, nationalNumber, SHOWN_SLOT_FIELD, SLOT_TAKEN } from "./booking-forms.ts";
import { addressOf, chooseSlot, faultDescription, keepProgress, skipsAppointment } from "./check.server.ts";
import { dayText, timeText } from "./slots.server.ts";

const CHANGED =
  "The appointment has changed since this page was opened. Please check it and press Submit again.";

const judging = ({ check }: Bookable) => ({ fixed: { cli: nationalNumber(check.cli) } });

export async function detailsView(args: RouteArgs) {
  const { context } = args;
  const bookable = await requireStep(args, "details");
  const { portal, id, check, progress } = bookable;
  const attempt = await findAttempt(args, bookable);
  const refused = attempt?.end?.state === "refused" ? attempt.end : undefined;
  if (refused?.goneSlot && refused.goneSlot === shownSlot(bookable)) {
    chooseSlot(portal, id, undefined);
    portal.session.flash({ tone: "warning", text: SLOT_TAKEN });
    throw redirect(paths.lineFaultAppointment(id), 303);
  }
  const values = progress.details ?? (await prefilled(args, portal));
  const hidden = { [SHOWN_SLOT_FIELD]: shownSlot(bookable) };
  const form = openForm(args, portal, detailsForm, { ...judging(bookable), values, current: hidden });
  // What was refused for another slot is told already.
  const reply = refused?.goneSlot === "" ? refusedBefore(refused, form.values, context.requestId) : undefined;
  return {
    id,
    isUrgent: skipsAppointment(check),
    summary: summaryOf(bookable, context.config.appointmentCost),
    form: { ...form, refused: form.refused || reply !== undefined },
    reply,
  };
}

async function prefilled({ context }: RouteArgs, { api, user }: Portal) {
  const contact = await panel(api.call(getCurrentContact, {}, partOptions), { context });
  const telephone = contact.ok ? wordsOf(contact.value.telephone) : "";
  return {
    firstName: user.firstName,
    lastName: user.lastName,
    contactTelephone: nationalNumber(telephone),
  };
}

function summaryOf({ check, slot }: Bookable, cost: string) {
  return [
    ...(slot
      ? [
          { term: "Appointment date", detail: dayText(slot) },
          { term: "Appointment time", detail: timeText(slot) },
          ...(slot.isChargeable ? [{ term: "Appointment cost", detail: cost }] : []),
        ]
      : []),
    { term: "Telephone number", detail: check.cli },
    { term: "Address", detail: addressOf(check) },
    { term: "Fault description", detail: faultDescription(check) },
  ];
}

/** Why the last attempt failed, as the answer to a post of this form. */
function refusedBefore({ error, perhapsLogged }: NotBooked, values: object, reference: string): Refused {
  const result = { status: "error", initialValue: values as Record<string, string> } as const;
  const base = { kind: "refused", form: detailsForm.id } as const;
  if (error.kind === "rejected" || error.kind === "conflict")
    return { ...base, result: { ...result, error: { ...brokenOn(detailsForm, error) } } };
  const text = [{ severity: "error", text: error.message, rule: "server" }] as const;
  const failure = { text: error.message, perhapsSaved: perhapsLogged, reference };
  return { ...base, result: { ...result, error: { "": [...text] } }, failure };
}

/** Submit: keeps what was typed and begins to log the report, once. Previous Step keeps it, too. */
export async function submitDetails(args: RouteArgs) {
  const portal = await requireAccount(args);
  const { id = "" } = args.params;
  const body = await args.request.formData();
  requireSameAccount(portal, body, args.request);
  const typed = Object.fromEntries(
    Object.keys(detailsForm.fields).map((name) => [name, String(body.get(name) ?? "")]),
  );
  const bookable = await requireStep(args, "details").catch(async (elsewhere: unknown) => {
    // Another press may have logged the report that redirects here.
    const attempt = await findAttempt(args, { portal, id });
    if (attempt?.end?.state === "booked") throw redirect(paths.lineFaultBooked(id), 303);
    if (attempt && !attempt.end) throw redirect(paths.lineFaultBooking(id), 303);
    keepProgress(portal, id, { details: typed });
    throw elsewhere;
  });
  if (body.has(BACK_FIELD)) {
    keepProgress(portal, id, { details: typed });
    chooseSlot(portal, id, undefined);
    return redirect(paths.lineFaultAppointment(id), 303);
  }
  if (String(body.get(SHOWN_SLOT_FIELD) ?? "") !== shownSlot(bookable)) {
    keepProgress(portal, id, { details: typed });
    portal.session.flash({ tone: "warning", text: CHANGED });
    return redirect(paths.lineFaultDetails(id), 303);
  }
  return submitForm(args, portal, detailsForm, {
    body,
    judging: () => judging(bookable),
    async save({ values }) {
      const { firstName, lastName, contactTelephone, problemDescription } = values;
      const details = { firstName, lastName, contactTelephone, problemDescription };
      keepProgress(portal, id, { details });
      await beginReport(args, bookable, details);
      return { kind: "saved", to: paths.lineFaultBooking(id) };
    },
  });
}
