import { useActionData, useLoaderData } from "@remix-run/react";
import { pageTitle } from "#app/document/page-title.ts";
import { FixedField, RadioField, SelectField, TextField } from "#app/forms/fields.tsx";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { postAction, postLoader } from "#app/forms/post.server.ts";
import { buttonAnswerOf } from "#app/forms/reply.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { ButtonRow, Fields, FormPage } from "#app/ui/form-layout.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { accountEditor } from "./account-editor.server.ts";
import { accountForm, BILLING_DELAY_TEXT } from "./account-form.ts";
import styles from "./account.module.css";
import { MarketingCard } from "./marketing-card.tsx";
import { OptOutPage } from "./opt-out.tsx";

export const meta = pageTitle("Account Details");
export const loader = postLoader(accountEditor);
export const action = postAction(accountEditor);

export default function AccountDetails() {
  const { form, categories, identity } = useLoaderData<typeof loader>();
  const step = buttonAnswerOf(accountForm, useActionData());
  return (
    <FormPage>
      <PageHeader title="Account Details" intro={<p>Edit Your Account</p>} />
      {step?.data === "ask" ? (
        <OptOutPage fields={step.fields} />
      ) : (
        <PortalForm form={accountForm} view={form}>
          <Card heading="Details" id="details" icon="user-round">
            <Fields>
              <TextField name="salutation" width="short" autoComplete="honorific-prefix" />
              <TextField name="firstNames" autoComplete="given-name" />
              <TextField name="surname" autoComplete="family-name" />
              <TextField name="position" autoComplete="organization-title" />
            </Fields>
          </Card>
          <Card heading="Contact Details" id="contact-details" icon="phone">
            <Fields>
              <TextField name="telephone" type="tel" width="medium" autoComplete="work tel" />
              <TextField name="mobile" type="tel" width="medium" autoComplete="mobile tel" />
              <FixedField name="email" />
              <SelectField name="addressId" placeholder="Please choose..." />
            </Fields>
          </Card>
          <Card heading="Billing Preferences" id="billing" icon="receipt-text">
            <RadioField name="isPaperBilling" hint={BILLING_DELAY_TEXT} inline sayOptional={false} />
          </Card>
          <MarketingCard categories={categories} />
          <div className={styles.buttons}>
            <Button variant="primary">Save Changes</Button>
            <IdentityButtons {...identity} />
          </div>
        </PortalForm>
      )}
    </FormPage>
  );
}

const HINT_ID = "identity-hint";

type Identity = Awaited<ReturnType<typeof loader>>["identity"];

function IdentityButtons({ isCustomer, changePasswordUrl, memorableWordUrl }: Identity) {
  const all = [
    { label: "Change Password", to: changePasswordUrl, icon: "lock" },
    { label: "Update Memorable Word", to: memorableWordUrl, icon: "shield-check" },
  ] as const;
  // Employees see both buttons, disabled; customers only see those with a configured URL.
  const buttons = isCustomer ? all.filter(({ to }) => to !== undefined) : all;
  return (
    <ButtonRow>
      {buttons.map(({ label, to, icon }) =>
        isCustomer ? (
          <ButtonLink key={label} to={to ?? ""} icon={icon} reloadDocument>
            {label}
          </ButtonLink>
        ) : (
          <Button key={label} type="button" icon={icon} disabled aria-describedby={HINT_ID}>
            {label}
          </Button>
        ),
      )}
      {!isCustomer && (
        <p id={HINT_ID} className={styles.hint}>
          This option isn&apos;t available when logged in with an employee account
        </p>
      )}
    </ButtonRow>
  );
}
