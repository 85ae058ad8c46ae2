import type { RequestHandler, Response } from "express";
import { isKey } from "#provider/portal-api/api.ts";
import { allowedAccount, bearerOf, type Caller } from "#provider/portal-api/caller.ts";
import { forbidden, unauthorised } from "#provider/portal-api/refusal.ts";

interface AccessOptions {
  readonly apiKey: string;
  readonly identify: (token: string | undefined) => Promise<Caller>;
}

/**
 * What a call of the files service has to prove, as at the portal API: subscription key, bearer, and the role in the
 * account that `X-Client-Id` names. The account is then {@link clientIdOf} the response.
 */
export function requireFileAccess({ apiKey, identify }: AccessOptions): RequestHandler {
  const prove = async (
    key: string | undefined,
    authorization: string | undefined,
    named: string | undefined,
  ) => {
    if (!isKey(key, apiKey)) throw unauthorised();
    const caller = await identify(bearerOf(authorization));
    const clientId = allowedAccount(caller, named);
    if (!caller.hasRole(clientId, "Orders")) throw forbidden();
    return clientId;
  };
  return (request, response, next) => {
    response.set("Cache-Control", "no-store");
    prove(
      request.get("ocp-apim-subscription-key"),
      request.get("authorization"),
      request.get("x-client-id"),
    ).then((clientId) => {
      response.locals.clientId = clientId;
      next();
    }, next);
  };
}

/** The account that {@link requireFileAccess} found the caller to act for. */
export function clientIdOf(response: Response): string {
  return String(response.locals.clientId);
}
