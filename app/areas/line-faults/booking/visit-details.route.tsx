import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import {
  chooseSlot,
  faultDescription,
  lineAddress,
  saveProgress,
  skipsAppointment,
} from "#app/areas/line-faults/check.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { optionalCallOptions, tolerate } from "#app/errors/tolerate.ts";
import { clean } from "#app/forms/cleaning.ts";
import { readValues } from "#app/forms/define-form.ts";
import { OnBehalf, TextAreaField, TextField } from "#app/forms/fields.tsx";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { definePost, postAction, postLoader } from "#app/forms/post.server.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { DescriptionList } from "#app/ui/description-list.tsx";
import { ButtonRow, Fields, FormPage } from "#app/ui/form-layout.tsx";
import { Message } from "#app/ui/message.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { paths } from "#shared/paths.ts";
import { getCurrentContact } from "#shared/portal-api/contacts.ts";
import { toText } from "#shared/portal-api/shapes.ts";
import { requireBookable, shownSlotValue, type BookableCase } from "./bookable.server.ts";
import { BACK_FIELD, REVIEWED_SLOT_FIELD, SLOT_TAKEN, visitDetailsForm } from "./booking-forms.ts";
import { visitFacts } from "./slots.server.ts";
import { beginReport, findAttempt } from "./trouble-report.server.ts";

const CHANGED =
  "The appointment has changed since you opened this page. Please check it and press Submit again.";

const visitDetails = definePost({
  form: visitDetailsForm,
  source: ({ args, portal }, body) =>
    body ? requireUnchangedCase(args, portal, body) : requireBookable(args, "details"),
  ruleContext: ({ check }) => ({ facts: { cli: clean.phone(check.cli) } }),
  openOptions: async (bookable, { args, portal }) => ({
    values: bookable.progress.details ?? (await prefilledDetails(args, portal)),
    shownNow: { [REVIEWED_SLOT_FIELD]: shownSlotValue(bookable) },
  }),
  async otherButton({ args, portal }, body) {
    if (!body.has(BACK_FIELD)) return undefined;
    const { id } = await requireUnchangedCase(args, portal, body);
    saveTypedDetails(portal, id, body);
    chooseSlot(portal, id, undefined);
    throw redirect(paths.lineFaultAppointment(id), 303);
  },
  async earlierRefusal(bookable, { args, portal }) {
    const attempt = await findAttempt(args, bookable);
    const failed = attempt?.outcome?.state === "refused" ? attempt.outcome : undefined;
    if (failed?.takenSlot && failed.takenSlot === shownSlotValue(bookable)) {
      // A prefetch, or a reload after a live event, would use up the message before anyone sees it.
      if (args.context.navigation) {
        chooseSlot(portal, bookable.id, undefined);
        portal.session.flash({ tone: "warning", text: SLOT_TAKEN });
      }
      throw redirect(paths.lineFaultAppointment(bookable.id), 303);
    }
    // A refusal is only for the person who entered the details. But if the report may have been logged, everyone needs to know.
    if (!failed?.perhapsLogged && !bookable.progress.details) return undefined;
    // If the slot was taken, the appointment page has already said so.
    return failed?.takenSlot === "" ? { ...failed, perhapsSaved: failed.perhapsLogged } : undefined;
  },
  view: ({ id, check, slot }, { args }) => ({
    id,
    row: { name: check.cli },
    needsNoAppointment: skipsAppointment(check),
    summary: [
      ...visitFacts(slot, slot?.isChargeable ? args.context.config.appointmentCost : undefined),
      { term: "Telephone number", detail: check.cli },
      { term: "Address", detail: lineAddress(check) },
      { term: "Fault description", detail: faultDescription(check) },
    ],
  }),
  async save({ values, args, portal, source }) {
    saveProgress(portal, source.id, { details: values });
    await beginReport(args, source, values);
    return { to: paths.lineFaultBooking(source.id) };
  },
});

async function prefilledDetails({ context }: RouteArgs, { api, user }: Portal) {
  const contact = await tolerate(api.call(getCurrentContact, {}, optionalCallOptions), { context });
  const telephone = contact.ok ? toText(contact.value.telephone) : "";
  return { firstName: user.firstName, lastName: user.lastName, contactTelephone: clean.phone(telephone) };
}

function saveTypedDetails(portal: Portal, id: string, body: FormData): void {
  saveProgress(portal, id, { details: readValues(visitDetailsForm, Object.fromEntries(body)) });
}

/** The case for a post. Redirects if it can't be sent now, or the slot has changed since the page showed it. */
async function requireUnchangedCase(args: RouteArgs, portal: Portal, body: FormData): Promise<BookableCase> {
  const { id = "" } = args.params;
  const bookable = await requireBookable(args, "details").catch(async (redirectOrError: unknown) => {
    // Another press may have logged the report by now.
    const attempt = await findAttempt(args, { portal, id });
    if (attempt?.outcome?.state === "booked") throw redirect(paths.lineFaultBooked(id), 303);
    if (attempt && !attempt.outcome) throw redirect(paths.lineFaultBooking(id), 303);
    saveTypedDetails(portal, id, body);
    throw redirectOrError;
  });
  if (!body.has(BACK_FIELD) && String(body.get(REVIEWED_SLOT_FIELD) ?? "") !== shownSlotValue(bookable)) {
    saveTypedDetails(portal, id, body);
    portal.session.flash({ tone: "warning", text: CHANGED });
    throw redirect(paths.lineFaultDetails(id), 303);
  }
  return bookable;
}

export const meta = pageTitle("Confirm Site Details");
export const loader = postLoader(visitDetails);
export const action = postAction(visitDetails);

export default function ConfirmSiteDetails() {
  const { id, needsNoAppointment, summary, form } = useLoaderData<typeof loader>();
  return (
    <FormPage>
      <PageHeader
        title="Confirm Site Details"
        back={{ to: paths.lineFault(id), label: "Line Checker Results" }}
      />
      {needsNoAppointment && (
        <Message tone="warning">
          A high care level fault needs related information for a trouble ticket.
        </Message>
      )}
      <Card
        heading={needsNoAppointment ? "Trouble Report Summary" : "Engineer Appointment Summary"}
        id="summary"
        icon="calendar"
      >
        <DescriptionList items={summary} />
      </Card>
      <Card heading="Site contact" id="contact" icon="phone">
        {/* The next page has no scripts, so the browser has to load it as a document. */}
        <PortalForm key={id} form={visitDetailsForm} view={form} reloadDocument>
          <Fields>
            <TextField name="firstName" autoComplete="given-name" />
            <TextField name="lastName" autoComplete="family-name" />
            <TextField
              name="contactTelephone"
              type="tel"
              autoComplete="tel"
              width="medium"
              hint="10 or 11 digits, and not the faulty line's own number"
            />
            <TextAreaField name="problemDescription" rows={5} />
          </Fields>
          <OnBehalf name={form.onBehalfOf} />
          <ButtonRow>
            <Button variant="primary">Submit</Button>
            {needsNoAppointment ? (
              <ButtonLink to={paths.lineFaults()}>Perform Another Test</ButtonLink>
            ) : (
              <Button name={BACK_FIELD} value="previous" formNoValidate>
                Previous Step
              </Button>
            )}
          </ButtonRow>
        </PortalForm>
      </Card>
    </FormPage>
  );
}
