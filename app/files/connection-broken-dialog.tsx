import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { Button } from "#app/ui/button.tsx";
import { ButtonRow } from "#app/ui/form-layout.tsx";
import styles from "./files-field.module.css";

/** Asks what to do after the connection broke. Rendered outside the form, which is inert while it is sent. */
export function ConnectionBrokenDialog({ retry }: { retry: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => dialog.current?.showModal(), []);
  // Any new navigation, even to the same page, cancels the submission.
  const leave = () => navigate(pathname + search, { replace: true, preventScrollReset: true });
  return createPortal(
    <dialog
      ref={dialog}
      className={styles.broken}
      aria-labelledby="broken-sending"
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
    >
      <h2 id="broken-sending">The connection broke</h2>
      <p>
        Your form and its files may not have arrived. You can send them again as they are: what you wrote is
        not saved twice.
      </p>
      <ButtonRow>
        <Button type="button" variant="primary" onClick={retry}>
          Try Again
        </Button>
        <Button type="button" onClick={leave}>
          Back to the Form
        </Button>
      </ButtonRow>
    </dialog>,
    document.body,
  );
}
