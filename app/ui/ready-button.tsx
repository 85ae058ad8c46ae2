import { useEffect, useRef, useState } from "react";
import styles from "./button.module.css";
import { Button, type ButtonLook } from "./button.tsx";

interface ReadyButtonProps extends Pick<ButtonLook, "icon" | "children"> {
  /** Name of the field that must be filled, chosen or ticked. */
  field: string;
  minLength?: number;
  /** Shown next to the button until then. */
  reason: string;
}

/** The primary button of a form, for a ButtonRow, blocked until `field` has a value. Without scripts the server checks it instead. */
export function ReadyButton({ field, minLength = 1, reason, ...button }: ReadyButtonProps) {
  const wrapper = useRef<HTMLSpanElement>(null);
  const [isReady, setReady] = useState(true);
  useEffect(() => {
    const form = wrapper.current?.closest("form");
    if (!form) return;
    const update = () => {
      const value = new FormData(form).get(field);
      setReady(typeof value === "string" && value.trim().length >= minLength);
    };
    update();
    form.addEventListener("input", update);
    return () => form.removeEventListener("input", update);
  }, [field, minLength]);
  return (
    <span ref={wrapper} className={styles.wrapper}>
      <Button {...button} variant="primary" blockedReason={isReady ? undefined : reason} />
    </span>
  );
}
