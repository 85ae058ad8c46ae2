import { shortcutsFor } from "#app/areas/dashboard/shortcuts.ts";
import { menuPagesFor } from "#app/areas/shell/navigation.ts";
import type { Suggestions } from "#app/areas/shell/parts/palette.tsx";
import type { Portal } from "#app/request/portal.ts";
import type { LoadContext } from "#server/load-context.ts";
import { paths } from "#shared/paths.ts";
import { foldText } from "#shared/portal-api/search-text.ts";
import { hasRole } from "#shared/roles.ts";

/** The pages and actions that the person can use and that match a keyword, names first; '' matches them all (docs/domain.md, Search). */
export function commandsFor(
  { user, account: { clientId } }: Pick<Portal, "user" | "account">,
  context: Pick<LoadContext, "offersPage">,
  keyword: string,
): Suggestions["items"] {
  const pages = menuPagesFor(user, clientId, context).map(({ title, tooltip: detail, to }) => ({
    title,
    detail,
    to,
  }));
  const actions = [
    ...(hasRole(user, clientId, "Support") ? [{ title: "Log New Ticket", to: paths.ticketNew() }] : []),
    ...shortcutsFor(user, clientId, context),
    { title: "Where you're signed in", to: paths.sessions() },
    { title: "Your activity", to: paths.activity() },
    { title: "Notifications", to: paths.notifications() },
    { title: "Notification settings", to: paths.messages() },
  ].map(({ title, to }) => ({ title, detail: "", to }));
  // By address, so that a page replaces the action with the same address, because it has a description.
  const commands = new Map([...actions, ...pages].map((command) => [command.to, command]));
  const words = wordsOf(keyword);
  const matches = (text: string) =>
    words.every((word) => wordsOf(text).some((textWord) => textWord.startsWith(word)));
  return [...commands.values()]
    .filter(({ title, detail }) => matches(`${title} ${detail}`))
    .toSorted((a, b) => Number(matches(b.title)) - Number(matches(a.title)));
}

const wordsOf = (text: string) => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [text].filter(Boolean);
