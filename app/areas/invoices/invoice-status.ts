import { invoiceStatus } from "#app/portal-api/invoice-status.ts";
import type { Tone } from "#app/ui/tone.ts";

export interface StatusView {
  readonly label: string;
  readonly tone: Tone;
}

/** The filter's choices, by their value in the address. */
export const statusChoices = [
  { value: "live", label: "Live", code: invoiceStatus.live, tone: "info" },
  { value: "on-hold", label: "On hold", code: invoiceStatus.onHold, tone: "warning" },
  { value: "completed", label: "Completed", code: invoiceStatus.completed, tone: "success" },
  { value: "disputed", label: "Disputed", code: invoiceStatus.disputed, tone: "error" },
] as const;

/** A status in words, or 'Status 7' for an unknown code. */
export function statusView(code: number): StatusView {
  const known = statusChoices.find((choice) => choice.code === code);
  return known ? { label: known.label, tone: known.tone } : { label: `Status ${code}`, tone: "neutral" };
}

/** The codes to ask for; undefined, which asks for all, while every choice is ticked. */
export function statusCodesOf(values: readonly string[]): number[] | undefined {
  const chosen = statusChoices.filter(({ value }) => values.includes(value));
  return chosen.length === statusChoices.length ? undefined : chosen.map(({ code }) => code);
}
