import type { DryRunCostProblem, DryRunOrder } from "../../prisma/client/client.ts";
import type { AttentionCode } from "../orders/core/attention.ts";
import { gidNumber } from "../ports/gid.ts";
import type { DryRunId } from "../ports/ids.ts";
import type { DryRunContext } from "./context.ts";
import type { OrdersQuery, Outcome } from "./orders-query.ts";

/** A checked order. Money: decimal strings. */
export interface CheckedOrder {
  position: number;
  name: string;
  /** Number in Shopify. */
  number: string;
  /** ISO 8601, UTC */
  placedAt: string;
  outcome: Outcome;
  reasons: AttentionCode[];
  /** Numbers of the product and variant to map. */
  productId: string | null;
  variantId: string | null;
  printItems: number;
  otherItems: number;
  cost: string | null;
  costProblem: DryRunCostProblem | null;
  currency: string | null;
  paid: string | null;
  profit: string | null;
  marginPercent: string | null;
}

const PAGE_SIZE = 50;

/** A page of the checked orders, the newest first. `next`: the position after which the next page begins. */
export async function readDryRunOrders(
  { db }: Pick<DryRunContext, "db">,
  dryRunId: DryRunId,
  { outcome, reason, after }: OrdersQuery,
  size = PAGE_SIZE,
): Promise<{ rows: CheckedOrder[]; next: number | null }> {
  const rows = await db.dryRunOrder.findMany({
    where: {
      dryRunId,
      outcome: outcome ?? { not: null },
      ...(reason ? { reasons: { has: reason } } : {}),
      ...(after === null ? {} : { position: { gt: after } }),
    },
    orderBy: { position: "asc" },
    take: size + 1,
  });
  const shown = rows.slice(0, size);
  const next = rows.length > size ? (shown.at(-1)?.position ?? null) : null;
  return { rows: shown.flatMap((row) => toCheckedOrder(row) ?? []), next };
}

/** null: not checked yet. */
function toCheckedOrder({ dryRunId: _run, basket: _basket, ...row }: DryRunOrder): CheckedOrder | null {
  const { outcome, shopifyGid, placedAt, productGid, variantGid, ...shown } = row;
  if (!outcome) return null;
  return {
    ...shown,
    outcome,
    number: gidNumber(shopifyGid),
    placedAt: placedAt.toISOString(),
    productId: productGid && gidNumber(productGid),
    variantId: variantGid && gidNumber(variantGid),
  };
}
