import { expect, it } from "vitest";
import { phoneHref } from "./phone-link.tsx";

it.each([
  ["01632 960 100", "tel:01632960100"],
  ["(01632) 960-100", "tel:01632960100"],
  ["+44 (0)1632 960100", "tel:+441632960100"],
  ["0044(0) 1632 960100", "tel:00441632960100"],
])("a link to %s dials %s", (number, href) => {
  expect(phoneHref(number)).toBe(href);
});
