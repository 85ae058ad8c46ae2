import { fingerprint } from "#app/request/fingerprint.server.ts";
import { claimOnce } from "#app/request/once.server.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { failedCall, isPortalApiError, type PortalApiError } from "#shared/portal-api/errors.ts";
import type { Operation } from "#shared/portal-api/operation.ts";

const OUTCOME_UNKNOWN = "We don't know if this was saved. We lost the connection before we got a reply.";

/** The call was sent but we don't know its outcome. Posting the same again throws this again and doesn't send anything. */
export class OutcomeUnknown extends Error {
  override readonly name = "OutcomeUnknown";
  readonly apiError: PortalApiError;
  constructor(apiError: PortalApiError) {
    super(apiError.message);
    this.apiError = apiError;
  }
}

interface Sender {
  readonly args: Pick<RouteArgs, "context">;
  readonly portal: Pick<Portal, "user" | "account" | "api">;
  /** Identifies equal posts of one rendered form; '' if each is to be sent. */
  readonly formInstance: string;
}

interface Sending {
  readonly call: Operation;
  readonly body: unknown;
  /** Two posts of one rendered form are equal if this is. */
  readonly content: unknown;
  /** The property in the answer that has the new object's id. */
  readonly idName?: string;
}

/** Sends the call once for equal posts. Returns the new object's id, or ''. Throws the call's error if it had no effect, otherwise {@link OutcomeUnknown}. */
export async function sendOnce(
  { args: { context }, portal, formInstance }: Sender,
  { call, body, content, idName = "" }: Sending,
): Promise<string> {
  const send = async () => {
    const answer = await portal.api.call(call, { body } as never);
    return String((answer as Readonly<Record<string, unknown>> | null | undefined)?.[idName] ?? "");
  };
  if (formInstance === "") return send();
  const { user, account } = portal;
  const name = `form ${fingerprint([user.issuer, user.id, account.clientId, formInstance, content])}`;
  const claim = await claimOnce<string>(context.services.records, name, { signal: context.signal });
  const outcome = claim.outcome ?? (await claim.settle(send()));
  if (outcome.state === "known") return outcome.value;
  const { error = failedCall({ ...call, failure: OUTCOME_UNKNOWN }, { kind: "timeout" }) } = outcome;
  throw isPortalApiError(error) ? new OutcomeUnknown(error) : error;
}
