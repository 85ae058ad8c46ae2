import { useLocation } from "@remix-run/react";
import { useRef, useState } from "react";
import { useBackgroundPost } from "#app/document/use-background-post.ts";
import { Button } from "#app/ui/button.tsx";
import styles from "./cookie-dialog.module.css";

interface CookieDialogProps {
  action: string;
  returnTo: string;
  policyTo: string;
  /** In the page's flow, where it covers nothing. Otherwise it comes before the page, whose styles leave room for it. */
  inFlow?: true;
}

/** Asks whether analytics may run. It is not modal, and its two buttons look alike so that neither answer is favoured. */
export function CookieDialog({ action, returnTo, policyTo, inFlow }: CookieDialogProps) {
  const { key } = useLocation();
  const dialog = useRef<HTMLDialogElement>(null);
  const [answered, setAnswered] = useState<{ key: string; height: number }>();
  const { onSubmit, hasFailed } = useBackgroundPost(() => {
    setAnswered({ key, height: dialog.current?.getBoundingClientRect().height ?? 0 });
    // The pressed button disappears, and without this the focus would go back to the top of the page.
    document.getElementById("main")?.focus({ preventScroll: true });
  });
  // Its place stays until the next page, since nothing may move under a finger.
  if (answered)
    return inFlow && answered.key === key ? (
      <div className={styles.place} style={{ height: answered.height }} />
    ) : null;
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-in-flow={inFlow}
      aria-labelledby="cookie-dialog-heading"
      data-cookie-question
      open
    >
      <div className={styles.words}>
        <h2 className={styles.heading} id="cookie-dialog-heading">
          Cookies on this portal
        </h2>
        <p className={styles.text}>
          Some cookies keep you signed in and are always needed. With your permission, we also use cookies
          that tell us how the portal is used. Read the <a href={policyTo}>Cookie Policy</a>.
        </p>
        <p className={styles.failed} role="alert">
          {hasFailed && "We couldn't save your answer. Please try again."}
        </p>
      </div>
      <form method="post" action={action} className={styles.choices} onSubmit={onSubmit}>
        <input type="hidden" name="returnTo" value={returnTo} />
        <Button name="choice" value="opt-out" wide>
          Opt out
        </Button>
        <Button name="choice" value="accept" wide>
          Accept
        </Button>
      </form>
    </dialog>
  );
}
