import type { LoadContext } from "#server/load-context.ts";
import { createFilesClient, type FilesClient } from "../portal-api/files-client.ts";
import { callerOf, type Portal } from "./portal.ts";

/** The files service as this request's user and account see it. */
export function filesOf(context: LoadContext, { account }: Pick<Portal, "account">): FilesClient {
  const { config, services } = context;
  const settings = { url: config.filesUrl, subscriptionKey: services.portalApi.subscriptionKey };
  return createFilesClient(settings, callerOf(context, account.clientId));
}
