import { demoPassword, type Person } from "#provider/data/people.ts";
import { emailField, faultMessage, field, newPasswordFields, passwordField } from "./fields.ts";
import { html, trusted, type Html } from "./html.ts";
import { page } from "./page-layout.ts";
import type { Tenant } from "./tenant.ts";

export type PageTenant = Pick<Tenant, "name" | "prefix" | "portalUrl">;

/** A form's error message, and the email address that was typed. */
export interface FormState {
  readonly fault?: string | undefined;
  readonly email?: string | undefined;
}

interface PersonState extends FormState {
  readonly signedIn: boolean;
}

export const wrongPassword = "The email address or password isn't right. Please try again.";
/** The employees' email domain; as `domain_hint` it skips choosing the organisation. */
export const companyDomain = "provider.example";

const services = { customer: "Customer ID", employee: "Employee sign-in" } as const;

function renderPage(tenant: PageTenant, title: string, body: Html, hasError = false): string {
  return page({ title, service: services[tenant.name], hasError, body });
}

/** A tenant's pages, each a whole HTML document without scripts. */
export const pages = {
  signIn(tenant: PageTenant, state: FormState & { people: readonly Person[] }): string {
    const { fault, email, people } = state;
    const intro =
      tenant.name === "customer" ? "to continue to the Customer Portal" : "with your company account";
    const body = html`<h1>Sign in</h1>
      <p class="soft">Sign in ${intro}.</p>
      ${faultMessage(fault)}
      <form method="post">
        ${emailField(email, fault)}${passwordField("Password", fault)}
        <button class="wide" name="intent" value="sign-in">Sign in</button>
        <div class="actions">
          <button class="quiet" name="intent" value="forgot" formnovalidate>Forgot your password?</button>
          <button class="quiet" name="intent" value="cancel" formnovalidate>Cancel</button>
        </div>
      </form>
      ${demoNote(people)}`;
    return renderPage(tenant, "Sign in", body, fault !== undefined);
  },

  chooseOrganisation(tenant: PageTenant, fault?: string): string {
    const body = html`<h1>Choose your organisation</h1>
      <p class="soft">Which organisation do you work for?</p>
      ${faultMessage(fault)}
      <form method="post">
        <input type="hidden" name="organisation" value="${companyDomain}" />
        <button class="wide" name="intent" value="organisation">Larkfield (${companyDomain})</button>
        <div class="actions"><button class="quiet" name="intent" value="cancel">Cancel</button></div>
      </form>`;
    return renderPage(tenant, "Choose your organisation", body, fault !== undefined);
  },

  requestReset: (tenant: PageTenant, { fault, email }: FormState): string =>
    formPage(tenant, fault, {
      title: "Reset your password",
      intro: html`<p>Enter the email address you sign in with.</p>`,
      fields: emailField(email, fault),
      button: "Continue",
      back: ["/login", "Back to the portal"],
    }),

  setNewPassword: (tenant: PageTenant, { fault, email }: FormState): string =>
    formPage(tenant, fault, {
      title: "Set a new password",
      intro: html`<p>For ${email}. A real provider would have emailed you the link to this page.</p>`,
      fields: newPasswordFields(fault),
      button: "Set password",
      back: ["/login", "Back to the portal"],
    }),

  changePassword: (tenant: PageTenant, { fault, email, signedIn }: PersonState): string =>
    formPage(tenant, fault, {
      title: "Change your password",
      fields: html`${signedIn ? signedInAs(email) : emailField(email, fault)}
      ${passwordField("Current password", fault)}${newPasswordFields(fault)}`,
      button: "Change password",
      back: ["/account", "Back to the portal without changing it"],
    }),

  memorableWord: (tenant: PageTenant, { fault, email, signedIn }: PersonState): string =>
    formPage(tenant, fault, {
      title: "Update your memorable word",
      fields: html`${signedIn ? signedInAs(email) : [emailField(email, fault), passwordField("Password", fault)]}
      ${field(wordField, fault)}`,
      button: "Save memorable word",
      back: ["/account", "Back to the portal without changing it"],
    }),

  done(tenant: PageTenant, { title, text, backTo }: { title: string; text: string; backTo: string }): string {
    const body = html`<h1>${title}</h1>
      <p role="status">${text}</p>
      <a class="button wide" href="${tenant.portalUrl}${backTo}">Back to the portal</a>`;
    return renderPage(tenant, title, body);
  },

  askSignOut(tenant: PageTenant, form: string): string {
    const body = html`<h1>Sign out?</h1>
      <p>Do you want to sign out of your account here?</p>
      ${trusted(form)}
      <div class="actions">
        <button form="op.logoutForm" name="logout" value="yes">Sign out</button>
        <button class="quiet" form="op.logoutForm">Stay signed in</button>
      </div>`;
    return renderPage(tenant, "Sign out", body);
  },

  signedOut: (tenant: PageTenant): string =>
    pages.done(tenant, { title: "Signed out", text: "You've been signed out.", backTo: "/login" }),

  fault(
    tenant: PageTenant,
    { code, description }: { code: string; description?: string | undefined },
  ): string {
    const body = html`<h1>We couldn't continue</h1>
      <p>${description ?? "Something went wrong."}</p>
      <p class="soft">Please go back to the portal and start again. (<code>${code}</code>)</p>
      <a class="button wide" href="${tenant.portalUrl}/login">Back to the portal</a>`;
    return renderPage(tenant, "We couldn't continue", body, true);
  },
};

interface FormPage {
  readonly title: string;
  readonly intro?: Html;
  readonly fields: Html;
  readonly button: string;
  /** A path in the portal, and the text of the link to it. */
  readonly back: readonly [path: string, text: string];
}

function formPage(tenant: PageTenant, fault: string | undefined, page: FormPage): string {
  const { title, intro, fields, button, back } = page;
  const [path, text] = back;
  const body = html`<h1>${title}</h1>
    ${intro} ${faultMessage(fault)}
    <form method="post">${fields}<button class="wide">${button}</button></form>
    <p class="actions"><a href="${tenant.portalUrl}${path}">${text}</a></p>`;
  return renderPage(tenant, title, body, fault !== undefined);
}

const signedInAs = (email: string | undefined) => html`<p>You're signed in as <strong>${email}</strong>.</p>`;

const wordField = {
  name: "word",
  label: "New memorable word",
  autocomplete: "off",
  hint: "6 to 30 letters or digits. We ask for parts of it when you phone us.",
};

function demoNote(people: readonly Person[]): Html {
  const rows = people.map(
    ({ email, shows }) =>
      html`<li><a href="?email=${encodeURIComponent(email)}">${email}</a><span>${shows}</span></li>`,
  );
  return html`<section class="note" aria-labelledby="demo">
    <h2 id="demo">Demo sign-ins</h2>
    <p>They all use the password <code>${demoPassword}</code>. Choose an address to fill it in.</p>
    <ul>
      ${rows}
    </ul>
  </section>`;
}
