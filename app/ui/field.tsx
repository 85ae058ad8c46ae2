import { useEffect, useState, type ReactNode } from "react";
import styles from "./field.module.css";
import { Icon } from "./icon.tsx";
import { toneIcon, toneWord, type Tone } from "./tone.ts";

export interface FieldTexts {
  id: string;
  label: string;
  hint?: ReactNode;
  errors?: readonly string[];
  warnings?: readonly string[];
  infos?: readonly string[];
  optional?: boolean;
  /** `clean` turns the text into what's sent, whose length counts. */
  limit?: { readonly max: number; readonly clean: (typed: string) => string };
}

export function splitTexts<Props extends FieldTexts>(props: Props) {
  const { id, label, hint, errors, warnings, infos, optional, limit, ...native } = props;
  return {
    texts: { id, label, hint, errors, warnings, infos, optional, limit },
    native: { dir: "auto", ...native },
  };
}

/** Attributes that link a control to its texts. Screen readers read errors first, then warnings, infos and the hint. */
export function describedBy({ id, hint, errors, warnings, infos, limit }: Omit<FieldTexts, "label">) {
  const ids = [
    errors?.length && `${id}-error`,
    warnings?.length && `${id}-warning`,
    infos?.length && `${id}-info`,
    hint && `${id}-hint`,
    limit && `${id}-count`,
  ];
  return {
    id,
    "aria-describedby": ids.filter(Boolean).join(" ") || undefined,
    "aria-invalid": errors?.length ? (true as const) : undefined,
  };
}

/** A control's label, hint and messages. The control itself must spread {@link describedBy}. */
export function Field({ children, ...texts }: FieldTexts & { children: ReactNode }) {
  return (
    <div className={styles.field} data-invalid={Boolean(texts.errors?.length)}>
      <label className={styles.label} htmlFor={texts.id}>
        {texts.label}
        {texts.optional && <Optional />}
      </label>
      <FieldNotes {...texts} />
      {children}
      {texts.limit && <CharacterCount id={texts.id} limit={texts.limit} />}
    </div>
  );
}

/** How many characters are left, or too many, like GOV.UK's character count. It never cuts the text. Without scripts it gives the limit. */
function CharacterCount({ id, limit: { max, clean } }: Required<Pick<FieldTexts, "id" | "limit">>) {
  const [length, setLength] = useState<number>();
  useEffect(() => {
    const control = document.getElementById(id) as HTMLInputElement | HTMLTextAreaElement;
    const count = () => setLength(clean(control.value).length);
    count();
    control.addEventListener("input", count);
    return () => control.removeEventListener("input", count);
  }, [id, clean]);
  const left = max - (length ?? 0);
  const isOver = left < 0;
  const countText = `You have ${characters(Math.abs(left))} ${isOver ? "too many" : "remaining"}`;
  const text = length === undefined ? `You can enter up to ${characters(max)}` : countText;
  return (
    <>
      <div id={`${id}-count`} className={styles.count} data-over={isOver}>
        {/* With a short limit it would be in the way until most of it's used. */}
        {max < 500 && left > max / 4 ? "" : text}
      </div>
      <span aria-live="polite" className="visually-hidden">
        {isOver ? text : ""}
      </span>
    </>
  );
}

const characters = (count: number) =>
  count === 1 ? "1 character" : `${count.toLocaleString("en-GB")} characters`;

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

function Notes({ id, tone, texts }: { id: string; tone: Tone; texts?: readonly string[] }) {
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
