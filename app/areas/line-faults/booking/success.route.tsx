import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SwitchOff } from "#app/areas/line-faults/switch-off.tsx";
import { pageTitle } from "#app/document/page-title.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Confirmation } from "#app/ui/confirmation.tsx";
import { DescriptionList } from "#app/ui/description-list.tsx";
import { ButtonRow, FormPage } from "#app/ui/form-layout.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import styles from "./appointment.module.css";
import { successView } from "./success-view.server.ts";

export const meta = pageTitle("Success");
export const loader = (args: LoaderFunctionArgs) => successView(args);

export default function Success() {
  const { id, text, facts, ticket, hasVisit, target, timeline, hasConsents, postcode } =
    useLoaderData<typeof loader>();
  return (
    <FormPage>
      <PageHeader title="Success" />
      <Confirmation text={text}>
        <div className={styles.facts}>
          <DescriptionList items={facts} />
        </div>
        <ButtonRow>
          {ticket && (
            <ButtonLink to={ticket} variant="primary">
              View Ticket
            </ButtonLink>
          )}
          <ButtonLink to={paths.lineFaults()}>Perform Another Test</ButtonLink>
          {hasVisit && (
            <ButtonLink to={paths.lineFaultCalendar(id)} icon="calendar" reloadDocument>
              Add to calendar
            </ButtonLink>
          )}
        </ButtonRow>
      </Confirmation>
      <Card heading="When it should be mended" id="target" icon="activity">
        <p className="prose">
          By <strong>{target.by}</strong>. This is an estimate, by the care level of the line (
          {target.careLevel}) and the working days of England and Wales.
        </p>
      </Card>
      <Card heading="What has happened" id="timeline" icon="circle-check">
        <ol className={styles.timeline}>
          {timeline.map(({ at, what }) => (
            <li key={what}>
              {what}
              {at && <span className="muted"> {at}</span>}
            </li>
          ))}
        </ol>
        {hasConsents && <a href={paths.lineFaultReceipt(id)}>What you agreed to, to print or keep</a>}
      </Card>
      <SwitchOff postcode={postcode} />
    </FormPage>
  );
}
