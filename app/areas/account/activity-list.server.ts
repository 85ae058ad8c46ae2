import { defineList } from "#app/grid/define-list.server.ts";
import { cachedAccounts } from "#app/request/accounts.ts";
import type { Portal, RouteArgs } from "#app/request/portal.ts";
import { formatDateTime } from "#app/ui/format.ts";
import type { ActivityEntry } from "#server/session/activity.ts";
import { paths } from "#shared/paths.ts";
import { REFUSALS } from "#shared/portal-api/errors.ts";

interface Activity extends ActivityEntry {
  readonly key: string;
  readonly accountName: string;
}

/** The person's own actions, newest first. They're in the session store because the API has no call for them (docs/domain.md, Activity). */
export async function loadActivity({ context }: RouteArgs, { user, session }: Portal): Promise<Activity[]> {
  const accountNames = new Map(cachedAccounts(session).map(({ clientId, name }) => [clientId, name]));
  const entries = await context.services.activity.list(user);
  return entries.map((entry, index) => ({
    ...entry,
    key: String(index),
    accountName:
      entry.account === undefined ? "" : (accountNames.get(entry.account) ?? `Account ${entry.account}`),
  }));
}

/** The audit trail's outcomes for a success. Any other is a refusal, or we don't know. */
const SUCCESSFUL_OUTCOMES = new Set(["ok", "done", "let in", "shown", "one other", "all others"]);

const outcomeOf = ({ outcome }: ActivityEntry) => {
  if (SUCCESSFUL_OUTCOMES.has(outcome)) return "Done";
  return REFUSALS.has(outcome) ? "Failed" : "Not known";
};

export const activityList = defineList({
  id: "activity",
  path: paths.activity(),
  noun: "entries",
  caption: "What you've done here",
  empty: "Nothing yet.",
  emptyIcon: "activity",
  columns: [
    {
      key: "at",
      label: "When",
      sort: "at",
      text: ({ at }) => formatDateTime(new Date(at).toISOString()) ?? "",
      order: ({ at }) => at,
    },
    {
      key: "what",
      label: "What you did",
      sort: "what",
      text: ({ what, isEmployee }) => (isEmployee ? `${what} (as an employee)` : what),
    },
    { key: "account", label: "Account", sort: "accountName" },
    { key: "browser", label: "Browser", sort: "browser", text: ({ browser = "Unknown browser" }) => browser },
    {
      key: "outcome",
      label: "Outcome",
      sort: "outcome",
      text: outcomeOf,
      tone: (entry) => (outcomeOf(entry) === "Done" ? "success" : "warning"),
    },
  ],
  onPhone: { title: "what", facts: ["at", "outcome"] },
  link: "what",
  defaultSort: "-at",
  defaultSize: 20,
  sizes: [20, 50, 100],
  search: { label: "Search activity" },
  keyOf: ({ key }: Activity) => key,
});
