import {
  isChecklistDone,
  saveProgress,
  skipsAppointment,
  type Consent,
  type FaultCase,
} from "#app/areas/line-faults/check.server.ts";
import { CHARGED_VISIT, ENGINEER_CHARGES } from "#app/areas/line-faults/line-texts.ts";
import { fingerprint } from "#app/request/fingerprint.server.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { failedCall } from "#shared/portal-api/errors.ts";
import { acknowledgeAcceptance } from "#shared/portal-api/line-faults.ts";
import { dayText, parseSlot, slotValue, timeText, type Slot } from "./slots.server.ts";

type Agreement = "timeRelatedChargesAccepted" | "chargeableAppointmentAccepted";
type AcceptanceFlag = Agreement | "noFaultCheckListConfirmed";

const unconfirmedTexts: Readonly<Record<Agreement, string>> = {
  timeRelatedChargesAccepted:
    "Something went wrong during accepting time-related charges. Please, try again later",
  chargeableAppointmentAccepted:
    "Something went wrong during accepting chargeable appointments agreement. Please, try again later",
};

/** The text of an agreement: to the price of the slot's appointment, or without a slot to time-related charges. */
export function consentWording(args: RouteArgs, { account }: Pick<Portal, "account">, slot?: Slot) {
  if (!slot) return { title: "Time-related charges", wording: [CHARGED_VISIT, ENGINEER_CHARGES] };
  const when = `${dayText(slot)}, ${timeText(slot)}`;
  const { appointmentCost } = args.context.config;
  return {
    title: "Chargeable appointment",
    wording: [
      `${account.name} is booking a chargeable engineer appointment: ${when}.`,
      `The appointment costs ${appointmentCost}, which is added to your invoice.`,
      ENGINEER_CHARGES,
    ],
  };
}

/** Changes with the slot, the price and the wording, so that an agreement to old terms does not count for new ones. */
export function termsFingerprint(args: RouteArgs, portal: Pick<Portal, "account">, slot?: Slot): string {
  return fingerprint([slot ? slotValue(slot) : "", consentWording(args, portal, slot)]);
}

/** This session's agreements that are valid for the check, the chosen slot, and the present wording and price. */
export function validConsents(
  args: RouteArgs,
  { portal, check, progress }: Omit<FaultCase, "id">,
): { readonly [Name in Agreement]?: Consent } {
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

/** Sends all three flags, since each call replaces them all: a false one withdraws an earlier acceptance. Throws PortalApiError. */
function sendAcceptances(args: RouteArgs, faultCase: FaultCase, accepted?: AcceptanceFlag) {
  const consents = validConsents(args, faultCase);
  const { id, check } = faultCase;
  const { apiIds } = check;
  const body = {
    faultCheckId: apiIds.find((apiId) => String(apiId) === id) ?? faultCase.progress.ownId ?? id,
    timeRelatedChargesAccepted: consents.timeRelatedChargesAccepted !== undefined,
    chargeableAppointmentAccepted: consents.chargeableAppointmentAccepted !== undefined,
    noFaultCheckListConfirmed: isChecklistDone(faultCase),
    ...(accepted && { [accepted]: true }),
  };
  return faultCase.portal.api.call(acknowledgeAcceptance, { body });
}

const unconfirmedError = (agreement: Agreement) =>
  failedCall({ ...acknowledgeAcceptance, failure: unconfirmedTexts[agreement] }, { kind: "failed" });

/** Saves the agreement at the API and in the session. Throws PortalApiError, also if the API does not confirm it. */
export async function saveAgreement(
  args: RouteArgs,
  faultCase: FaultCase,
  agreement: Agreement,
  slot?: Slot,
): Promise<void> {
  const answer = await sendAcceptances(args, faultCase, agreement);
  if (answer[agreement] !== true) throw unconfirmedError(agreement);
  const { portal, id } = faultCase;
  const { user, account } = portal;
  const consent: Consent = {
    ...consentWording(args, portal, slot),
    by: user.b2c ? user.fullName : `${user.fullName} for ${account.name}, at their request`,
    at: args.context.services.now().toISOString(),
    terms: termsFingerprint(args, portal, slot),
  };
  saveProgress(portal, id, { [agreement]: consent });
}

/** Saves that the checklist is done. False if the API does not confirm it. Throws PortalApiError. */
export async function confirmChecklist(args: RouteArgs, faultCase: FaultCase): Promise<boolean> {
  const answer = await sendAcceptances(args, faultCase, "noFaultCheckListConfirmed");
  if (answer.noFaultCheckListConfirmed !== true) return false;
  saveProgress(faultCase.portal, faultCase.id, { noFaultCheckListConfirmed: true });
  return true;
}

/** Replaces the agreements at the API by this session's valid ones, and returns these. Throws PortalApiError, also if they are not confirmed. */
export async function syncConsents(args: RouteArgs, faultCase: FaultCase): Promise<readonly Consent[]> {
  const { timeRelatedChargesAccepted: timeCharges, chargeableAppointmentAccepted: slotPrice } = validConsents(
    args,
    faultCase,
  );
  const answer = await sendAcceptances(args, faultCase);
  if (timeCharges && answer.timeRelatedChargesAccepted !== true)
    throw unconfirmedError("timeRelatedChargesAccepted");
  if ((answer.chargeableAppointmentAccepted === true) !== (slotPrice !== undefined))
    throw unconfirmedError("chargeableAppointmentAccepted");
  return [timeCharges, slotPrice].filter((consent) => consent !== undefined);
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
