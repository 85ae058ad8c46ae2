import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { titled } from "#app/document/page-title.ts";
import { CheckboxField, OnBehalf } from "#app/forms/fields.tsx";
import { openForm } from "#app/forms/open-form.server.ts";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { submitForm } from "#app/forms/submit-form.server.ts";
import { paths } from "#app/paths.ts";
import { inTurn } from "#app/request/across-instances.server.ts";
import type { RouteArgs } from "#app/request/portal.ts";
import { requireAccount } from "#app/request/require.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { DescriptionList } from "#app/ui/description-list.tsx";
import { ButtonRow, FormPage } from "#app/ui/form-layout.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { requireStep } from "./bookable.server.ts";
import { agreementForm, SHOWN_TERMS_FIELD } from "./booking-forms.ts";
import { reportName } from "./check.server.ts";
import { agree, possibleCharges, termsOf, wordingOf } from "./consent.server.ts";

type View = Awaited<ReturnType<typeof loader>>;
export const meta = titled((data) => (data as View | undefined)?.title ?? "Charges");

const CHANGED = {
  slot: "The appointment has changed since this page was opened. Please check it before you agree to its charges.",
  time: "The charges have changed since this page was opened. Please check them before you agree.",
};

const isOfSlot = ({ request, params }: RouteArgs) =>
  new URL(request.url).pathname.replace(/\.data$/, "") === paths.lineFaultSlotCharges(params["id"] ?? "");

/** The agreement to time-related charges, or under its other address the one to a chargeable slot. */
export async function loader(args: LoaderFunctionArgs) {
  const ofSlot = isOfSlot(args);
  const checked = await requireStep(args, ofSlot ? "slot charges" : "charges");
  const { portal, id, check, slot } = checked;
  return {
    ...wordingOf(args, portal, ofSlot ? slot : undefined),
    charges: possibleCharges(args, check.hasLineAssurance === true),
    form: openForm(args, portal, agreementForm, {
      current: { [SHOWN_TERMS_FIELD]: termsOf(args, portal, ofSlot ? slot : undefined) },
    }),
    cancel: ofSlot ? paths.lineFaultAppointment(id, { chargeable: true }) : paths.lineFault(id),
  };
}

export async function action(args: ActionFunctionArgs) {
  const portal = await requireAccount(args);
  const { services, signal } = args.context;
  // In the booking's turn, so that terms can't change during it.
  const turn = reportName({ portal, id: args.params["id"] ?? "" });
  return submitForm(args, portal, agreementForm, {
    save: ({ hidden }) =>
      inTurn(services.vault, turn, () => save(args, hidden(SHOWN_TERMS_FIELD)), { signal }),
  });
}

async function save(args: ActionFunctionArgs, shownTerms: string) {
  const ofSlot = isOfSlot(args);
  const checked = await requireStep(args, ofSlot ? "slot charges" : "charges");
  const { portal, id } = checked;
  const slot = ofSlot ? checked.slot : undefined;
  if (shownTerms !== termsOf(args, portal, slot)) {
    const flash = { tone: "warning", text: slot ? CHANGED.slot : CHANGED.time } as const;
    const to = slot ? paths.lineFaultSlotCharges(id) : paths.lineFaultCharges(id);
    return { kind: "saved", to, flash } as const;
  }
  await agree(args, checked, slot ? "chargeableAppointmentAccepted" : "timeRelatedChargesAccepted", slot);
  const next = slot ? paths.lineFaultDetails : paths.lineFaultAppointment;
  return { kind: "saved", to: next(id) } as const;
}

export default function AgreeToCharges() {
  const { title, wording, charges, form, cancel } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <FormPage>
      <PageHeader title={title} />
      <Card heading="What you may be charged" id="charges" icon="info">
        <DescriptionList items={charges} />
      </Card>
      <Card heading="Your agreement" id="agreement" icon="file-text">
        <PortalForm key={title} form={agreementForm} view={form} reply={reply}>
          <div className="stack prose">
            {wording.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
          <CheckboxField name="agreed" />
          <OnBehalf name={form.onBehalfOf} />
          <ButtonRow>
            <Button variant="primary">Proceed</Button>
            <ButtonLink to={cancel}>Cancel</ButtonLink>
          </ButtonRow>
        </PortalForm>
      </Card>
    </FormPage>
  );
}
