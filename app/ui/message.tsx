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

export function Message({ tone, heading, children }: MessageProps) {
  return (
    <div className={styles.message} data-tone={tone}>
      <MessageContent tone={tone} heading={heading}>
        {children}
      </MessageContent>
    </div>
  );
}

/** A message with a close button, which works without scripts. */
export function DismissibleMessage({ tone, heading, children }: MessageProps) {
  return (
    <dialog className={styles.message} data-tone={tone} aria-label={toneWord[tone]} open>
      <MessageContent tone={tone} heading={heading}>
        {children}
      </MessageContent>
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
