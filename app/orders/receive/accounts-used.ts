import type { Orphan } from "@prisma/client";
import type { Tx } from "../../database/transaction.ts";
import type { ShopRow } from "../core/shop-row.ts";

/**
 * Of the accounts that hold these orphans, those that the shop uses or has used. A tag is 40 bits: on its own it would let an
 * order on somebody else's account stand for one of this shop.
 */
export async function accountsUsed(tx: Tx, shop: ShopRow, orphans: readonly Orphan[]): Promise<Set<string>> {
  const usedAccounts = new Set<string>();
  for (const account of new Set(orphans.map(({ printAccountId }) => printAccountId))) {
    const usedBy = { shopId: shop.id, printAccountId: account };
    if (account === shop.printAccountId || (await tx.submission.findFirst({ where: usedBy, select: { id: true } })))
      usedAccounts.add(account);
  }
  return usedAccounts;
}
