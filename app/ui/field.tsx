import type { ReactNode } from "react";
import styles from "./field.module.css";
import { Icon } from "./icon.tsx";
import { toneIcon, toneWord } from "./tone.ts";

/** What every field shows around its control, ready in words. */
export interface FieldTexts {
  /** The control's id; ids of hint and messages are made from it. */
  id: string;
  label: string;
  /** Help that is needed before typing. */
  hint?: ReactNode;
  /** Block the form. */
  errors?: readonly string[];
  /** Ask for a second press, or only inform. */
  warnings?: readonly string[];
  /** Worth knowing; block nothing. */
  infos?: readonly string[];
  /** Says '(optional)' after the label. */
  optional?: boolean;
}

/** The attributes that tie a control to its texts. Errors are said first, then warnings, then the hint. */
export function describedBy({ id, hint, errors, warnings, infos }: Omit<FieldTexts, "label">) {
  const ids = [
    errors?.length && `${id}-error`,
    warnings?.length && `${id}-warning`,
    infos?.length && `${id}-info`,
    hint && `${id}-hint`,
  ];
  return {
    "aria-describedby": ids.filter(Boolean).join(" ") || undefined,
    "aria-invalid": errors?.length ? (true as const) : undefined,
  };
}

/** Label, hint and messages around one control, which must spread `describedBy` and carry the id. */
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

/** The same for several controls of one question: a fieldset with a legend. */
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

/** Hint, errors and warnings, each under the id that `describedBy` names. */
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

function Notes({
  id,
  tone,
  texts,
}: {
  id: string;
  tone: "error" | "warning" | "info";
  texts?: readonly string[];
}) {
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
