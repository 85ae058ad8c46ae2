import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from "react";
import styles from "./control.module.css";
import { describedBy, Field, FieldNotes, type FieldTexts } from "./field.tsx";

type Native<T> = Omit<T, "className" | "style" | "id" | "children">;

interface Width {
  /** How much is expected: 'short' for codes and dates, 'medium' for numbers. Default: the whole column. */
  width?: "short" | "medium";
}

type TextInputProps = FieldTexts &
  Width &
  Native<InputHTMLAttributes<HTMLInputElement>> & {
    /** Shown inside the box before the text, e.g. '£'. */ prefix?: string;
  };

/** One line of text with label, hint and messages. Pass `defaultValue`, never `value`. */
export function TextInput({
  id,
  label,
  hint,
  errors,
  warnings,
  infos,
  optional,
  width,
  prefix,
  ...native
}: TextInputProps) {
  const texts = { id, label, hint, errors, warnings, infos, optional };
  const input = (
    <input
      type="text"
      {...native}
      {...describedBy(texts)}
      id={id}
      className={styles.control}
      data-width={width}
    />
  );
  return (
    <Field {...texts}>
      {prefix ? (
        <div className={styles.affixed} data-width={width}>
          <span aria-hidden="true">{prefix}</span>
          {input}
        </div>
      ) : (
        input
      )}
    </Field>
  );
}

type TextAreaProps = FieldTexts & Native<TextareaHTMLAttributes<HTMLTextAreaElement>>;

/** Several lines of text. `rows` as the spec says; default 4. */
export function TextArea({ id, label, hint, errors, warnings, infos, optional, ...native }: TextAreaProps) {
  const texts = { id, label, hint, errors, warnings, infos, optional };
  return (
    <Field {...texts}>
      <textarea rows={4} {...native} {...describedBy(texts)} id={id} className={styles.control} />
    </Field>
  );
}

type ReadOnlyFieldProps = Pick<FieldTexts, "label" | "errors" | "warnings" | "infos"> & {
  /** Where a form's summary leads, and the ids of the messages begin. */
  id?: string;
  children: ReactNode;
};

/** A value that this person may not change, shown where its field would stand, with what there is to say of it. */
export function ReadOnlyField({ id, label, children, ...messages }: ReadOnlyFieldProps) {
  return (
    <dl className={styles.readOnly} id={id} tabIndex={id === undefined ? undefined : -1}>
      <dt>{label}</dt>
      <dd>
        {id !== undefined && <FieldNotes id={id} {...messages} />}
        {children}
      </dd>
    </dl>
  );
}
