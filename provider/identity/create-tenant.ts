import type { EventEmitter } from "node:events";
import Provider, { type KoaContextWithOIDC as Context } from "oidc-provider";
import { providerConfiguration, type TenantSettings } from "./configuration.ts";
import { loadKeys } from "./keys.ts";
import { pages } from "./pages.ts";
import { endTenantSession } from "./sign-out.ts";
import type { ReportFault, Tenant } from "./tenant.ts";
import { addFault } from "./tokens.ts";

/** Options for {@link createTenant}. */
export interface TenantOptions extends Omit<TenantSettings, "issuer" | "prefix" | "keys"> {
  readonly url: string;
  readonly onFault: ReportFault;
}

type Middleware = (context: Context, next: () => Promise<void>, settings: TenantSettings) => Promise<void>;

/** Creates the issuer at `<url>/<name>`: its keys, and its oidc-provider with our middleware. */
export async function createTenant(options: TenantOptions): Promise<Tenant> {
  const { name, url, onFault } = options;
  const issuer = `${url}/${name}`;
  const settings: TenantSettings = {
    ...options,
    issuer,
    prefix: new URL(issuer).pathname,
    keys: await loadKeys(options.store, name),
  };
  const provider = new Provider(issuer, providerConfiguration(settings));
  provider.proxy = issuer.startsWith("https:");
  provider.silent = true;
  provider.on("server_error", (_context, error) => onFault(error));
  // A Koa event that the types lack.
  (provider as EventEmitter).on("error", onFault);
  for (const middleware of [signOutWithoutSession, addTokenFaults, sendNotFoundPage]) {
    provider.use((context, next) => middleware(context as unknown as Context, next, settings));
  }
  return { ...settings, provider };
}

/** Signs out without asking if there's no session. oidc-provider would need a script to submit a form. */
const signOutWithoutSession: Middleware = async (context, next, settings) => {
  await next();
  const { oidc } = context;
  const isSigningOut = oidc?.route === "end_session" && context.status === 200;
  if (isSigningOut && oidc.session?.accountId === undefined) await endTenantSession(context, settings);
};

const sendNotFoundPage: Middleware = async (context, next, settings) => {
  await next();
  if (context.status !== 404 || context.body !== undefined) return;
  context.type = "html";
  context.body = pages.fault(settings, { code: "not_found", description: "There's no such page here." });
  context.status = 404;
};

const addTokenFaults: Middleware = async (context, next, settings) => {
  await next();
  const { oidc, body } = context;
  if (oidc?.route !== "token" || typeof body !== "object" || body === null) return;
  const fault = settings.directory.find(settings.name, oidc.account?.accountId ?? "")?.fault;
  const answer = body as { id_token?: string };
  if (fault !== undefined && answer.id_token !== undefined) {
    context.body = { ...answer, id_token: await addFault(answer.id_token, fault, settings) };
  }
};
