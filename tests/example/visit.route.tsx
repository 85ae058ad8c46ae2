import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/document/page-title.ts";
import { TextAreaField } from "#app/forms/fields.tsx";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { postAction, postLoader } from "#app/forms/post.server.ts";
import { Button } from "#app/ui/button.tsx";
import { ButtonRow, FormPage } from "#app/ui/form-layout.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { visitForm } from "./visit-forms.ts";
import { visit } from "./visit.server.ts";

export const meta = pageTitle("Ask for a Visit");
export const loader = postLoader(visit);
export const action = postAction(visit);

export default function Visit() {
  const { form } = useLoaderData<typeof loader>();
  return (
    <FormPage>
      <PageHeader title="Ask for a Visit" />
      <PortalForm form={visitForm} view={form}>
        <TextAreaField name="message" rows={8} />
        <ButtonRow>
          <Button variant="primary">Continue</Button>
        </ButtonRow>
      </PortalForm>
    </FormPage>
  );
}
