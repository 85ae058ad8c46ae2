import { redirect } from "@remix-run/node";
import type { Portal } from "#app/request/portal.ts";

/** Someone's answers in a flow about one object. They're encrypted in the session, until 15 minutes after the last change. */
export function flowState<State>(flow: string) {
  const stateKey = ({ account }: Portal, id: string) => `${flow} ${account.clientId} ${id}`;
  return {
    read: (portal: Portal, id = "") =>
      portal.session.kept("entered", stateKey(portal, id)) as State | undefined,
    save: (portal: Portal, state: State | undefined, id = "") =>
      portal.session.keep("entered", stateKey(portal, id), state),
  };
}

interface FlowStep {
  readonly path: string;
  readonly isSkipped?: boolean;
  readonly isDone?: boolean;
}

/** Redirects to the first unfinished step before `wanted`, or to the next step if `wanted` is skipped. */
export function requireStep<Name extends string>(
  steps: Readonly<Record<Name, FlowStep>>,
  wanted: Name,
): void {
  let hasReachedWanted = false;
  for (const name of Object.keys(steps) as Name[]) {
    const { path, isSkipped, isDone } = steps[name];
    hasReachedWanted ||= name === wanted;
    if (isSkipped || (!hasReachedWanted && isDone)) continue;
    if (name !== wanted) throw redirect(path, 303);
    return;
  }
}
