import type { InputHTMLAttributes, ReactNode } from "react";
import styles from "./choice.module.css";
import { describedBy, FieldGroup, FieldNotes, type FieldTexts } from "./field.tsx";
import type { Option } from "./select.tsx";

type NativeInput = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  "className" | "style" | "id" | "type" | "children" | "value" | "defaultValue"
>;

type CheckboxProps = Omit<FieldTexts, "optional"> &
  NativeInput & { /** Sent when ticked. Default 'on'. */ value?: string };

/** One yes-or-no question; the whole line is the target. */
export function Checkbox({ id, label, hint, errors, warnings, infos, ...native }: CheckboxProps) {
  const texts = { id, hint, errors, warnings, infos };
  return (
    <div className={styles.line}>
      <input {...native} {...describedBy(texts)} id={id} type="checkbox" className={styles.input} />
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
}

type RadioCardsProps = FieldTexts &
  Pick<NativeInput, "name" | "required" | "form"> & {
    options: readonly RadioOption[];
    defaultValue?: string;
    /** Beside each other where there is room. */
    inline?: boolean;
  };

/** One of a few, each a card that is a target as a whole. The first radio has the id `<id>-0`. */
export function RadioCards({
  options,
  name,
  required,
  form,
  defaultValue,
  inline,
  ...texts
}: RadioCardsProps) {
  return (
    <FieldGroup {...texts}>
      <div className={styles.cards} data-inline={inline}>
        {options.map((option, index) => {
          const id = `${texts.id}-${index}`;
          return (
            <div key={option.value} className={styles.card}>
              <input
                {...{ name, required, form, id }}
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
        })}
      </div>
    </FieldGroup>
  );
}
