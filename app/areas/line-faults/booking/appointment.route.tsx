import { useLoaderData } from "@remix-run/react";
import { chooseSlot } from "#app/areas/line-faults/check.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { definePost, postAction, postLoader } from "#app/forms/post.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { ButtonRow, FormPage } from "#app/ui/form-layout.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import { ReadyButton } from "#app/ui/ready-button.tsx";
import { paths } from "#shared/paths.ts";
import { refusal } from "#shared/portal-api/errors.ts";
import { listOpenSlots, requireBookable } from "./bookable.server.ts";
import { appointmentForm, SLOT_TAKEN } from "./booking-forms.ts";
import { DayList } from "./day-list.tsx";
import { listSlotDays, slotValue } from "./slots.server.ts";

const appointment = definePost({
  form: appointmentForm,
  async source({ args }) {
    const faultCase = await requireBookable(args, "appointment");
    return { ...faultCase, ...(await listOpenSlots(args, faultCase)) };
  },
  view({ portal, id, check, progress, openSlots, unreadableCount }, { args: { context, request } }) {
    const { config } = context;
    const withChargeable = new URL(request.url).searchParams.has("chargeable");
    // Opening the page clears the choice, but a live event or a prefetch mustn't clear another tab's.
    if (context.navigation && progress.slot && !context.state.formRefused) chooseSlot(portal, id, undefined);
    return {
      id,
      row: { name: check.cli },
      withChargeable,
      hasSlots: openSlots.length > 0,
      unreadableCount,
      hasChargeable: config.chargeableSlots.length > 0 || openSlots.some(({ isChargeable }) => isChargeable),
      days: listSlotDays(openSlots, config, withChargeable),
      cost: config.appointmentCost,
      totalDays: new Set(openSlots.map(({ day }) => day)).size,
      helpDeskPhone: config.helpDeskPhone,
    };
  },
  async save({ values, source: { portal, id, openSlots } }) {
    const chosen = openSlots.find((slot) => slotValue(slot) === values.slot);
    if (!chosen) throw refusal("Slot", SLOT_TAKEN);
    chooseSlot(portal, id, chosen.appointment);
    return { to: chosen.isChargeable ? paths.lineFaultSlotCharges(id) : paths.lineFaultDetails(id) };
  },
});

export const meta = pageTitle("Book an engineer appointment");
export const loader = postLoader(appointment);
export const action = postAction(appointment);

export default function BookAppointment() {
  const view = useLoaderData<typeof loader>();
  const { id, days, withChargeable, form } = view;
  return (
    <FormPage>
      <PageHeader
        title="Book an engineer appointment"
        back={{ to: paths.lineFault(id), label: "Line Checker Results" }}
      />
      <Card heading="Available appointments" id="appointments" icon="calendar">
        {/* The key resets the form, because showing or hiding chargeable slots clears the choice. */}
        <PortalForm key={String(withChargeable)} form={appointmentForm} view={form}>
          {view.hasSlots ? <DayList days={days} cost={view.cost} /> : <NoSlots phone={view.helpDeskPhone} />}
          {view.unreadableCount > 0 && (
            <p>
              Appointments we couldn&apos;t read and can&apos;t show here: {view.unreadableCount}. To book one
              of them, please call us on <PhoneLink number={view.helpDeskPhone} />.
            </p>
          )}
          {view.totalDays > days.length && (
            <p>
              Showing the first {days.length} of {view.totalDays} days. For a later date, please call us on{" "}
              <PhoneLink number={view.helpDeskPhone} />.
            </p>
          )}
          {view.hasSlots && view.hasChargeable && (
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
            {view.hasSlots && (
              <ReadyButton field="slot" reason="Choose an appointment to continue">
                Select Appointment
              </ReadyButton>
            )}
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
      There are no appointments at the moment. Please try again later, or call us on{" "}
      <PhoneLink number={phone} />. We&apos;ll keep the result of your test.
    </EmptyState>
  );
}
