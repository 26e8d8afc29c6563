import type { OrderLine } from "@prisma/client";
import type { ShopSettings } from "../../settings/settings.ts";
import { decideLine, type MappingLookup } from "../print-order/decide-line.ts";
import { append, flush } from "../core/append.ts";
import type { OrdersContext } from "../core/context.ts";
import { SENT_STATES } from "../core/states.ts";
import type { Tx } from "../../database/transaction.ts";
import type { LineSnapshot, MappingRule, OrderSnapshot } from "../../ports/order-model.ts";
import { recordLineChanges } from "./record-line-changes.ts";
import { returnedQuantity, type PartsOf } from "./line-quantities.ts";
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

/** What decides whether a line is printed. */
interface DecisionFacts {
  settings: ShopSettings;
  mappings: MappingLookup;
}

interface LineFacts extends DecisionFacts {
  /** The lines as they are stored. */
  existingRows: readonly OrderLine[];
  partsOf: PartsOf;
}

/** A line that was not stored before, with the eligibility that the present facts give it. Writes nothing. */
export const decideNewLine = (
  ctx: Pick<OrdersContext, "ids">,
  orderId: OrderId,
  line: LineSnapshot,
  facts: DecisionFacts,
): DecidedLine => newLine(ctx, orderId, line, { decision: decideLine(line, facts.mappings, facts.settings), ...facts });

const newLine = (
  { ids }: Pick<OrdersContext, "ids">,
  orderId: OrderId,
  line: LineSnapshot,
  { decision, mappings }: { decision: LastingDecision; mappings: MappingLookup },
): DecidedLine => ({
  row: { id: ids.uuid(), orderId, shopifyGid: line.gid, excludedAt: null, returned: 0, ...lineFacts(line, decision) },
  snapshot: line,
  mapping: mappingOf(line, mappings),
});

const mappingOf = ({ variantGid }: LineSnapshot, mappings: MappingLookup): MappingRule | undefined =>
  variantGid ? mappings.byVariant(variantGid) : undefined;

/** Writes every line of the order with its eligibility. A line that Shopify no longer shows stays, with quantity 0. */
export async function applyLines(
  tx: Tx,
  ctx: OrdersContext,
  order: { id: OrderId; shopId: ShopId; created: boolean },
  snapshot: OrderSnapshot,
  { settings, mappings, existingRows, partsOf }: LineFacts,
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
    existing.delete(line.gid);
    if (!old) {
      const added = newLine(ctx, orderId, line, { decision, mappings });
      newRows.push(added.row);
      decided.push(added);
      continue;
    }
    const known = { ...old, sent: sent.has(old.id) };
    const eligibility = lastingEligibility(known, shown, decision, snapshot.complete);
    const facts = { ...lineFacts(line, eligibility), returned: returnedQuantity(old, line, partsOf(old.id)) };
    decided.push({ row: await updateLine(tx, old, facts), snapshot: line, mapping: mappingOf(line, mappings) });
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

async function updateLine(tx: Tx, row: OrderLine, facts: Partial<OrderLine>): Promise<OrderLine> {
  const unchanged = (Object.keys(facts) as (keyof OrderLine)[]).every((key) => row[key] === facts[key]);
  return unchanged ? row : tx.orderLine.update({ where: { id: row.id }, data: facts });
}
