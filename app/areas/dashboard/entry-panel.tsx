import type { Tolerated } from "#app/errors/tolerate.ts";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import type { IconName } from "#app/ui/icons/names.ts";
import { LinkList, type LinkListItem } from "#app/ui/link-list.tsx";
import { PanelError } from "#app/ui/panel-error.tsx";
import { paths } from "#shared/paths.ts";

/** A row in a dashboard panel, with `detail` under the title: '05/11/2024 · 4 min read'. */
export type Entry = Pick<LinkListItem, "id" | "title" | "to" | "unread"> & { readonly detail: string };

interface EntryPanelProps {
  heading: string;
  id: string;
  icon: IconName;
  panel: Tolerated<readonly Entry[]>;
  emptyText: string;
  footerLinks: readonly { label: string; to: string }[];
}

export function EntryPanel({ heading, id, icon, panel, emptyText, footerLinks }: EntryPanelProps) {
  const entries = panel.ok ? panel.value : [];
  return (
    <Card
      heading={heading}
      id={id}
      icon={icon}
      flush={entries.length > 0}
      footer={
        panel.ok &&
        footerLinks.length > 0 &&
        footerLinks.map(({ label, to }) => (
          <a key={to} href={to}>
            {label}
          </a>
        ))
      }
    >
      {!panel.ok && <PanelError {...panel} retryTo={paths.dashboard()} />}
      {panel.ok && entries.length === 0 && (
        <EmptyState icon={icon} compact>
          {emptyText}
        </EmptyState>
      )}
      {entries.length > 0 && <LinkList items={entries} />}
    </Card>
  );
}
