import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Button } from "#app/ui/button.tsx";
import { useFormInFlight, watchRequests } from "./watch-requests.ts";

/** Watches Remix's requests, and asks what to do after the connection broke while a form was sent. */
export function ConnectionBroken() {
  useEffect(watchRequests, []);
  const { retry } = useFormInFlight();
  return retry && <Dialog retry={retry} />;
}

function Dialog({ retry }: { retry: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => dialog.current?.showModal(), []);
  // Any new navigation, even to the same page, cancels the submission.
  const leave = () => navigate(pathname + search, { replace: true, preventScrollReset: true });
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby="connection-broken"
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
    >
      <h2 id="connection-broken">The connection broke</h2>
      <p>
        Your form may not have arrived. You can send it again as it is: what you wrote is not saved twice.
      </p>
      <p className="cluster">
        <Button type="button" variant="primary" onClick={retry}>
          Try Again
        </Button>
        <Button type="button" onClick={leave}>
          Back to the Form
        </Button>
      </p>
    </dialog>
  );
}
