import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { LoadContext } from "#server/load-context.ts";
import type { CurrentAccount, SignedInUser, Tokens } from "#server/session/portal-session.ts";
import type { PortalSession } from "#server/session/request-session.ts";
import { renewal } from "#shared/limits.ts";
import { createPortalApi, type Caller, type PortalApi } from "#shared/portal-api/client.ts";
import { createFilesClient, type FilesClient } from "#shared/portal-api/files-client.ts";
import { createUploadsClient, type UploadsClient } from "#shared/portal-api/uploads-client.ts";
import { activityOf } from "./activity-of.ts";

export type RouteArgs = LoaderFunctionArgs | ActionFunctionArgs;

export interface SignedIn {
  readonly user: SignedInUser;
  readonly session: PortalSession;
  readonly api: PortalApi;
}

export interface Portal extends SignedIn {
  readonly account: CurrentAccount;
}

/** The portal API for this request's user and account, shared by all the request's loaders. */
export function portalApiOf(context: LoadContext, clientId: string | undefined): PortalApi {
  const { apis } = context.state;
  const api = apis.get(clientId) ?? createPortalApi(context.services.portalApi, callerOf(context, clientId));
  apis.set(clientId, api);
  return api;
}

/** Like {@link portalApiOf}, but without anything that this request has already loaded. */
export function freshApiOf(context: LoadContext, clientId: string): PortalApi {
  context.state.apis.delete(clientId);
  return portalApiOf(context, clientId);
}

/** The portal API for work that must be finished even if the browser disconnects. */
export function uncancelledApiOf(context: LoadContext, clientId: string): PortalApi {
  const caller = { ...callerOf(context, clientId), signal: undefined };
  return createPortalApi(context.services.portalApi, caller);
}

export function filesOf(context: LoadContext, { account }: Pick<Portal, "account">): FilesClient {
  const { config, services } = context;
  const settings = { ...services.portalApi, url: config.filesUrl };
  return createFilesClient(settings, callerOf(context, account.clientId));
}

export function uploadsOf(context: LoadContext, { account }: Pick<Portal, "account">): UploadsClient {
  const { config, services } = context;
  const settings = { ...services.portalApi, url: config.uploadsUrl, retryMs: config.uploadRetryMs };
  return createUploadsClient(settings, callerOf(context, account.clientId));
}

/** The bank verification service; undefined if it isn't configured. */
export function bankCheckOf(context: LoadContext, { account }: Pick<Portal, "account">) {
  const { config, services } = context;
  if (config.bankCheckUrl === undefined) return undefined;
  const settings = { ...services.portalApi, baseUrl: config.bankCheckUrl };
  return createPortalApi(settings, callerOf(context, account.clientId));
}

function callerOf(context: LoadContext, clientId: string | undefined): Caller {
  const { session, services, state, log, requestId, traceparent, signal, audit } = context;
  return {
    identityToken: () => session.tokens?.identityToken ?? "",
    clientId,
    person: session.user?.id,
    requestId,
    traceparent,
    signal,
    async renew(refusedToken) {
      if (session.tokens?.identityToken !== refusedToken) return true;
      if (isFresh(session.tokens, services.now().getTime())) return false;
      // If renewing fails because the session store is down, nothing has changed, so the 401 stands.
      const outcome = await services.identity.renew(session).catch((error: unknown) => {
        log.warn({ err: error }, "a refused token could not be renewed");
        return "unreachable" as const;
      });
      if (outcome === "unreachable" || outcome === "paused") state.isRenewalUnavailable = true;
      return outcome === "renewed";
    },
    observe(call, outcome, ms) {
      services.observeCall(call, outcome, ms);
      if (outcome === "unauthorised" && !state.isRenewalUnavailable) {
        log.warn({ call }, "the portal API refused the token");
        state.refusedBy.add(call.toLowerCase().split(/[ /]/)[1] ?? "");
      }
      // An upload's blocks aren't audited, because only committing them writes a file.
      if (!/^(GET|HEAD) |EventLog|LogEvent|comp=block$/.test(call))
        audit({ audit: "write", call, outcome, account: clientId, what: activityOf[call] });
    },
  };
}

/** Renewed recently, so a 401 can't be because of its age. For a short-lived token, recently means the first half of its life. */
function isFresh({ renewedAt = 0, expiresAt }: Tokens, now: number): boolean {
  return now >= renewedAt && now < Math.min(renewedAt + renewal.freshMs, (renewedAt + expiresAt) / 2);
}
