import { useLocation } from "@remix-run/react";
import { useRef, useState } from "react";
import { useRootData } from "#app/document/root-data.ts";
import { useBackgroundPost } from "#app/document/use-background-post.ts";
import { Button } from "#app/ui/button.tsx";
import { paths } from "#shared/paths.ts";
import styles from "./cookie-dialog.module.css";

/** Asks whether analytics may run, until someone answers. It isn't modal and doesn't cover anything, and its buttons look alike so that neither is favoured. */
export function CookieDialog({ returnTo }: { returnTo: string }) {
  const { key } = useLocation();
  const dialog = useRef<HTMLDialogElement>(null);
  const [answered, setAnswered] = useState<{ key: string; height: number }>();
  const isAsked = useRootData()?.undecidedOnCookies;
  const { onSubmit, hasFailed } = useBackgroundPost(() => {
    setAnswered({ key, height: dialog.current?.getBoundingClientRect().height ?? 0 });
    // The pressed button disappears, which would move the focus back to the top of the page.
    document.getElementById("main")?.focus({ preventScroll: true });
  });
  // Leaves a gap until the next page, so that nothing moves under someone's finger.
  if (answered?.key === key) return <div className={styles.place} style={{ height: answered.height }} />;
  if (answered || !isAsked) return null;
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby="cookie-dialog-heading" open>
      <div className={styles.words}>
        <h2 className={styles.heading} id="cookie-dialog-heading">
          Cookies on this portal
        </h2>
        <p className={styles.text}>
          May we use cookies to see how the portal is used? Others are always needed, to keep you signed in.{" "}
          <a href={paths.cookies()}>Cookie Policy</a>
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
