import { useField } from "@conform-to/react";
import { createContext, useContext, useState } from "react";
import { ON_BEHALF_FIELD, type SomeForm } from "./define-form.ts";
import type { Finding, Severity } from "./judge.ts";
import type { FormView } from "./reply.ts";

interface Shown {
  readonly form: SomeForm;
  readonly view: Pick<FormView, "choices" | "current" | "files" | "fixed" | "values">;
}

export const formContext = createContext<Shown | undefined>(undefined);

/** What a field component needs: id, texts, constraints and initial values. Throws outside a PortalForm. */
export function useFormField(name: string) {
  const { form, view } = useContext(formContext) ?? {};
  if (!form || !view) throw new Error(`The field ${name} stands outside a PortalForm`);
  const [field] = useField<unknown, Record<string, unknown>, readonly Finding[]>(name);
  // A consent is taken back where the page shows something else meanwhile; typing stays.
  const isConsent = name === ON_BEHALF_FIELD || form.consents?.includes(name);
  const consentKey = isConsent ? JSON.stringify(view.current) : undefined;
  const [firstKey] = useState(consentKey);
  // A fixed field is not posted, so its value comes from the view.
  const known = Object.hasOwn(view.fixed, name) ? view.values[name] : field.initialValue;
  const initial = consentKey === firstKey ? known : undefined;
  const initialValues = (Array.isArray(initial) ? initial : [initial]).filter(
    (one) => typeof one === "string",
  );
  const textsOf = (severity: Severity) =>
    (field.errors ?? []).filter((finding) => finding.severity === severity).map(({ text }) => text);
  return {
    id: field.id,
    name,
    label: form.fields[name] ?? form.lists?.[name] ?? name,
    errors: textsOf("error"),
    warnings: textsOf("warning"),
    infos: [...textsOf("info"), ...textsOf("success")],
    optional: field.required !== true,
    // Where the form tidies a value, it may be typed longer than it is sent.
    maxLength: form.tidy?.[name] ? undefined : field.maxLength,
    min: field.min,
    max: field.max,
    options: view.choices?.[name] ?? [],
    /** The key of its control. */
    consentKey,
    initialValue: initialValues[0] ?? "",
    initialValues,
  };
}
