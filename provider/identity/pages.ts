import { demoPassword, type Person } from "#provider/data/people.ts";
import { emailField, faultMessage, field, newPasswordFields, passwordField } from "./fields.ts";
import { html, trusted, type Html } from "./html.ts";
import { page } from "./look.ts";
import type { Tenant } from "./tenant.ts";

export type PageTenant = Pick<Tenant, "name" | "prefix" | "portalUrl">;

export interface FormState {
  readonly fault?: string | undefined;
  readonly email?: string | undefined;
}

/** The e-mail domain of the employees: the value of `domain_hint` that skips the choice. */
export const companyDomain = "provider.example";

const audiences = { customer: "Customer ID", employee: "Staff sign-in" } as const;

function write(tenant: PageTenant, title: string, body: Html, faulty = false): string {
  return page({ title, audience: audiences[tenant.name], faulty, body });
}

/** Every page of a tenant, each a whole HTML document without any script. */
export const pages = {
  signIn(tenant: PageTenant, state: FormState & { people: readonly Person[] }): string {
    const { fault, email, people } = state;
    const intro =
      tenant.name === "customer" ? "to go on to the Customer Portal" : "with your company account";
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
    return write(tenant, "Sign in", body, fault !== undefined);
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
    return write(tenant, "Choose your organisation", body, fault !== undefined);
  },

  resetAsk(tenant: PageTenant, { fault, email }: FormState): string {
    const body = html`<h1>Reset your password</h1>
      <p>Tell us the e-mail address that you sign in with.</p>
      ${faultMessage(fault)}
      <form method="post">${emailField(email, fault)}<button class="wide">Continue</button></form>
      ${backLink(tenant, "/login", "Back to the portal")}`;
    return write(tenant, "Reset your password", body, fault !== undefined);
  },

  resetSet(tenant: PageTenant, { fault, email }: FormState): string {
    const body = html`<h1>Set a new password</h1>
      <p>For ${email}. A real provider would have sent you the link to this page by e-mail.</p>
      ${faultMessage(fault)}
      <form method="post">${newPasswordFields(fault)}<button class="wide">Set password</button></form>
      ${backLink(tenant, "/login", "Back to the portal")}`;
    return write(tenant, "Set a new password", body, fault !== undefined);
  },

  changePassword(tenant: PageTenant, { fault, email, signedIn }: FormState & { signedIn: boolean }): string {
    const body = html`<h1>Change your password</h1>
      ${faultMessage(fault)}
      <form method="post">
        ${signedIn ? html`<p>You are signed in as <strong>${email}</strong>.</p>` : emailField(email, fault)}
        ${passwordField("Current password", fault)}${newPasswordFields(fault)}
        <button class="wide">Change password</button>
      </form>
      ${backLink(tenant, "/account", "Back to the portal without changing it")}`;
    return write(tenant, "Change your password", body, fault !== undefined);
  },

  memorableWord(tenant: PageTenant, { fault, email, signedIn }: FormState & { signedIn: boolean }): string {
    const who = signedIn
      ? html`<p>You are signed in as <strong>${email}</strong>.</p>`
      : html`${emailField(email, fault)}${passwordField("Password", fault)}`;
    const word = field(
      {
        name: "word",
        label: "New memorable word",
        autocomplete: "off",
        hint: "6 to 30 letters or digits. We ask for parts of it when you phone us.",
      },
      fault,
    );
    const body = html`<h1>Update your memorable word</h1>
      ${faultMessage(fault)}
      <form method="post">${who}${word}<button class="wide">Save memorable word</button></form>
      ${backLink(tenant, "/account", "Back to the portal without changing it")}`;
    return write(tenant, "Update your memorable word", body, fault !== undefined);
  },

  done(tenant: PageTenant, { title, text, backTo }: { title: string; text: string; backTo: string }): string {
    const body = html`<h1>${title}</h1>
      <p role="status">${text}</p>
      <a class="button wide" href="${tenant.portalUrl}${backTo}">Back to the portal</a>`;
    return write(tenant, title, body);
  },

  askSignOut(tenant: PageTenant, form: string): string {
    const body = html`<h1>Sign out?</h1>
      <p>Do you want to sign out of your account here?</p>
      ${trusted(form)}
      <div class="actions">
        <button form="op.logoutForm" name="logout" value="yes">Sign out</button>
        <button class="quiet" form="op.logoutForm">Stay signed in</button>
      </div>`;
    return write(tenant, "Sign out", body);
  },

  signedOut: (tenant: PageTenant): string =>
    pages.done(tenant, { title: "Signed out", text: "You have been signed out.", backTo: "/login" }),

  fault(
    tenant: PageTenant,
    { code, description }: { code: string; description?: string | undefined },
  ): string {
    const body = html`<h1>We could not go on</h1>
      <p>${description ?? "Something went wrong."}</p>
      <p class="soft">Please go back to the portal and start again. (<code>${code}</code>)</p>
      <a class="button wide" href="${tenant.portalUrl}/login">Back to the portal</a>`;
    return write(tenant, "We could not go on", body, true);
  },
};

function backLink(tenant: PageTenant, path: string, text: string): Html {
  return html`<p class="actions"><a href="${tenant.portalUrl}${path}">${text}</a></p>`;
}

function demoNote(people: readonly Person[]): Html {
  const rows = people.map(
    ({ email, shows }) =>
      html`<li><a href="?email=${encodeURIComponent(email)}">${email}</a><span>${shows}</span></li>`,
  );
  return html`<section class="note" aria-labelledby="demo">
    <h2 id="demo">Demo sign-ins</h2>
    <p>The password of all of them is <code>${demoPassword}</code>. Choose an address to fill it in.</p>
    <ul>
      ${rows}
    </ul>
  </section>`;
}
