import type { ChangedValues } from "../core/order-change.ts";
import { LINE_CHANGE_FIELDS, ORDER_CHANGE_FIELDS } from "../../ports/order-model.ts";

const FIELDS = [...LINE_CHANGE_FIELDS, ...ORDER_CHANGE_FIELDS] as const;

/**
 * What a form asks for: the values that differ from the given ones that it showed. The others are left out, and stay as Shopify
 * and the mapping give them: a mapping that changed behind an open form is not changed back by a form that only repeats it.
 */
export function enteredValues(given: ChangedValues, values: ChangedValues): ChangedValues {
  const entered = FIELDS.filter((field) => JSON.stringify(values[field]) !== JSON.stringify(given[field]));
  return Object.fromEntries(entered.map((field) => [field, values[field]]));
}
