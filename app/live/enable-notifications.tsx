import { useReducer, useSyncExternalStore } from "react";
import { Button } from "#app/ui/button.tsx";
import { Message } from "#app/ui/message.tsx";
import { notificationPermission, permissionWarning } from "./permission.ts";

function subscribe(changed: () => void): () => void {
  const unsubscribed = new AbortController();
  navigator.permissions
    ?.query({ name: "notifications" })
    .then((status) => status.addEventListener("change", changed, { signal: unsubscribed.signal }))
    .catch(() => undefined);
  return () => unsubscribed.abort();
}

/** A button, because browsers only ask for permission to notify after a click. */
export function EnableNotifications() {
  const permission = useSyncExternalStore<NotificationPermission | "none" | "no-scripts">(
    subscribe,
    () => notificationPermission() ?? "none",
    () => "no-scripts",
  );
  const [, readPermissionAgain] = useReducer((count: number) => count + 1, 0);
  const ask = () => void Notification.requestPermission().then(readPermissionAgain);

  if (permission === "granted") {
    return (
      <Message tone="success" heading="Browser notifications are on">
        We&apos;ll notify you when something happens while you&apos;re in another window.
      </Message>
    );
  }
  if (permission === "denied") {
    return (
      <Message tone="warning" heading="Browser notifications are blocked">
        {permissionWarning}
      </Message>
    );
  }
  return (
    <Message tone="info" heading="Browser notifications">
      <p>
        Find out when something happens, such as a line test finishing, while you&apos;re in another window.
      </p>
      {permission === "default" ? (
        <Button type="button" variant="primary" icon="bell" onClick={ask}>
          Turn on notifications
        </Button>
      ) : (
        <p>
          {permission === "none"
            ? "This browser can't show notifications. You'll find everything under Notifications."
            : "This needs JavaScript, which is off or still loading. You'll find everything under Notifications."}
        </p>
      )}
    </Message>
  );
}
