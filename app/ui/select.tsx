import type { SelectHTMLAttributes } from "react";
import styles from "./control.module.css";
import { describedBy, Field, splitTexts, type FieldTexts } from "./field.tsx";
import { Icon } from "./icon.tsx";

export interface Option {
  value: string;
  label: string;
  /** The heading above it in the select, the same for all the group's options. */
  group?: string;
}

type SelectProps = FieldTexts &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, "className" | "style" | "id" | "children" | "multiple"> & {
    options: readonly Option[];
    placeholder?: string;
  };

/** Pass `defaultValue`, never `value`. */
export function Select({ options, placeholder, ...props }: SelectProps) {
  const { texts, native } = splitTexts(props);
  const groups = [...new Set(options.map(({ group }) => group))];
  return (
    <Field {...texts}>
      <div className={styles.select}>
        <select {...native} {...describedBy(texts)} className={styles.control}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {groups.map((group) => {
            const members = options.filter((option) => option.group === group).map(toOption);
            if (group === undefined) return members;
            return (
              <optgroup key={group} label={group}>
                {members}
              </optgroup>
            );
          })}
        </select>
        <Icon name="chevron-down" size="small" />
      </div>
    </Field>
  );
}

const toOption = ({ value, label }: Option) => (
  <option key={value} value={value}>
    {label}
  </option>
);
