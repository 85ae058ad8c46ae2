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

type SetByForm = "id" | "errors" | "warnings" | "infos" | "optional" | "defaultValue" | "defaultChecked";
type FieldProps<P> = Omit<P, SetByForm | keyof FieldNaming> & FieldNaming;

function useFieldProps({ name, label, sayOptional = true }: FieldNaming) {
  const { initialValue, initialValues, optional, maxLength, min, max, options, consentKey, ...texts } =
    useFormField(name);
  return {
    given: { ...texts, label: label ?? texts.label, optional: optional && sayOptional },
    native: { "aria-required": optional ? undefined : (true as const), defaultValue: initialValue },
    limits: { maxLength, min, max },
    options,
    initialValue,
    initialValues,
    consentKey,
  };
}

export function TextField({ label, sayOptional, ...rest }: FieldProps<ComponentProps<typeof TextInput>>) {
  const { given, native, limits } = useFieldProps({ name: rest.name, label, sayOptional });
  return <TextInput {...limits} {...rest} {...given} {...native} />;
}

export function TextAreaField({ label, sayOptional, ...rest }: FieldProps<ComponentProps<typeof TextArea>>) {
  const { given, native, limits } = useFieldProps({ name: rest.name, label, sayOptional });
  return <TextArea maxLength={limits.maxLength} {...rest} {...given} {...native} />;
}

type SelectFieldProps = Omit<FieldProps<ComponentProps<typeof Select>>, "options"> & {
  options?: readonly Option[];
};

/** Offers the editor's `choices` by default. Without `placeholder` the first option is preselected. */
export function SelectField({ label, sayOptional, ...rest }: SelectFieldProps) {
  const { given, native, options } = useFieldProps({ name: rest.name, label, sayOptional });
  return <Select options={options} {...rest} {...given} {...native} />;
}

interface RadioFieldProps extends FieldNaming {
  hint?: ReactNode;
  options?: readonly RadioOption[];
  inline?: boolean;
}

export function RadioField({ name, label, sayOptional, ...rest }: RadioFieldProps) {
  const { given, initialValue, options } = useFieldProps({ name, label, sayOptional });
  return <RadioCards options={options} {...rest} {...given} name={name} defaultValue={initialValue} />;
}

type CheckboxFieldProps = Omit<FieldNaming, "sayOptional"> & { hint?: ReactNode };

export function CheckboxField({ name, label, ...rest }: CheckboxFieldProps) {
  const { given, initialValue, consentKey } = useFieldProps({ name, label });
  const { optional: _, ...texts } = given;
  return (
    <Checkbox key={consentKey} {...rest} {...texts} name={name} defaultChecked={initialValue === "on"} />
  );
}

/** Stands before the button of a form with `binds`. `name` is the view's `onBehalfOf`; without it nothing shows. */
export function OnBehalf({ name }: { name: string | undefined }) {
  const { id, errors, initialValue, consentKey } = useFormField(ON_BEHALF_FIELD);
  if (name === undefined) return null;
  return (
    <Checkbox
      key={consentKey}
      id={id}
      name={ON_BEHALF_FIELD}
      label={`I do this for ${name}, at their request`}
      hint="You are signed in as staff, and this binds the customer."
      errors={errors}
      defaultChecked={initialValue === "on"}
    />
  );
}

type BoxOption = Option & { hint?: ReactNode };

interface CheckboxesFieldProps extends Omit<FieldNaming, "sayOptional"> {
  hint?: ReactNode;
  options: readonly BoxOption[];
  apart?: { readonly label: string; readonly options: readonly BoxOption[] };
}

export function CheckboxesField({ name, label, hint, options, apart }: CheckboxesFieldProps) {
  const { given, initialValues } = useFieldProps({ name, label, sayOptional: false });
  const boxOf = ({ value, label: words, hint: more }: BoxOption, index: number) => (
    <Checkbox
      key={value}
      id={`${given.id}-${index}`}
      {...{ name, value }}
      label={words}
      hint={more}
      defaultChecked={initialValues.includes(value)}
    />
  );
  return (
    <FieldGroup {...given} hint={hint}>
      {options.map(boxOf)}
      {apart !== undefined && apart.options.length > 0 && (
        <FieldGroup id={`${given.id}-apart`} label={apart.label}>
          {apart.options.map((option, index) => boxOf(option, options.length + index))}
        </FieldGroup>
      )}
    </FieldGroup>
  );
}

type FixedFieldProps = Omit<FieldNaming, "sayOptional"> & { children?: ReactNode };

/** A read-only value, which is not posted: the server must supply it by `fixed`. */
export function FixedField({ name, label, children }: FixedFieldProps) {
  const { given, initialValue } = useFieldProps({ name, label });
  const { optional: _, ...texts } = given;
  return <ReadOnlyField {...texts}>{children ?? (initialValue || "–")}</ReadOnlyField>;
}

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
