import styles from "#app/areas/line-faults/line-faults.module.css";
import { CHARGED_VISIT, ENGINEER_CHARGES, FAULT_FOUND } from "#app/areas/line-faults/line-texts.ts";
import { PhoneNetworkClosureNotice } from "#app/areas/line-faults/phone-network-closure-notice.tsx";
import { EnquiryButton } from "#app/areas/tickets/enquiry-button.tsx";
import { CheckboxField } from "#app/forms/fields.tsx";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { DescriptionList } from "#app/ui/description-list.tsx";
import { ButtonRow } from "#app/ui/form-layout.tsx";
import { Message } from "#app/ui/message.tsx";
import type { CheckView } from "./check-view.server.ts";
import { checklistForm } from "./line-test-form.ts";

type ResultsView = Extract<CheckView, { kind: "results" }>;

export function Results(view: ResultsView) {
  const { row, facts, failure, report } = view;
  return (
    <>
      <Card heading={`Line Check Results for ${row.name}`} id="results" icon="activity">
        <div className="stack-wide">
          <Outcome {...view} />
          <DescriptionList items={facts} />
        </div>
      </Card>
      {!failure && !report && !view.isFault && <Checklist {...view} />}
      {!failure && !report && <Booking {...view} />}
      {!failure && <PhoneNetworkClosureNotice postcode={view.postcode} />}
      <EnquiryButton {...view.enquiry} what="line" />
    </>
  );
}

function Outcome({ failure, report, isFault, isUnknown, info }: ResultsView) {
  if (failure)
    return (
      <Message tone="error" heading="The test couldn't be completed">
        <p>{failure}</p>
      </Message>
    );
  if (!report && isUnknown)
    return (
      <Message tone="warning">The test didn&apos;t say whether there&apos;s a fault on this line.</Message>
    );
  if (!report)
    return (
      <Message tone={isFault ? "warning" : "success"}>
        {isFault ? FAULT_FOUND + info : "No fault has been found on this line."}
      </Message>
    );
  const ticketNumber = report.to ? <a href={report.to}>{report.id}</a> : report.id;
  return (
    <Message tone="warning">
      {isFault && (
        <p>
          A fault was found on this line. It will be passed to an engineer immediately, in line with your
          service level agreement.
        </p>
      )}
      <p>We&apos;ve opened a ticket for it. Your reference number is {ticketNumber}.</p>
    </Message>
  );
}

function Checklist({ form, isChecklistConfirmed }: ResultsView) {
  const submitIfTicked = ({ target, currentTarget }: React.FormEvent<HTMLDivElement>) => {
    if ((target as HTMLInputElement).checked) currentTarget.closest("form")?.requestSubmit?.();
  };
  return (
    <Card heading="Please check these first" id="checklist" icon="wrench">
      <div className="stack-wide">
        <ol className={styles.checklist}>
          <li>Check that all of your equipment has power.</li>
          <li>Power down the router. In some cases it must be off for at least 30 minutes.</li>
          <li>Restart the device that has the Wi-Fi issue.</li>
          <li>Try an Ethernet cable in place of Wi-Fi.</li>
          <li>Swap the microfilter, and fit one on every phone socket.</li>
        </ol>
        {isChecklistConfirmed ? (
          <Message tone="success">{checklistForm.fields.noFaultCheckListConfirmed}</Message>
        ) : (
          <PortalForm form={checklistForm} view={form}>
            <div onChange={submitIfTicked}>
              <CheckboxField name="noFaultCheckListConfirmed" />
            </div>
            <ButtonRow>
              <Button>Confirm</Button>
            </ButtonRow>
          </PortalForm>
        )}
      </div>
    </Card>
  );
}

function Booking({ hasAssurance, bookingUrl }: ResultsView) {
  return (
    <Card heading="Engineer appointment" id="booking" icon="calendar">
      <div className="stack-wide">
        <p>
          {hasAssurance
            ? "Great news, this engineer appointment would normally be chargeable but because you have Line Assurance it will be free!"
            : CHARGED_VISIT}
        </p>
        <p className={styles.charges}>{ENGINEER_CHARGES}</p>
        <ButtonRow>
          {bookingUrl ? (
            <ButtonLink to={bookingUrl} variant="primary">
              Book Engineer Appointment
            </ButtonLink>
          ) : (
            <Button type="button" variant="primary" disabled>
              Book Engineer Appointment
            </Button>
          )}
        </ButtonRow>
      </div>
    </Card>
  );
}
