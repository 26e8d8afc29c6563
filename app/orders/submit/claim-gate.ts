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
import { rateLimitColumns, type RateLimitRow } from "./rate-limit.ts";

/** What decides a claim besides the order. */
export interface ClaimGate {
  shop: ShopRow;
  /** See isHistoryComplete. */
  historyComplete: boolean;
  /** Calls of the account: `rateLimitDelay` says how long the next one has to wait. */
  rateLimit: RateLimitRow;
  /** Of the submission. */
  attempts: number;
  /** Of the checked links: what the check was made with, unless a file was replaced or accepted since. */
  acceptance: string;
}

/** A submission that is to be claimed. */
interface AskedGate {
  submissionId: SubmissionId;
  shopId: ShopId;
  printAccountId: PrintAccountId;
  links: readonly string[];
}

type GateRow = ShopColumns &
  RateLimitRow &
  AcceptanceRow & { submissionId: SubmissionId; historyComplete: boolean | null; attempts: number };

/**
 * Reads them in one statement, after `lockAccounts`: the calls are counted once nobody else can claim one. Until the transaction ends,
 * nobody uninstalls a shop, changes its account or saves its settings; while somebody does, its submissions have no gate.
 */
export async function readClaimGates(
  tx: Tx,
  ctx: OrdersContext,
  asked: readonly AskedGate[],
): Promise<Map<SubmissionId, ClaimGate>> {
  const account = Prisma.sql`i."printAccountId"`;
  const rows = await tx.$queryRaw<GateRow[]>`
    SELECT i."submissionId", ${SHOP_COLUMNS}, ${isHistoryComplete(ctx, account)} AS "historyComplete", ${rateLimitColumns(ctx, account)},
      ${acceptanceColumn(Prisma.sql`i."shopId"`, Prisma.sql`i."links"`)},
      (SELECT count(*)::int FROM "Attempt" t WHERE t."submissionId" = i."submissionId") AS "attempts"
    FROM jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        AS i("submissionId" uuid, "shopId" uuid, "printAccountId" uuid, "links" text[])
      JOIN (${SHOP_TABLES}) ON s."id" = i."shopId" ${FOR_SHARE_OF_SHOP}`;
  return new Map(
    rows.map((row) => {
      const { submissionId, historyComplete, attempts, open, begun, until } = row;
      const counted = { rateLimit: { open, begun, until }, attempts, acceptance: acceptanceOf(row) };
      return [submissionId, { shop: toShopRow(row), historyComplete: historyComplete ?? false, ...counted }];
    }),
  );
}
