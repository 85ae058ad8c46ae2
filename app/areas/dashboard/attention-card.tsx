import { Visit } from "#app/areas/line-faults/visit.tsx";
import { Card } from "#app/ui/card.tsx";
import { LinkList } from "#app/ui/link-list.tsx";
import { PanelError } from "#app/ui/panel-error.tsx";
import { paths } from "#shared/paths.ts";
import type { AttentionPanel } from "./attention.server.ts";
import styles from "./dashboard.module.css";

/** What needs someone's attention; renders nothing if nothing does. */
export function AttentionCard({ visits, entries, moreCount, failures }: AttentionPanel) {
  if (visits.length === 0 && entries.length === 0 && failures.length === 0) return null;
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
      {visits.map(({ id, title, to, ...visit }) => (
        <div key={id} className={styles.visit}>
          <a href={to}>{title}</a>
          <Visit {...visit} />
        </div>
      ))}
      {entries.length > 0 && <LinkList items={entries} />}
    </Card>
  );
}
