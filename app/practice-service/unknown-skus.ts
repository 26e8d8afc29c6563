import { RejectedError } from "../ports/errors.ts";

/** There is no catalog: every other SKU is known. With these a rejection can be practiced. */
const UNKNOWN = /^unknown/i;

/** @throws RejectedError where one of these SKUs counts as unknown */
export function assertKnownSkus(items: readonly { itemSku: string }[]): void {
  const unknown = items.find(({ itemSku }) => UNKNOWN.test(itemSku.trim()));
  if (!unknown) return;
  const providerMessage = `Practice account: the SKU ${unknown.itemSku} counts as unknown`;
  throw new RejectedError("practice: unknown SKU", { httpStatus: 400, providerMessage });
}
