import type { MouseEvent } from "react";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Message } from "#app/ui/message.tsx";
import { toneWord } from "#app/ui/tone.ts";
import { ON_BEHALF_FIELD, PERHAPS_SAVED_ADVICE, type AnyForm } from "./define-form.ts";
import { CONFLICT_ADVICE, type Failure, type FormView, type RefusedReply } from "./reply.ts";
import type { Finding, Findings } from "./validate.ts";

interface FormSummaryProps {
  form: AnyForm;
  findings: Findings;
  reply?: Pick<RefusedReply, "isConflict" | "failure">;
}

export function FormSummary({ form, findings, reply }: FormSummaryProps) {
  const fieldNames = ["", ...Object.keys(form.fields), ...Object.keys(form.lists ?? {}), ON_BEHALF_FIELD];
  const entries = fieldNames.flatMap((field) =>
    (findings[field] ?? []).map((finding) => ({ field, finding })),
  );
  const errors = entries.some(({ finding }) => finding.severity === "error");
  const warnings = entries.some(({ finding }) => finding.severity !== "error");
  const items: { text: string; href?: string }[] = entries.map(({ field, finding }) => ({
    text: itemText(form, field, finding, errors && warnings),
    href: field === "" ? undefined : `#${form.id}-${field}`,
  }));
  if (reply?.isConflict) items.push({ text: CONFLICT_ADVICE });
  if (reply?.failure) items.push(...failureItems(form, reply.failure));
  const isValidation = !reply?.isConflict && !reply?.failure;
  return (
    // The links work without this handler, but would add their fragments to the history.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div onClick={focusField}>
      <ErrorSummary
        tone={errors ? "error" : "warning"}
        heading={isValidation ? bannerText(form, { errors, warnings }) : undefined}
        items={items}
      />
    </div>
  );
}

export function bannerText(
  { bannerVerb = "saving", button }: Pick<AnyForm, "bannerVerb" | "button">,
  { errors, warnings }: { errors: boolean; warnings: boolean },
): string {
  const activity = bannerVerb === "saving" ? "saving your changes" : "submitting your request";
  if (errors && !warnings) return `Please resolve the validation errors below before ${bannerVerb}.`;
  if (errors)
    return `Please review and resolve the validation errors below. There are also some validation warning messages we'd like to make you aware of before ${activity}.`;
  return `Please review the form as there are some validation messages we'd like to make you aware of before ${activity}. If you'd like to save without addressing the issues, click the "${button}" button again.`;
}

function focusField(event: MouseEvent<HTMLElement>): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const field = link && document.getElementById(link.hash.slice(1));
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.scrollIntoView({ block: "center" });
}

function failureItems(form: AnyForm, { perhapsSaved, reference }: Failure): { text: string }[] {
  const checkAdvice = form.perhapsSavedAdvice ?? PERHAPS_SAVED_ADVICE;
  const advice = perhapsSaved
    ? `What you typed is still here. ${checkAdvice}`
    : "Nothing was saved. What you typed is still here.";
  return [{ text: advice }, ...(reference === undefined ? [] : [{ text: `Reference ${reference}` }])];
}

function itemText(form: AnyForm, field: string, { text, severity }: Finding, namesSeverity: boolean): string {
  const label = form.fields[field] ?? form.lists?.[field] ?? "";
  const isNamed = text.toLowerCase().includes(label.toLowerCase());
  const textWithField = isNamed ? text : `${label}${label.endsWith("?") ? "" : ":"} ${text}`;
  return namesSeverity && severity !== "error" ? `${toneWord[severity]}: ${textWithField}` : textWithField;
}

export function DraftNotice({ form, view: { perhapsSaved } }: { form: AnyForm; view: FormView }) {
  return (
    <Message tone={perhapsSaved ? "warning" : "info"} heading="We've put back what you typed">
      <p>
        {perhapsSaved
          ? `We don't know if it was saved. ${form.perhapsSavedAdvice ?? PERHAPS_SAVED_ADVICE}`
          : "Please check it and send it again."}
      </p>
    </Message>
  );
}
