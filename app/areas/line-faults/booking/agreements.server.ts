import {
  isChecklistDone,
  saveProgress,
  skipsAppointment,
  type Agreement,
  type FaultCase,
} from "#app/areas/line-faults/check.server.ts";
import { CHARGED_VISIT, ENGINEER_CHARGES } from "#app/areas/line-faults/line-texts.ts";
import { fingerprint } from "#app/request/fingerprint.server.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { failedCall } from "#shared/portal-api/errors.ts";
import { acknowledgeAcceptance } from "#shared/portal-api/line-faults.ts";
import { dayText, parseSlot, slotValue, timeText, type Slot } from "./slots.server.ts";

type AgreementName = "timeRelatedChargesAccepted" | "chargeableAppointmentAccepted";
type AcceptanceFlag = AgreementName | "noFaultCheckListConfirmed";

const unconfirmedTexts: Readonly<Record<AgreementName, string>> = {
  timeRelatedChargesAccepted:
    "Something went wrong during accepting time-related charges. Please, try again later",
  chargeableAppointmentAccepted:
    "Something went wrong during accepting chargeable appointments agreement. Please, try again later",
};

/** What someone agrees to: the price of a chargeable slot or, without a slot, time-related charges. */
export function agreementWording(args: RouteArgs, { account }: Pick<Portal, "account">, slot?: Slot) {
  if (!slot) return { title: "Time-related charges", wording: [CHARGED_VISIT, ENGINEER_CHARGES] };
  const when = `${dayText(slot)}, ${timeText(slot)}`;
  const { appointmentCost } = args.context.config;
  return {
    title: "Chargeable appointment",
    wording: [
      `${account.name} is booking a chargeable engineer appointment: ${when}.`,
      `The appointment costs ${appointmentCost}, which will be added to your invoice.`,
      ENGINEER_CHARGES,
    ],
  };
}

/** Changes with the slot, the price and the wording, so that agreeing to old terms doesn't count for new ones. */
export function termsFingerprint(args: RouteArgs, portal: Pick<Portal, "account">, slot?: Slot): string {
  return fingerprint([slot ? slotValue(slot) : "", agreementWording(args, portal, slot)]);
}

/** This session's agreements that still match the check, the chosen slot, and today's wording and price. */
export function validAgreements(args: RouteArgs, { portal, check, progress }: Omit<FaultCase, "id">) {
  const { timeRelatedChargesAccepted: timeCharges, chargeableAppointmentAccepted: slotPrice } = progress;
  const chosen = skipsAppointment(check) ? undefined : progress.slot;
  const slot = chosen && parseSlot(chosen, args.context.config);
  const isTimeChargesValid =
    check.hasLineAssurance !== true && timeCharges?.terms === termsFingerprint(args, portal);
  const isSlotPriceValid =
    slot?.isChargeable === true && slotPrice?.terms === termsFingerprint(args, portal, slot);
  return {
    ...(timeCharges && isTimeChargesValid && { timeRelatedChargesAccepted: timeCharges }),
    ...(slotPrice && isSlotPriceValid && { chargeableAppointmentAccepted: slotPrice }),
  };
}

/** Sends all three flags, because each call replaces them all: false withdraws an earlier acceptance. Throws PortalApiError. */
function sendAcceptances(args: RouteArgs, faultCase: FaultCase, accepted?: AcceptanceFlag) {
  const agreements = validAgreements(args, faultCase);
  const { id, check } = faultCase;
  const { apiIds } = check;
  const body = {
    faultCheckId: apiIds.find((apiId) => String(apiId) === id) ?? faultCase.progress.ownId ?? id,
    timeRelatedChargesAccepted: agreements.timeRelatedChargesAccepted !== undefined,
    chargeableAppointmentAccepted: agreements.chargeableAppointmentAccepted !== undefined,
    noFaultCheckListConfirmed: isChecklistDone(faultCase),
    ...(accepted && { [accepted]: true }),
  };
  return faultCase.portal.api.call(acknowledgeAcceptance, { body });
}

const unconfirmedError = (name: AgreementName) =>
  failedCall({ ...acknowledgeAcceptance, failure: unconfirmedTexts[name] }, { kind: "failed" });

/** Saves the agreement in the API and the session. Throws PortalApiError, even if the API answers without confirming it. */
export async function saveAgreement(args: RouteArgs, faultCase: FaultCase, slot?: Slot) {
  const name = slot ? "chargeableAppointmentAccepted" : "timeRelatedChargesAccepted";
  const answer = await sendAcceptances(args, faultCase, name);
  if (answer[name] !== true) throw unconfirmedError(name);
  const { portal, id } = faultCase;
  const { user, account } = portal;
  const agreement: Agreement = {
    ...agreementWording(args, portal, slot),
    by: user.b2c ? user.fullName : `${user.fullName} for ${account.name}, at their request`,
    at: args.context.services.now().toISOString(),
    terms: termsFingerprint(args, portal, slot),
  };
  saveProgress(portal, id, { [name]: agreement });
}

/** Saves that the checklist is done; returns false if the API doesn't confirm it. Throws PortalApiError. */
export async function confirmChecklist(args: RouteArgs, faultCase: FaultCase): Promise<boolean> {
  const answer = await sendAcceptances(args, faultCase, "noFaultCheckListConfirmed");
  if (answer.noFaultCheckListConfirmed !== true) return false;
  saveProgress(faultCase.portal, faultCase.id, { noFaultCheckListConfirmed: true });
  return true;
}

/** Replaces the API's agreements with this session's valid ones and returns them. Throws PortalApiError, even if the API answers without confirming them. */
export async function sendAgreements(args: RouteArgs, faultCase: FaultCase): Promise<readonly Agreement[]> {
  const { timeRelatedChargesAccepted: timeCharges, chargeableAppointmentAccepted: slotPrice } =
    validAgreements(args, faultCase);
  const answer = await sendAcceptances(args, faultCase);
  if (timeCharges && answer.timeRelatedChargesAccepted !== true)
    throw unconfirmedError("timeRelatedChargesAccepted");
  if ((answer.chargeableAppointmentAccepted === true) !== (slotPrice !== undefined))
    throw unconfirmedError("chargeableAppointmentAccepted");
  return [timeCharges, slotPrice].filter((agreement) => agreement !== undefined);
}

export function possibleCharges({ context }: RouteArgs, hasLineAssurance: boolean) {
  const { freeSlots, chargeableSlots, appointmentCost } = context.config;
  const titles = (slots: readonly { readonly title: string }[]) => slots.map(({ title }) => title).join(", ");
  return [
    {
      term: "Call-out and on-site work",
      detail: hasLineAssurance ? "Free with Line Assurance" : "Charged for the time taken",
    },
    { term: titles(freeSlots), detail: "No charge for the appointment" },
    {
      term: titles(chargeableSlots),
      detail: `${appointmentCost} for the appointment, added to your invoice`,
    },
    { term: "Missed visit", detail: "Charged if the engineer can't get in" },
    {
      term: "Line Assurance",
      detail: hasLineAssurance
        ? "Covers this line. Standard appointments are free."
        : "This line doesn't have it. With it, standard appointments are free.",
    },
  ].filter(({ term }) => term !== "");
}
