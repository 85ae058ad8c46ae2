import { conflictIn, ConflictPage } from "#app/forms/conflict.tsx";
import { FixedField, RadioField, SelectField, TextField } from "#app/forms/fields.tsx";
import { PortalForm } from "#app/forms/portal-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Fields, FormPage } from "#app/ui/form-layout.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { accountForm, billingOptions } from "./account-form.ts";
import type { AccountView } from "./account-view.server.ts";
import styles from "./account.module.css";
import { IdentityButtons } from "./identity-buttons.tsx";
import { MarketingCard } from "./marketing-card.tsx";
import { OptOutPage } from "./opt-out-page.tsx";
import { optOutIn } from "./opt-out-reply.ts";

interface AccountPageProps {
  view: AccountView;
  reply: unknown;
}

/** Account Details: four cards and one button. */
export function AccountPage({ view, reply }: AccountPageProps) {
  const conflict = conflictIn(reply);
  const optOut = optOutIn(reply);
  return (
    <FormPage>
      <PageHeader title="Account Details" intro={<p>Edit Your Account</p>} />
      {conflict && <ConflictPage reply={conflict} button="Save Changes" />}
      {optOut?.optOut === "ask" && <OptOutPage reply={optOut} />}
      {!conflict && optOut?.optOut !== "ask" && <AccountForm view={view} reply={reply} />}
    </FormPage>
  );
}

function AccountForm({ view, reply }: AccountPageProps) {
  const { addresses, categories, identity, form } = view;
  const optOut = optOutIn(reply);
  const shown = optOut
    ? {
        ...form,
        values: { ...optOut.values, optOut: [], email: form.values["email"] ?? "" },
        hidden: { ...form.hidden, ...optOut.hidden },
        restored: false,
      }
    : form;
  return (
    <PortalForm form={accountForm} view={shown} reply={reply}>
      <div className={styles.columns}>
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
            <SelectField name="addressId" placeholder="Please choose..." options={addresses} />
          </Fields>
        </Card>
      </div>
      <Card heading="Billing Preferences" id="billing" icon="receipt-text">
        <RadioField name="isPaperBilling" options={billingOptions} inline sayOptional={false} />
      </Card>
      <MarketingCard categories={categories} />
      <div className={styles.buttons}>
        <Button variant="primary">Save Changes</Button>
        <IdentityButtons {...identity} />
      </div>
    </PortalForm>
  );
}
