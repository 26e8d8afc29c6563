import type { ShopifyWrite } from "../../../prisma/client/client.ts";
import { errorName, writeOutcomeOf, retryAfterOf, type FailedWriteOutcome } from "../../ports/errors.ts";
import type { TrackingInfo, FulfillmentOfOrder, FulfillmentSnapshot } from "../../ports/shopify.ts";
import type { OrdersContext, WriteContext } from "../core/context.ts";
import { noteHistory, setColumns, submissionIn, type OrderRows } from "../core/order-rows.ts";
import { OPEN_WRITE_OUTCOMES } from "../core/states.ts";
import { renewClaim, changeOrderOf, type LoadedParcel, type ParcelContext } from "./load-parcel.ts";
import type { PlannedCreate, PlannedLine } from "./plan-parcel.ts";
import type { ParcelId, ShopifyWriteId, SubmissionId } from "../../ports/ids.ts";
import type { Gid } from "../../ports/gid.ts";
import { fulfillmentsWithNumber, liveFulfillments } from "./read-fulfillment.ts";
import { isSameNumber } from "../core/tracking-number.ts";

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
  /** Takes or extends the parcel's claim, where the write is claimed; false: it cannot. */
  takeClaim?: (rows: OrderRows) => boolean;
  /** Decides further where a write that took effect is recorded. */
  whenDone?: (rows: OrderRows) => void;
}

/** Makes one write to Shopify: records the write as claimed, commits, writes, records the outcome. */
export async function performWrite(
  ctx: ParcelContext,
  loaded: LoadedParcel,
  write: PlannedWrite,
  { takeClaim = (rows) => renewClaim(rows, ctx, loaded.claim), whenDone }: WriteOptions = {},
): Promise<WriteResult> {
  const writeId = ctx.ids.uuid();
  const claimed = await changeOrderOf(ctx, loaded, (rows) => {
    if (!takeClaim(rows)) return false;
    rows.writes.push(newWriteRow(ctx, writeId, loaded.parcel.id, write));
    return true;
  });
  if (!claimed) return { outcome: "claim_lost" };
  const result = await send(ctx, loaded, write);
  const recorded = await changeOrderOf(ctx, loaded, (rows) => {
    if (!recordWriteOutcome(rows, ctx, loaded, writeId, result)) return false;
    if (result.outcome === "done") whenDone?.(rows);
    return true;
  });
  return recorded ? result : { outcome: "claim_lost" };
}

/**
 * Records the outcome of a claimed write, once: by its maker or by the worker that took the parcel over. The lines of a
 * create count as fulfilled by the app from then on.
 */
function recordWriteOutcome(
  rows: OrderRows,
  ctx: WriteContext,
  { parcel, ids }: Pick<LoadedParcel, "parcel" | "ids">,
  writeId: ShopifyWriteId,
  result: WriteOutcome,
): boolean {
  const { outcome } = result;
  const write = rows.writes.find(({ id }) => id === writeId);
  if (!write || !OPEN_WRITE_OUTCOMES.includes(write.outcome)) return false;
  const { kind, notified } = write;
  const fulfillmentGid = result.outcome === "done" ? result.fulfillmentGid : write.fulfillmentGid;
  setColumns(rows.writes, writeId, { outcome, endedAt: ctx.clock.now(), fulfillmentGid });
  if (outcome === "done" && kind === "create") addFulfilled(rows, ids.submissionId, linesOf(write));
  const data = { outcome, parcel: parcel.id, fulfillment: fulfillmentGid, notified };
  noteHistory(rows, ctx, { ...ids, code: `shopify.${kind}`, data });
  return true;
}

const linesOf = ({ lines }: Pick<ShopifyWrite, "lines">) => lines as unknown as PlannedLine[];

/** A line item may be fulfilled out of several fulfillment orders. */
export function addFulfilled(
  rows: OrderRows,
  submissionId: SubmissionId,
  fulfilled: readonly Pick<PlannedLine, "submissionLineId" | "quantity">[],
): void {
  const lines = submissionIn(rows, submissionId).lines.map((line) => {
    const added = fulfilled.filter(({ submissionLineId }) => submissionLineId === line.id);
    return added.reduce((sum, { quantity }) => ({ ...sum, fulfilled: sum.fulfilled + quantity }), line);
  });
  setColumns(rows.submissions, submissionId, { lines });
}

