import { useActionData, useLoaderData } from "@remix-run/react";
import type { PageFacts } from "#app/document/page-facts.ts";
import { FixedField, SelectField, TextField } from "#app/forms/fields.tsx";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { postAction, postLoader } from "#app/forms/post.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { ButtonRow, Fields } from "#app/ui/form-layout.tsx";
import { BankFields } from "./bank-fields.tsx";
import { BranchSearch, EnterFindsBranches } from "./branch-search.tsx";
import { bankDetails } from "./details.server.ts";
import { directDebitDetailsForm } from "./direct-debit-forms.ts";
import { NoAccountLeft } from "./no-account-left.tsx";
import { WizardPage, wizardTitle } from "./wizard-page.tsx";

export const handle: PageFacts = { parts: ["directDebits"], formsCount: "requests" };
export const meta = wizardTitle;
export const loader = postLoader(bankDetails);
export const action = postAction(bankDetails);

export default function DirectDebitDetailsPage() {
  const { id, frame, form, options, isNoneLeft, check, saved, branches, ...view } =
    useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>() ?? view.reply;
  if (isNoneLeft)
    return (
      <WizardPage frame={frame} step="/details">
        <NoAccountLeft phone={view.helpDeskPhone} />
      </WizardPage>
    );
  return (
    <WizardPage frame={frame} step="/details">
      <Card heading="Bank details" id="bank-details" icon="landmark">
        <PortalForm key={id} form={directDebitDetailsForm} view={form} reply={reply}>
          {branches && <EnterFindsBranches />}
          <Fields>
            {frame.row ? (
              <FixedField name="sageAccountLinkId" />
            ) : (
              <SelectField name="sageAccountLinkId" options={options} placeholder="Please choose..." />
            )}
            <BankFields id={id} account={form.account} known={check} saved={saved} />
            <TextField name="bankAccountName" autoComplete="off" />
          </Fields>
          <ButtonRow>
            <Button variant="primary">Proceed</Button>
            <ButtonLink to={view.back}>Back to Previous Page</ButtonLink>
          </ButtonRow>
        </PortalForm>
      </Card>
      {branches && <BranchSearch {...branches} />}
    </WizardPage>
  );
}
