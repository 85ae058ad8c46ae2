import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { titled } from "#app/document/page-title.ts";
import { CheckboxField, OnBehalf } from "#app/forms/fields.tsx";
import { openForm } from "#app/forms/open-form.server.ts";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { submitForm } from "#app/forms/submit-form.server.ts";
import { paths } from "#app/paths.ts";
import type { RouteArgs } from "#app/request/portal.ts";
import { requireAccount } from "#app/request/require.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { DescriptionList } from "#app/ui/description-list.tsx";
import { ButtonRow, FormPage } from "#app/ui/form-layout.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { requireStep, shownSlot } from "./bookable.server.ts";
import { agreementForm, SHOWN_SLOT_FIELD } from "./booking-forms.ts";
import { agree, possibleCharges, wordingOf } from "./consent.server.ts";

type View = Awaited<ReturnType<typeof loader>>;
export const meta = titled((data) => (data as View | undefined)?.title ?? "Charges");

const CHANGED =
  "The appointment has changed since this page was opened. Please check it before you agree to its charges.";

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
      current: { [SHOWN_SLOT_FIELD]: shownSlot(checked) },
    }),
    cancel: ofSlot ? paths.lineFaultAppointment(id, { chargeable: true }) : paths.lineFault(id),
  };
}

export async function action(args: ActionFunctionArgs) {
  const ofSlot = isOfSlot(args);
  return submitForm(args, await requireAccount(args), agreementForm, {
    async save({ hidden }) {
      const checked = await requireStep(args, ofSlot ? "slot charges" : "charges");
      if (hidden(SHOWN_SLOT_FIELD) !== shownSlot(checked)) {
        const flash = { tone: "warning", text: CHANGED } as const;
        return { kind: "saved", to: paths.lineFaultSlotCharges(checked.id), flash };
      }
      if (ofSlot) await agree(args, checked, "chargeableAppointmentAccepted", checked.slot);
      else await agree(args, checked, "timeRelatedChargesAccepted");
      const next = ofSlot ? paths.lineFaultDetails : paths.lineFaultAppointment;
      return { kind: "saved", to: next(checked.id) };
    },
  });
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
