import { z } from "zod";
import { idAsSent, isNoId, isObject, isTextOrNumber } from "./shapes.ts";

/** The id of a saved object: neither blank nor 0, -1 or the GUID of zeros. */
export const savedId = idAsSent
  .refine((id) => String(id).trim() !== "" && !isNoId(id), "not saved")
  .meta({ exclusiveMinimum: 0, pattern: "^(?!-|0+$).*\\S" });

/** Digits or a GUID; any other plain text may be a message. */
export const BARE_ID = /^(\d+|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/i;

/**
 * The answer of a save: the saved object, of which only its id (`shape`) is read, or that id alone. A save that is
 * answered with anything else, such as `true` or nothing, has succeeded as well.
 */
export function saved<Shape extends Readonly<Record<string, z.ZodType>>>(shape: Shape) {
  const [name = ""] = Object.keys(shape);
  return z.preprocess((body) => {
    if (isObject(body)) return body;
    return isTextOrNumber(body) && BARE_ID.test(String(body)) ? { [name]: body } : undefined;
  }, z.object(shape).partial().nullish());
}
