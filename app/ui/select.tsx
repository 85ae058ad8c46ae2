import type { SelectHTMLAttributes } from "react";
import styles from "./control.module.css";
import { describedBy, Field, splitTexts, type FieldTexts } from "./field.tsx";
import { Icon } from "./icon.tsx";

export interface Option {
  value: string;
  label: string;
}

type SelectProps = FieldTexts &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, "className" | "style" | "id" | "children" | "multiple"> & {
    options: readonly Option[];
    placeholder?: string;
  };

/** Pass `defaultValue`, never `value`. */
export function Select({ options, placeholder, ...props }: SelectProps) {
  const { texts, native } = splitTexts(props);
  return (
    <Field {...texts}>
      <div className={styles.select}>
        <select {...native} {...describedBy(texts)} className={styles.control}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" size="small" />
      </div>
    </Field>
  );
}
