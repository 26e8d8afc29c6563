/** Third argument of a reviver (ECMAScript "JSON.parse source text access"), which TypeScript's library does not know yet. */
type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;
const parse = JSON.parse as (text: string, reviver: Reviver) => unknown;

/**
 * JSON.parse that keeps whole numbers beyond 2^53 as text: Shopify's own samples have such ids, and rounding would name another order.
 * null when the text is not JSON (or nested too deeply to be an order).
 */
export function parseJson(body: Buffer): { value: unknown } | null {
  try {
    return { value: parse(body.toString("utf8"), keepLargeIntegers) };
  } catch {
    return null;
  }
}

const keepLargeIntegers: Reviver = (_key, value, context) =>
  typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(context.source ?? "")
    ? context.source
    : value;
