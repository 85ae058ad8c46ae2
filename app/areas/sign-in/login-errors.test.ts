import { describe, expect, it } from "vitest";
import { loginMessage } from "./login-errors.ts";

const generalMessage = "Something went wrong during the login process. Please, try to log in later.";

describe("loginMessage", () => {
  it("returns nothing without an error", () => {
    expect(loginMessage(null)).toBeUndefined();
  });

  it.each(["", "AADB2C99999", "invalid", "constructor", "__proto__", "<script>", "90054x", "AADSTS50105"])(
    "returns the general message for %j",
    (code) => {
      expect(loginMessage(code)).toBe(generalMessage);
    },
  );

  it.each([
    ["AADB2C90054", /username or password/],
    ["90225", /username or password/],
    ["AADB2C90048", /unexpected problem/],
    ["AADB2C90053", /couldn't find a user/],
    ["AADB2C90035", /temporarily unavailable/],
    ["AADB2C90052", /username or password/],
    ["AADB2C90151", /too many attempts/],
    ["AADB2C90157", /too many attempts/],
    ["AADB2C90244", /too many requests/],
    ["AADB2C90080", /took too long/],
    ["AADB2C90129", /no longer valid/],
    ["AADB2C90114", /temporarily locked/],
    ["AADB2C90111", /locked\. Please contact support/],
    ["AADB2C90085", /sign in again/],
    ["AADB2C90289", /identity provider/],
    ["AADB2C90046", /start again/],
    ["unreachable", /can't reach the sign-in service/],
    ["renewal", /renewing your authentication token/],
  ])("has a specific message for %s", (code, words) => {
    expect(loginMessage(code)).toMatch(words);
  });
});
