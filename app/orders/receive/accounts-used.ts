import type { Stray } from "@prisma/client";
import type { Tx } from "../core/context.ts";
import type { ShopRow } from "./order-row.ts";

/**
 * Of the accounts that hold these strays, those that the shop uses or has used. A tag is 40 bits: on its own it would let an
 * order on somebody else's account stand for one of this shop.
 */
export async function accountsUsed(tx: Tx, shop: ShopRow, strays: readonly Stray[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const account of new Set(strays.map(({ printAccountId }) => printAccountId))) {
    const used = { shopId: shop.id, printAccountId: account };
    if (account === shop.printAccountId || (await tx.submission.findFirst({ where: used, select: { id: true } })))
      found.add(account);
  }
  return found;
}
