import { Card } from "#app/ui/card.tsx";
import { LinkList } from "#app/ui/link-list.tsx";
import { PanelError } from "#app/ui/panel-error.tsx";
import { paths } from "#shared/paths.ts";
import type { AttentionPanel } from "./attention.server.ts";

/** What needs the person's attention; renders nothing if there is nothing to show. */
export function AttentionCard({ entries, moreCount, failures }: AttentionPanel) {
  if (entries.length === 0 && failures.length === 0) return null;
  return (
    <Card
      heading="Needs your attention"
      id="needs-you"
      icon="calendar"
      flush={failures.length === 0}
      footer={moreCount > 0 && <a href={paths.comingUp()}>{`See ${moreCount} more in the coming weeks`}</a>}
    >
      {failures.map((failure) => (
        <PanelError key={failure.message} {...failure} retryTo={paths.dashboard()} />
      ))}
      {entries.length > 0 && <LinkList items={entries} />}
    </Card>
  );
}
