import { expect, it } from "vitest";
import { notification } from "#app/portal-api/notifications.ts";
import { notificationList } from "./notification-list.ts";
import { statusOf, toNotificationRow } from "./notification-row.ts";

const row = (fields: object) =>
  toNotificationRow(
    notification.parse({ notificationId: 7, issuedOn: "2026-07-01T23:30:00Z", status: 0, ...fields }),
  );

it("is told in ready texts, by London's day", () => {
  expect(row({ subject: "Cabinet <b>14</b><script>x()</script> &amp; mast", priority: "High" })).toEqual({
    id: "7",
    issued: "02/07/2026",
    priority: "High",
    isUrgent: true,
    subject: "Cabinet 14 & mast",
    status: { label: "Unread", tone: "info" },
    isUnread: true,
    isArchived: false,
    to: "/notifications/7",
  });
});

it.each([
  [1, "Read", false],
  [2, "Archived", true],
  [9, "Status 9", false],
])("status %d is %s", (status, label, isArchived) => {
  expect(row({ status })).toMatchObject({ status: { label }, isArchived, isUnread: false });
});

it("always has a subject to press, whatever the API leaves out", () => {
  expect(row({ subject: "<img src=x>", priority: 2, issuedOn: "nonsense" })).toMatchObject({
    subject: "Notification",
    priority: "2",
    issued: "",
  });
});

it("knows the code of each choice of the filter", () => {
  const values = notificationList.filter?.options.map(({ value }) => value) ?? [];
  expect(values.map(statusOf)).toEqual([0, 2, 1]);
  expect(() => statusOf("burnt")).toThrow(RangeError);
});
