import type { ReactNode } from "react";
import styles from "./field.module.css";
import { Icon } from "./icon.tsx";
import { toneIcon, toneWord } from "./tone.ts";

export interface FieldTexts {
  id: string;
  label: string;
  hint?: ReactNode;
  errors?: readonly string[];
  warnings?: readonly string[];
  infos?: readonly string[];
  optional?: boolean;
}

export function splitTexts<Props extends FieldTexts>(props: Props) {
  const { id, label, hint, errors, warnings, infos, optional, ...native } = props;
  return {
    texts: { id, label, hint, errors, warnings, infos, optional },
    native: { dir: "auto", ...native },
  };
}

/** Attributes that link a control to its texts. Screen readers read errors first, then warnings, infos and the hint. */
export function describedBy({ id, hint, errors, warnings, infos }: Omit<FieldTexts, "label">) {
  const ids = [
    errors?.length && `${id}-error`,
    warnings?.length && `${id}-warning`,
    infos?.length && `${id}-info`,
    hint && `${id}-hint`,
  ];
  return {
    id,
    "aria-describedby": ids.filter(Boolean).join(" ") || undefined,
    "aria-invalid": errors?.length ? (true as const) : undefined,
  };
}

/** Label, hint and messages of one control; the control itself must spread {@link describedBy}. */
export function Field({ children, ...texts }: FieldTexts & { children: ReactNode }) {
  return (
    <div className={styles.field} data-invalid={Boolean(texts.errors?.length)}>
      <label className={styles.label} htmlFor={texts.id}>
        {texts.label}
        {texts.optional && <Optional />}
      </label>
      <FieldNotes {...texts} />
      {children}
    </div>
  );
}

export function FieldGroup({ children, ...texts }: FieldTexts & { children: ReactNode }) {
  return (
    <fieldset
      className={styles.field}
      id={texts.id}
      tabIndex={-1}
      aria-describedby={describedBy(texts)["aria-describedby"]}
      data-invalid={Boolean(texts.errors?.length)}
    >
      <legend className={styles.label}>
        {texts.label}
        {texts.optional && <Optional />}
      </legend>
      <FieldNotes {...texts} />
      {children}
    </fieldset>
  );
}

const Optional = () => <span className={styles.optional}> (optional)</span>;

export function FieldNotes({ id, hint, errors, warnings, infos }: Omit<FieldTexts, "label">) {
  return (
    <>
      {hint && (
        <div className={styles.hint} id={`${id}-hint`}>
          {hint}
        </div>
      )}
      <Notes id={`${id}-error`} tone="error" texts={errors} />
      <Notes id={`${id}-warning`} tone="warning" texts={warnings} />
      <Notes id={`${id}-info`} tone="info" texts={infos} />
    </>
  );
}

interface NotesProps {
  id: string;
  tone: "error" | "warning" | "info";
  texts?: readonly string[];
}

function Notes({ id, tone, texts }: NotesProps) {
  if (!texts?.length) return null;
  return (
    <div className={styles.notes} id={id} data-tone={tone}>
      {texts.map((text) => (
        <p key={text} className={styles.note}>
          <Icon name={toneIcon[tone]} size="small" />
          <span>
            <span className="visually-hidden">{toneWord[tone]}: </span>
            {text}
          </span>
        </p>
      ))}
    </div>
  );
}
