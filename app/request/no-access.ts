import { redirectDocument } from "@remix-run/node";
import { serialize } from "cookie";
import { errorLogFields } from "#app/errors/error-page.ts";
import type { LoadContext } from "#server/load-context.ts";
import type { LostAccess, Tokens } from "#server/session/portal-session.ts";
import { createPortalApi, type PortalApi } from "#shared/portal-api/client.ts";
import { invalidateSession } from "#shared/portal-api/sign-out.ts";

const COOKIE_SECONDS = 600;

/** Signs out someone without access, at the identity provider too, which returns to /logout. That reads the cookie. */
export async function signOutWithoutAccess(
  context: LoadContext,
  { mode, tokens }: LostAccess,
): Promise<Response> {
  const { session, services, config } = context;
  await session.end();
  const [url] = await Promise.all([services.identity.signOutUrl(tokens), reportSignOut(context, tokens)]);
  return redirectDocument(url, { headers: { "Set-Cookie": noAccessCookie(mode, config.secure) } });
}

/** The Set-Cookie header that tells /logout which mode of /no-access to show; without a mode, removes the cookie. */
export function noAccessCookie(mode: string | undefined, secure: boolean): string {
  const maxAge = mode === undefined ? 0 : COOKIE_SECONDS;
  return serialize(cookieName(secure), mode ?? "", {
    path: "/",
    maxAge,
    sameSite: "lax",
    httpOnly: true,
    secure,
  });
}

export function noAccessMode({ cookies, config }: LoadContext): string | undefined {
  return cookies[cookieName(config.secure)];
}

const cookieName = (secure: boolean) => `${secure ? "__Host-" : ""}no-access`;

/** Tells the portal API within 5 s that the session has ended. A failure is only logged. */
export async function reportSignOut(context: LoadContext, tokens: Tokens, clientId?: string): Promise<void> {
  try {
    await apiWithTokens(context, tokens, clientId).call(
      invalidateSession,
      { body: null },
      { timeoutMs: 5_000 },
    );
  } catch (error) {
    context.log.warn(errorLogFields(error), invalidateSession.failure);
  }
}

/** The portal API for signing in or out, when the session has no tokens. */
export function apiWithTokens(context: LoadContext, tokens: Tokens, clientId: string | undefined): PortalApi {
  const { services, requestId, traceparent } = context;
  return createPortalApi(services.portalApi, {
    identityToken: () => tokens.identityToken,
    clientId,
    requestId,
    traceparent,
    observe: services.observeCall,
  });
}
