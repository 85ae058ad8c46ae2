import { useState } from "react";
import { useRootData } from "#app/document/root-data.ts";
import { useBackgroundPost } from "#app/document/use-background-post.ts";
import { Button } from "#app/ui/button.tsx";
import { paths } from "#shared/paths.ts";
import styles from "./cookie-dialog.module.css";

interface CookieDialogProps {
  returnTo: string;
  /** Lies over the page, whose styles leave room for it; otherwise it has a place of its own before the page. */
  over?: boolean;
}

/** Asks whether analytics may run, until it's answered. Comes before the page in the document. It is not modal, and its two buttons look alike so that neither answer is favoured. */
export function CookieDialog({ returnTo, over }: CookieDialogProps) {
  const [isAnswered, setIsAnswered] = useState(false);
  const isAsked = useRootData()?.undecidedOnCookies;
  const { onSubmit, hasFailed } = useBackgroundPost(() => {
    setIsAnswered(true);
    // The pressed button disappears, and without this the focus would go back to the top of the page.
    document.getElementById("main")?.focus({ preventScroll: true });
  });
  if (isAnswered || !isAsked) return null;
  return (
    <dialog
      className={styles.dialog}
      aria-labelledby="cookie-dialog-heading"
      data-cookie-question={over || undefined}
      open
    >
      <div className={styles.words}>
        <h2 className={styles.heading} id="cookie-dialog-heading">
          Cookies on this portal
        </h2>
        <p className={styles.text}>
          Some cookies keep you signed in and are always needed. With your permission, we also use cookies
          that tell us how the portal is used. Read the <a href={paths.cookies()}>Cookie Policy</a>.
        </p>
        <p className={styles.failed} role="alert">
          {hasFailed && "We couldn't save your answer. Please try again."}
        </p>
      </div>
      <form method="post" action={paths.cookies()} className={styles.choices} onSubmit={onSubmit}>
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
