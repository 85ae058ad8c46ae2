import { failedCall, isPortalApiError, type PortalApiError } from "#app/portal-api/errors.ts";
import type { Operation } from "#app/portal-api/operation.ts";
import { runOnce, type WaitOptions } from "#app/request/across-instances.server.ts";
import { fingerprint } from "#app/request/fingerprint.server.ts";
import type { Portal } from "#app/request/portal.ts";
import type { Vault } from "#server/session/vault.ts";

/** Hidden field with a random id of the rendered form, the idempotency key of its posts. */
export const FORM_INSTANCE_FIELD = "formInstance";
/** Marks a draft whose save has an unknown outcome. */
export const PERHAPS_SAVED_FIELD = "perhapsSaved";

const OUTCOME_UNKNOWN =
  "It is not known whether this was saved: the connection broke off before the answer came.";

/** The call was sent and its outcome is unknown. Posting the same again throws this again and sends nothing. */
export class OutcomeUnknown extends Error {
  override readonly name = "OutcomeUnknown";
  readonly apiError: PortalApiError;
  constructor(apiError: PortalApiError) {
    super(apiError.message);
    this.apiError = apiError;
  }
}

interface FormPost {
  /** Empty for a post without the hidden field, which is saved each time. */
  readonly formInstance: string;
  readonly content: unknown;
  readonly call: Pick<Operation, "method" | "path">;
}

/** Calls `save` once for equal posts of one rendered form, and returns its id. Throws its error if it had no effect, else {@link OutcomeUnknown}. */
export async function oncePerForm(
  vault: Vault,
  { user, account }: Pick<Portal, "user" | "account">,
  { formInstance, content, call }: FormPost,
  save: () => Promise<string>,
  waiting: WaitOptions = {},
): Promise<string> {
  if (formInstance === "") return save();
  const parts = [user.issuer, user.id, account.clientId, formInstance, content];
  const outcome = await runOnce(vault, `form ${fingerprint(parts)}`, save, waiting);
  if (outcome.state === "known") return outcome.value;
  const { error = failedCall({ ...call, failure: OUTCOME_UNKNOWN }, { kind: "timeout" }) } = outcome;
  throw isPortalApiError(error) ? new OutcomeUnknown(error) : error;
}
