import { useLoaderData } from "@remix-run/react";
import { answerInTurn } from "#app/areas/line-faults/check.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { CheckboxField, OnBehalf } from "#app/forms/fields.tsx";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { definePost, postLoader } from "#app/forms/post.server.ts";
import type { RouteArgs } from "#app/request/portal.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { DescriptionList } from "#app/ui/description-list.tsx";
import { ButtonRow, FormPage } from "#app/ui/form-layout.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { ReadyButton } from "#app/ui/ready-button.tsx";
import { paths } from "#shared/paths.ts";
import { agreementWording, possibleCharges, saveAgreement, termsFingerprint } from "./agreements.server.ts";
import { requireBookable } from "./bookable.server.ts";
import { agreementForm, REVIEWED_TERMS_FIELD } from "./booking-forms.ts";

const CHANGED = {
  slot: "The appointment has changed since you opened this page. Please check it before you agree to its charges.",
  timeCharges: "The charges have changed since you opened this page. Please check them before you agree.",
};

/** Remix adds .data to the path when its script loads the page. */
const isForSlot = ({ request, params }: RouteArgs) =>
  new URL(request.url).pathname.replace(/\.data$/, "") === paths.lineFaultSlotCharges(params["id"] ?? "");

/** The agreement to time-related charges or, at its second URL, to the price of a chargeable slot. */
const agreement = definePost({
  form: agreementForm,
  async source({ args, portal }) {
    const forSlot = isForSlot(args);
    const faultCase = await requireBookable(args, forSlot ? "slotCharges" : "charges");
    const slot = forSlot ? faultCase.slot : undefined;
    return { faultCase, slot, terms: termsFingerprint(args, portal, slot) };
  },
  openOptions: ({ terms }) => ({ shownNow: { [REVIEWED_TERMS_FIELD]: terms } }),
  view: ({ faultCase: { id, check }, slot }, { args, portal }) => ({
    ...agreementWording(args, portal, slot),
    row: { name: check.cli },
    charges: possibleCharges(args, check.hasLineAssurance === true),
    resultsUrl: paths.lineFault(id),
    cancelUrl: slot ? paths.lineFaultAppointment(id, { chargeable: true }) : paths.lineFault(id),
  }),
  async save({ texts, args, source: { faultCase, slot, terms } }) {
    const { id } = faultCase;
    if (texts[REVIEWED_TERMS_FIELD] !== terms) {
      const flash = { tone: "warning", text: slot ? CHANGED.slot : CHANGED.timeCharges } as const;
      return { to: slot ? paths.lineFaultSlotCharges(id) : paths.lineFaultCharges(id), flash };
    }
    await saveAgreement(args, faultCase, slot);
    return { to: slot ? paths.lineFaultDetails(id) : paths.lineFaultAppointment(id) };
  },
});

export const meta = pageTitle("Charges");
export const loader = postLoader(agreement);
/** Waits for any booking, so that agreements can't change while a report is being sent. */
export const action = answerInTurn(agreement);

export default function AgreeToCharges() {
  const { title, wording, charges, form, resultsUrl, cancelUrl } = useLoaderData<typeof loader>();
  return (
    <FormPage>
      <PageHeader title={title} back={{ to: resultsUrl, label: "Line Checker Results" }} />
      <Card heading="What you may be charged" id="charges" icon="info">
        <DescriptionList items={charges} />
      </Card>
      <Card heading="Your agreement" id="agreement" icon="file-text">
        <PortalForm key={title} form={agreementForm} view={form}>
          <div className="stack prose">
            {wording.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
          <CheckboxField name="agreed" />
          <OnBehalf name={form.onBehalfOf} />
          <ButtonRow>
            <ReadyButton field="agreed" reason="Tick the box to continue">
              Proceed
            </ReadyButton>
            <ButtonLink to={cancelUrl}>Cancel</ButtonLink>
          </ButtonRow>
        </PortalForm>
      </Card>
    </FormPage>
  );
}
