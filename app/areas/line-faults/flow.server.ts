import { flowState } from "#app/flows/flow.server.ts";
import type { OwnId } from "#app/portal-api/shapes.ts";
import type { Portal } from "#app/request/portal.ts";

/** How long a line test takes at most, in milliseconds. */
export const LONGEST_TEST = 180_000;
/** In the address of a test whose id is not known (yet). */
export const UNKNOWN_ID = "new";

export interface Line {
  readonly cli: string;
  readonly postcode: string;
  /** As the API has it. */
  readonly faultCode: OwnId;
}

/** The test that this session has begun. */
export interface BegunTest extends Line {
  /** '' where the API did not tell it. */
  readonly id: string;
  /** Random: names the form that was sent. */
  readonly formInstance: string;
  /** Milliseconds since the epoch. */
  readonly begunAt: number;
}

export interface FailedTest extends Omit<Line, "faultCode"> {
  /** A text or a code of the API's. */
  readonly error: string;
}

export const begunTest = flowState<BegunTest>("line test");
export const failedTest = flowState<FailedTest>("failed line test");

/** In the vault: when a check was begun, for all sessions and instances. */
export const begunName = ({ account }: Portal, id: string) => `line check begun ${account.clientId} ${id}`;
