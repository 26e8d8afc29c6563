import type { OrderLine } from "@prisma/client";
import type { ShopSettings } from "../../settings/settings.ts";
import { decideLine, type MappingLookup } from "../print-order/decide-line.ts";
import type { OrdersContext } from "../core/context.ts";
import { SENT_STATES } from "../core/states.ts";
import type { Tx } from "../../database/transaction.ts";
import type { LineSnapshot, MappingRule, OrderSnapshot } from "../../ports/order-model.ts";
import { recordLineChanges } from "./record-line-changes.ts";
import { lastingEligibility, withKnownIds, type LastingDecision } from "./eligibility.ts";
import type { ShopId, OrderId } from "../../ports/ids.ts";

/** The shop's mappings that an order's lines may need, in one query. */
export async function readMappings(tx: Tx, shopId: ShopId, lines: readonly LineSnapshot[]): Promise<MappingLookup> {
  const variants = lines.flatMap((l) => (l.variantGid ? [l.variantGid] : []));
  const products = lines.flatMap((l) => (l.productGid ? [l.productGid] : []));
  const rows = await tx.mapping.findMany({
    where: { shopId, OR: [{ variantGid: { in: variants } }, { productGid: { in: products } }] },
  });
  const byVariant = new Map(rows.map((row) => [row.variantGid, row]));
  const byProduct = new Set(rows.map((row) => row.productGid));
  const notPrinted = await tx.notPrinted.findMany({ where: { shopId, productGid: { in: products } } });
  const marked = new Set(notPrinted.map(({ productGid, variantGid }) => variantGid || productGid));
  return {
    byVariant: (gid) => byVariant.get(gid),
    hasProduct: (gid) => byProduct.has(gid),
    isNotPrinted: ({ productGid, variantGid }) => marked.has(productGid ?? "") || marked.has(variantGid ?? ""),
  };
}

/** Lines of which something was sent: a mark as not printed comes too late for them. */
async function findSentLines(tx: Tx, orderId: OrderId): Promise<ReadonlySet<string>> {
  const submission = { orderId, replacedAt: null, state: { in: [...SENT_STATES] } };
  const rows = await tx.submissionLine.findMany({ where: { submission }, select: { orderLineId: true } });
  return new Set(rows.map(({ orderLineId }) => orderLineId));
}

export interface DecidedLine {
  row: OrderLine;
  snapshot: LineSnapshot;
  mapping: MappingRule | undefined;
}

/** Writes every line of the order with its eligibility. A line that Shopify no longer shows stays, with quantity 0. */
export async function applyLines(
  tx: Tx,
  ctx: OrdersContext,
  order: { id: OrderId; shopId: ShopId; created: boolean },
  snapshot: OrderSnapshot,
  settings: ShopSettings,
): Promise<DecidedLine[]> {
  const orderId = order.id;
  const existingRows = order.created ? [] : await tx.orderLine.findMany({ where: { orderId } });
  const existing = new Map(existingRows.map((row) => [row.shopifyGid, row]));
  const lines = snapshot.lines.map((line) => ({ shown: line, line: withKnownIds(line, existing.get(line.gid)) }));
  const mappings = await readMappings(
    tx,
    order.shopId,
    lines.map(({ line }) => line),
  );
  const decisions = new Map(lines.map(({ line }) => [line.gid, decideLine(line, mappings, settings)]));
  const someNotPrinted = !order.created && [...decisions.values()].some(({ reason }) => reason === "not_printed");
  const sent = someNotPrinted ? await findSentLines(tx, orderId) : new Set<string>();
  const decided: DecidedLine[] = [];
  const newRows: OrderLine[] = [];
  for (const { shown, line } of lines) {
    const old = existing.get(line.gid);
    const decision = decisions.get(line.gid) ?? decideLine(line, mappings, settings);
    const known = old && { ...old, sent: sent.has(old.id) };
    const facts = lineFacts(line, lastingEligibility(known, shown, decision, snapshot.complete));
    existing.delete(line.gid);
    const mapping = line.variantGid ? mappings.byVariant(line.variantGid) : undefined;
    const added = { id: ctx.ids.uuid(), orderId, shopifyGid: line.gid, excludedAt: null, ...facts };
    if (!old) newRows.push(added);
    const row = old ? await updateLine(tx, old, facts) : added;
    decided.push({ row, snapshot: line, mapping });
  }
  if (!order.created) await recordLineChanges(tx, ctx, order, existingRows, snapshot.lines);
  if (newRows.length > 0) await tx.orderLine.createMany({ data: newRows });
  if (existing.size > 0) {
    const removedIds = [...existing.values()].map((row) => row.id);
    await tx.orderLine.updateMany({ where: { id: { in: removedIds } }, data: { quantity: 0, remaining: 0 } });
  }
  return decided;
}

function lineFacts(line: LineSnapshot, { eligibility, reason }: LastingDecision) {
  return {
    productGid: line.productGid,
    variantGid: line.variantGid,
    title: line.title,
    variantTitle: line.variantTitle,
    sku: line.sku,
    quantity: line.quantity,
    remaining: line.remaining,
    eligibility,
    eligibilityReason: reason,
  };
}

async function updateLine(tx: Tx, row: OrderLine, facts: ReturnType<typeof lineFacts>): Promise<OrderLine> {
  const unchanged = (Object.keys(facts) as (keyof typeof facts)[]).every((key) => row[key] === facts[key]);
  return unchanged ? row : tx.orderLine.update({ where: { id: row.id }, data: facts });
}
