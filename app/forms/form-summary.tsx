import type { MouseEvent } from "react";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { toneWord } from "#app/ui/tone.ts";
import { ON_BEHALF_FIELD, PERHAPS_SAVED, type SomeForm } from "./define-form.ts";
import type { Finding, Findings } from "./judge.ts";
import { CONFLICT_ADVICE, type Failure, type Refused } from "./reply.ts";

interface FormSummaryProps {
  form: SomeForm;
  found: Findings;
  button: string;
  reply?: Pick<Refused, "isConflict" | "failure">;
}

/** Texts that don't name their field. */
const BARE = new Set([
  "This field is in incorrect format",
  "This field is required",
  "Value is invalid",
  "Select Yes to continue.",
]);

export function FormSummary({ form, button, found, reply }: FormSummaryProps) {
  const order = ["", ...Object.keys(form.fields), ...Object.keys(form.lists ?? {}), ON_BEHALF_FIELD];
  const all = order.flatMap((field) => (found[field] ?? []).map((finding) => ({ field, finding })));
  const errors = all.some(({ finding }) => finding.severity === "error");
  const warnings = all.some(({ finding }) => finding.severity !== "error");
  const items: { text: string; href?: string }[] = all.map(({ field, finding }) => ({
    text: sentence(form, field, finding, errors && warnings),
    ...(field === "" ? {} : { href: `#${idOf(form, field)}` }),
  }));
  if (reply?.isConflict) items.push({ text: CONFLICT_ADVICE });
  if (reply?.failure) items.push(...failureItems(form, reply.failure));
  const isOurs = !reply?.isConflict && !reply?.failure;
  return (
    // The links work by themselves; this keeps their fragments out of the history.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div onClick={focusField}>
      <ErrorSummary
        tone={errors ? "error" : "warning"}
        heading={isOurs ? bannerOf(form, button, { errors, warnings }) : undefined}
        items={items}
      />
    </div>
  );
}

export function bannerOf(
  { sending = "saving" }: Pick<SomeForm, "sending">,
  button: string,
  { errors, warnings }: { errors: boolean; warnings: boolean },
): string {
  const work = sending === "saving" ? "saving your changes" : "submitting your request";
  if (errors && !warnings) return `Please resolve the validation errors below before ${sending}.`;
  if (errors)
    return `Please review and resolve the validation errors below. There are also some validation warning messages we'd like to make you aware of before ${work}.`;
  return `Please review the form as there are some validation messages we'd like to make you aware of before ${work}. If you'd like to save without addressing the issues, click the "${button}" button again.`;
}

function focusField(event: MouseEvent<HTMLElement>): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const field = link && document.getElementById(link.hash.slice(1));
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.scrollIntoView({ block: "center" });
}

function failureItems(form: SomeForm, { perhapsSaved, reference }: Failure): { text: string }[] {
  const check = form.perhapsSaved ?? PERHAPS_SAVED;
  const advice = perhapsSaved
    ? `What you typed is still here. ${check}`
    : "Nothing was saved. What you typed is still here.";
  return [{ text: advice }, ...(reference === undefined ? [] : [{ text: `Reference ${reference}` }])];
}

function sentence(form: SomeForm, field: string, { text, severity }: Finding, mixed: boolean): string {
  const label = form.fields[field] ?? form.lists?.[field];
  const about =
    label !== undefined && BARE.has(text) ? `${label}${label.endsWith("?") ? "" : ":"} ${text}` : text;
  return mixed && severity !== "error" ? `${toneWord[severity]}: ${about}` : about;
}

function idOf(form: SomeForm, field: string): string {
  return `${form.id}-${field}`;
}
