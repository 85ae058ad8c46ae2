import { flowState } from "#app/flows/flow.server.ts";
import type { Portal } from "#app/request/portal.ts";
import type { ApiId } from "#shared/portal-api/shapes.ts";

export const MAX_TEST_MS = 180_000;
/** Used in the URL of a test whose id the API hasn't returned. */
export const UNKNOWN_ID = "new";

export interface LineTestRequest {
  /** The telephone number (calling line identity). */
  readonly cli: string;
  readonly postcode: string;
  /** The reason for the test. */
  readonly faultCode: ApiId;
}

export interface BegunTest extends LineTestRequest {
  /** '' if the API's answer had no id. */
  readonly id: string;
  readonly formInstance: string;
  /** Milliseconds since the epoch. */
  readonly begunAt: number;
}

export interface FailedTest extends Omit<LineTestRequest, "faultCode"> {
  /** A message or an error code from the API. */
  readonly error: string;
}

export const begunTestState = flowState<BegunTest>("line test");
export const failedTestState = flowState<FailedTest>("failed line test");

/** Names the record of when a line test began, for all sessions and instances. */
export const testStartKey = ({ account }: Portal, id: string) => `line check begun ${account.clientId} ${id}`;
