import { useField } from "@conform-to/react";
import { createContext, useContext, useState } from "react";
import { clean } from "./cleaning.ts";
import { ON_BEHALF_FIELD, type AnyForm } from "./define-form.ts";
import type { FormView } from "./reply.ts";
import type { Finding, Severity } from "./validate.ts";

interface FormContextValue {
  readonly form: AnyForm;
  readonly view: Pick<FormView, "choices" | "shownNow" | "files" | "fixed" | "values">;
}

export const formContext = createContext<FormContextValue | undefined>(undefined);

export function useFormField(name: string) {
  const { form, view } = useContext(formContext) ?? {};
  if (!form || !view) throw new Error(`The field ${name} is outside a PortalForm`);
  const [field] = useField<unknown, Record<string, unknown>, readonly Finding[]>(name);
  // A changed key remounts the checkbox, which unticks an agreement to other `shownNow` values.
  const isAgreement = name === ON_BEHALF_FIELD || form.agreements?.includes(name);
  const agreementKey = isAgreement ? JSON.stringify(view.shownNow) : undefined;
  const [initialKey] = useState(agreementKey);
  // A fixed field isn't posted, so a refused post doesn't have its value.
  const value = Object.hasOwn(view.fixed, name) ? view.values[name] : field.initialValue;
  const initial = agreementKey === initialKey ? value : undefined;
  const initialValues = (Array.isArray(initial) ? initial : [initial]).filter(
    (text) => typeof text === "string",
  );
  const { [name]: kind = "line" } = form.kinds ?? {};
  const isNumber = ["phone", "postcode", "bankNumber", "count"].includes(kind);
  const { maxLength: max } = field;
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
    limit: max === undefined || isNumber ? undefined : { max, clean: clean[kind] },
    options: view.choices?.[name] ?? [],
    agreementKey,
    initialValue: initialValues[0] ?? "",
    initialValues,
  };
}
