import type { Attention } from "@prisma/client";
import { ForeignError, Rejected } from "../../ports/errors.ts";
import type { FulfillmentPicture } from "../../ports/shopify.ts";
import type { OrdersContext } from "../core/context.ts";
import { lockOrder } from "../core/lock.ts";
import { addressHold, holdHandle, type AddressHold } from "./address-hold-state.ts";

const NOTES = "The print service could not verify the shipping address.";

/**
 * Brings our hold in Shopify in line with the attention `address_not_verified`: on hold while it is open, released once it is
 * cleared. No claim is needed, for both writes may be repeated: a hold has a handle, and what is released stays released.
 * What stands is kept in the attention's detail (hold-state.ts). `later`: try again when due.
 */
export async function syncAddressHold(ctx: OrdersContext, submissionId: string): Promise<"done" | "later"> {
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
  if (row.shop.uninstalledAt) return "later";
  const open = row.attentions.find((one) => one.clearedAt === null);
  const held = open ? addressHold(open.detail).lines : [];
  const gids = new Set(row.lines.filter((line) => held.includes(line.id)).map((line) => line.orderLine.shopifyGid));
  const place = { shop: row.shop.domain, handle: holdHandle(row.id) };
  try {
    const picture = await ctx.shopify.readFulfillment(row.shop.domain, row.order.shopifyGid);
    if (!picture || (picture.fulfillmentOrders.length === 0 && !picture.cancelledAt)) return "later";
    const stands = open ? await placeHolds(ctx, place, picture, gids) : await releaseHolds(ctx, place, picture);
    return await record(ctx, row.orderId, pending, open, stands);
  } catch (error) {
    if (!(error instanceof ForeignError)) throw error;
    ctx.log.warn({ submission: submissionId, error: error.name }, "hold not brought in line in Shopify");
    return "later";
  }
}

/** An open one has to be placed; a cleared one may have been placed even where that was not written down. */
function isPending(row: Attention): boolean {
  const { hold } = addressHold(row.detail);
  return row.clearedAt === null ? hold === "wanted" : hold === "wanted" || hold === "placed";
}

interface Place {
  shop: string;
  handle: string;
}

/** refused: no fulfillment order of these lines lets itself be held. */
async function placeHolds(
  ctx: OrdersContext,
  at: Place,
  picture: FulfillmentPicture,
  gids: ReadonlySet<string>,
): Promise<AddressHold["hold"]> {
  const about = picture.fulfillmentOrders.filter((fo) =>
    fo.lines.some((line) => line.remaining > 0 && gids.has(line.lineItemGid)),
  );
  let placed = false;
  for (const fo of about) {
    const stands = fo.holds.some((hold) => hold.handle === at.handle);
    if (!stands && !fo.supportedActions.includes("HOLD")) continue;
    const wanted = {
      fulfillmentOrderGid: fo.gid,
      reason: "INCORRECT_ADDRESS" as const,
      notes: NOTES,
      handle: at.handle,
    };
    const held = stands || (await accepted(ctx.shopify.hold(at.shop, wanted)));
    placed ||= held;
  }
  return placed ? "placed" : "refused";
}

async function releaseHolds(ctx: OrdersContext, at: Place, picture: FulfillmentPicture): Promise<AddressHold["hold"]> {
  for (const fo of picture.fulfillmentOrders) {
    if (fo.holds.some((hold) => hold.handle === at.handle))
      await accepted(ctx.shopify.releaseHold(at.shop, fo.gid, at.handle));
  }
  return "released";
}

/** False when Shopify says no: the same again would be pointless. */
async function accepted(call: Promise<void>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof Rejected) return false;
    throw error;
  }
}

async function record(
  ctx: OrdersContext,
  orderId: string,
  pending: readonly Attention[],
  open: Attention | undefined,
  stands: AddressHold["hold"],
): Promise<"done" | "later"> {
  return ctx.db.$transaction(async (tx) => {
    await lockOrder(tx, orderId);
    let overtaken = false;
    for (const before of pending) {
      const row = await tx.attention.findUniqueOrThrow({ where: { id: before.id } });
      const detail = addressHold(row.detail);
      // Cleared, or widened to more lines, while we wrote: the next turn sees to it.
      if (
        (row.clearedAt === null) !== (before.clearedAt === null) ||
        detail.lines.length !== addressHold(before.detail).lines.length
      ) {
        overtaken = true;
        continue;
      }
      // What an open one holds now was an earlier one's; it is not released behind its back.
      const hold = row.id === open?.id ? stands : "released";
      await tx.attention.update({ where: { id: row.id }, data: { detail: { ...detail, hold } } });
    }
    return overtaken ? "later" : "done";
  });
}
