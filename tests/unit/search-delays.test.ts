import { expect, it } from "vitest";
import { contactList } from "#app/areas/contacts/contact-list.ts";
import { notificationList } from "#app/areas/notifications/notification-list.ts";

// Spec 1 §9: how long after the last key press a search begins.
it.each([
  [contactList, 1_000],
  [notificationList, 300],
])("$0.id are searched after $1 ms", ({ search }, delayMs) => {
  expect(search?.delayMs).toBe(delayMs);
});
