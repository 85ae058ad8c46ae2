import { listMyAccounts } from "#app/portal-api/clients.ts";
import { sender, type Access } from "./wire.ts";

/** Why it makes no sense to ask anything, in words; undefined where it does. */
export async function whyNotAsked(access: Access): Promise<string | undefined> {
  const { status } = await sender(access)({ operation: listMyAccounts, needsAccount: false }, {});
  const { origin } = new URL(access.api);
  if (status === 0) return `${origin} does not answer.`;
  return status === 401 ? `${origin} refuses the token or the subscription key (401).` : undefined;
}
