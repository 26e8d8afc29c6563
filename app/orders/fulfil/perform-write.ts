import type { ShopifyWrite } from "../../../prisma/client/client.ts";
import { errorName, writeOutcomeOf, retryAfterOf, type FailedWriteOutcome } from "../../ports/errors.ts";
import type { TrackingInfo } from "../../ports/shopify.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import { append } from "../core/append.ts";
import { addHistory } from "../core/history.ts";
import type { NewRows } from "../core/insert-rows.ts";
import { withOrderLock } from "../core/lock.ts";
import { outcomeIn } from "../core/state-in.ts";
import { OPEN_WRITE_OUTCOMES } from "../core/states.ts";
import { renewClaim } from "./claim-parcel.ts";
import type { LoadedParcel } from "./load-parcel.ts";
import type { PlannedCreate } from "./plan-parcel.ts";
import type { ShopifyWriteId, ParcelId } from "../../ports/ids.ts";
import type { Gid } from "../../ports/gid.ts";

/** What came of a write's call. */
export type WriteOutcome =
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
export async function recordWriteOutcome(
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
