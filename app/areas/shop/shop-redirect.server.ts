import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { textLength } from "#shared/limits.ts";
import { failedCall, isPortalApiError } from "#shared/portal-api/errors.ts";
import { getShopRedirect } from "#shared/portal-api/shop.ts";

type ShopRedirect = Readonly<{ to: string } | { messages: readonly string[] }>;

/** The shop's URL for this person, or the provider's messages if it refuses. Throws PortalApiError. */
export async function requestShopRedirect({ context }: RouteArgs, { api }: Portal): Promise<ShopRedirect> {
  const { redirectUrl, validationMessages } = await api
    .call(getShopRedirect, {})
    .catch((error: unknown) => ({ redirectUrl: "", validationMessages: messagesOf(error) }));
  const messages = [...new Set(validationMessages)];
  if (messages.length > 0) return { messages };
  const to = allowedShopUrl(redirectUrl, context.config.shopOrigins);
  if (to !== undefined) return { to };
  context.log.error("the devices shop's address isn't one of SHOP_ORIGINS");
  throw failedCall(getShopRedirect, { kind: "malformed" });
}

/** A rejected call's messages. Rethrows any other error. */
function messagesOf(error: unknown): string[] {
  if (!isPortalApiError(error) || error.kind !== "rejected") throw error;
  const texts = [...error.brokenRules.map(({ description }) => description), error.serverText ?? ""];
  const messages = texts.map((text) => text.trim()).filter(Boolean);
  if (messages.length === 0) throw error;
  return messages;
}

/** The normalised URL; undefined if its origin isn't a configured shop's, or it contains a user name. */
export function allowedShopUrl(address: string, origins: readonly string[]): string | undefined {
  const url = address.length <= textLength.url && URL.canParse(address) ? new URL(address) : undefined;
  // Checks the protocol too, because `blob:https://shop.example/…` has the shop's origin.
  if (!url || !/^https?:$/.test(url.protocol) || !origins.includes(url.origin)) return undefined;
  return url.username + url.password === "" ? url.href : undefined;
}
