import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from "react";
import styles from "./control.module.css";
import { describedBy, Field, FieldNotes, splitTexts, type FieldTexts } from "./field.tsx";

/** Without `maxLength`, which cuts pasted text. */
type Native<T> = Omit<T, "className" | "style" | "id" | "children" | "maxLength">;

type TextInputProps = FieldTexts &
  Native<InputHTMLAttributes<HTMLInputElement>> & {
    width?: "short" | "medium";
  };

/** Pass `defaultValue`, never `value`. */
export function TextInput({ width, ...props }: TextInputProps) {
  const { texts, native } = splitTexts(props);
  return (
    <Field {...texts}>
      <input type="text" {...native} {...describedBy(texts)} className={styles.control} data-width={width} />
    </Field>
  );
}

export function TextArea(props: FieldTexts & Native<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  const { texts, native } = splitTexts(props);
  return (
    <Field {...texts}>
      <textarea rows={4} {...native} {...describedBy(texts)} className={styles.control} />
    </Field>
  );
}

type ReadOnlyFieldProps = Pick<FieldTexts, "label" | "errors" | "warnings" | "infos"> & {
  id?: string;
  children: ReactNode;
};

export function ReadOnlyField({ id, label, children, ...messages }: ReadOnlyFieldProps) {
  return (
    <dl className={styles.readOnly} id={id} tabIndex={id === undefined ? undefined : -1}>
      <dt>{label}</dt>
      <dd dir="auto">
        {id !== undefined && <FieldNotes id={id} {...messages} />}
        {children}
      </dd>
    </dl>
  );
}
