import type { InputHTMLAttributes, ReactNode } from "react";
import styles from "./choice.module.css";
import { describedBy, FieldGroup, FieldNotes, type FieldTexts } from "./field.tsx";
import type { Option } from "./select.tsx";

type CheckboxProps = Omit<FieldTexts, "optional"> & { value?: string } & Omit<
    InputHTMLAttributes<HTMLInputElement>,
    "className" | "style" | "id" | "type" | "children" | "value" | "defaultValue"
  >;

export function Checkbox({ id, label, hint, errors, warnings, infos, ...native }: CheckboxProps) {
  const texts = { id, hint, errors, warnings, infos };
  return (
    <div className={styles.line}>
      <input {...native} {...describedBy(texts)} type="checkbox" className={styles.input} />
      <div className={styles.words}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        <FieldNotes {...texts} />
      </div>
    </div>
  );
}

export interface RadioOption extends Option {
  hint?: ReactNode;
  disabled?: boolean;
}

interface RadioCardsProps extends FieldTexts {
  name: string;
  options: readonly RadioOption[];
  defaultValue?: string;
  inline?: boolean;
  /** More options under their own heading; hidden if there are none. */
  extraGroup?: { readonly label: string; readonly options: readonly RadioOption[] };
}

/** Radio buttons as cards, of which you can click any part. Their ids are `<id>-0` and so on. */
export function RadioCards({ options, name, defaultValue, inline, extraGroup, ...texts }: RadioCardsProps) {
  const toCard = (option: RadioOption, index: number) => {
    const id = `${texts.id}-${index}`;
    return (
      <div key={option.value} className={styles.card}>
        <input
          name={name}
          type="radio"
          className={styles.input}
          value={option.value}
          disabled={option.disabled}
          defaultChecked={option.value === defaultValue}
          {...describedBy({ id, hint: option.hint })}
        />
        <div className={styles.words}>
          <label className={styles.label} htmlFor={id}>
            {option.label}
          </label>
          <FieldNotes id={id} hint={option.hint} />
        </div>
      </div>
    );
  };
  return (
    <FieldGroup {...texts}>
      <div className={styles.cards} data-inline={inline}>
        {options.map(toCard)}
      </div>
      {extraGroup !== undefined && extraGroup.options.length > 0 && (
        <FieldGroup id={`${texts.id}-apart`} label={extraGroup.label}>
          <div className={styles.cards} data-inline={inline}>
            {extraGroup.options.map((option, index) => toCard(option, options.length + index))}
          </div>
        </FieldGroup>
      )}
    </FieldGroup>
  );
}
