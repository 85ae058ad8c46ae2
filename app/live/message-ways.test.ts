import { expect, it } from "vitest";
import { messageWayOf, readMessageWays } from "./message-ways.ts";

it.each([
  ["", ["browser", "browser", "browser"]],
  ["toast.silent.browser", ["toast", "silent", "browser"]],
  ["silent", ["silent", "browser", "browser"]],
  ["loud.silent.toast.silent", ["browser", "silent", "toast"]],
  ["__proto__.silent.", ["browser", "silent", "browser"]],
])("reads '%s' as %j, with the default for missing or unknown parts", (value, ways) => {
  expect(Object.values(readMessageWays(value))).toEqual(ways);
});

it.each([
  ["LineFaultCheck", "toast"],
  ["FailedLineFaultCheck", "toast"],
  ["TicketUpdated", "silent"],
  ["SomethingNew", "browser"],
  [undefined, "browser"],
])("shows events of kind %s in the way '%s' that was chosen for their group", (kind, way) => {
  expect(messageWayOf("theme=dark; messages=toast.silent.browser; x=1", kind)).toBe(way);
  expect(messageWayOf("__Host-messages=toast.silent.browser", kind)).toBe(way);
  expect(messageWayOf("no-messages=toast.silent.browser", kind)).toBe("browser");
});
