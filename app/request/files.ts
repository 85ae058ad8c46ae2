import { createFilesClient, type FilesClient } from "#app/portal-api/files-client.ts";
import type { LoadContext } from "#server/load-context.ts";
import { callerOf, type Portal } from "./portal.ts";

/** The files service as this request's user and account see it. */
export function filesOf(context: LoadContext, { account }: Pick<Portal, "account">): FilesClient {
  const { config, services } = context;
  const settings = { ...services.portalApi, url: config.filesUrl };
  return createFilesClient(settings, callerOf(context, account.clientId));
}
