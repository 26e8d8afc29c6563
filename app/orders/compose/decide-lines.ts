import { textPlacementSchema } from "../../artwork/text-layout.ts";
import {
  Prisma,
  type OrderLine,
  type Mapping,
  type NotPrinted,
  type TextPlacement,
} from "../../../prisma/client/client.ts";
import type { ShopSettings } from "../../settings/settings.ts";
import {
  decideLine,
  type LineDecision,
  type MappingLookup,
  lastingEligibility,
  withKnownIds,
  type LastingDecision,
} from "./eligibility.ts";
import { decideItem, isNeverSent, ruleItem, ruleOrder } from "./rules.ts";
import type { OrdersContext, WriteContext } from "../core/context.ts";
import { type OrderRows, noteHistory } from "../core/order-rows.ts";
import { SENT_STATES } from "../core/states.ts";
import type { LineSnapshot, MappingRule, OrderSnapshot, TextPlacements } from "../../ports/order-model.ts";
import { partsByLine, returnedQuantity } from "./line-quantities.ts";
import type { OrderId, ShopId } from "../../ports/ids.ts";
import type { HistoryCode } from "../core/history.ts";
import { readRows } from "../../database/rows.ts";
import type { Sql } from "../../database/sql.ts";
import type { Gid } from "../../ports/gid.ts";

/** Lines of which something was sent: a mark as not printed comes too late for them. */
const sentLines = ({ submissions }: OrderRows): ReadonlySet<string> =>
  new Set(
    submissions
      .filter(({ state, replacedAt }) => replacedAt === null && SENT_STATES.includes(state))
      .flatMap(({ lines }) => lines.map(({ orderLineId }) => orderLineId)),
  );

export interface DecidedLine {
  row: OrderLine;
  snapshot: LineSnapshot;
  mapping: MappingRule | undefined;
}

/** What decides whether a line is printed. */
interface DecisionInput {
  settings: ShopSettings;
  mappings: MappingLookup;
}

/** A line that was not stored before, with the eligibility that the present facts give it. Writes nothing. */
export const decideNewLine = (
  ctx: Pick<OrdersContext, "ids">,
  orderId: OrderId,
  line: LineSnapshot,
  { snapshot, ...input }: DecisionInput & { snapshot: OrderSnapshot },
): DecidedLine => newLine(ctx, orderId, line, { decision: decideBy(snapshot, input)(line).decision, ...input });

/** Whether a line is printed by the present mappings, settings and rules. `rule`: the name of the one that excludes it. */
function decideBy(snapshot: OrderSnapshot, { settings, mappings }: DecisionInput) {
  const { rules } = settings;
  const order = rules.length > 0 ? ruleOrder(snapshot) : null;
  return (line: LineSnapshot): { decision: LineDecision; rule?: string } => {
    const decision = decideLine(line, mappings, settings);
    if (decision.eligibility === "excluded" || !order) return { decision };
    const byRules = decideItem(rules, order, ruleItem(line, snapshot));
    if (!isNeverSent(byRules)) return { decision };
    return {
      decision: { eligibility: "excluded", reason: "excluded_by_rule" },
      ...(byRules.sending ? { rule: byRules.sending.rule.name } : {}),
    };
  };
}

const newLine = (
  { ids }: Pick<OrdersContext, "ids">,
  orderId: OrderId,
  line: LineSnapshot,
  { decision, mappings }: { decision: LastingDecision; mappings: MappingLookup },
): DecidedLine => ({
  row: { id: ids.uuid(), orderId, shopifyGid: line.gid, excludedAt: null, returned: 0, ...lineColumns(line, decision) },
  snapshot: line,
  mapping: mappingOf(line, mappings),
});

const mappingOf = ({ variantGid }: LineSnapshot, mappings: MappingLookup): MappingRule | undefined =>
  variantGid ? mappings.byVariant(variantGid) : undefined;

/** Decides the eligibility of every line of the order. A line that Shopify no longer shows stays, with quantity 0. */
export function decideLines(
  rows: OrderRows,
  ctx: WriteContext,
  snapshot: OrderSnapshot,
  { settings, mappings, created }: DecisionInput & { created: boolean },
): DecidedLine[] {
  const before = rows.lines;
  rows.lines = [];
  const gone = new Map(before.map((row) => [row.shopifyGid, row]));
  const sent = sentLines(rows);
  const partsOf = partsByLine(rows.submissions);
  const decide = decideBy(snapshot, { settings, mappings });
  const decided = snapshot.lines.map((shown): DecidedLine => {
    const old = gone.get(shown.gid);
    gone.delete(shown.gid);
    const line = withKnownIds(shown, old);
    const { decision, rule } = decide(line);
    const known = old && { ...old, sent: sent.has(old.id) };
    const eligibility = lastingEligibility(known, shown, decision, snapshot.complete);
    // Staff may have excluded it before, or some of it was sent: then the rule leaves nothing out.
    if (
      rule !== undefined &&
      eligibility.reason === "excluded_by_rule" &&
      old?.eligibilityReason !== eligibility.reason
    ) {
      const { id: orderId, shopId } = rows.order;
      const data = { subject: shown.gid, rule };
      noteHistory(rows, ctx, { shopId, orderId, code: "line.excluded_by_rule", data });
    }
    if (!old) return newLine(ctx, rows.order.id, line, { decision, mappings });
    const returned = returnedQuantity(old, line, partsOf(old.id));
    const row = { ...old, ...lineColumns(line, eligibility), returned };
    return { row, snapshot: line, mapping: mappingOf(line, mappings) };
  });
  const removed = [...gone.values()].map((row) => ({ ...row, quantity: 0, remaining: 0 }));
  rows.lines = [...decided.map(({ row }) => row), ...removed];
  if (!created) recordLineChanges(rows, ctx, before, snapshot.lines);
  return decided;
}

