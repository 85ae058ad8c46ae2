import type { SelectHTMLAttributes } from "react";
import styles from "./control.module.css";
import { describedBy, Field, type FieldTexts } from "./field.tsx";
import { Icon } from "./icon.tsx";

export interface Option {
  value: string;
  label: string;
  disabled?: boolean;
}

type SelectProps = FieldTexts &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, "className" | "style" | "id" | "children" | "multiple"> & {
    options: readonly Option[];
    /** A first entry with an empty value, e.g. 'Please choose...'. */
    placeholder?: string;
  };

/** A native drop-down with label, hint and messages. Pass `defaultValue`, never `value`. */
export function Select({
  id,
  label,
  hint,
  errors,
  warnings,
  infos,
  optional,
  options,
  placeholder,
  ...native
}: SelectProps) {
  const texts = { id, label, hint, errors, warnings, infos, optional };
  return (
    <Field {...texts}>
      <div className={styles.select}>
        <select {...native} {...describedBy(texts)} id={id} className={styles.control}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" size="small" />
      </div>
    </Field>
  );
}
