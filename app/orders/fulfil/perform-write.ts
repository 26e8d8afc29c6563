import type { Prisma, ShopifyWriteOutcome } from "@prisma/client";
import { RejectedError, UnauthorizedError, UnavailableError } from "../../ports/errors.ts";
import type { TrackingInfo } from "../../ports/shopify.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import { addHistory } from "../core/history.ts";
import { withOrderLock } from "../core/lock.ts";
import { renewClaim, type ParcelClaim } from "./claim-parcel.ts";
import type { LoadedParcel } from "./load-parcel.ts";
import type { PlannedCreate, PlannedLine } from "./plan-parcel.ts";

/** What came of a write's call. */
export type WriteOutcome = Exclude<ShopifyWriteOutcome, "claimed">;

export interface WriteResult {
  /** claim_lost: another worker holds the parcel now. */
  outcome: WriteOutcome | "claim_lost";
  retryAfterMs?: number;
}

export type PlannedWrite =
  | { kind: "create"; create: PlannedCreate; tracking: TrackingInfo; notify: boolean }
  /** link_update: the number stands already, and its link is corrected. */
  | { kind: "tracking_update" | "link_update"; fulfillmentGid: string; tracking: TrackingInfo[]; notify: boolean };

/** Makes one write to Shopify: claims it on record, commits, writes, records what came of it. */
export async function performWrite(
  ctx: OrdersContext,
  claim: ParcelClaim,
  loaded: LoadedParcel,
  write: PlannedWrite,
): Promise<WriteResult> {
  const writeId = ctx.ids.uuid();
  const claimed = await withOrderLock(ctx, claim.orderId, async (tx) => {
    if (!(await renewClaim(tx, ctx, claim))) return false;
    await tx.shopifyWrite.create({ data: newWriteRow(ctx, writeId, claim, write) });
    return true;
  });
  if (!claimed) return { outcome: "claim_lost" };
  const result = await send(ctx, loaded.shopDomain, write);
  const recorded = await withOrderLock(ctx, claim.orderId, (tx) =>
    recordWriteOutcome(tx, ctx, loaded, writeId, result),
  );
  return recorded ? result : { outcome: "claim_lost" };
}

/**
 * Writes down what came of a claimed write, once: whoever is first, its maker or the one who took the parcel over.
 * What a create holds now counts as fulfilled by us. Needs the order's lock.
 */
export async function recordWriteOutcome(
  tx: Tx,
  ctx: OrdersContext,
  loaded: Pick<LoadedParcel, "parcel" | "orderId">,
  writeId: string,
  result: { outcome: WriteOutcome; fulfillmentGid?: string },
): Promise<boolean> {
  const { count } = await tx.shopifyWrite.updateMany({
    where: { id: writeId, outcome: { in: ["claimed", "uncertain"] } },
    data: {
      outcome: result.outcome,
      endedAt: ctx.clock.now(),
      ...(result.fulfillmentGid ? { fulfillmentGid: result.fulfillmentGid } : {}),
    },
  });
  if (count !== 1) return false;
  const storedWrite = await tx.shopifyWrite.findUniqueOrThrow({ where: { id: writeId } });
  if (result.outcome === "done" && storedWrite.kind === "create") {
    for (const line of storedWrite.lines as unknown as PlannedLine[]) {
      await tx.submissionLine.update({
        where: { id: line.submissionLineId },
        data: { fulfilled: { increment: line.quantity } },
      });
    }
  }
  await addHistory(tx, ctx, {
    shopId: loaded.parcel.shopId,
    orderId: loaded.orderId,
    submissionId: loaded.parcel.submissionId,
    code: `shopify.${storedWrite.kind}`,
    data: {
      outcome: result.outcome,
      parcel: loaded.parcel.id,
      fulfillment: storedWrite.fulfillmentGid,
      notified: storedWrite.notified,
    },
  });
  return true;
}

function newWriteRow(
  ctx: OrdersContext,
  id: string,
  claim: ParcelClaim,
  write: PlannedWrite,
): Prisma.ShopifyWriteUncheckedCreateInput {
  const base = {
    id,
    parcelId: claim.parcelId,
    kind: write.kind,
    notified: write.notify,
    outcome: "claimed" as const,
    startedAt: ctx.clock.now(),
  };
  if (write.kind !== "create") return { ...base, fulfillmentGid: write.fulfillmentGid, lines: [] };
  const lines = write.create.lines.map((line) => ({ ...line }));
  return { ...base, assignedLocation: write.create.assignedLocation, lines };
}

async function send(
  ctx: OrdersContext,
  shop: string,
  write: PlannedWrite,
): Promise<WriteResult & { outcome: WriteOutcome; fulfillmentGid?: string }> {
  try {
    if (write.kind === "create") {
      const lines = write.create.lines.map(({ fulfillmentOrderGid, fulfillmentOrderLineGid, quantity }) => ({
        fulfillmentOrderGid,
        fulfillmentOrderLineGid,
        quantity,
      }));
      const input = { lines, tracking: [write.tracking], notifyCustomer: write.notify };
      return { outcome: "done", fulfillmentGid: await ctx.shopify.createFulfillment(shop, input) };
    }
    const { fulfillmentGid, tracking, notify } = write;
    await ctx.shopify.updateTracking(shop, { fulfillmentGid, tracking, notifyCustomer: notify });
    return { outcome: "done", fulfillmentGid };
  } catch (error) {
    const name = error instanceof Error ? error.name : "unknown";
    ctx.log.warn({ write: write.kind, error: name }, "a write to Shopify was not answered with success");
    if (error instanceof RejectedError) return { outcome: "rejected" };
    if (error instanceof UnauthorizedError) return { outcome: "not_processed" };
    if (error instanceof UnavailableError) return { outcome: "not_processed", retryAfterMs: error.retryAfterMs };
    // Uncertain, or a bug of ours after sending: look before anything else is written.
    return { outcome: "uncertain" };
  }
}
