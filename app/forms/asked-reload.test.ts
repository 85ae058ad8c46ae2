import { expect, it } from "vitest";
import { whenAsked, whenMoved } from "./asked-reload.ts";

const page = "https://portal.example/account/contacts/7";

/** Whether the page's data is loaded again on the way from one address to another. */
function asks(
  shouldRevalidate: typeof whenMoved,
  from: string,
  to: string,
  sent: { formMethod?: "POST"; formAction?: string; actionResult?: unknown } = {},
) {
  const [currentUrl, nextUrl] = [new URL(from, page), new URL(to, page)];
  const args = { currentUrl, nextUrl, currentParams: {}, nextParams: {}, defaultShouldRevalidate: true };
  return shouldRevalidate({ ...args, ...sent });
}
const post = { formMethod: "POST", formAction: "/account/contacts/7" } as const;

it.each([
  ["a live event", page, page, {}, false],
  ["the page of another contact", page, "/account/contacts/8", {}, true],
  ["its confirmation", page, "?saved", {}, true],
  ["the way back from it", "?saved", page, {}, true],
  ["another page of the list beside it", page, "?page=2", {}, false],
  ["a refused post", page, page, { ...post, actionResult: { form: "contact" } }, false],
  ["a save that leads back here", page, page, post, true],
  ["a post of the shell that leads back here", page, page, { ...post, formAction: "/appearance" }, false],
] as const)("a form loads for %s: %#", (_, from, to, sent, expected) => {
  expect(asks(whenAsked("saved"), from, to, sent)).toBe(expected);
});

it.each([
  ["a live event", page, page, {}, false],
  ["another page of the list", page, "?page=2", {}, true],
  ["another form beside it", page, "/account/contacts/8", {}, true],
  ["a refused post", page, page, { ...post, actionResult: {} }, false],
  ["a save", page, page, post, true],
] as const)("a list beside a form loads for %s: %#", (_, from, to, sent, expected) => {
  expect(asks(whenMoved, from, to, sent)).toBe(expected);
});
