import { expect, it } from "vitest";
import { contactList } from "#app/areas/contacts/contact-list.server.ts";
import { notificationList } from "#app/areas/notifications/notification-list.server.ts";
import { SEARCH_DELAY_MS } from "#app/grid/list-state.ts";

// How long after the last key press a search begins (docs/domain.md, Lists).
it.each([
  [contactList, 1_000],
  [notificationList, 300],
])("$0.id are searched after $1 ms", ({ search }, delayMs) => {
  expect(search?.delayMs ?? SEARCH_DELAY_MS).toBe(delayMs);
});
