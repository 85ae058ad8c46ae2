import { useLoaderData } from "@remix-run/react";
import { TextField } from "#app/forms/fields.tsx";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { postAction, postLoader } from "#app/forms/post.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { DescriptionList } from "#app/ui/description-list.tsx";
import { ButtonRow } from "#app/ui/form-layout.tsx";
import type { PageFacts } from "#shared/page-facts.ts";
import { callbackForm } from "./availability-forms.ts";
import { AvailabilityPage, availabilityTitle, CHECK_ANOTHER } from "./availability-page.tsx";
import { callbackRequest } from "./callback.server.ts";

export const handle: PageFacts = { requiredParts: ["availability"], postRateLimit: "requests" };
export const meta = availabilityTitle;
export const loader = postLoader(callbackRequest);
export const action = postAction(callbackRequest);

export default function RequestCallback() {
  const { form, formKey, heading, text, details, checkAnotherUrl } = useLoaderData<typeof loader>();
  return (
    <AvailabilityPage back={{ to: checkAnotherUrl, label: CHECK_ANOTHER }}>
      <Card heading={heading} id="callback" icon="phone">
        {/* Inside the form, so that the error summary appears above it. */}
        <PortalForm key={formKey} form={callbackForm} view={form}>
          <p className="prose">{text}</p>
          <DescriptionList items={details} />
          <TextField
            name="phoneNumber"
            type="tel"
            width="medium"
            autoComplete="tel"
            hint="At least 10 digits"
          />
          <ButtonRow>
            <Button variant="primary">Request a callback</Button>
          </ButtonRow>
        </PortalForm>
      </Card>
    </AvailabilityPage>
  );
}
