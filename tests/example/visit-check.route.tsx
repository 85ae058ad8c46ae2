import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/document/page-title.ts";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { postAction, postLoader } from "#app/forms/post.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ButtonRow, FormPage } from "#app/ui/form-layout.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { visitCheckForm } from "./visit-forms.ts";
import { visitCheck } from "./visit.server.ts";

export const meta = pageTitle("Check Your Visit");
export const loader = postLoader(visitCheck);
export const action = postAction(visitCheck);

export default function VisitCheck() {
  const { id, message, form } = useLoaderData<typeof loader>();
  return (
    <FormPage>
      <PageHeader title="Check Your Visit" />
      <PortalForm form={visitCheckForm} view={form}>
        <p>{message}</p>
        <ButtonRow>
          <Button variant="primary">Ask for the visit</Button>
          <ButtonLink to={`/products/quotes/${id}/visit`}>Change it</ButtonLink>
        </ButtonRow>
      </PortalForm>
    </FormPage>
  );
}
