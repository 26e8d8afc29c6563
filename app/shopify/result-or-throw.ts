import { RejectedError, UncertainError } from "../ports/errors.ts";

interface UserError {
  code?: string | null;
  message: string;
}

/**
 * The result of a mutation. @throws RejectedError with Shopify's messages for userErrors, UncertainError when neither
 * the result nor a userError came.
 */
export function resultOrThrow<K extends string, R extends { userErrors: UserError[] } & { [key in K]?: unknown }>(
  mutation: string,
  payload: R | null | undefined,
  result: K,
): NonNullable<R[K]> {
  const errors = payload?.userErrors ?? [];
  if (errors.length > 0) {
    const codes = errors.map((error) => error.code ?? "no code").join(", ");
    throw new RejectedError(`Shopify refused ${mutation} (${codes})`, {
      providerMessage: errors.map((error) => error.message).join("; "),
    });
  }
  const value = payload?.[result];
  if (value === null || value === undefined) throw new UncertainError(`Shopify answered ${mutation} without a result`);
  return value;
}
