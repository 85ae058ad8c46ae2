import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import styles from "./message.module.css";
import { toneIcon, toneWord, type Tone } from "./tone.ts";

interface MessageProps {
  tone: Tone;
  heading?: string;
  /** Plain text becomes a paragraph. */
  children: ReactNode;
}

export function Message(props: MessageProps) {
  return (
    <div className={styles.message} data-tone={props.tone}>
      <MessageContent {...props} />
    </div>
  );
}

/** A message with a close button, which works without scripts. */
export function DismissibleMessage(props: MessageProps) {
  return (
    <dialog className={styles.message} data-tone={props.tone} aria-label={toneWord[props.tone]} open>
      <MessageContent {...props} />
      <form method="dialog" className={styles.close}>
        <button type="submit" className={styles.button}>
          <Icon name="x" />
          <span className="visually-hidden">Dismiss</span>
        </button>
      </form>
    </dialog>
  );
}

function MessageContent({ tone, heading, children }: MessageProps) {
  return (
    <>
      <Icon name={toneIcon[tone]} />
      <div className={styles.text}>
        {heading ? (
          <p className={styles.heading}>{heading}</p>
        ) : (
          <span className="visually-hidden">{toneWord[tone]}: </span>
        )}
        {typeof children === "string" ? <p>{children}</p> : children}
      </div>
    </>
  );
}
