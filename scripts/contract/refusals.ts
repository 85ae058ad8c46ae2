type Json = Readonly<Record<string, unknown>>;

const rejected = { schema: { $ref: "#/components/schemas/Rejection" } };
const plain = { schema: { type: "string" } };
const required = {
  property: "Line1",
  ruleName: "Required",
  description: "Please enter the first line of the address.",
  severity: 0,
};
const warning = {
  property: "AffectedUsers",
  ruleName: "NumericRange",
  description: "More than 250 users are affected: please phone us as well.",
  severity: 1,
};
const conflict = "The contact was changed by another user.";

/** What is answered in place of 200, by the names that the documents refer to. */
export const refusals: Readonly<Record<string, Json>> = {
  BadRequest: {
    description:
      "Broken rules, or plain text that a person may read. Each rule is shown at its field; warnings and infos are only answered while `isSaveConfirmed` is not true. A text that ends in 'by another user.' is a conflict, as 409 is.",
    content: {
      "application/json": {
        ...rejected,
        examples: {
          brokenRules: { value: { brokenRulesCollection: [required] } },
          warnings: { value: { brokenRulesCollection: [warning] } },
        },
      },
      "text/plain": { ...plain, example: "The contact or the address is not of this account." },
    },
  },
  Unauthorised: failure(
    "No subscription key, or no identity token that is good. The portal renews the token once.",
    "Unauthorized user.",
  ),
  Forbidden: failure(
    "The token does not let its owner into this account, or the role is missing.",
    "Requested action is forbidden.",
  ),
  NotFound: failure(
    "There is no such thing in this account. What belongs to another account answers the same.",
    "We couldn't find what you requested.",
  ),
  Conflict: {
    description:
      "Somebody else has saved it since it was read: text, or a broken rule, that ends in 'by another user.'. The portal shows both edits.",
    content: {
      "application/json": {
        ...rejected,
        example: {
          brokenRulesCollection: [
            { property: "", ruleName: "Concurrency", description: conflict, severity: 0 },
          ],
        },
      },
      "text/plain": { ...plain, example: conflict },
    },
  },
  LookupRefused: {
    description:
      "How the address look-up refuses, whatever the status. Without `code` it counts as unavailable.",
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/LookupRefusal" },
        example: { code: "AMWS2056", description: "No address was matched." },
      },
    },
  },
  Failed: failure(
    "Anything else that went wrong. The body is not read: the portal says what could not be done, and offers to try again. An answer that is no JSON counts as one.",
    "Something went wrong.",
  ),
};

const { LookupRefused: _, ...ofPortalApi } = refusals;
export const portalRefusals: Readonly<Record<string, Json>> = ofPortalApi;

/** One whose body is not read. */
function failure(description: string, message: string): Json {
  return {
    description,
    content: { "application/json": { schema: {}, example: { message } }, "text/plain": plain },
  };
}
