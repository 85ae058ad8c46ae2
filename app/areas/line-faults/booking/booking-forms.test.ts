import { expect, it } from "vitest";
import { validateForm } from "#app/forms/define-form.ts";
import { visitDetailsForm } from "./booking-forms.ts";

const details = { firstName: "Anna", lastName: "Archer", contactTelephone: "01632960555" };

it.each([
  ["accepts 2,000 characters, with a line break as a browser sends it", `${"x".repeat(1_998)}\r\ny`, 0],
  ["refuses 2,001 characters", "x".repeat(2_001), 1],
])("the field for the fault description %s", (_, problemDescription, count) => {
  const findings = validateForm(visitDetailsForm, {}, { ...details, problemDescription }, true);
  const texts = Object.values(findings).flatMap((ofField) => ofField.map(({ text }) => text));
  expect(texts).toEqual(Array(count).fill("Enter at most 2,000 characters"));
});
