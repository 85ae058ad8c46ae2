/** The three banners over a form that was not sent (spec 1 §5, 2 §5). */
export interface SummaryTexts {
  readonly errors: string;
  readonly errorsAndWarnings: string;
  readonly warnings: string;
}

/** Spec 1 §5, word for word; `button` is the label of the form's own button. */
export function saving(button: string): SummaryTexts {
  return {
    errors: "Please resolve the validation errors below before saving.",
    errorsAndWarnings:
      "Please review and resolve the validation errors below. There are also some validation warning messages we'd like to make you aware of before saving your changes.",
    warnings: `Please review the form as there are some validation messages we'd like to make you aware of before saving your changes. If you'd like to save without addressing the issues, click the "${button}" button again.`,
  };
}

/** Spec 2 §5, word for word. */
export function submitting(button: string): SummaryTexts {
  return {
    errors: "Please resolve the validation errors below before submitting.",
    errorsAndWarnings:
      "Please review and resolve the validation errors below. There are also some validation warning messages we'd like to make you aware of before submitting your request.",
    warnings: `Please review the form as there are some validation messages we'd like to make you aware of before submitting your request. If you'd like to save without addressing the issues, click the "${button}" button again.`,
  };
}

/** The banner that fits what was found. */
export function bannerOf(texts: SummaryTexts, found: { errors: boolean; warnings: boolean }): string {
  if (!found.errors) return texts.warnings;
  return found.warnings ? texts.errorsAndWarnings : texts.errors;
}
