import { z } from "zod";
import { idAsSent, isNoId, isObject, isTextOrNumber } from "./shapes.ts";

/** A saved object's id: neither blank nor 0, -1 or the zero GUID. */
export const savedId = idAsSent
  .refine((id) => String(id).trim() !== "" && !isNoId(id), "not saved")
  .meta({ exclusiveMinimum: 0, pattern: "^(?!-|0+$).*\\S" });

/** Digits or a GUID; any other plain text may be a message. */
export const BARE_ID = /^(\d+|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/i;

/** A save's answer: the saved object (we only read its id, `shape`), just that id, `true`, or nothing. */
export function saved<Shape extends Readonly<Record<string, z.ZodType>>>(shape: Shape) {
  const [name = ""] = Object.keys(shape);
  return z.preprocess((body) => {
    if (body === true) return undefined;
    if (isTextOrNumber(body) && BARE_ID.test(String(body))) return { [name]: body };
    const { [name]: id, ...rest } = Object(body) as Readonly<Record<string, unknown>>;
    return isObject(body) ? { ...rest, [name]: id ?? rest["id"] } : body;
  }, z.object(shape).nullish());
}
