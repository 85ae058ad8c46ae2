import type { KoaContextWithOIDC as Context } from "oidc-provider";
import type { Tenant } from "./tenant.ts";

/**
 * Ends the session at the tenant without asking: revokes its codes and tokens, removes its cookie, and redirects to
 * `post_logout_redirect_uri` (which oidc-provider has checked) with `state`, or to the tenant's own page.
 */
export async function endTenantSession(context: Context, tenant: Pick<Tenant, "prefix">): Promise<void> {
  const { oidc } = context;
  if (!oidc) return;
  const { provider, session, params } = oidc;
  for (const { grantId } of Object.values(session?.authorizations ?? {})) {
    if (grantId === undefined) continue;
    const models = [provider.AccessToken, provider.AuthorizationCode, provider.RefreshToken];
    await Promise.all(models.map((model) => model.revokeByGrantId(grantId)));
    await provider.Grant.adapter.destroy(grantId);
  }
  await session?.destroy();
  const cookie = { path: tenant.prefix, httpOnly: true, sameSite: "lax", overwrite: true } as const;
  context.cookies.set(provider.cookieName("session"), null, cookie);
  context.status = 303;
  context.redirect(destination(params, tenant.prefix));
}

function destination(params: Readonly<Record<string, unknown>> | undefined, prefix: string): string {
  if (params?.post_logout_redirect_uri === undefined) return `${prefix}/oauth2/v2.0/logout/success`;
  const url = new URL(String(params.post_logout_redirect_uri));
  if (params.state !== undefined) url.searchParams.set("state", String(params.state));
  return url.href;
}
