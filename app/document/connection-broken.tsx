import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Button } from "#app/ui/button.tsx";
import { hideNextLoad, useRequestInFlight } from "./watch-requests.ts";

/** Shows a dialog if a form or a link didn't get an answer from the application. */
export function ConnectionBroken() {
  const { retry, status = 0, isLoad } = useRequestInFlight();
  const shownLocation = useLocation();
  const shownEntry = useRef(0);
  // While going back, the browser is already at its history's next entry.
  useEffect(() => void (shownEntry.current = historyEntry()), [shownLocation]);
  const navigate = useNavigate();
  const isAfterForm = useNavigation().formMethod === "POST";
  if (!retry) return null;
  // Any new navigation, even to the same page, cancels the request.
  const leave = () => {
    hideNextLoad();
    const entries = shownEntry.current - historyEntry();
    if (entries !== 0) return navigate(entries);
    navigate(shownLocation.pathname + shownLocation.search, { replace: true, preventScrollReset: true });
  };
  const reason = isLoad ? (isAfterForm ? arrived : offline) : (refusals[status] ?? broken);
  const { heading, text, mustChange, leaveLabel = "Back to the form" } = reason;
  return (
    <dialog
      ref={showModal}
      className="dialog"
      aria-labelledby="connection-broken"
      aria-describedby="connection-broken-text"
      onCancel={(event) => {
        event.preventDefault();
        if (leaveLabel) leave();
      }}
    >
      <h2 id="connection-broken">{heading}</h2>
      <p id="connection-broken-text">{text}</p>
      <p className="cluster">
        <Button type="button" variant={mustChange ? "secondary" : "primary"} onClick={retry}>
          Try again
        </Button>
        {leaveLabel && (
          <Button type="button" variant={mustChange ? "primary" : "secondary"} onClick={leave}>
            {leaveLabel}
          </Button>
        )}
      </p>
    </dialog>
  );
}

const showModal = (dialog: HTMLDialogElement | null) => dialog?.showModal();

/** The router's number for the browser's current entry. */
const historyEntry = () => Number((history.state as { readonly idx?: number } | null)?.idx ?? 0);

interface Reason {
  readonly heading: string;
  readonly text: string;
  /** Sending the form again as it is can't succeed. */
  readonly mustChange?: boolean;
  /** '' if there's nothing to go back to. */
  readonly leaveLabel?: string;
}

const offline: Reason = {
  heading: "There's no connection",
  text: "We can't reach the portal. We'll open the page you asked for as soon as you're back online.",
  leaveLabel: "Stay on this page",
};

const arrived: Reason = {
  heading: offline.heading,
  text: "We've received your form. We'll show you the result as soon as you're back online.",
  leaveLabel: "",
};

const broken: Reason = {
  heading: "The connection was lost",
  text: "Your form may not have arrived. You can safely send it again: it won't be saved twice.",
};
/** Refused by the server's limits, or by a gateway in front of it. */
const refusals: Readonly<Record<number, Reason>> = {
  413: {
    heading: "That's too much at once",
    text: "Nothing was saved. Please go back, shorten what you typed or choose smaller files, and send the form again.",
    mustChange: true,
  },
  429: {
    heading: "Please wait a moment",
    text: "You've tried this too many times, so nothing was changed. Please try again later.",
  },
};
