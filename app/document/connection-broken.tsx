import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Button } from "#app/ui/button.tsx";
import { stayOnPage, useRequestInFlight, watchRequests } from "./watch-requests.ts";

/** Watches Remix's requests, and says so where the application answered neither a form nor a link. */
export function ConnectionBroken() {
  useEffect(watchRequests, []);
  const { retry, status = 0, isLoad } = useRequestInFlight();
  return retry && <Dialog retry={retry} {...(isLoad ? offline : (refusals[status] ?? broken))} />;
}

interface Reason {
  readonly heading: string;
  readonly text: string;
  /** Sending the form again as it is would be in vain. */
  readonly mustChange?: boolean;
  readonly leaveLabel?: string;
}

const offline: Reason = {
  heading: "There's no connection",
  text: "We can't reach the portal. The page you asked for opens as soon as the connection is back.",
  leaveLabel: "Stay on This Page",
};

const broken: Reason = {
  heading: "The connection broke",
  text: "Your form may not have arrived. You can send it again as it is: what you wrote is not saved twice.",
};
/** The limits of the server, or of a gateway before it. */
const refusals: Readonly<Record<number, Reason>> = {
  413: {
    heading: "That is too much at once",
    text: "Nothing was saved. Please go back, shorten what you typed or choose smaller files, and send the form again.",
    mustChange: true,
  },
  429: {
    heading: "Please wait a moment",
    text: "You've asked for this more often than the portal allows, so nothing was done. Please try again later.",
  },
};

function Dialog(props: Reason & { readonly retry: () => void }) {
  const { retry, heading, text, mustChange, leaveLabel = "Back to the Form" } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => dialog.current?.showModal(), []);
  // Any new navigation, even to the same page, cancels the request.
  const leave = () => {
    stayOnPage();
    navigate(pathname + search, { replace: true, preventScrollReset: true });
  };
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
      <h2 id="connection-broken">{heading}</h2>
      <p>{text}</p>
      <p className="cluster">
        <Button type="button" variant={mustChange ? "secondary" : "primary"} onClick={retry}>
          Try Again
        </Button>
        <Button type="button" variant={mustChange ? "primary" : "secondary"} onClick={leave}>
          {leaveLabel}
        </Button>
      </p>
    </dialog>
  );
}
