import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { titled } from "#app/document/page-title.ts";
import { openForm } from "#app/forms/open-form.server.ts";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { submitForm } from "#app/forms/submit-form.server.ts";
import { paths } from "#app/paths.ts";
import { refusal } from "#app/portal-api/errors.ts";
import { requireAccount } from "#app/request/require.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { ButtonRow, FormPage } from "#app/ui/form-layout.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { listOpenSlots, requireStep } from "./bookable.server.ts";
import { appointmentForm, SLOT_TAKEN } from "./booking-forms.ts";
import { chooseSlot } from "./check.server.ts";
import { DayList } from "./day-list.tsx";
import { daysOf, valueOf } from "./slots.server.ts";

export const meta = titled("Book an engineer appointment");

const showsChargeable = (url: string) => new URL(url).searchParams.has("chargeable");

/** The days with their slots. What was chosen before is chosen anew. */
export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args;
  const checked = await requireStep(args, "appointment");
  const { portal, id, progress } = checked;
  const { open, unread } = await listOpenSlots(args, checked);
  const withChargeable = showsChargeable(request.url);
  const days = daysOf(open, context.config, withChargeable);
  if (progress.slot && !context.state.formRefused) chooseSlot(portal, id, undefined);
  return {
    id,
    withChargeable,
    hasSome: open.length > 0,
    unread,
    hasChargeable: context.config.chargeableSlots.length > 0 || open.some(({ isChargeable }) => isChargeable),
    days,
    daysInAll: new Set(open.map(({ day }) => day)).size,
    form: openForm(args, portal, appointmentForm),
    helpDeskPhone: context.config.helpDeskPhone,
  };
}

/** Keeps the slot, if it can still be had. A chargeable one needs an agreement of its own. */
export async function action(args: ActionFunctionArgs) {
  const portal = await requireAccount(args);
  return submitForm(args, portal, appointmentForm, {
    async save({ values }) {
      const checked = await requireStep(args, "appointment");
      const { id } = checked;
      const { open } = await listOpenSlots(args, checked);
      const chosen = open.find((slot) => valueOf(slot) === values.slot);
      if (!chosen) throw refusal("Slot", SLOT_TAKEN);
      chooseSlot(portal, id, chosen.appointment);
      const next = chosen.isChargeable ? paths.lineFaultSlotCharges : paths.lineFaultDetails;
      return { kind: "saved", to: next(id) };
    },
  });
}

export default function BookAppointment() {
  const view = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const { id, days, withChargeable, form } = view;
  return (
    <FormPage>
      <PageHeader title="Book an engineer appointment" />
      <Card heading="Available appointments" id="appointments" icon="calendar">
        {/* Another key: showing or hiding slots drops the choice. */}
        <PortalForm key={String(withChargeable)} form={appointmentForm} view={form} reply={reply}>
          {view.hasSome ? <DayList days={days} /> : <NoSlots phone={view.helpDeskPhone} />}
          {view.unread > 0 && (
            <p>
              Appointments that could not be read, and are not shown: {view.unread}. For one of them, please
              phone us on {view.helpDeskPhone}.
            </p>
          )}
          {view.daysInAll > days.length && (
            <p>
              Showing the first {days.length} of {view.daysInAll} days. For a later one, please phone us on{" "}
              {view.helpDeskPhone}.
            </p>
          )}
          {view.hasSome && view.hasChargeable && (
            <p>
              <a
                href={paths.lineFaultAppointment(id, withChargeable ? {} : { chargeable: true })}
                data-keep-scroll
              >
                {withChargeable ? "Hide chargeable slots" : "Show chargeable slots"}
              </a>
            </p>
          )}
          <ButtonRow>
            {view.hasSome && <Button variant="primary">Select Appointment</Button>}
            <ButtonLink to={paths.lineFaults()}>Perform Another Test</ButtonLink>
          </ButtonRow>
        </PortalForm>
      </Card>
    </FormPage>
  );
}

function NoSlots({ phone }: { phone: string }) {
  return (
    <EmptyState icon="calendar">
      There are no appointments at the moment. Please try again later, or phone us on {phone}: the result of
      your test is kept.
    </EmptyState>
  );
}
