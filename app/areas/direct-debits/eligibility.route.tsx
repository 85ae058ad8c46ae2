import { useActionData, useLoaderData } from "@remix-run/react";
import type { PageFacts } from "#app/document/page-facts.ts";
import { tolerate } from "#app/errors/tolerate.ts";
import { VERSION_FIELD } from "#app/forms/define-form.ts";
import { RadioField } from "#app/forms/fields.tsx";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { definePost, postAction, postLoader } from "#app/forms/post.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { ButtonRow, Fields } from "#app/ui/form-layout.tsx";
import { keptAnswers, newRun, stepPath } from "./answers.server.ts";
import { eligibilityForm } from "./direct-debit-forms.ts";
import { NoAccountLeft } from "./no-account-left.tsx";
import { paperMandate } from "./paper-mandate.server.ts";
import { WizardPage, wizardTitle } from "./wizard-page.tsx";
import { frameOf, listUnusedAccounts, readDirectDebit } from "./wizard-view.server.ts";

const eligibility = definePost({
  form: eligibilityForm,
  role: "Orders",
  async opens(_, { args, portal }) {
    const { id } = args.params;
    const thing = id === undefined ? undefined : await readDirectDebit(portal, id);
    const isAnswered = keptAnswers.of(portal, id) !== undefined;
    const yes = (answer: unknown) => (isAnswered || answer === true ? "true" : "");
    return {
      isNew: !thing,
      values: {
        accountHolderConfirm: yes(thing?.accountHolderConfirm),
        accountAuthConfirm: yes(thing?.accountAuthConfirm),
      },
      hidden: { [VERSION_FIELD]: String(thing?.rowVersion ?? "") },
    };
  },
  async view(_, { args, portal }) {
    const { id } = args.params;
    const [thing, accounts, paper] = await Promise.all([
      id === undefined ? undefined : readDirectDebit(portal, id),
      // Where they can't be had, step 2 says so.
      id === undefined ? tolerate(listUnusedAccounts(portal), args) : undefined,
      paperMandate(args, portal),
    ]);
    const isNoneLeft = accounts?.ok === true && accounts.value.length === 0;
    return { frame: frameOf(args, thing), isNoneLeft, paper };
  },
  async save({ hidden }, { args, portal }) {
    const { id } = args.params;
    keptAnswers.keep(portal, keptAnswers.of(portal, id) ?? newRun(hidden(VERSION_FIELD)), id);
    return { to: stepPath(args, "/details") };
  },
});

export const handle: PageFacts = { parts: ["directDebits"] };
export const meta = wizardTitle;
export const loader = postLoader(eligibility);
export const action = postAction(eligibility);

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
