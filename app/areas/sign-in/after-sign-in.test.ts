import { describe, expect, it } from "vitest";
import { afterSignIn } from "./after-sign-in.ts";

const one = { clientId: "1", name: "One" };
const two = { clientId: "2", name: "Two" };
const switcher = "1-MyPortal Switch Account";
const pending = "1-MyPortal Pending Validation";

describe("afterSignIn", () => {
  it.each([
    ["one account", ["1-Support"], [one], { to: "saved-url", select: one }],
    ["one account, may switch", ["1-Support", switcher], [one], { to: "saved-url", select: one }],
    ["one account, pending, may switch", [switcher, pending], [one], { to: "switch-account" }],
    ["one account, pending", [pending], [one], { to: "saved-url", select: one }],
    ["two accounts", ["2-Support"], [two, one], { to: "saved-url", select: two }],
    ["two accounts, may switch", [switcher], [one, two], { to: "switch-account" }],
    ["no account", ["1-Support"], [], { to: "no-clients" }],
    ["no account, may switch", [switcher], [], { to: "switch-account" }],
  ])("with %s", (_, roles, accounts, next) => {
    expect(afterSignIn({ roles }, accounts)).toEqual(next);
  });
});
