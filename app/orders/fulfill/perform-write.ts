import type { ShopifyWrite } from "../../../prisma/client/client.ts";
import { errorName, writeOutcomeOf, retryAfterOf, type FailedWriteOutcome } from "../../ports/errors.ts";
import type { TrackingInfo, FulfillmentOfOrder, FulfillmentSnapshot } from "../../ports/shopify.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import { append } from "../core/append.ts";
import { addHistory } from "../core/history.ts";
import type { NewRows } from "../core/write-rows.ts";
import { withOrderLock } from "../core/lock.ts";
import { outcomeIn } from "../core/state-in.ts";
import { OPEN_WRITE_OUTCOMES } from "../core/states.ts";
import { renewClaim } from "./claim-parcel.ts";
import type { LoadedParcel } from "./load-parcel.ts";
import type { PlannedCreate, PlannedLine } from "./plan-parcel.ts";
import type { ShopifyWriteId, ParcelId } from "../../ports/ids.ts";
import type { Gid } from "../../ports/gid.ts";
import { fulfillmentsWithNumber } from "./read-fulfillment.ts";

/** What came of a write's call. */
type WriteOutcome =
  { outcome: "done"; fulfillmentGid: Gid<"Fulfillment"> } | { outcome: FailedWriteOutcome; retryAfterMs?: number };

/** claim_lost: another worker holds the parcel now. */
export type WriteResult = WriteOutcome | { outcome: "claim_lost" };
export type FailedWrite = Exclude<WriteResult, { outcome: "done" }>;

export type PlannedWrite =
  | { kind: "create"; create: PlannedCreate; tracking: TrackingInfo; notify: boolean }
  /** link_update: the number is in Shopify already, and its link is corrected. */
  | {
      kind: "tracking_update" | "link_update";
      fulfillmentGid: Gid<"Fulfillment">;
      tracking: TrackingInfo[];
      notify: boolean;
    };

interface WriteOptions {
  /** Takes or extends the parcel's claim, in the transaction that claims the write; false: it cannot. */
  takeClaim?: (tx: Tx) => Promise<boolean>;
  /** Runs with the record of a write that took effect, in its transaction. */
  whenDone?: (tx: Tx) => Promise<void>;
}

/** Makes one write to Shopify: records the write as claimed, commits, writes, records the outcome. */
export async function performWrite(
  ctx: OrdersContext,
  loaded: LoadedParcel,
  write: PlannedWrite,
  { takeClaim = (tx) => renewClaim(tx, ctx, loaded.claim), whenDone }: WriteOptions = {},
): Promise<WriteResult> {
  const { orderId } = loaded.ids;
  const writeId = ctx.ids.uuid();
  const claimed = await withOrderLock(ctx, orderId, async (tx) => {
    if (!(await takeClaim(tx))) return false;
    await append(tx, "ShopifyWrite", [newWriteRow(ctx, writeId, loaded.parcel.id, write)]);
    return true;
  });
  if (!claimed) return { outcome: "claim_lost" };
  const result = await send(ctx, loaded, write);
  const recorded = await withOrderLock(ctx, orderId, async (tx) => {
    if (!(await recordWriteOutcome(tx, ctx, loaded, writeId, result))) return false;
    if (result.outcome === "done") await whenDone?.(tx);
    return true;
  });
  return recorded ? result : { outcome: "claim_lost" };
}

/**
 * Records the outcome of a claimed write, once: by its maker or by the worker that took the parcel over. The lines of a
 * create count as fulfilled by the app from then on. Needs the order's lock.
 */
async function recordWriteOutcome(
  tx: Tx,
  ctx: OrdersContext,
  { parcel, ids }: Pick<LoadedParcel, "parcel" | "ids">,
  writeId: ShopifyWriteId,
  result: WriteOutcome,
): Promise<boolean> {
  const { outcome } = result;
  const fulfillment = result.outcome === "done" ? result.fulfillmentGid : null;
  const [storedWrite] = await tx.$queryRaw<Pick<ShopifyWrite, "kind" | "fulfillmentGid" | "notified">[]>`
    WITH written AS (
      UPDATE "ShopifyWrite" SET "outcome" = ${outcome}::"ShopifyWriteOutcome", "endedAt" = ${ctx.clock.now()},
        "fulfillmentGid" = COALESCE(${fulfillment}, "fulfillmentGid")
      WHERE "id" = ${writeId}::uuid AND ${outcomeIn("ShopifyWrite", OPEN_WRITE_OUTCOMES)}
      RETURNING "kind", "fulfillmentGid", "notified", "outcome", "lines"
    ), lines AS (
      -- Summed: a line item may be fulfilled out of several fulfillment orders, and UPDATE takes one row for each that it changes.
      UPDATE "SubmissionLine" l SET "fulfilled" = l."fulfilled" + made."quantity"
      FROM (SELECT line."submissionLineId", sum(line."quantity")::int AS "quantity"
        FROM written, jsonb_to_recordset(written."lines") AS line ("submissionLineId" uuid, "quantity" int)
        WHERE written."outcome" = 'done' AND written."kind" = 'create' GROUP BY line."submissionLineId") made
      WHERE l."id" = made."submissionLineId"
    ) SELECT "kind", "fulfillmentGid", "notified" FROM written`;
  if (!storedWrite) return false;
  const { kind, fulfillmentGid, notified } = storedWrite;
  await addHistory(tx, ctx, {
    ...ids,
    code: `shopify.${kind}`,
    data: { outcome, parcel: parcel.id, fulfillment: fulfillmentGid, notified },
  });
  return true;
}

