import type { ComponentProps, ReactNode } from "react";
import { Checkbox, RadioCards, type RadioOption } from "#app/ui/choice.tsx";
import { FieldGroup, FieldNotes } from "#app/ui/field.tsx";
import { Select, type Option } from "#app/ui/select.tsx";
import { ReadOnlyField, TextArea, TextInput } from "#app/ui/text-input.tsx";
import { ON_BEHALF_FIELD } from "./define-form.ts";
import { useFormField } from "./form-context.ts";

interface FieldNaming {
  name: string;
  label?: string;
  sayOptional?: boolean;
}

type SetByForm =
  "id" | "errors" | "warnings" | "infos" | "optional" | "limit" | "defaultValue" | "defaultChecked";
type FieldProps<P> = Omit<P, SetByForm | keyof FieldNaming> & FieldNaming;

/** What the form sets on a control: just its `texts`, or everything for one that has a value. */
function useFieldProps({ name, label, sayOptional = true }: FieldNaming) {
  const { optional, ...field } = useFormField(name);
  const { id, errors, warnings, infos, initialValue: defaultValue } = field;
  const texts = { id, name, label: label ?? field.label, errors, warnings, infos };
  const native = { "aria-required": optional ? undefined : (true as const), defaultValue };
  return { ...field, texts, control: { ...texts, ...native, optional: optional && sayOptional } };
}

export function TextField({ label, sayOptional, ...rest }: FieldProps<ComponentProps<typeof TextInput>>) {
  const { control, limit } = useFieldProps({ name: rest.name, label, sayOptional });
  return <TextInput {...rest} {...control} limit={limit} />;
}

export function TextAreaField({ label, sayOptional, ...rest }: FieldProps<ComponentProps<typeof TextArea>>) {
  const { control, limit } = useFieldProps({ name: rest.name, label, sayOptional });
  return <TextArea {...rest} {...control} limit={limit} />;
}

type SelectFieldProps = Omit<FieldProps<ComponentProps<typeof Select>>, "options"> & {
  options?: readonly Option[];
};

/** The options default to the form's `choices`. Without a `placeholder` the first one is preselected. */
export function SelectField({ label, sayOptional, ...rest }: SelectFieldProps) {
  const { control, options } = useFieldProps({ name: rest.name, label, sayOptional });
  return <Select options={options} {...rest} {...control} />;
}

interface RadioFieldProps extends FieldNaming {
  hint?: ReactNode;
  options?: readonly RadioOption[];
  inline?: boolean;
}

export function RadioField({ name, label, sayOptional, ...rest }: RadioFieldProps) {
  const { control, options } = useFieldProps({ name, label, sayOptional });
  return <RadioCards options={options} {...rest} {...control} />;
}

type CheckboxFieldProps = Omit<FieldNaming, "sayOptional"> & { hint?: ReactNode };

export function CheckboxField({ name, label, ...rest }: CheckboxFieldProps) {
  const { texts, initialValue, agreementKey } = useFieldProps({ name, label });
  return <Checkbox key={agreementKey} {...rest} {...texts} defaultChecked={initialValue === "on"} />;
}

/** The box an employee ticks to confirm that they're acting for the customer, on forms with `bindsCustomer`. `name` is the account's; undefined for customers. */
export function OnBehalf({ name }: { name: string | undefined }) {
  if (name === undefined) return null;
  return (
    <CheckboxField
      name={ON_BEHALF_FIELD}
      label={`I'm doing this for ${name}, at their request`}
      hint="You're signed in as an employee. This will be binding on the customer."
    />
  );
}

type BoxOption = Option & { hint?: ReactNode };

interface CheckboxesFieldProps extends Omit<FieldNaming, "sayOptional"> {
  hint?: ReactNode;
  options: readonly BoxOption[];
  extraGroup?: { readonly label: string; readonly hint?: string; readonly options: readonly BoxOption[] };
}

export function CheckboxesField({ name, label, hint, options, extraGroup }: CheckboxesFieldProps) {
  const { texts, initialValues } = useFieldProps({ name, label });
  const toCheckbox = ({ value, label: optionLabel, hint: optionHint }: BoxOption, index: number) => (
    <Checkbox
      key={value}
      id={`${texts.id}-${index}`}
      {...{ name, value }}
      label={optionLabel}
      hint={optionHint}
      defaultChecked={initialValues.includes(value)}
    />
  );
  return (
    <FieldGroup {...texts} hint={hint}>
      {options.map(toCheckbox)}
      {extraGroup !== undefined && extraGroup.options.length > 0 && (
        <FieldGroup id={`${texts.id}-apart`} label={extraGroup.label} hint={extraGroup.hint}>
          {extraGroup.options.map((option, index) => toCheckbox(option, options.length + index))}
        </FieldGroup>
      )}
    </FieldGroup>
  );
}

type FixedFieldProps = Omit<FieldNaming, "sayOptional"> & { children?: ReactNode };

/** A read-only value. It isn't posted: the server uses the post's `fixed` values instead. */
export function FixedField({ name, label, children }: FixedFieldProps) {
  const { texts, initialValue } = useFieldProps({ name, label });
  return <ReadOnlyField {...texts}>{children ?? (initialValue || "–")}</ReadOnlyField>;
}

/** A field without an input: just its messages and the children. */
export function FixedText({ name, children }: Omit<FixedFieldProps, "label">) {
  const { id, errors, warnings, infos } = useFormField(name);
  if (children === undefined && [errors, warnings, infos].every(({ length }) => length === 0)) return null;
  return (
    <div id={id} tabIndex={-1}>
      <FieldNotes {...{ id, errors, warnings, infos }} />
      {children}
    </div>
  );
}
