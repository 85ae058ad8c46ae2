import { flowState } from "#app/flows/flow.server.ts";
import type { ApiId } from "#app/portal-api/shapes.ts";
import type { Portal } from "#app/request/portal.ts";

export const MAX_TEST_MS = 180_000;
/** Takes the id's place in the URL of a test whose id is not known yet. */
export const UNKNOWN_ID = "new";

export interface Line {
  readonly cli: string;
  readonly postcode: string;
  readonly faultCode: ApiId;
}

export interface BegunTest extends Line {
  /** '' if the API's answer had no id. */
  readonly id: string;
  readonly formInstance: string;
  /** Milliseconds since the epoch. */
  readonly begunAt: number;
}

export interface FailedTest extends Omit<Line, "faultCode"> {
  /** A message or an error code from the API. */
  readonly error: string;
}

export const begunTest = flowState<BegunTest>("line test");
export const failedTest = flowState<FailedTest>("failed line test");

/** Vault key of the time when a check was begun, shared by all sessions and instances. */
export const testStartKey = ({ account }: Portal, id: string) => `line check begun ${account.clientId} ${id}`;
