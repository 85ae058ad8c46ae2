import { Message } from "#app/ui/message.tsx";
import type { StatusNote } from "./status-view.server.ts";

/** Open incidents, above what a person came for. */
export function StatusMessage({ text, to }: StatusNote) {
  return (
    <Message tone="warning">
      <p>
        We are working on this: {text}. <a href={to}>Service status</a>
      </p>
    </Message>
  );
}