function newWriteRow(ctx: OrdersContext, id: ShopifyWriteId, parcelId: ParcelId, write: PlannedWrite): ShopifyWrite {
  const { kind, notify: notified } = write;
  const base = { id, parcelId, kind, notified, outcome: "claimed" as const, startedAt: ctx.clock.now(), endedAt: null };
  if (write.kind !== "create") return { ...base, fulfillmentGid: write.fulfillmentGid, lines: [] };
  const lines = write.create.lines.map((line) => ({ ...line }));
  return { ...base, fulfillmentGid: null, lines };
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
  ctx: ParcelContext,
  loaded: LoadedParcel,
  snapshot: FulfillmentSnapshot,
): Promise<"none" | "recorded" | "claim_lost"> {
  const open = loaded.writes.filter((write) => OPEN_WRITE_OUTCOMES.includes(write.outcome));
  if (open.length === 0) return "none";
  // Also fulfillments that the merchant has canceled since: the write took effect, and the customer got the email.
  const candidates = fulfillmentsWithNumber(snapshot, loaded.parcel.trackingNumber);
  return changeOrderOf(ctx, loaded, (rows) => {
    if (!renewClaim(rows, ctx, loaded.claim)) return "claim_lost";
    const unmatched = [...candidates];
    for (const write of open) {
      const fulfillment = unmatched.find((one) => matchesWrite(write, one, loaded));
      if (fulfillment) {
        unmatched.splice(unmatched.indexOf(fulfillment), 1);
        recordWriteOutcome(rows, ctx, loaded, write.id, { outcome: "done", fulfillmentGid: fulfillment.gid });
      } else if (write.outcome === "claimed") {
        recordWriteOutcome(rows, ctx, loaded, write.id, { outcome: "uncertain" });
      }
    }
    return "recorded";
  });
}

/** Whether a fulfillment that carries the parcel's number is what this write was to make, or to give the number to. */
function matchesWrite(write: ShopifyWrite, fulfillment: FulfillmentOfOrder, loaded: LoadedParcel): boolean {
  if (write.kind === "tracking_update") return write.fulfillmentGid === fulfillment.gid;
  if (loaded.ownFulfillments.includes(fulfillment.gid) || loaded.otherFulfillments.includes(fulfillment.gid))
    return false;
  if (write.kind === "link_update") return write.fulfillmentGid === fulfillment.gid;
  const gidOf = new Map(loaded.lines.map((line) => [line.submissionLineId, line.lineItemGid]));
  const expected = quantitiesByLine(
    linesOf(write).map((line) => ({
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

/**
 * Writes a corrected link to Shopify, once: what Shopify or the merchant makes of the link afterwards stays. done: no
 * link is left to write, also where Shopify rejected one, since the parcel itself is in Shopify.
 */
export async function writeCorrectedLink(
  ctx: ParcelContext,
  loaded: LoadedParcel,
  snapshot: FulfillmentSnapshot,
  tracking: TrackingInfo,
): Promise<{ outcome: "done" } | FailedWrite> {
  const { linkCorrectedAt, id } = loaded.parcel;
  if (!linkCorrectedAt) return { outcome: "done" };
  for (const write of planLinkUpdates(snapshot, tracking)) {
    const result = await performWrite(ctx, loaded, write);
    if (result.outcome !== "done" && result.outcome !== "rejected") return result;
  }
  // Unless the link was corrected again meanwhile.
  await ctx.db.parcel.updateMany({ where: { id, linkCorrectedAt }, data: { linkCorrectedAt: null } });
  return { outcome: "done" };
}

/** One write for each fulfillment that has the number. No email: the customer knows the number. */
const planLinkUpdates = (snapshot: FulfillmentSnapshot, tracking: TrackingInfo): PlannedWrite[] =>
  liveFulfillments(snapshot, tracking.number)
    .filter((one) =>
      one.tracking.some((info) => isSameNumber(info.number, tracking.number) && info.url !== tracking.url),
    )
    .map((one) => ({
      kind: "link_update",
      fulfillmentGid: one.gid,
      tracking: one.tracking.map((info) => (isSameNumber(info.number, tracking.number) ? tracking : info)),
      notify: false,
    }));
