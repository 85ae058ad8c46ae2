import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { PageFacts } from "#app/document/page-facts.ts";
import { TextField } from "#app/forms/fields.tsx";
import { FILLING_FIELD } from "#app/forms/once-per-form.server.ts";
import { openForm } from "#app/forms/open-form.server.ts";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { submitForm } from "#app/forms/submit-form.server.ts";
import { paths } from "#app/paths.ts";
import { requireAccount } from "#app/request/require.ts";
import { requireSameAccount } from "#app/request/same-account.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { DescriptionList } from "#app/ui/description-list.tsx";
import { ButtonRow } from "#app/ui/form-layout.tsx";
import { callbackForm } from "./availability-forms.ts";
import { AvailabilityPage, availabilityTitle } from "./availability-page.tsx";
import { callbackFilling, outcomeOf, requestCallback, requireCallback } from "./callback.server.ts";
import { speedText } from "./speed.ts";

export const handle: PageFacts = { parts: ["availability"], formsCount: "requests" };
export const meta = availabilityTitle;

export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireAccount(args);
  const stage = requireCallback(args, portal);
  const { id: check, sites, postCode, site, product } = stage;
  const outcome = outcomeOf(stage);
  return {
    form: openForm(args, portal, callbackForm, { hidden: { [FILLING_FIELD]: callbackFilling(stage) } }),
    // Another product of the address is another form.
    key: [check, stage.address, product?.name].join(" "),
    heading: outcome.heading,
    text: outcome.text(args.context.config.salesPhone),
    facts: [
      site ? { term: "Address", detail: site.text } : { term: "Postcode", detail: postCode },
      ...(product
        ? [{ term: "Product", detail: `${product.name}, ${speedText(product.downstreamSpeed)}` }]
        : []),
    ],
    another: paths.availabilityChecker(sites.length > 0 ? { check } : {}),
  };
}

export async function action(args: ActionFunctionArgs) {
  const portal = await requireAccount(args);
  const body = await args.request.formData();
  requireSameAccount(portal, body, args.request);
  const stage = requireCallback(args, portal);
  return submitForm(args, portal, callbackForm, {
    body,
    async save({ values, hidden }) {
      const lead = { ...values, filling: hidden(FILLING_FIELD) };
      return { kind: "saved", to: await requestCallback(args, portal, stage, lead) };
    },
  });
}

export default function RequestCallback() {
  const { form, key, heading, text, facts, another } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <AvailabilityPage>
      <Card heading={heading} id="callback" icon="phone">
        {/* The form holds it all, so that its summary stands first. */}
        <PortalForm key={key} form={callbackForm} view={form} reply={reply}>
          <p className="prose">{text}</p>
          <DescriptionList items={facts} />
          <TextField
            name="phoneNumber"
            type="tel"
            width="medium"
            autoComplete="tel"
            hint="At least 10 digits"
            maxLength={40}
          />
          <ButtonRow>
            <Button variant="primary">Request a callback</Button>
            <ButtonLink to={another}>Check Another Address</ButtonLink>
          </ButtonRow>
        </PortalForm>
      </Card>
    </AvailabilityPage>
  );
}
