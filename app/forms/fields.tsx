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

function useFieldProps({ name, label, sayOptional = true }: FieldNaming) {
  const { initialValue, initialValues, optional, limit, options, agreementKey, ...texts } =
    useFormField(name);
  return {
    fromForm: { ...texts, label: label ?? texts.label, optional: optional && sayOptional },
    native: { "aria-required": optional ? undefined : (true as const), defaultValue: initialValue },
    limit,
    options,
    initialValue,
    initialValues,
    agreementKey,
  };
}

export function TextField({ label, sayOptional, ...rest }: FieldProps<ComponentProps<typeof TextInput>>) {
  const { fromForm, native, limit } = useFieldProps({ name: rest.name, label, sayOptional });
  return <TextInput {...rest} {...fromForm} {...native} limit={limit} />;
}

export function TextAreaField({ label, sayOptional, ...rest }: FieldProps<ComponentProps<typeof TextArea>>) {
  const { fromForm, native, limit } = useFieldProps({ name: rest.name, label, sayOptional });
  return <TextArea {...rest} {...fromForm} {...native} limit={limit} />;
}

type SelectFieldProps = Omit<FieldProps<ComponentProps<typeof Select>>, "options"> & {
  options?: readonly Option[];
};

/** The options default to the form's `choices`. Without a `placeholder` the first one is preselected. */
export function SelectField({ label, sayOptional, ...rest }: SelectFieldProps) {
  const { fromForm, native, options } = useFieldProps({ name: rest.name, label, sayOptional });
  return <Select options={options} {...rest} {...fromForm} {...native} />;
}

interface RadioFieldProps extends FieldNaming {
  hint?: ReactNode;
  options?: readonly RadioOption[];
  inline?: boolean;
}

export function RadioField({ name, label, sayOptional, ...rest }: RadioFieldProps) {
  const { fromForm, initialValue, options } = useFieldProps({ name, label, sayOptional });
  return <RadioCards options={options} {...rest} {...fromForm} name={name} defaultValue={initialValue} />;
}

type CheckboxFieldProps = Omit<FieldNaming, "sayOptional"> & { hint?: ReactNode };

export function CheckboxField({ name, label, ...rest }: CheckboxFieldProps) {
  const { fromForm, initialValue, agreementKey } = useFieldProps({ name, label });
  const { optional: _, ...texts } = fromForm;
  return (
    <Checkbox key={agreementKey} {...rest} {...texts} name={name} defaultChecked={initialValue === "on"} />
  );
}

/** The box an employee ticks to confirm that they're acting for the customer, on forms with `bindsCustomer`. `name` is the account's; undefined for customers. */
export function OnBehalf({ name }: { name: string | undefined }) {
  const { id, errors, initialValue, agreementKey } = useFormField(ON_BEHALF_FIELD);
  if (name === undefined) return null;
  return (
    <Checkbox
      key={agreementKey}
      id={id}
      name={ON_BEHALF_FIELD}
      label={`I'm doing this for ${name}, at their request`}
      hint="You're signed in as an employee. This will be binding on the customer."
      errors={errors}
      defaultChecked={initialValue === "on"}
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
  const { fromForm, initialValues } = useFieldProps({ name, label, sayOptional: false });
  const toCheckbox = ({ value, label: optionLabel, hint: optionHint }: BoxOption, index: number) => (
    <Checkbox
      key={value}
      id={`${fromForm.id}-${index}`}
      {...{ name, value }}
      label={optionLabel}
      hint={optionHint}
      defaultChecked={initialValues.includes(value)}
    />
  );
  return (
    <FieldGroup {...fromForm} hint={hint}>
      {options.map(toCheckbox)}
      {extraGroup !== undefined && extraGroup.options.length > 0 && (
        <FieldGroup id={`${fromForm.id}-apart`} label={extraGroup.label} hint={extraGroup.hint}>
          {extraGroup.options.map((option, index) => toCheckbox(option, options.length + index))}
        </FieldGroup>
      )}
    </FieldGroup>
  );
}

type FixedFieldProps = Omit<FieldNaming, "sayOptional"> & { children?: ReactNode };

/** A read-only value. It isn't posted: the server uses the post's `fixed` values instead. */
export function FixedField({ name, label, children }: FixedFieldProps) {
  const { fromForm, initialValue } = useFieldProps({ name, label });
  const { optional: _, ...texts } = fromForm;
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
