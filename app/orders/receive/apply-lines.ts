import type { OrderLine } from "@prisma/client";
import type { ShopSettings } from "../../settings/settings.ts";
import { decideLine, type MappingLookup } from "../print-order/decide-line.ts";
import { append, flush } from "../core/append.ts";
import type { OrdersContext } from "../core/context.ts";
import { SENT_STATES } from "../core/states.ts";
import type { Tx } from "../../database/transaction.ts";
import type { LineSnapshot, MappingRule, OrderSnapshot } from "../../ports/order-model.ts";
import { recordLineChanges } from "./record-line-changes.ts";
import { lastingEligibility, withKnownIds, type LastingDecision } from "./eligibility.ts";
import type { ShopId, OrderId } from "../../ports/ids.ts";

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

interface LineFacts {
  settings: ShopSettings;
  mappings: MappingLookup;
  /** The lines as they are stored. */
  existingRows: readonly OrderLine[];
}

/** Writes every line of the order with its eligibility. A line that Shopify no longer shows stays, with quantity 0. */
export async function applyLines(
  tx: Tx,
  ctx: OrdersContext,
  order: { id: OrderId; shopId: ShopId; created: boolean },
  snapshot: OrderSnapshot,
  { settings, mappings, existingRows }: LineFacts,
): Promise<DecidedLine[]> {
  const orderId = order.id;
  const existing = new Map(existingRows.map((row) => [row.shopifyGid, row]));
  const lines = snapshot.lines.map((line) => ({ shown: line, line: withKnownIds(line, existing.get(line.gid)) }));
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
  await append(tx, "OrderLine", newRows);
  // A submission that is there already may get lines of these.
  if (!order.created) await flush(tx);
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
