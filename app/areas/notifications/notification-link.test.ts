import { expect, it } from "vitest";
import { toOpeningLink } from "./notification-link.ts";

const texts = { subject: "", message: "", issuedBy: "", priority: "", issuedOn: "" };

it.each([
  ["LineFaultCheck", 0, `{"lineFaultCheckId":9}`, "/notifications/7?open"],
  ["LineFaultCheck", 1, `{"lineFaultCheckId":9}`, "/services/line-faults/9"],
  ["LineFaultCheck", 0, `{"lineFaultCheckId":{}}`, "/notifications/7"],
  ["LineFaultCheck", 0, "no JSON", "/notifications/7"],
  ["LineFaultCheck", 0, "null", "/notifications/7"],
  ["FailedLineFaultCheck", 0, null, "/notifications/7?open"],
  ["FailedLineFaultCheck", 2, null, "/services/line-faults/error?notification=7"],
  ["Invoice", 0, null, "/notifications/7"],
])("a %s of status %d with the payload %s has the link %s", (type, status, payload, link) => {
  expect(toOpeningLink({ ...texts, notificationId: "7", type, status, payload })).toBe(link);
});
