import type { Attention } from "@prisma/client";
import { RemoteError, RejectedError } from "../../ports/errors.ts";
import type { FulfillmentSnapshot } from "../../ports/shopify.ts";
import type { OrdersContext } from "../core/context.ts";
import { withOrderLock } from "../core/lock.ts";
import { addressHold, holdHandle, type AddressHold } from "./address-hold-state.ts";

const NOTES = "The print service could not verify the shipping address.";

/**
 * Brings our hold in Shopify in line with the attention `address_not_verified`: on hold while it is open, released once it is
 * cleared. No claim is needed, for both writes may be repeated: a hold has a handle, and what is released stays released.
 * What stands is kept in the attention's detail (hold-state.ts). `retry_later`: try again when due.
 */
export async function syncAddressHold(ctx: OrdersContext, submissionId: string): Promise<"done" | "retry_later"> {
  const row = await ctx.db.submission.findUnique({
    where: { id: submissionId },
    include: {
      shop: true,
      order: true,
      lines: { include: { orderLine: true } },
      attentions: { where: { code: "address_not_verified" } },
    },
  });
  const pending = (row?.attentions ?? []).filter(isPending);
  if (!row || pending.length === 0) return "done";
  if (row.shop.uninstalledAt) return "retry_later";
  const open = row.attentions.find((one) => one.clearedAt === null);
  const held = open ? addressHold(open.detail).lines : [];
  const gids = new Set(row.lines.filter((line) => held.includes(line.id)).map((line) => line.orderLine.shopifyGid));
  const target = { shop: row.shop.domain, handle: holdHandle(row.id) };
  try {
    const snapshot = await ctx.shopify.readFulfillment(row.shop.domain, row.order.shopifyGid);
    if (!snapshot || (snapshot.fulfillmentOrders.length === 0 && !snapshot.cancelledAt)) return "retry_later";
    const stands = open ? await placeHolds(ctx, target, snapshot, gids) : await releaseHolds(ctx, target, snapshot);
    return await record(ctx, row.orderId, pending, open, stands);
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    ctx.log.warn({ submission: submissionId, error: error.name }, "hold not brought in line in Shopify");
    return "retry_later";
  }
}

/** An open one has to be placed; a cleared one may have been placed even where that was not written down. */
function isPending(row: Attention): boolean {
  const { hold } = addressHold(row.detail);
  return row.clearedAt === null ? hold === "requested" : hold === "requested" || hold === "placed";
}

interface HoldTarget {
  shop: string;
  handle: string;
}

/** refused: no fulfillment order of these lines lets itself be held. */
async function placeHolds(
  ctx: OrdersContext,
  target: HoldTarget,
  snapshot: FulfillmentSnapshot,
  gids: ReadonlySet<string>,
): Promise<AddressHold["hold"]> {
  const affected = snapshot.fulfillmentOrders.filter((fo) =>
    fo.lines.some((line) => line.remaining > 0 && gids.has(line.lineItemGid)),
  );
  let placed = false;
  for (const fo of affected) {
    const stands = fo.holds.some((hold) => hold.handle === target.handle);
    if (!stands && !fo.supportedActions.includes("HOLD")) continue;
    const holdInput = {
      fulfillmentOrderGid: fo.gid,
      reason: "INCORRECT_ADDRESS" as const,
      notes: NOTES,
      handle: target.handle,
    };
    const held = stands || (await isAccepted(ctx.shopify.hold(target.shop, holdInput)));
    placed ||= held;
  }
  return placed ? "placed" : "rejected";
}

async function releaseHolds(
  ctx: OrdersContext,
  target: HoldTarget,
  snapshot: FulfillmentSnapshot,
): Promise<AddressHold["hold"]> {
  for (const fo of snapshot.fulfillmentOrders) {
    if (fo.holds.some((hold) => hold.handle === target.handle))
      await isAccepted(ctx.shopify.releaseHold(target.shop, fo.gid, target.handle));
  }
  return "released";
}

/** False when Shopify says no: the same again would be pointless. */
async function isAccepted(call: Promise<void>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof RejectedError) return false;
    throw error;
  }
}

async function record(
  ctx: OrdersContext,
  orderId: string,
  pending: readonly Attention[],
  open: Attention | undefined,
  stands: AddressHold["hold"],
): Promise<"done" | "retry_later"> {
  return withOrderLock(ctx, orderId, async (tx) => {
    let changedMeanwhile = false;
    for (const before of pending) {
      const row = await tx.attention.findUniqueOrThrow({ where: { id: before.id } });
      const detail = addressHold(row.detail);
      // Cleared, or widened to more lines, while we wrote: the next turn sees to it.
      if (
        (row.clearedAt === null) !== (before.clearedAt === null) ||
        detail.lines.length !== addressHold(before.detail).lines.length
      ) {
        changedMeanwhile = true;
        continue;
      }
      // What an open one holds now was an earlier one's; it is not released behind its back.
      const hold = row.id === open?.id ? stands : "released";
      await tx.attention.update({ where: { id: row.id }, data: { detail: { ...detail, hold } } });
    }
    return changedMeanwhile ? "retry_later" : "done";
  });
}
