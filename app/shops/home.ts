import type { ShopsContext } from "./context.ts";

export interface Home {
  domain: string;
  name: string | null;
  /** refused: the print service does not take the account's credentials any more. */
  printAccount: "none" | "connected" | "refused";
  orders: number;
  leftAlone: number;
  /** Submissions by state, those that occur. */
  submissions: { state: string; count: number }[];
  /** Open reasons for attention by code, the most frequent first. */
  attentions: { code: string; count: number }[];
}

/** The figures of the home page; null for a shop that is not installed. */
export async function readHome(ctx: Pick<ShopsContext, "db">, domain: string): Promise<Home | null> {
  const shop = await ctx.db.shop.findUnique({ where: { domain }, include: { printAccount: true } });
  if (!shop || shop.uninstalledAt) return null;
  const shopId = shop.id;
  const [orders, leftAlone, submissions, attentions] = await Promise.all([
    ctx.db.order.count({ where: { shopId } }),
    ctx.db.order.count({ where: { shopId, leftAlone: { not: null } } }),
    ctx.db.submission.groupBy({ by: ["state"], where: { shopId }, _count: true, orderBy: { state: "asc" } }),
    ctx.db.attention.groupBy({ by: ["code"], where: { shopId, clearedAt: null }, _count: true }),
  ]);
  return {
    domain,
    name: shop.name,
    printAccount: !shop.printAccount ? "none" : shop.printAccount.refusedAt ? "refused" : "connected",
    orders,
    leftAlone,
    submissions: submissions.map((row) => ({ state: row.state, count: row._count })),
    attentions: attentions.map((row) => ({ code: row.code, count: row._count })).sort((a, b) => b.count - a.count),
  };
}
