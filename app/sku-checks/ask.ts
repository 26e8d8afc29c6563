import { askForSkus } from "../quotes/ask-for-skus.ts";
import type { GroupAnswer } from "../quotes/find-rejected-sku.ts";
import type { SkuCheckContext } from "./context.ts";
import type { Quote } from "../ports/print-service.ts";
import type { PrintAccountId } from "../ports/ids.ts";

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
export interface Destination {
  printAccountId: PrintAccountId;
  countryCode: string;
}

/** The service accepts these SKUs: what they cost, and what they cost before. */
export async function recordAccepted(ctx: RecordContext, to: Destination, lines: Quote["lines"]): Promise<void> {
  const now = ctx.clock.now();
  const rows = lines.map(({ itemSku, baseCost }) => ({ itemSku, cost: baseCost }));
  await ctx.db.$executeRaw`
    UPDATE "SkuCheck" c SET "pending" = FALSE, "acceptedAt" = ${now}, "rejectedAt" = NULL, "confirmedAt" = NULL,
      "cost" = new."cost",
      "previousCost" = CASE WHEN c."cost"::numeric <> new."cost"::numeric THEN c."cost" ELSE c."previousCost" END,
      "costChangedAt" = CASE WHEN c."cost"::numeric <> new."cost"::numeric THEN ${now} ELSE c."costChangedAt" END
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS new("itemSku" text, "cost" text)
    WHERE c."printAccountId" = ${to.printAccountId}::uuid AND c."countryCode" = ${to.countryCode}
      AND c."itemSku" = new."itemSku"`;
}

/** The service rejects this SKU alone. Staff is alerted once that is confirmed (end.ts). */
export async function recordRejected(ctx: RecordContext, to: Destination, itemSku: string): Promise<void> {
  await ctx.db.$executeRaw`
    UPDATE "SkuCheck" SET "pending" = FALSE, "rejectedAt" = coalesce("rejectedAt", ${ctx.clock.now()})
    WHERE "printAccountId" = ${to.printAccountId}::uuid AND "countryCode" = ${to.countryCode} AND "itemSku" = ${itemSku}`;
}
