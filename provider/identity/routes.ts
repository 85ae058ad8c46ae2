import type { IncomingMessage, ServerResponse } from "node:http";
import { errors } from "oidc-provider";
import { RequestRefused, sendPage, type Exchange } from "./exchange.ts";
import { contentSecurityPolicy } from "./page-layout.ts";
import { pages } from "./pages.ts";
import { changePassword, resetPassword, updateMemorableWord } from "./self-service.ts";
import { signIn } from "./sign-in.ts";
import type { ReportFault, Tenant } from "./tenant.ts";

type PageHandler = (tenant: Tenant, exchange: Exchange) => Promise<void>;

const selfService: Readonly<Record<string, PageHandler>> = {
  "/reset": resetPassword,
  "/change-password": changePassword,
  "/memorable-word": updateMemorableWord,
};

/** Answers a request to one of the tenants; never throws. */
export async function handle(
  tenants: readonly Tenant[],
  req: IncomingMessage,
  res: ServerResponse,
  onFault: ReportFault,
): Promise<void> {
  const url = req.url ?? "/";
  const tenant = tenants.find(
    ({ prefix }) => url === prefix || (/^[/?]/.test(url.slice(prefix.length)) && url.startsWith(prefix)),
  );
  if (!tenant) {
    res.statusCode = 404;
    res.end();
    return;
  }
  setSecurityHeaders(res, tenant);
  const [path = "", search = ""] = url.slice(tenant.prefix.length).split(/\?(.*)/s);
  const exchange: Exchange = { req, res, path, query: new URLSearchParams(search) };
  try {
    await answer(tenant, exchange);
  } catch (error) {
    sendFault(tenant, exchange, error, onFault);
  }
}

async function answer(tenant: Tenant, exchange: Exchange): Promise<void> {
  const { path, req } = exchange;
  const page = findPageHandler(tenant, path);
  if (!page) return delegateToOidcProvider(tenant, exchange);
  if (!["GET", "HEAD", "POST"].includes(req.method ?? ""))
    throw new RequestRefused(405, "You can't do that here.");
  await page(tenant, exchange);
}

function findPageHandler(tenant: Tenant, path: string): PageHandler | undefined {
  if (/^\/sign-in\/[\w-]+$/.test(path)) return signIn;
  return tenant.name === "customer" && Object.hasOwn(selfService, path) ? selfService[path] : undefined;
}

/** Passes the request to oidc-provider with the tenant's public host and without the tenant's prefix in `url`. */
async function delegateToOidcProvider(tenant: Tenant, { req, res, path }: Exchange): Promise<void> {
  const { host, protocol } = new URL(tenant.issuer);
  req.headers.host = host;
  req.headers["x-forwarded-proto"] = protocol.slice(0, -1);
  delete req.headers["x-forwarded-host"];
  const original = req.url ?? "";
  const innerPath = path.startsWith("/v2.0/.well-known/") ? path.slice("/v2.0".length) : path || "/";
  const query = original.includes("?") ? original.slice(original.indexOf("?")) : "";
  Object.assign(req, { originalUrl: `${tenant.prefix}${innerPath}${query}`, url: `${innerPath}${query}` });
  await tenant.provider.callback()(req, res);
}

function sendFault(tenant: Tenant, exchange: Exchange, error: unknown, onFault: ReportFault): void {
  const { res } = exchange;
  if (res.headersSent) {
    onFault(error);
    res.destroy();
  } else if (error instanceof RequestRefused) {
    const page = pages.fault(tenant, { code: `refused_${error.status}`, description: error.message });
    sendPage(exchange, page, error.status);
  } else if (error instanceof errors.SessionNotFound) {
    const description = "This sign-in has expired, or your browser doesn't accept cookies.";
    sendPage(exchange, pages.fault(tenant, { code: "session_not_found", description }), 400);
  } else {
    onFault(error);
    sendPage(exchange, pages.fault(tenant, { code: "server_error" }), 500);
  }
}

function setSecurityHeaders(res: ServerResponse, tenant: Tenant): void {
  res.setHeader("Cache-Control", "no-store");
  res.setHeader("Content-Security-Policy", contentSecurityPolicy(tenant.portalUrl));
  res.setHeader("X-Content-Type-Options", "nosniff");
  res.setHeader("X-Frame-Options", "DENY");
  res.setHeader("Referrer-Policy", "same-origin");
}
