import { useLocation, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import styles from "#app/areas/line-faults/line-faults.module.css";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { ButtonRow } from "#app/ui/form-layout.tsx";
import { Message } from "#app/ui/message.tsx";
import { PanelError } from "#app/ui/panel-error.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import type { CheckView } from "./check-view.server.ts";

/** Polls in case the live event gets lost. Without scripts, the page reloads just as often. */
const POLL_MS = 5_000;

type WaitingView = Extract<CheckView, { kind: "waiting" }>;

export function Waiting({ row, elapsed, isStartUnconfirmed, failure, overdue }: WaitingView) {
  const { pathname } = useLocation();
  usePolling();
  return (
    <>
      {isStartUnconfirmed && (
        <Message tone="warning" heading="We couldn't confirm that your test has started">
          If it has, you'll see the result here. Please wait 3 minutes before you start it again.
        </Message>
      )}
      {overdue && (
        <Message tone="warning" heading="This is taking longer than usual">
          <p>
            You don&apos;t have to wait here. We&apos;ll notify you when it&apos;s finished. If you don&apos;t
            hear from us, run the test again, <a href={overdue.supportUrl}>raise a support ticket</a> or call
            us on <PhoneLink number={overdue.phone} />.
          </p>
        </Message>
      )}
      <Card
        heading={row.name === "" ? "Line test" : `Line test for ${row.name}`}
        id="waiting"
        icon="activity"
      >
        <div className="stack-wide">
          <Spinner label="Please wait while we run a line test. This can take up to 3 minutes, and during this time you may experience some line disruption. You can leave this page and will receive a notification when the line test has finished." />
          {failure && <PanelError {...failure} />}
          {elapsed && (
            <p className={styles.elapsed} aria-live="off">
              Running for {elapsed}
            </p>
          )}
          <ButtonRow>
            <ButtonLink to={pathname} variant="primary">
              Check now
            </ButtonLink>
          </ButtonRow>
        </div>
      </Card>
    </>
  );
}

function usePolling() {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(() => document.hidden || revalidate(), POLL_MS);
    return () => clearInterval(timer);
  }, [revalidate]);
}
