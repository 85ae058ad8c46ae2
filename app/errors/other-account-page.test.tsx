import { expect, it } from "vitest";
import { render } from "#app/ui/testing/render.tsx";
import type { OtherAccountError } from "./error-page.ts";
import { OtherAccountPage } from "./other-account-page.tsx";

const page: OtherAccountError = {
  kind: "other-account",
  heading: "You have switched accounts",
  current: "Harbour & Pine Ltd",
  intended: "Brightwater Dental Group",
  intendedId: "1003",
  action: "/account/contacts/7?a=b",
  fields: [
    ["account", "1003"],
    ["notes", 'two\nlines & "quotes"'],
    ["role", "1"],
    ["role", "2"],
  ],
};

it("names both accounts and says that nothing was changed", () => {
  const html = render(<OtherAccountPage page={page} />);
  expect(html).toContain("Nothing was changed");
  expect(html).toContain("<strong>Brightwater Dental Group</strong>");
  expect(html).toContain("<strong>Harbour &amp; Pine Ltd</strong>");
});

it("keeps every typed field, repeated ones too, in a form that works without scripts", () => {
  const html = render(<OtherAccountPage page={page} />);
  const form = '<form method="post" action="/switch-account?continue=%2Faccount%2Fcontacts%2F7%3Fa%3Db"';
  expect(html).toContain(form);
  expect(html.match(/type="hidden"/g)).toHaveLength(4);
  expect(html).toContain('name="notes" value="two\nlines &amp; &quot;quotes&quot;"');
  expect(html).toContain("Switch and continue");
});

it("has a link to stay with the current account", () => {
  expect(render(<OtherAccountPage page={page} />)).toMatch(
    /<a [^>]*href="\/account\/contacts\/7\?a=b"[^>]*>Stay with Harbour &amp; Pine Ltd/,
  );
});

it("offers no switch to an account that is not the person's", () => {
  const html = render(<OtherAccountPage page={{ ...page, intended: "", intendedId: "" }} />);
  expect(html).toContain("Nothing was changed");
  expect(html).not.toContain("<form");
  expect(html).toContain("Stay with Harbour &amp; Pine Ltd");
});
