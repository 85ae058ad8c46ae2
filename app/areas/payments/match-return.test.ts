import { expect, it } from "vitest";
import { matchReturn } from "./match-return.ts";

const payments = {
  a: { amount: 10 },
  b: { amount: 20 },
  /** The same amount as `a`. */
  c: { amount: 10 },
  odd: { amount: 2272.2 },
};
type Name = keyof typeof payments;
const names = Object.keys(payments) as Name[];
/** "ab" means payments a and b. */
const paymentsIn = (text: string) =>
  names.filter((name) => text.includes(name)).map((name) => payments[name]);

const code = { txAuthNo: "8604856" };
const refused = undefined;

it.each([
  // begun by the payer, by others, ended | pending before, after | answer | state, payments
  ["one payment, and its receipt", "a", "", "", "a", "", { ...code, amount: 10 }, "paid a"],
  ["a receipt decides, not what is pending", "a", "", "", "a", "a", { ...code, amount: 10 }, "paid a"],
  [
    "a rounding error in the amount",
    "odd",
    "",
    "",
    "",
    "",
    { ...code, amount: 2272.20000000002 },
    "paid odd",
  ],
  ["no amount, one payment alone is open", "a", "", "", "a", "", { ...code, amount: null }, "paid a"],
  ["no amount, two are open", "ab", "", "", "ab", "b", code, "unknown ab"],
  ["no amount, a colleague's is open, too", "a", "b", "", "a", "", code, "unknown ab"],
  ["another amount than was begun", "a", "", "", "a", "", { ...code, amount: 1 }, "unknown "],
  ["another amount, and no payment of this person", "", "b", "", "", "", { ...code, amount: 1 }, "unknown "],
  ["the amount of one of two", "ab", "", "", "ab", "a", { ...code, amount: 20 }, "paid b"],
  ["the amount of two in this session", "ac", "", "", "ac", "c", { ...code, amount: 10 }, "paid ac"],
  ["the amount of two in two sessions", "a", "c", "", "a", "", { ...code, amount: 10 }, "paid ac"],
  ["a colleague's payment", "", "a", "", "", "", { ...code, amount: 10 }, "paid a"],
  ["a colleague's, this person has another", "b", "a", "", "b", "b", { ...code, amount: 10 }, "paid a"],
  ["a forged return has ended it before", "", "", "a", "", "", { ...code, amount: 10 }, "paid a"],
  ["ended before, and another is open", "b", "", "a", "b", "b", { ...code, amount: 10 }, "paid a"],
  ["ended before, and one of its amount is open", "c", "", "a", "c", "c", { ...code, amount: 10 }, "paid c"],
  ["nothing is known", "", "", "", "", "", { ...code, amount: 10 }, "paid "],
  ["nothing is known, no amount", "", "", "", "", "", code, "paid "],
  ["refused, and no longer pending", "a", "", "", "a", "", refused, "failed a"],
  ["no code, and no longer pending", "a", "", "", "a", "", { txAuthNo: "", amount: 10 }, "failed a"],
  ["refused, and still pending", "a", "", "", "a", "a", refused, "undecided a"],
  ["refused, and was never pending", "a", "", "", "", "", refused, "undecided a"],
  ["refused, and the API doesn't say what's pending", "ab", "", "", "ab", "ab", refused, "undecided ab"],
  ["refused: only one of two is no longer pending", "ab", "", "", "ab", "b", refused, "failed a"],
  ["refused, another failed before", "ab", "", "", "a", "a", refused, "undecided ab"],
  ["refused: both ended at once", "ab", "", "", "ab", "", refused, "undecided ab"],
  ["refused: never a colleague's", "", "a", "", "", "", refused, "undecided "],
  ["made up", "", "", "", "", "", refused, "undecided "],
] as const)(
  "%s (by the payer %s, by others %s, ended %s; pending %s, then %s; %j): %s",
  (_, byPayer, others, ended, before, after, receipt, expected) => {
    const candidates = {
      byPayer: paymentsIn(byPayer),
      inAccount: paymentsIn(byPayer + others),
      ended: paymentsIn(ended),
    };
    const { state, begun } = matchReturn(candidates, paymentsIn(before), paymentsIn(after), receipt);
    const matched = begun.map((one) => names.find((name) => payments[name] === one)).join("");
    expect(`${state} ${matched}`).toBe(expected);
  },
);

it.each([
  ["the receipt's", { ...code, amount: 10.004 }, 10.004],
  ["the payment's, if the receipt doesn't have one", code, 10],
])("the amount paid is %s", (_, receipt, amount) => {
  const candidates = { byPayer: paymentsIn("a"), inAccount: paymentsIn("a"), ended: [] };
  expect(matchReturn(candidates, [], [], receipt)).toEqual({ state: "paid", begun: paymentsIn("a"), amount });
});
