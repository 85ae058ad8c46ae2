import { failedCall } from "#app/portal-api/errors.ts";
import { acknowledgeAcceptance } from "#app/portal-api/line-faults.ts";
import { put } from "#app/request/across-instances.server.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { accept, type Checked } from "./check.server.ts";
import { CHARGED_VISIT, ENGINEER_CHARGES } from "./line-texts.ts";
import { dayText, timeText, type Slot } from "./slots.server.ts";

type Agreement = "timeRelatedChargesAccepted" | "chargeableAppointmentAccepted";

/** What somebody agreed to, in the words that they saw. Kept for a day. */
interface Consent {
  readonly title: string;
  readonly wording: readonly string[];
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
}

const failures: Readonly<Record<Agreement, string>> = {
  timeRelatedChargesAccepted:
    "Something went wrong during accepting time-related charges. Please, try again later",
  chargeableAppointmentAccepted:
    "Something went wrong during accepting chargeable appointments agreement. Please, try again later",
};

/** What is agreed to: the time-related charges, or with a slot the price of that appointment. */
export function wordingOf(args: RouteArgs, { account }: Pick<Portal, "account">, slot?: Slot) {
  if (!slot) return { title: "Time-related charges", wording: [CHARGED_VISIT, ENGINEER_CHARGES] };
  const when = `${dayText(slot)}, ${timeText(slot)}`;
  const { appointmentCost } = args.context.config;
  return {
    title: "Chargeable appointment",
    wording: [
      `${account.name} books a chargeable engineer appointment: ${when}.`,
      `The appointment costs ${appointmentCost}, which is added to your invoice.`,
      ENGINEER_CHARGES,
    ],
  };
}

const nameOf = ({ portal, id }: Pick<Checked, "portal" | "id">, agreement: Agreement) =>
  `line check consent ${portal.account.clientId} ${id} ${agreement}`;

/** Saves the agreement at the API and keeps what was agreed to. Throws PortalApiError, also where the API does not confirm it. */
export async function agree(
  args: RouteArgs,
  checked: Checked,
  agreement: Agreement,
  slot?: Slot,
): Promise<void> {
  const { services } = args.context;
  if (!(await accept(checked, agreement))) {
    const failure = failures[agreement];
    throw failedCall({ ...acknowledgeAcceptance, failure }, { kind: "failed" });
  }
  const { user, account } = checked.portal;
  const consent: Consent = {
    ...wordingOf(args, checked.portal, slot),
    by: user.b2c ? user.fullName : `${user.fullName} for ${account.name}, at their request`,
    at: services.now().toISOString(),
  };
  await put(services.vault, nameOf(checked, agreement), consent);
}

export async function consentsOf({ context }: RouteArgs, checked: Pick<Checked, "portal" | "id">) {
  const { vault } = context.services;
  const all = await Promise.all([
    vault.find(nameOf(checked, "timeRelatedChargesAccepted")),
    vault.find(nameOf(checked, "chargeableAppointmentAccepted")),
  ]);
  return all.filter((one) => one !== undefined) as Consent[];
}

export function possibleCharges({ context }: RouteArgs, hasLineAssurance: boolean) {
  const { freeSlots, chargeableSlots, appointmentCost } = context.config;
  const titles = (slots: readonly { readonly title: string }[]) => slots.map(({ title }) => title).join(", ");
  return [
    {
      term: "Call out and on site work",
      detail: hasLineAssurance ? "Free with Line Assurance" : "Charged by time",
    },
    { term: titles(freeSlots), detail: "No charge for the appointment" },
    {
      term: titles(chargeableSlots),
      detail: `${appointmentCost} for the appointment, added to your invoice`,
    },
    { term: "Missed visit", detail: "Charged, where the engineer is not let in" },
    {
      term: "Line Assurance",
      detail: hasLineAssurance
        ? "Covers this line: engineer appointments are free, but for the price of a chargeable one"
        : "Not on this line. It would make engineer appointments free.",
    },
  ].filter(({ term }) => term !== "");
}
