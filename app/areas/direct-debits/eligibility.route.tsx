import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { PageFacts } from "#app/document/page-facts.ts";
import { panel } from "#app/errors/panel.ts";
import { RadioField } from "#app/forms/fields.tsx";
import { openForm } from "#app/forms/open-form.server.ts";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { submitForm } from "#app/forms/submit-form.server.ts";
import { requireRole } from "#app/request/require.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { ButtonRow, Fields } from "#app/ui/form-layout.tsx";
import { eligibilityForm } from "./direct-debit-forms.ts";
import { enteredIn, keepEntered, newFilling, stepPath } from "./entered.server.ts";
import { NoAccountLeft } from "./no-account-left.tsx";
import { paperMandate } from "./paper-mandate.server.ts";
import { WizardPage, wizardTitle } from "./wizard-page.tsx";
import { frameOf, listUnusedAccounts, readDirectDebit } from "./wizard-view.server.ts";

export const handle: PageFacts = { parts: ["directDebits"] };
export const meta = wizardTitle;

export async function loader(args: LoaderFunctionArgs) {
  const portal = await requireRole(args, "Orders");
  const { id } = args.params;
  const [thing, accounts, paper] = await Promise.all([
    id === undefined ? undefined : readDirectDebit(portal, id),
    // Where they can't be had, step 2 says so.
    id === undefined ? panel(listUnusedAccounts(portal), args) : undefined,
    paperMandate(args, portal),
  ]);
  const isAnswered = enteredIn({ id, portal }) !== undefined;
  const yes = (answer: unknown) => (isAnswered || answer === true ? "true" : "");
  const values = {
    accountHolderConfirm: yes(thing?.accountHolderConfirm),
    accountAuthConfirm: yes(thing?.accountAuthConfirm),
  };
  const hidden = { rowVersion: String(thing?.rowVersion ?? "") };
  return {
    frame: frameOf(args, thing),
    form: openForm(args, portal, eligibilityForm, { values, hidden, isNew: id === undefined }),
    isNoneLeft: accounts?.ok === true && accounts.value.length === 0,
    paper,
  };
}

export async function action(args: ActionFunctionArgs) {
  const portal = await requireRole(args, "Orders");
  const wizard = { id: args.params.id, portal };
  return submitForm(args, portal, eligibilityForm, {
    async save({ hidden }) {
      keepEntered(wizard, enteredIn(wizard) ?? newFilling(hidden("rowVersion")));
      return { kind: "saved", to: stepPath(args, "/details") };
    },
  });
}

const yesOrNo = [
  { value: "true", label: "Yes" },
  { value: "false", label: "No" },
];

export default function Eligibility() {
  const { frame, form, isNoneLeft, paper } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <WizardPage frame={frame} step="">
      {isNoneLeft ? (
        <NoAccountLeft phone={paper.helpDeskPhone} />
      ) : (
        <>
          <Card heading="Before you begin" id="eligibility" icon="shield-check">
            <PortalForm key={frame.row?.key} form={eligibilityForm} view={form} reply={reply}>
              <Fields>
                <RadioField name="accountHolderConfirm" options={yesOrNo} inline sayOptional={false} />
                <RadioField name="accountAuthConfirm" options={yesOrNo} inline sayOptional={false} />
              </Fields>
              <ButtonRow>
                <Button variant="primary">Proceed</Button>
              </ButtonRow>
            </PortalForm>
          </Card>
          <PaperMandate {...paper} />
        </>
      )}
    </WizardPage>
  );
}

function PaperMandate({ forms, helpDeskPhone, helpDeskEmail }: Awaited<ReturnType<typeof paperMandate>>) {
  return (
    <Card heading="If an answer is No" id="paper" icon="file-text">
      <div className="stack prose">
        <p>Then the Direct Debit can&apos;t be set up online, but on paper:</p>
        <ol>
          <li>{forms.length > 0 ? "Download and print the mandate." : "Ask us for the mandate."}</li>
          <li>
            Have it filled in and signed by the account holder and everyone else whom the bank asks to sign.
          </li>
          <li>Post it to the address on the form. We set up the Direct Debit when it has arrived.</li>
        </ol>
        <ButtonRow>
          {forms.map(({ label, to }) => (
            <ButtonLink key={to} to={to} icon="download" reloadDocument>
              {label}
            </ButtonLink>
          ))}
        </ButtonRow>
        <p>
          Questions: <a href={`mailto:${helpDeskEmail}`}>{helpDeskEmail}</a> or {helpDeskPhone}.
        </p>
      </div>
    </Card>
  );
}
