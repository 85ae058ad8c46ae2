import { passwordFault } from "./credentials.ts";
import { readForm, RequestRefused, seeOther, sendPage, type Exchange } from "./exchange.ts";
import type { Login } from "./logins.ts";
import { pages, wrongPassword } from "./pages.ts";
import type { Tenant } from "./tenant.ts";

const accountLocked = "Too many wrong passwords. The account is locked for a few minutes.";

/** `/reset`: asks for the email address and redirects to a one-time link, which asks for the new password twice. */
export async function resetPassword(tenant: Tenant, exchange: Exchange): Promise<void> {
  const link = exchange.query.get("link");
  if (link !== null) return setNewPassword(tenant, exchange, link);
  if (exchange.req.method !== "POST") {
    const email = exchange.query.get("email") ?? undefined;
    return sendPage(exchange, pages.requestReset(tenant, { email }));
  }
  const email = ((await readForm(exchange)).get("email") ?? "").trim();
  const login = tenant.directory.findByEmail(tenant.name, email);
  if (!login) {
    const fault = "There's no account with that email address.";
    return sendPage(exchange, pages.requestReset(tenant, { email, fault }), 400);
  }
  seeOther(exchange, `${tenant.prefix}/reset?link=${tenant.credentials.beginReset(login.id)}`);
}

async function setNewPassword(tenant: Tenant, exchange: Exchange, link: string): Promise<void> {
  const login = tenant.directory.find(tenant.name, tenant.credentials.loginOfReset(link) ?? "");
  if (!login) throw new RequestRefused(400, "This link has already been used or has expired.");
  const { email } = login;
  if (exchange.req.method !== "POST") return sendPage(exchange, pages.setNewPassword(tenant, { email }));
  const form = await readForm(exchange);
  const fault = newPasswordFault(form);
  if (fault !== undefined) return sendPage(exchange, pages.setNewPassword(tenant, { email, fault }), 400);
  await tenant.credentials.setPassword(login.id, form.get("new-password") ?? "");
  tenant.credentials.endReset(link);
  const text = "Your password has been reset. Sign in with the new one.";
  sendPage(exchange, pages.done(tenant, { title: "Password reset", text, backTo: "/login" }));
}

/** `/change-password`: asks for the current password, and twice for the new one. */
export const changePassword = personForm(pages.changePassword, async (tenant, form, current) => {
  const result = await verifyPassword(tenant, current, form);
  if (typeof result === "string") return { fault: result };
  const fault = newPasswordFault(form);
  if (fault !== undefined) return { fault };
  await tenant.credentials.setPassword(result.id, form.get("new-password") ?? "");
  return { title: "Password changed", text: "Your password has been changed." };
});

/** `/memorable-word`: asks for the email address and password too, unless the person is signed in. */
export const updateMemorableWord = personForm(pages.memorableWord, async (tenant, form, current) => {
  const result = current ?? (await verifyPassword(tenant, undefined, form));
  if (typeof result === "string") return { fault: result };
  const word = (form.get("word") ?? "").trim();
  if (!/^[\p{L}\d]{6,30}$/u.test(word)) return { fault: "Use 6 to 30 letters or digits, without spaces." };
  await tenant.credentials.setMemorableWord(result.id, word);
  return { title: "Memorable word saved", text: "Your memorable word has been saved." };
});

type Outcome = { readonly fault: string } | { readonly title: string; readonly text: string };

/** Handles one person's form: shows it, shows it again with an error, or says that it was saved. */
function personForm(
  page: typeof pages.changePassword,
  save: (tenant: Tenant, form: URLSearchParams, current: Login | undefined) => Promise<Outcome>,
) {
  return async (tenant: Tenant, exchange: Exchange): Promise<void> => {
    const current = await findSignedInLogin(tenant, exchange);
    const personState = { email: current?.email, signedIn: current !== undefined };
    if (exchange.req.method !== "POST") return sendPage(exchange, page(tenant, personState));
    const form = await readForm(exchange);
    const email = current?.email ?? (form.get("email") ?? "").trim();
    const outcome = await save(tenant, form, current);
    if ("fault" in outcome)
      return sendPage(exchange, page(tenant, { ...personState, email, fault: outcome.fault }), 400);
    sendPage(exchange, pages.done(tenant, { ...outcome, backTo: "/account" }));
  };
}

/** The login that is signed in at this tenant. */
async function findSignedInLogin(tenant: Tenant, { req, res }: Exchange): Promise<Login | undefined> {
  const session = await tenant.provider.Session.get(tenant.provider.createContext(req, res));
  return session.accountId === undefined ? undefined : tenant.directory.find(tenant.name, session.accountId);
}

/** The login whose password the form has, or an error message. */
async function verifyPassword(
  tenant: Tenant,
  current: Login | undefined,
  form: URLSearchParams,
): Promise<Login | string> {
  const password = form.get("password") ?? "";
  const login = current ?? tenant.directory.findByEmail(tenant.name, form.get("email") ?? "");
  if (!login) {
    await tenant.credentials.checkUnknownLogin(password);
    return wrongPassword;
  }
  const check = await tenant.credentials.check(login.id, password);
  if (check === "right") return login;
  if (check === "locked") return accountLocked;
  return current ? "The current password isn't right. Please try again." : wrongPassword;
}

const newPasswordFault = (form: URLSearchParams) =>
  passwordFault(form.get("new-password") ?? "", form.get("new-password-again") ?? "");
