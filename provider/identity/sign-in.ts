import type { Interaction } from "oidc-provider";
import {
  cancelled,
  errorResult,
  forgotPassword,
  requestedErrorCode,
  temporarilyLocked,
} from "./error-codes.ts";
import { readForm, seeOther, sendPage, type Exchange } from "./exchange.ts";
import type { Login } from "./logins.ts";
import { companyDomain, pages, wrongPassword } from "./pages.ts";
import type { Tenant } from "./tenant.ts";

/**
 * Shows an authorisation request's sign-in page; a post finishes the request with a login or an error. Throws oidc-
 * provider's SessionNotFound if the request has expired.
 */
export async function signIn(tenant: Tenant, exchange: Exchange): Promise<void> {
  const interaction = await tenant.provider.interactionDetails(exchange.req, exchange.res);
  if (exchange.req.method === "POST") return submit(tenant, exchange, interaction);
  if (!hasOrganisation(tenant, exchange, interaction)) {
    return sendPage(exchange, pages.chooseOrganisation(tenant));
  }
  const hint = interaction.params.login_hint;
  const email = exchange.query.get("email") ?? (typeof hint === "string" ? hint : undefined);
  sendPage(exchange, pages.signIn(tenant, { email, people: tenant.directory.list(tenant.name) }));
}

/**
 * Employees choose their organisation first, unless the portal sent it as `domain_hint`. Links with `email` are on the
 * page after that choice.
 */
function hasOrganisation(tenant: Tenant, { query }: Exchange, { params }: Interaction): boolean {
  if (tenant.name === "customer" || params.domain_hint === companyDomain) return true;
  return query.get("organisation") === companyDomain || query.has("email");
}

async function submit(tenant: Tenant, exchange: Exchange, interaction: Interaction): Promise<void> {
  const form = await readForm(exchange);
  switch (form.get("intent")) {
    case "cancel":
      return finish(tenant, exchange, errorResult(cancelled));
    case "forgot":
      return finish(tenant, exchange, errorResult(forgotPassword));
    case "organisation":
      return chooseOrganisation(tenant, exchange, form);
    default:
      return signInWithPassword(tenant, exchange, interaction, form);
  }
}

function chooseOrganisation(tenant: Tenant, exchange: Exchange, form: URLSearchParams): void {
  if (form.get("organisation") === companyDomain) {
    return seeOther(exchange, `?organisation=${encodeURIComponent(companyDomain)}`);
  }
  sendPage(exchange, pages.chooseOrganisation(tenant, "We don't recognise that organisation."), 400);
}

async function signInWithPassword(
  tenant: Tenant,
  exchange: Exchange,
  interaction: Interaction,
  form: URLSearchParams,
): Promise<void> {
  const email = (form.get("email") ?? "").trim();
  const password = form.get("password") ?? "";
  const code = requestedErrorCode(email);
  if (code !== undefined) return finish(tenant, exchange, errorResult(code));
  const showAgain = (fault: string) =>
    sendPage(
      exchange,
      pages.signIn(tenant, { fault, email, people: tenant.directory.list(tenant.name) }),
      400,
    );
  if (email === "" || password === "") return showAgain("Enter your email address and password.");
  const login = tenant.directory.findByEmail(tenant.name, email);
  const check = login
    ? await tenant.credentials.check(login.id, password)
    : await tenant.credentials.checkUnknownLogin(password);
  if (check === "locked") return finish(tenant, exchange, errorResult(temporarilyLocked));
  if (!login || check === "wrong") return showAgain(wrongPassword);
  await endSessionOfAnotherPerson(tenant, interaction, login);
  // Answers both prompts, `login` and `select_account`.
  return finish(tenant, exchange, { login: { accountId: login.id }, select_account: {} });
}

/**
 * Ends the previous session if someone else signs in. oidc-provider would do that with a page that a script submits.
 */
async function endSessionOfAnotherPerson(
  tenant: Tenant,
  interaction: Interaction,
  login: Login,
): Promise<void> {
  const { session } = interaction;
  if (!session || session.accountId === login.id) return;
  delete interaction.session;
  await interaction.save(interaction.exp - Math.floor(Date.now() / 1000));
  await (await tenant.provider.Session.findByUid(session.uid))?.destroy();
}

function finish(
  tenant: Tenant,
  { req, res }: Exchange,
  result: Readonly<Record<string, unknown>>,
): Promise<void> {
  return tenant.provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false });
}
