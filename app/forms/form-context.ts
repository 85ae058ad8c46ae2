import { useField } from "@conform-to/react";
import { createContext, useContext } from "react";
import type { SomeForm } from "./define-form.ts";
import type { Finding, Severity } from "./judge.ts";

interface FormContext {
  readonly form: SomeForm;
  /** Fields that block while they are empty. */
  readonly required: ReadonlySet<string>;
}

/** Set by PortalForm for the fields inside it; undefined outside of one. */
export const formContext = createContext<FormContext | undefined>(undefined);

/** What a field component of the kit needs, by the field's name: id, texts and the values to begin with. */
export function useFormField(name: string) {
  const context = useContext(formContext);
  if (!context) throw new Error(`The field ${name} stands outside a PortalForm`);
  const [field] = useField<unknown, Record<string, unknown>, readonly Finding[]>(name);
  const { form, required } = context;
  const initial = field.initialValue;
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
    optional: !required.has(name),
    initialValue: initialValues[0] ?? "",
    initialValues,
  };
}
