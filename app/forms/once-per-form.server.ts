import { failedCall, isPortalApiError, type PortalApiError } from "#app/portal-api/errors.ts";
import type { Operation } from "#app/portal-api/operation.ts";
import { onceOrElse, type WaitOptions } from "#app/request/across-instances.server.ts";
import { fingerprint } from "#app/request/fingerprint.server.ts";
import type { Portal } from "#app/request/portal.ts";
import type { Vault } from "#server/session/vault.ts";

/** Hidden field with a random id of the rendered form, the same in all posts of it. */
export const FORM_INSTANCE_FIELD = "formInstance";
/** Marks a draft whose save has an unknown outcome. */
export const PERHAPS_SAVED_FIELD = "perhapsSaved";

const NOT_KNOWN = "It is not known whether this was saved: the connection broke off before the answer came.";

/** It was sent, and nobody knows what became of it. The same post says so again and sends nothing. */
export class OutcomeUnknown extends Error {
  override readonly name = "OutcomeUnknown";
  readonly fault: PortalApiError;
  constructor(fault: PortalApiError) {
    super(fault.message);
    this.fault = fault;
  }
}

interface FormPost {
  /** The idempotency key; '' (a post written by hand) is saved each time. */
  readonly formInstance: string;
  /** What was entered, of any size: its hash is kept. */
  readonly content: unknown;
  readonly call: Pick<Operation, "method" | "path">;
}

/**
 * Calls `make` once for all posts of one person's rendered form with equal content, over all instances. Returns the id.
 * Throws what `make` throws where nothing was made, else {@link OutcomeUnknown}.
 */
export async function oncePerForm(
  vault: Vault,
  { user, account }: Pick<Portal, "user" | "account">,
  { formInstance, content, call }: FormPost,
  make: () => Promise<string>,
  waiting: WaitOptions = {},
): Promise<string> {
  if (formInstance === "") return make();
  const parts = [user.issuer, user.id, account.clientId, formInstance, content];
  const whenUnknown = async (fault: unknown) => {
    if (fault !== undefined && !isPortalApiError(fault)) throw fault;
    throw new OutcomeUnknown(fault ?? lost(call));
  };
  return onceOrElse(vault, `form ${fingerprint(parts)}`, make, whenUnknown, waiting);
}

function lost({ method, path }: FormPost["call"]): PortalApiError {
  return failedCall({ method, path, failure: NOT_KNOWN }, { kind: "timeout" });
}
