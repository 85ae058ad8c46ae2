import type { WithSpan } from "#app/portal-api/spans.ts";

/** What the server span of a request tells once its answer has ended. */
interface RequestOutcome {
  /** The route's template; undefined where none was met. */
  readonly route: string | undefined;
  readonly status: number;
}

/** The server span of one request. */
export interface RequestSpan {
  /** Names this span to whoever is called (W3C). */
  readonly traceparent: string;
  /** Spans that begin in `work`, or in what it starts, stand below this one. */
  run(work: () => void): void;
  end(outcome: RequestOutcome): void;
}

/** Records what requests wait for as OpenTelemetry spans. */
export interface Tracing {
  /** Runs work in a span of its own; what no request asked for gets none. */
  readonly withSpan: WithSpan;
  /** @param parent a trusted proxy's `traceparent`. */
  startRequest(method: string, parent: string | undefined): RequestSpan;
  /** Sends what is left, within {@link TRACES_STOP_MS}. */
  stop(): Promise<void>;
}

/** A collector that hangs delays a stop by this time at most. */
export const TRACES_STOP_MS = 2_000;
