import type { OrdersContext } from "../orders/core/context.ts";
import { askForSkus, groupSize, type GroupAnswer } from "../quotes/sku-answers.ts";
import type { Quote } from "../ports/print-service.ts";
import type { PrintAccountId } from "../ports/ids.ts";
import type { SkuCheckRun } from "../../prisma/client/client.ts";
import { MAX_GROUP, MAX_ALONE, MAX_UNCONFIRMED } from "./limits.ts";

/** What a SKU check gets from outside. */
export type SkuCheckContext = Pick<
  OrdersContext,
  "db" | "sql" | "clock" | "ids" | "random" | "log" | "encryptor" | "printService" | "policy"
>;

type AskContext = Pick<SkuCheckContext, "db" | "clock" | "printService">;

/** Asks what SKUs cost, and records what the service accepts. @throws RemoteError where the answer says nothing about them */
export async function askPrices(ctx: AskContext, to: Destination, skus: readonly string[]): Promise<GroupAnswer> {
  const { printAccountId, countryCode } = to;
  // The interface requires a province, and the price is without tax, which alone depends on it.
  const answer = await askForSkus(ctx, printAccountId, { countryCode, provinceCode: countryCode }, skus);
  if (answer.accepted) await recordAccepted(ctx, to, answer.lines);
  return answer;
}

type RecordContext = Pick<SkuCheckContext, "db" | "clock">;

/** SKUs of an account, asked for one country. */
interface Destination {
  printAccountId: PrintAccountId;
  countryCode: string;
}

/** The service accepts these SKUs: what they cost, and what they cost before. A cost of nothing or less is not believed. */
async function recordAccepted(ctx: RecordContext, to: Destination, lines: Quote["lines"]): Promise<void> {
  const now = ctx.clock.now();
  const rows = lines.map(({ itemSku, baseCost }) => ({ itemSku, cost: baseCost }));
  await ctx.db.$executeRaw`
    UPDATE "SkuCheck" c SET "pending" = FALSE, "acceptedAt" = ${now}, "rejectedAt" = NULL, "confirmedAt" = NULL,
      "cost" = coalesce(new."believed", c."cost"),
      "previousCost" = CASE WHEN c."cost"::numeric NOT IN (0, new."believed"::numeric) THEN c."cost" ELSE c."previousCost" END,
      "costChangedAt" = CASE WHEN c."cost"::numeric NOT IN (0, new."believed"::numeric) THEN ${now} ELSE c."costChangedAt" END
    FROM (SELECT "itemSku", CASE WHEN "cost"::numeric > 0 THEN "cost" END AS "believed"
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS answer("itemSku" text, "cost" text)) AS new
    WHERE c."printAccountId" = ${to.printAccountId}::uuid AND c."countryCode" = ${to.countryCode}
      AND c."itemSku" = new."itemSku"`;
}

/** The service rejects this SKU alone. Staff is alerted once that is confirmed (step.ts). */
export async function recordRejected(ctx: RecordContext, to: Destination, itemSku: string): Promise<void> {
  await ctx.db.$executeRaw`
    UPDATE "SkuCheck" SET "pending" = FALSE, "rejectedAt" = coalesce("rejectedAt", ${ctx.clock.now()})
    WHERE "printAccountId" = ${to.printAccountId}::uuid AND "countryCode" = ${to.countryCode} AND "itemSku" = ${itemSku}`;
}

/** SKUs to be asked for together. */
export interface Group {
  countryCode: string;
  skus: string[];
  /** One SKU that was rejected in another night or country: it would have every group rejected. */
  isAlone: boolean;
}

type Db = Pick<SkuCheckContext, "db">;

/** What the run asks for next; null once everything is checked. The most frequent destination comes first. */
export async function nextGroup({ db }: Db, run: SkuCheckRun): Promise<Group | null> {
  const size = groupSize.safeParse(run.groupSize);
  const of = { printAccountId: run.printAccountId, runId: run.id };
  const rejected = await db.skuCheck.findMany({
    where: { ...of, rejectedAt: { not: null } },
    distinct: ["itemSku"],
    select: { itemSku: true },
  });
  const suspects = rejected.map(({ itemSku }) => itemSku);
  for (const countryCode of run.countryCodes) {
    const rows = await db.skuCheck.findMany({
      where: { ...of, countryCode, pending: true, itemSku: { notIn: suspects } },
      orderBy: { itemSku: "asc" },
      take: size.success ? size.data.next : MAX_GROUP,
      select: { itemSku: true },
    });
    if (rows.length > 0) return { countryCode, skus: rows.map(({ itemSku }) => itemSku), isAlone: false };
    const where = { ...of, countryCode, itemSku: { in: suspects } };
    const [again, asked] = await Promise.all([
      db.skuCheck.findFirst({ where: { ...where, pending: true }, orderBy: { itemSku: "asc" } }),
      db.skuCheck.count({ where: { ...where, pending: false } }),
    ]);
    if (again && asked < MAX_ALONE) return { countryCode, skus: [again.itemSku], isAlone: true };
  }
  return null;
}

/** Whether the service rejected one SKU after another for a country tonight and accepted none. */
export async function isRejectingAll({ db }: Db, run: SkuCheckRun, countryCode: string): Promise<boolean> {
  const where = { printAccountId: run.printAccountId, runId: run.id, countryCode };
  const rejected = await db.skuCheck.count({ where: { ...where, pending: false, rejectedAt: { not: null } } });
  if (rejected < MAX_UNCONFIRMED) return false;
  return (await db.skuCheck.count({ where: { ...where, acceptedAt: { gte: run.startedAt } } })) === 0;
}
