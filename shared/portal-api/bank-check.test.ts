import { expect, it } from "vitest";
import { validateBankAccount } from "./bank-check.ts";

it.each([
  [{ Valid: true }, true],
  [{ Valid: "True" }, true],
  [{ Valid: 1 }, true],
  [{ Valid: false }, false],
  [{ Valid: "false" }, false],
  [{ Valid: 0 }, false],
  [{ Valid: "FALSE" }, false],
  [{ Valid: " False " }, false],
  [{ Valid: "0" }, false],
  [{ Valid: "1" }, true],
  [JSON.stringify({ Valid: false, InvalidIssue: 6 }), false],
])("reads the verdict %j as %j", (answer, isValid) => {
  expect(validateBankAccount.answer.parse(answer)).toMatchObject({ Valid: isValid });
});

it.each([{}, { Valid: null }, { Valid: "maybe" }, { Valid: 2 }, "no"])(
  "refuses %j, which has no readable verdict",
  (answer) => {
    expect(validateBankAccount.answer.safeParse(answer).success).toBe(false);
  },
);
