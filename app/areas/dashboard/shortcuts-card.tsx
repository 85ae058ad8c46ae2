import { Card } from "#app/ui/card.tsx";
import { LinkList } from "#app/ui/link-list.tsx";
import type { Shortcut } from "./shortcuts.ts";

export function Shortcuts({ shortcuts }: { shortcuts: readonly Shortcut[] }) {
  return (
    <Card heading="Shortcuts" id="shortcuts" flush>
      <LinkList items={shortcuts} />
    </Card>
  );
}
