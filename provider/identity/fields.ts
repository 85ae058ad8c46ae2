import { html, type Html } from "./html.ts";

/** A form's text field. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type?: "email" | "password" | "text";
  readonly autocomplete: string;
  readonly hint?: string;
  readonly value?: string | undefined;
}

/** A label with its input. `fault` is the page's error message, which then also describes this field. */
export function field(
  { name, label, type = "text", autocomplete, hint, value }: Field,
  fault?: string,
): Html {
  const describedBy = [hint && `${name}-hint`, fault && "fault"].filter(Boolean).join(" ");
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${hint !== undefined && html`<span class="hint" id="${name}-hint">${hint}</span>`}
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      autocomplete="${autocomplete}"
      required
      ${value !== undefined && html` value="${value}"`}${describedBy !== "" && html` aria-describedby="${describedBy}"`}
      ${fault !== undefined && html` aria-invalid="true"`}${type === "email" && html` spellcheck="false"`}
    />
  </div>`;
}

/** A form's error message. */
export const faultMessage = (fault: string | undefined): Html | undefined =>
  fault === undefined ? undefined : html`<p class="fault" id="fault" role="alert">${fault}</p>`;

/** The field for the email address. */
export const emailField = (value: string | undefined, fault?: string): Html =>
  field({ name: "email", label: "Email address", type: "email", autocomplete: "username", value }, fault);

/** A password field, which is always empty when the page appears. */
export const passwordField = (label: string, fault?: string): Html =>
  field({ name: "password", label, type: "password", autocomplete: "current-password" }, fault);

/** The two fields for a new password. */
export const newPasswordFields = (fault?: string): Html =>
  html`${field(
    {
      name: "new-password",
      label: "New password",
      type: "password",
      autocomplete: "new-password",
      hint: "8 to 64 characters, with at least three of: lower case, upper case, a digit, a symbol.",
    },
    fault,
  )}
  ${field(
    {
      name: "new-password-again",
      label: "Confirm new password",
      type: "password",
      autocomplete: "new-password",
    },
    fault,
  )}`;
