import { useLoaderData } from "@remix-run/react";
import { EnquiryButton } from "#app/areas/tickets/enquiry-button.tsx";
import { enquiryLink } from "#app/areas/tickets/enquiry.server.ts";
import { tolerate } from "#app/errors/tolerate.ts";
import { VERSION_FIELD } from "#app/forms/define-form.ts";
import { RadioField } from "#app/forms/fields.tsx";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { definePost, postAction, postLoader, type PostRequest } from "#app/forms/post.server.ts";
import { currentSummary } from "#app/request/account-summary.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { ButtonRow, Fields } from "#app/ui/form-layout.tsx";
import { Message } from "#app/ui/message.tsx";
import { PhoneLink } from "#app/ui/phone-link.tsx";
import type { PageFacts } from "#shared/page-facts.ts";
import { paths } from "#shared/paths.ts";
import { toText } from "#shared/portal-api/shapes.ts";
import { getAnswers, newAnswers, setAnswers, stepPath } from "./answers.server.ts";
import { eligibilityForm, ONE_PER_ACCOUNT } from "./direct-debit-forms.ts";
import { findRequestedDebit, listUnusedAccounts, rowOfEdited } from "./direct-debit.server.ts";
import { DirectDebitFlowPage, directDebitFlowTitle } from "./flow-page.tsx";

const WHOLESALE_TIER = "8";

const eligibilityStep = definePost({
  form: eligibilityForm,
  role: "Orders",
  source: (request, body) => (body ? undefined : findRequestedDebit(request)),
  openOptions(directDebit, request) {
    const isAnswered = getAnswers(request) !== undefined;
    const yesIfConfirmed = (answer: unknown) => (isAnswered || answer === true ? "true" : "");
    return {
      isNew: !directDebit,
      values: {
        accountHolderConfirm: yesIfConfirmed(directDebit?.accountHolderConfirm),
        accountAuthConfirm: yesIfConfirmed(directDebit?.accountAuthConfirm),
      },
      hidden: { [VERSION_FIELD]: String(directDebit?.rowVersion ?? "") },
    };
  },
  async view(directDebit, request) {
    const [accounts, paperMandate] = await Promise.all([
      // If this call fails, step 2 shows the error.
      directDebit ? undefined : tolerate(listUnusedAccounts(request.portal), request.args),
      findPaperMandate(request),
    ]);
    const hasNoUnusedAccount = accounts?.ok === true && accounts.value.length === 0;
    const { args, portal } = request;
    const enquiry = directDebit && (await enquiryLink(args, portal, "direct-debit", args.params["id"] ?? ""));
    return { editedRow: rowOfEdited(request, directDebit), hasNoUnusedAccount, paperMandate, enquiry };
  },
  async save(posted) {
    const rowVersion = posted.texts[VERSION_FIELD] ?? "";
    const answers = getAnswers(posted);
    setAnswers(posted, answers?.rowVersion === rowVersion ? answers : newAnswers(rowVersion));
    return { to: stepPath(posted, "/details") };
  },
});

/** The paper mandate for the customer's tier, or both mandates if we don't know the tier. */
async function findPaperMandate({ args: { context }, portal }: PostRequest) {
  const { mandateUrl, wholesaleMandateUrl, helpDeskPhone, helpDeskEmail } = context.config;
  const summary = await tolerate(currentSummary(portal), { context });
  const isWholesale = summary.ok && toText(summary.value.customerTier) === WHOLESALE_TIER;
  const wholesaleTo = isWholesale || !summary.ok ? wholesaleMandateUrl : undefined;
  const forms = [
    { label: "Download the mandate (PDF)", to: isWholesale ? undefined : mandateUrl },
    { label: "Download the wholesale mandate (PDF)", to: wholesaleTo },
  ].flatMap(({ label, to }) => (to ? [{ label, to }] : []));
  return { forms, helpDeskPhone, helpDeskEmail };
}

export const handle: PageFacts = { requiredParts: ["directDebits"] };
export const meta = directDebitFlowTitle;
export const loader = postLoader(eligibilityStep);
export const action = postAction(eligibilityStep);

const yesOrNo = [
  { value: "true", label: "Yes" },
  { value: "false", label: "No" },
];

export default function Eligibility() {
  const { editedRow, form, hasNoUnusedAccount, paperMandate, enquiry } = useLoaderData<typeof loader>();
  if (hasNoUnusedAccount)
    return (
      <DirectDebitFlowPage editedRow={editedRow} step="Eligibility">
        <Message tone="warning" heading={ONE_PER_ACCOUNT}>
          <p>
            All of your accounts have one. Please{" "}
            <a href={paths.directDebits()}>edit your existing Direct Debits</a> or contact customer services
            on <PhoneLink number={paperMandate.helpDeskPhone} />.
          </p>
        </Message>
      </DirectDebitFlowPage>
    );
  return (
    <DirectDebitFlowPage editedRow={editedRow} step="Eligibility">
      <Card heading="Before you begin" id="eligibility" icon="shield-check">
        <PortalForm key={editedRow?.row.key} form={eligibilityForm} view={form}>
          <Fields>
            <RadioField name="accountHolderConfirm" options={yesOrNo} inline sayOptional={false} />
            <RadioField name="accountAuthConfirm" options={yesOrNo} inline sayOptional={false} />
          </Fields>
          <ButtonRow>
            <Button variant="primary">Proceed</Button>
          </ButtonRow>
        </PortalForm>
      </Card>
      <PaperMandate {...paperMandate} />
      {enquiry && <EnquiryButton {...enquiry} what="Direct Debit" />}
    </DirectDebitFlowPage>
  );
}

function PaperMandate({ forms, helpDeskPhone, helpDeskEmail }: Awaited<ReturnType<typeof findPaperMandate>>) {
  return (
    <Card heading="If you answered No" id="paper" icon="file-text">
      <div className="stack prose">
        <p>You&apos;ll need to set it up on paper:</p>
        <ol>
          <li>{forms.length > 0 ? "Download and print the mandate." : "Ask us for the mandate."}</li>
          <li>Ask the account holder, and anyone else who needs to sign, to complete and sign it.</li>
          <li>Post it to the address on the form. We&apos;ll set up the Direct Debit when it arrives.</li>
        </ol>
        <ButtonRow>
          {forms.map(({ label, to }) => (
            <ButtonLink key={to} to={to} icon="download" reloadDocument>
              {label}
            </ButtonLink>
          ))}
        </ButtonRow>
        <p>
          Questions: <a href={`mailto:${helpDeskEmail}`}>{helpDeskEmail}</a> or{" "}
          <PhoneLink number={helpDeskPhone} />.
        </p>
      </div>
    </Card>
  );
}
