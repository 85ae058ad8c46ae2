import { Message } from "#app/ui/message.tsx";
import type { StatusNote } from "./status-view.server.ts";

/** The open incidents, above the page's content. */
export function StatusMessage({ text, to }: StatusNote) {
  return (
    <Message tone="warning">
      <p>
        Known problem: {text}. We&apos;re working on it. <a href={to}>Service status</a>
      </p>
    </Message>
  );
}
