import { Prisma } from "../../../prisma/client/client.ts";
import type { Tx } from "../../database/transaction.ts";
import type { PrintAccountId, ShopId, SubmissionId } from "../../ports/ids.ts";
import { acceptanceColumn, acceptanceOf, type AcceptanceRow } from "../../print-files/check-printed.ts";
import type { OrdersContext } from "../core/context.ts";
import { isHistoryComplete } from "../core/is-history-complete.ts";
import {
  FOR_SHARE_OF_SHOP,
  SHOP_COLUMNS,
  SHOP_TABLES,
  toShopRow,
  type ShopColumns,
  type ShopRow,
} from "../core/shop-row.ts";
import { rateLimitColumns, rateLimitDelay, type RateLimitRow } from "./rate-limit.ts";

/** What decides a claim besides the order. */
export interface ClaimGate {
  shop: ShopRow;
  /** See isHistoryComplete. */
  historyComplete: boolean;
  /** How long the next call of the account has to wait, in milliseconds. */
  waitMs: number;
  /** Of the submission. */
  attempts: number;
  /** Of the checked links: what the check was made with, unless a file was replaced or accepted since. */
  acceptance: string;
}

type GateRow = ShopColumns & RateLimitRow & AcceptanceRow & { historyComplete: boolean | null; attempts: number };

/**
 * Reads it in one statement, after `lockAccount`: the calls are counted once nobody else can claim one. Until the
 * transaction ends, nobody uninstalls the shop, changes its account or saves its settings; null while somebody does.
 */
export async function readClaimGate(
  tx: Tx,
  ctx: OrdersContext,
  {
    shopId,
    printAccountId,
    submissionId,
    links,
  }: { shopId: ShopId; printAccountId: PrintAccountId; submissionId: SubmissionId; links: readonly string[] },
): Promise<ClaimGate | null> {
  const account = Prisma.sql`${printAccountId}::uuid`;
  const [row] = await tx.$queryRaw<GateRow[]>`
    SELECT ${SHOP_COLUMNS}, ${isHistoryComplete(ctx, account)} AS "historyComplete", ${rateLimitColumns(ctx, account)}, ${acceptanceColumn(shopId, links)},
      (SELECT count(*)::int FROM "Attempt" WHERE "submissionId" = ${submissionId}::uuid) AS "attempts"
    FROM ${SHOP_TABLES} WHERE s."id" = ${shopId}::uuid ${FOR_SHARE_OF_SHOP}`;
  if (!row) return null;
  const { historyComplete, attempts } = row;
  return {
    shop: toShopRow(row),
    historyComplete: historyComplete ?? false,
    waitMs: rateLimitDelay(ctx, row),
    attempts,
    acceptance: acceptanceOf(row),
  };
}
