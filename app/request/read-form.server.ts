import { z } from "zod";
import { thrownPage } from "#app/errors/error-page.ts";
import { postLimits } from "#shared/limits.ts";
import { valuesByName } from "./draft.ts";
import { ACCOUNT_FIELD, PERSON_FIELD } from "./hidden-fields.ts";
import type { Portal, RouteArgs } from "./portal.ts";
import { requireSameAccount, requireSamePerson } from "./same-account.ts";

/** A field in a form without a definition. It never needs to be longer than an address. */
export const shortText = z.string().max(postLimits.headerBytes);
/** A field that may appear any number of times. */
export const shortTexts = z.preprocess(
  (sent) => [sent ?? []].flat(),
  z.array(shortText).max(postLimits.parts),
);

/** What a form without a definition posts, besides its hidden account and person. `replies` is for docs/forms.md. */
export const formFields = <const Fields extends z.ZodRawShape>(replies: string, fields: Fields) =>
  z
    .strictObject({ [ACCOUNT_FIELD]: shortText.optional(), [PERSON_FIELD]: shortText.optional(), ...fields })
    .describe(replies);

/** Reads a form without a definition. Throws a 409 page if it's for another account or person, or a 400 page if it doesn't have the right shape. */
export async function readForm<Schema extends z.ZodObject>(
  { request }: RouteArgs,
  schema: Schema,
  { sameAccountAs, samePersonAs }: { sameAccountAs?: Portal; samePersonAs?: Pick<Portal, "user"> } = {},
): Promise<z.output<Schema>> {
  const body = await request.formData();
  if (samePersonAs) requireSamePerson(samePersonAs, body, request);
  if (sameAccountAs) requireSameAccount(sameAccountAs, body, request);
  const { data: values } = schema.safeParse(valuesByName(body));
  if (values) return values;
  throw thrownPage(400, {
    heading: "We couldn't accept that",
    message: "Nothing was changed, because what we received doesn't match the form on our page.",
    subMessages: ["Please go back, reload the page and send the form again."],
    action: "dashboard",
  });
}

/** Labels the action with the forms that it reads, just for docs/forms.md. */
export const withFormsForDocs = <Action extends object, const Forms extends readonly unknown[]>(
  forms: Forms,
  action: Action,
) => Object.assign(action, { forms });
