import { UserError } from "../user-error.ts";
import type { View } from "./context.ts";

/** Runs a mutation; what Shopify would refuse becomes a userError beside null results. */
export function withUserErrors(results: string[], work: () => View): View {
  try {
    return { ...Object.fromEntries(results.map((name) => [name, null])), ...work(), userErrors: [] };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const { field, message, code } = error;
    return { ...Object.fromEntries(results.map((name) => [name, null])), userErrors: [{ field, message, code }] };
  }
}