function newWriteRow(
  ctx: OrdersContext,
  id: ShopifyWriteId,
  parcelId: ParcelId,
  write: PlannedWrite,
): NewRows["ShopifyWrite"] {
  const { kind, notify: notified } = write;
  const base = { id, parcelId, kind, notified, outcome: "claimed" as const, startedAt: ctx.clock.now(), endedAt: null };
  if (write.kind !== "create")
    return { ...base, fulfillmentGid: write.fulfillmentGid, assignedLocation: null, lines: [] };
  const lines = write.create.lines.map((line) => ({ ...line }));
  return { ...base, fulfillmentGid: null, assignedLocation: write.create.assignedLocation, lines };
}

/** The fulfillment's message in the merchant's admin. */
const PRACTICE_MESSAGE = "Practice order: nothing is printed.";

async function send(ctx: OrdersContext, loaded: LoadedParcel, write: PlannedWrite): Promise<WriteOutcome> {
  const shop = loaded.shop.domain;
  try {
    if (write.kind === "create") {
      const lines = write.create.lines.map(({ fulfillmentOrderGid, fulfillmentOrderLineGid, quantity }) => ({
        fulfillmentOrderGid,
        fulfillmentOrderLineGid,
        quantity,
      }));
      const message = loaded.practice ? { message: PRACTICE_MESSAGE } : {};
      const input = { lines, tracking: [write.tracking], notifyCustomer: write.notify, ...message };
      return { outcome: "done", fulfillmentGid: await ctx.shopify.createFulfillment(shop, input) };
    }
    const { fulfillmentGid, tracking, notify } = write;
    await ctx.shopify.updateTracking(shop, { fulfillmentGid, tracking, notifyCustomer: notify });
    return { outcome: "done", fulfillmentGid };
  } catch (error) {
    ctx.log.warn({ write: write.kind, error: errorName(error) }, "a write to Shopify was not answered with success");
    // uncertain: Shopify is read before anything else is written.
    return { outcome: writeOutcomeOf(error), retryAfterMs: retryAfterOf(error) };
  }
}

/**
 * Finds out about the writes of this parcel whose answer was lost (a crash, a timeout): the number on a fulfillment of
 * just these lines means that the write took effect. One that does not show stays uncertain, since it may take effect
 * late. none: no answer was lost.
 */
export async function matchLostWrites(
  ctx: OrdersContext,
  loaded: LoadedParcel,
  snapshot: FulfillmentSnapshot,
): Promise<"none" | "recorded" | "claim_lost"> {
  const open = loaded.writes.filter((write) => OPEN_WRITE_OUTCOMES.includes(write.outcome));
  if (open.length === 0) return "none";
  // Also fulfillments that the merchant has canceled since: the write took effect, and the customer got the email.
  const candidates = fulfillmentsWithNumber(snapshot, loaded.parcel.trackingNumber).filter(
    ({ gid }) => !loaded.ownFulfillments.includes(gid) && !loaded.otherFulfillments.includes(gid),
  );
  return withOrderLock(ctx, loaded.ids.orderId, async (tx) => {
    if (!(await renewClaim(tx, ctx, loaded.claim))) return "claim_lost";
    for (const write of open) {
      const fulfillment = candidates.find((one) => matchesWrite(write, one, loaded));
      if (fulfillment) {
        candidates.splice(candidates.indexOf(fulfillment), 1);
        await recordWriteOutcome(tx, ctx, loaded, write.id, { outcome: "done", fulfillmentGid: fulfillment.gid });
      } else if (write.outcome === "claimed") {
        await recordWriteOutcome(tx, ctx, loaded, write.id, { outcome: "uncertain" });
      }
    }
    return "recorded";
  });
}

/** Whether a fulfillment that carries the parcel's number is what this write was to make. */
function matchesWrite(write: ShopifyWrite, fulfillment: FulfillmentOfOrder, loaded: LoadedParcel): boolean {
  if (write.kind !== "create") return write.fulfillmentGid === fulfillment.gid;
  const gidOf = new Map(loaded.lines.map((line) => [line.submissionLineId, line.lineItemGid]));
  const expected = quantitiesByLine(
    (write.lines as unknown as PlannedLine[]).map((line) => ({
      lineItemGid: gidOf.get(line.submissionLineId) ?? "",
      quantity: line.quantity,
    })),
  );
  const actual = quantitiesByLine(fulfillment.lines);
  return expected.size === actual.size && [...expected].every(([gid, quantity]) => actual.get(gid) === quantity);
}

/** "": of no line that the submission has. */
type Line = Gid<"LineItem"> | "";

function quantitiesByLine(lines: readonly { lineItemGid: Line; quantity: number }[]): Map<Line, number> {
  const totals = new Map<Line, number>();
  for (const line of lines) totals.set(line.lineItemGid, (totals.get(line.lineItemGid) ?? 0) + line.quantity);
  return totals;
}
