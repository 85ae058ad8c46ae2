import type { WithSpan } from "#app/portal-api/spans.ts";

/** What is recorded in a request's span once its response has ended. */
interface RequestOutcome {
  /** The route's pattern; undefined if no route matched. */
  readonly route: string | undefined;
  readonly status: number;
}

/** The server span of one request. */
export interface RequestSpan {
  /** The header that names this span to upstream services (W3C Trace Context). */
  readonly traceparent: string;
  /** Spans that begin in `work`, or in what it starts, become children of this one. */
  run(work: () => void): void;
  end(outcome: RequestOutcome): void;
}

/** Records what requests wait for as OpenTelemetry spans. */
export interface Tracing {
  /** Runs work in a span of its own; without a request there is no span. */
  readonly withSpan: WithSpan;
  /** @param parent a trusted proxy's `traceparent`. */
  startRequest(method: string, parent: string | undefined): RequestSpan;
  /** Sends the remaining spans, within {@link TRACES_STOP_MS}. */
  stop(): Promise<void>;
}

/** A collector that hangs delays a stop by this time at most. */
export const TRACES_STOP_MS = 2_000;
