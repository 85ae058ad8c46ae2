import { redirect } from "@remix-run/node";
import type { Portal } from "#app/request/portal.ts";

/** What a flow keeps of one thing of the account: sealed in the session, until 15 minutes after the last change. */
export function flowState<State>(flow: string) {
  const nameOf = ({ account }: Portal, id: string) => `${flow} ${account.clientId} ${id}`;
  return {
    of: (portal: Portal, id = "") => portal.session.entered.in(nameOf(portal, id)) as State | undefined,
    /** Undefined forgets it. */
    keep: (portal: Portal, state: State | undefined, id = "") =>
      portal.session.entered.keep(nameOf(portal, id), state),
  };
}

interface FlowStep<State> {
  readonly path: string;
  /** Whether the way leads past it. */
  readonly isSkipped?: (state: State) => boolean;
  readonly isDone?: (state: State) => boolean;
}

/** The steps of a flow in their order. */
export type FlowSteps<State, Name extends string> = Readonly<Record<Name, FlowStep<State>>>;

/** Lets through who may be at a step. Throws the redirect to the first one before it that is not done, or past it where it is not needed. */
export function requireStep<State, Name extends string>(
  steps: FlowSteps<State, Name>,
  wanted: Name,
  state: State,
): void {
  const names = (Object.keys(steps) as Name[]).filter((name) => !steps[name].isSkipped?.(state));
  const all = Object.keys(steps);
  const isLater = (name: Name) => all.indexOf(name) >= all.indexOf(wanted);
  const next = names.find((name) => isLater(name) || !steps[name].isDone?.(state));
  if (next !== undefined && next !== wanted) throw redirect(steps[next].path, 303);
}
