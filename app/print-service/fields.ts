import { Decimal } from "decimal.js";
import { z } from "zod";

/**
 * The service's JSON, read tolerantly: numbers as strings and the reverse, null for nothing. A whole number beyond 2^53
 * comes as text (parseJson).
 */

// PostgreSQL stores neither NUL nor half a surrogate pair.
const clean = (text: string): string => text.replaceAll("\0", "").toWellFormed();

const textOrNumber = z.union([z.string().transform(clean), z.number().transform((n) => new Decimal(n).toFixed())]);

/** Text, "" where there is none. */
export const text = textOrNumber.nullish().transform((value) => value ?? "");

/** The client's own order id; "" where there is none. The service may show it as shops do, with "#" before it. */
export const reference = text.transform((value) => value.trim().replace(/^#/, ""));

/** For fields from which nothing is concluded: false, [] and the like count as nothing. */
export const looseText = text.catch("");
/** An id or the like: null where there is none. */
export const looseTextOrNull = textOrNumber
  .nullish()
  .transform((value) => value || null)
  .catch(null);

/** An http(s) link without white space around it, else "": other schemes are unsafe to show as a link. */
export const link = looseText.transform((value) => {
  const trimmed = value.trim();
  return /^https?:\/\//i.test(trimmed) && URL.canParse(trimmed) ? trimmed : "";
});

/**
 * A parcel's link as the service wrote it: it may lack its scheme, or be no link. What is shown and mailed of it is decided where the
 * parcel is stored (app/orders/provider-updates/tracking.ts), which also notes what is dropped.
 */
export const trackingLink = looseText.transform((value) => value.trim());

/** A count; 0 where there is none, so that a comparison with the quantity sent fails. */
export const count = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^-?\d{1,300}$/)
      .transform(Number),
  ])
  .nullish()
  .transform((value) => (typeof value === "number" && Number.isSafeInteger(value) ? value : 0));

/** An amount as a plain decimal string, without the noise of floating point. */
export const amount = z
  .union([z.number(), z.string().regex(/^-?\d{1,300}(\.\d{1,15})?$/)])
  .transform((value) => new Decimal(value).toFixed());

/**
 * The entries of an array, those that are null left out; of an object with numbers for keys, as which PHP writes an array from which some
 * were taken; any other object that holds something is the one entry: the service's own documentation of an event names the fields of an
 * item in place of the array. Other values stay as they are.
 */
export function entriesOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => one !== null);
  if (!isRecord(value)) return value;
  const keys = Object.keys(value);
  return keys.every((key) => /^\d+$/.test(key)) ? Object.values(value).filter((one) => one !== null) : [value];
}

/** An array in any of these forms; empty where there is null, nothing or an empty object. */
export const arrayOf = <T extends z.ZodType>(item: T) =>
  z.preprocess(entriesOf, z.array(item).nullish()).transform((items) => items ?? []);

/** An object or an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** The texts of a message, which may be a list of them, or one for each field; "" where there is none. */
export const message = z
  .unknown()
  .optional()
  .transform((value) => textsIn(value).join(" "));

const textsIn = (value: unknown): string[] =>
  isRecord(value) ? Object.values(value).flatMap(textsIn) : [looseText.parse(value)].filter((one) => one !== "");
