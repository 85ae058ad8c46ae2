import { useLoaderData } from "@remix-run/react";
import { PhoneNetworkClosureNotice } from "#app/areas/line-faults/phone-network-closure-notice.tsx";
import { pageTitle } from "#app/document/page-title.ts";
import { Card } from "#app/ui/card.tsx";
import { DescriptionList } from "#app/ui/description-list.tsx";
import { DonePage } from "#app/ui/done-page.tsx";
import { paths } from "#shared/paths.ts";
import styles from "./appointment.module.css";
import { successView } from "./success-view.server.ts";

export const meta = pageTitle("Success");
export const loader = successView;

export default function Success() {
  const { id, fact, text, facts, ticket, hasVisit, target, timeline, hasAgreements, postcode } =
    useLoaderData<typeof loader>();
  return (
    <DonePage
      title="Success"
      fact={fact}
      next={
        <>
          <p>{text}</p>
          <DescriptionList items={facts} />
          {hasVisit && (
            <p className="no-print">
              <a href={paths.lineFaultCalendar(id)} data-reload-document>
                Add to calendar
              </a>
            </p>
          )}
        </>
      }
      buttons={[
        ticket !== undefined && { to: ticket, label: "View Ticket" },
        { to: paths.lineFaults(), label: "Perform Another Test" },
      ]}
    >
      <Card heading="When it should be fixed" id="target" icon="activity">
        <p className="prose">
          By <strong>{target.by}</strong>. This is an estimate, based on the line&apos;s care level (
          {target.careLevel}) and working days in England and Wales.
        </p>
      </Card>
      <Card heading="What has happened" id="timeline" icon="circle-check">
        <ol className={styles.timeline}>
          {timeline.map(({ at, event }) => (
            <li key={event}>
              {event}
              {at && <span className="muted"> {at}</span>}
            </li>
          ))}
        </ol>
        {hasAgreements && <a href={paths.lineFaultReceipt(id)}>Print or save what you agreed to</a>}
      </Card>
      <PhoneNetworkClosureNotice postcode={postcode} />
    </DonePage>
  );
}