function lineColumns(line: LineSnapshot, { eligibility, reason }: LastingDecision) {
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

/** Writes into the history what an edit or a refund in Shopify changed on the lines of a known order. */
function recordLineChanges(
  rows: OrderRows,
  ctx: WriteContext,
  before: readonly Pick<OrderLine, "shopifyGid" | "quantity">[],
  after: readonly Pick<LineSnapshot, "gid" | "quantity">[],
): void {
  const { id: orderId, shopId } = rows.order;
  const known = new Map(before.map(({ shopifyGid, quantity }) => [shopifyGid, quantity]));
  const shown = new Map(after.map(({ gid, quantity }) => [gid, quantity]));
  for (const subject of new Set([...known.keys(), ...shown.keys()])) {
    const [from, to] = [known.get(subject), shown.get(subject) ?? 0];
    if (from === to) continue;
    const data = { subject, from: String(from ?? 0), to: String(to) };
    noteHistory(rows, ctx, { shopId, orderId, code: codeOf(from, to), actor: "shopify", data });
  }
}

/** `from`: undefined for a line that is new. */
function codeOf(from: number | undefined, to: number): HistoryCode {
  if (to === 0) return "line.removed";
  return from === undefined || from === 0 ? "line.added" : "line.quantity_changed";
}

/** The shop's mappings that an order's lines may need. */
export async function readMappings(sql: Sql, shopId: ShopId, lines: readonly LineSnapshot[]): Promise<MappingLookup> {
  const variants = lines.flatMap((l) => (l.variantGid ? [l.variantGid] : []));
  const products = lines.flatMap((l) => (l.productGid ? [l.productGid] : []));
  const ofProducts = Prisma.sql`"shopId" = ${shopId}::uuid AND "productGid" = ANY(${products}::text[])`;
  const ofVariants = Prisma.sql`"shopId" = ${shopId}::uuid AND "variantGid" = ANY(${variants}::text[])`;
  const texts = Prisma.sql`"shopId" = ${shopId}::uuid AND "productGid" IN (
    SELECT m."productGid" FROM "Mapping" m WHERE m."shopId" = ${shopId}::uuid AND m."variantGid" = ANY(${variants}::text[]))`;
  const [mappings, notPrinted, placements] = await Promise.all([
    readRows(sql, "Mapping", Prisma.sql`WHERE (${ofVariants}) OR (${ofProducts})`),
    readRows(sql, "NotPrinted", Prisma.sql`WHERE ${ofProducts}`),
    readRows(sql, "TextPlacement", Prisma.sql`WHERE ${texts}`),
  ]);
  return toMappingLookup(mappings, notPrinted, placements);
}

export type MappingRow = MappingRule & Pick<Mapping, "productGid" | "variantGid">;
export type NotPrintedRow = Pick<NotPrinted, "productGid" | "variantGid">;

export type TextPlacementRow = Pick<TextPlacement, "productGid" | "side" | "placement">;

/** Products whose texts are drawn, with their placements. */
function textsByProduct(rows: readonly TextPlacementRow[]): ReadonlyMap<string, TextPlacements> {
  const texts = new Map<string, TextPlacements>();
  for (const { productGid, side, placement } of rows)
    texts.set(productGid, { ...texts.get(productGid), [side]: textPlacementSchema.parse(placement) });
  return texts;
}

export function toMappingLookup(
  rows: readonly MappingRow[],
  notPrinted: readonly NotPrintedRow[],
  placements: readonly TextPlacementRow[] = [],
): MappingLookup {
  const texts = textsByProduct(placements);
  const byVariant = new Map(
    rows.map((row) => [row.variantGid, texts.has(row.productGid) ? { ...row, texts: texts.get(row.productGid) } : row]),
  );
  const byProduct = new Set(rows.map((row) => row.productGid));
  const marked = new Set<Gid | "">(notPrinted.map(({ productGid, variantGid }) => variantGid || productGid));
  return {
    byVariant: (gid) => byVariant.get(gid),
    hasProduct: (gid) => byProduct.has(gid),
    isNotPrinted: ({ productGid, variantGid }) => marked.has(productGid ?? "") || marked.has(variantGid ?? ""),
  };
}
