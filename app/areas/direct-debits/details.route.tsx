import { useLoaderData } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { FixedField, SelectField, TextField } from "#app/forms/fields.tsx";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { postAction, postLoader } from "#app/forms/post.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { DefaultSubmit } from "#app/ui/default-submit.tsx";
import { ButtonRow, Fields } from "#app/ui/form-layout.tsx";
import type { PageFacts } from "#shared/page-facts.ts";
import { BankFields } from "./bank-fields.tsx";
import { BranchSearch } from "./branch-search.tsx";
import { detailsStep } from "./details.server.ts";
import { BRANCHES_FIELD, directDebitDetailsForm } from "./direct-debit-forms.ts";
import { DirectDebitFlowPage, directDebitFlowTitle } from "./flow-page.tsx";

export const handle: PageFacts = { requiredParts: ["directDebits"], postRateLimit: "requests" };
export const meta = directDebitFlowTitle;
export const loader = postLoader(detailsStep);
export const action = postAction(detailsStep);

export default function DirectDebitDetailsPage() {
  const { editedRow, form, options, check, savedNumbers, branches, back, ...view } =
    useLoaderData<typeof loader>();
  const isHydrated = useHydrated();
  return (
    <DirectDebitFlowPage editedRow={editedRow} step="Bank details">
      <Card heading="Bank details" id="bank-details" icon="landmark">
        <PortalForm
          key={editedRow?.row.key}
          form={directDebitDetailsForm}
          view={form}
          flowPath={view.flowPath}
        >
          <Fields>
            {/* Inside Fields, so that the invisible button doesn't cause a gap. */}
            {branches && !isHydrated && <DefaultSubmit name={BRANCHES_FIELD} value="enter" />}
            {editedRow ? (
              <FixedField name="sageAccountLinkId" />
            ) : (
              <SelectField name="sageAccountLinkId" options={options} placeholder="Please choose..." />
            )}
            <BankFields account={form.account} postedCheck={check} savedNumbers={savedNumbers} />
            <TextField
              name="bankAccountName"
              autoComplete="off"
              hint="Your bank statement only shows the first 18 characters"
            />
          </Fields>
          <ButtonRow>
            <Button variant="primary">Proceed</Button>
            <ButtonLink to={back}>Back to Previous Page</ButtonLink>
          </ButtonRow>
        </PortalForm>
      </Card>
      {branches && <BranchSearch {...branches} />}
    </DirectDebitFlowPage>
  );
}
