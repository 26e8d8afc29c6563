import type { Prisma } from "@prisma/client";
import { Rejected, Unauthorized, Unavailable } from "../../ports/errors.ts";
import type { TrackingInfo } from "../../ports/shopify.ts";
import type { OrdersContext, Tx } from "../core/context.ts";
import { note } from "../core/history.ts";
import { lockOrder } from "../core/lock.ts";
import { keepClaim, type ParcelClaim } from "./claim-parcel.ts";
import type { LoadedParcel } from "./load-parcel.ts";
import type { PlannedCreate, PlannedLine } from "./plan-parcel.ts";

/** lost: another worker holds the parcel now. */
export type WriteOutcome = "done" | "refused" | "not_processed" | "unclear" | "lost";

export interface Written {
  outcome: WriteOutcome;
  retryAfterMs?: number;
}

export type PlannedWrite =
  | { kind: "create"; create: PlannedCreate; tracking: TrackingInfo; notify: boolean }
  /** link_update: the number stands already, and its link is corrected. */
  | { kind: "tracking_update" | "link_update"; fulfillmentGid: string; tracking: TrackingInfo[]; notify: boolean };

/** Makes one write to Shopify: claims it on record, commits, writes, records what came of it. */
export async function makeWrite(
  ctx: OrdersContext,
  claim: ParcelClaim,
  loaded: LoadedParcel,
  write: PlannedWrite,
): Promise<Written> {
  const writeId = ctx.ids.uuid();
  const claimed = await ctx.db.$transaction(async (tx) => {
    await lockOrder(tx, claim.orderId);
    if (!(await keepClaim(tx, ctx, claim))) return false;
    await tx.shopifyWrite.create({ data: row(ctx, writeId, claim, write) });
    return true;
  });
  if (!claimed) return { outcome: "lost" };
  const answer = await send(ctx, loaded.shopDomain, write);
  const recorded = await ctx.db.$transaction(async (tx) => {
    await lockOrder(tx, claim.orderId);
    return settleWrite(tx, ctx, loaded, writeId, answer);
  });
  return recorded ? answer : { outcome: "lost" };
}

/**
 * Writes down what came of a claimed write, once: whoever is first, its maker or the one who took the parcel over.
 * What a create holds now counts as fulfilled by us. Needs the order's lock.
 */
export async function settleWrite(
  tx: Tx,
  ctx: OrdersContext,
  loaded: Pick<LoadedParcel, "parcel" | "orderId">,
  writeId: string,
  answer: { outcome: WriteOutcome; fulfillmentGid?: string },
): Promise<boolean> {
  const { count } = await tx.shopifyWrite.updateMany({
    where: { id: writeId, outcome: { in: ["claimed", "unclear"] } },
    data: {
      outcome: answer.outcome,
      endedAt: ctx.clock.now(),
      ...(answer.fulfillmentGid ? { fulfillmentGid: answer.fulfillmentGid } : {}),
    },
  });
  if (count !== 1) return false;
  const written = await tx.shopifyWrite.findUniqueOrThrow({ where: { id: writeId } });
  if (answer.outcome === "done" && written.kind === "create") {
    for (const line of written.lines as unknown as PlannedLine[]) {
      await tx.submissionLine.update({
        where: { id: line.submissionLineId },
        data: { fulfilled: { increment: line.quantity } },
      });
    }
  }
  await note(tx, ctx, {
    shopId: loaded.parcel.shopId,
    orderId: loaded.orderId,
    submissionId: loaded.parcel.submissionId,
    code: `shopify.${written.kind}`,
    data: {
      outcome: answer.outcome,
      parcel: loaded.parcel.id,
      fulfillment: written.fulfillmentGid,
      notified: written.notified,
    },
  });
  return true;
}

function row(
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
    outcome: "claimed",
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
): Promise<Written & { fulfillmentGid?: string }> {
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
    if (error instanceof Rejected) return { outcome: "refused" };
    if (error instanceof Unauthorized) return { outcome: "not_processed" };
    if (error instanceof Unavailable) return { outcome: "not_processed", retryAfterMs: error.retryAfterMs };
    // Uncertain, or a bug of ours after sending: look before anything else is written.
    return { outcome: "unclear" };
  }
}
