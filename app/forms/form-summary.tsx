import type { MouseEvent } from "react";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { toneWord } from "#app/ui/tone.ts";
import type { SomeForm } from "./define-form.ts";
import type { Finding, Findings } from "./judge.ts";
import { CONFLICT_ADVICE, type Failure, type Refused } from "./reply.ts";

interface FormSummaryProps {
  form: SomeForm;
  found: Findings;
  /** The button to press again. */
  button: string;
  /** What the server had to say beside findings. */
  reply?: Pick<Refused, "isConflict" | "failure">;
}

/** What stands over a form that was not sent, by what sending it is called. */
const banners = {
  saving: {
    errors: "Please resolve the validation errors below before saving.",
    errorsAndWarnings:
      "Please review and resolve the validation errors below. There are also some validation warning messages we'd like to make you aware of before saving your changes.",
    warnings:
      "Please review the form as there are some validation messages we'd like to make you aware of before saving your changes.",
  },
  submitting: {
    errors: "Please resolve the validation errors below before submitting.",
    errorsAndWarnings:
      "Please review and resolve the validation errors below. There are also some validation warning messages we'd like to make you aware of before submitting your request.",
    warnings:
      "Please review the form as there are some validation messages we'd like to make you aware of before submitting your request.",
  },
} as const;

/** Texts that don't say what they are about. */
const BARE = new Set(["This field is in incorrect format", "This field is required", "Value is invalid"]);

/** The banner of the spec over a form that was not sent, with a link to each field. */
export function FormSummary({ form, button, found, reply }: FormSummaryProps) {
  const order = ["", ...Object.keys(form.fields), ...Object.keys(form.lists ?? {})];
  const all = order.flatMap((field) => (found[field] ?? []).map((finding) => ({ field, finding })));
  const errors = all.some(({ finding }) => finding.severity === "error");
  const warnings = all.some(({ finding }) => finding.severity !== "error");
  const items: { text: string; href?: string }[] = all.map(({ field, finding }) => ({
    text: sentence(form, field, finding, errors && warnings),
    ...(field === "" ? {} : { href: `#${idOf(form, field)}` }),
  }));
  if (reply?.isConflict) items.push({ text: CONFLICT_ADVICE });
  if (reply?.failure) items.push(...failureItems(reply.failure));
  const isOurs = !reply?.isConflict && !reply?.failure;
  return (
    // The links work by themselves; this only spares the address their fragments, which are no place to go back to.
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

/** The banner that fits what was found. */
export function bannerOf(
  { sending = "saving" }: Pick<SomeForm, "sending">,
  button: string,
  found: { errors: boolean; warnings: boolean },
): string {
  const texts = banners[sending];
  if (found.errors) return found.warnings ? texts.errorsAndWarnings : texts.errors;
  return `${texts.warnings} If you'd like to save without addressing the issues, click the "${button}" button again.`;
}

function focusField(event: MouseEvent<HTMLElement>): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const field = link && document.getElementById(link.hash.slice(1));
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.scrollIntoView({ block: "center" });
}

/** A call that failed on its way may have been carried out: the person must look before trying again. */
function failureItems({ perhapsSaved, reference }: Failure): { text: string }[] {
  const kept = perhapsSaved
    ? "What you typed is still here. Please check whether it was saved before you send it again."
    : "Nothing was saved. What you typed is still here.";
  return [{ text: kept }, ...(reference === undefined ? [] : [{ text: `Reference ${reference}` }])];
}

function sentence(form: SomeForm, field: string, { text, severity }: Finding, mixed: boolean): string {
  const label = form.fields[field] ?? form.lists?.[field];
  const about = label !== undefined && BARE.has(text) ? `${label}: ${text}` : text;
  return mixed && severity !== "error" ? `${toneWord[severity]}: ${about}` : about;
}

function idOf(form: SomeForm, field: string): string {
  return `${form.id}-${field}`;
}
