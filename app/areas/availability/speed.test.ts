import { expect, it } from "vitest";
import { speedText } from "./speed.ts";

it.each([
  [40, "40 Mbps"],
  [998, "998 Mbps"],
  [999, "1 Gbps"],
  [1000, "1 Gbps"],
  [1150, "1.15 Gbps"],
  [1800, "1.8 Gbps"],
  [2000, "2 Gbps"],
  ["up to a lot", "up to a lot"],
])("the speed %s is shown as %s", (mbps, text) => {
  expect(speedText(mbps)).toBe(text);
});
