import { useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import styles from "./button.module.css";
import { Button, type ButtonLook } from "./button.tsx";

interface ReadyButtonProps extends Pick<ButtonLook, "icon" | "children"> {
  /** The name of the field that has to be filled in, chosen or ticked. */
  field: string;
  /** Spaces don't count. */
  minLength?: number;
  /** Shown beside the button until then. */
  reason: string;
}

/** A form's primary button, for a ButtonRow, blocked until `field` has a value. Without scripts the server checks instead. */
export function ReadyButton({ field, minLength = 1, reason, ...button }: ReadyButtonProps) {
  const wrapper = useRef<HTMLSpanElement>(null);
  const [isReady, setReady] = useState(true);
  const update = useCallback(() => {
    const form = wrapper.current?.closest("form");
    const value = form && new FormData(form).get(field);
    setReady(!form || (typeof value === "string" && value.replace(/\s/g, "").length >= minLength));
  }, [field, minLength]);
  useEffect(() => {
    const form = wrapper.current?.closest("form");
    update();
    form?.addEventListener("input", update);
    return () => form?.removeEventListener("input", update);
  }, [update]);
  return (
    // Pressing it reads the field once more, because autofill and extensions change fields without an event.
    <span ref={wrapper} className={styles.wrapper} onClickCapture={() => flushSync(update)}>
      <Button {...button} variant="primary" blockedReason={isReady ? undefined : reason} />
    </span>
  );
}
