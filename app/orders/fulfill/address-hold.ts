import { Prisma, type Attention } from "../../../prisma/client/client.ts";
import { readRows } from "../../database/rows.ts";
import type { FulfillmentSnapshot } from "../../ports/shopify.ts";
import type { OrdersContext } from "../core/context.ts";
import { withOrderLock } from "../core/lock.ts";
import { isReprint } from "../core/reprints.ts";
import { type FollowedSubmission, isAccepted, merchantOrdersOf, withSnapshot, type FollowUp } from "./read-followed.ts";
import type { OrderId, SubmissionId, SubmissionLineId } from "../../ports/ids.ts";
import type { Gid } from "../../ports/gid.ts";

const NOTES = "The print service could not verify the shipping address.";

/**
 * Places the app's hold in Shopify while the attention `address_not_verified` is open, and releases it once the
 * attention is cleared. Needs no claim, since both writes may be repeated: a hold has a handle, and a released hold
 * stays released. The attention's detail says what is in Shopify (address-hold.ts).
 */
export async function syncAddressHold(ctx: OrdersContext, row: FollowedSubmission): Promise<FollowUp> {
  const pending = row.addressProblems.filter(isPending);
  // In Shopify only other items than the reprint's are left to fulfill.
  if (isReprint(row) || pending.length === 0) return "done";
  const open = row.addressProblems.find((one) => one.clearedAt === null);
  const held = open ? addressHold(open.detail).lines : [];
  const gids = new Set(row.lines.filter((line) => held.includes(line.id)).map((line) => line.lineItemGid));
  const target = { shop: row.shop.domain, handle: holdHandle(row.id) };
  return withSnapshot(ctx, row, async (snapshot) => {
    const hold = open ? await placeHolds(ctx, target, snapshot, gids) : await releaseHolds(ctx, target, snapshot);
    return recordHold(ctx, row.orderId, pending, open, hold);
  });
}

/** The hold of a cleared attention may have been placed by a worker that died before it recorded that. */
function isPending(row: Attention): boolean {
  const { hold } = addressHold(row.detail);
  return row.clearedAt === null ? hold === "requested" : hold === "requested" || hold === "placed";
}

interface HoldTarget {
  shop: string;
  handle: string;
}

/** rejected: Shopify lets no fulfillment order of these lines be held. */
async function placeHolds(
  ctx: OrdersContext,
  target: HoldTarget,
  snapshot: FulfillmentSnapshot,
  gids: ReadonlySet<Gid<"LineItem">>,
): Promise<AddressHold["hold"]> {
  let placed = false;
  for (const fo of merchantOrdersOf(snapshot.fulfillmentOrders, gids)) {
    const isHeld = fo.holds.some((hold) => hold.handle === target.handle);
    if (!isHeld && !fo.supportedActions.includes("HOLD")) continue;
    const input = {
      fulfillmentOrderGid: fo.gid,
      reason: "INCORRECT_ADDRESS",
      notes: NOTES,
      handle: target.handle,
    } as const;
    const held = isHeld || (await isAccepted(ctx.shopify.hold(target.shop, input)));
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

function recordHold(
  ctx: OrdersContext,
  orderId: OrderId,
  pending: readonly Attention[],
  open: Attention | undefined,
  present: AddressHold["hold"],
): Promise<FollowUp> {
  return withOrderLock(ctx, orderId, async (tx) => {
    let changedMeanwhile = false;
    for (const before of pending) {
      const [row] = await readRows(tx, "Attention", Prisma.sql`WHERE "id" = ${before.id}::uuid`);
      if (!row) throw new Error("the order was deleted meanwhile");
      const detail = addressHold(row.detail);
      // Cleared, or widened to more lines, while Shopify was written: the next run follows.
      const wasCleared = (row.clearedAt === null) !== (before.clearedAt === null);
      if (wasCleared || detail.lines.length !== addressHold(before.detail).lines.length) {
        changedMeanwhile = true;
        continue;
      }
      // The hold of an earlier attention, now cleared, has become the open one's.
      const hold = row.id === open?.id ? present : "released";
      await tx.execute`
        UPDATE "Attention" SET "detail" = ${JSON.stringify({ ...detail, hold })}::jsonb WHERE "id" = ${row.id}::uuid`;
    }
    return changedMeanwhile ? "retry_later" : "done";
  });
}

/** The detail of an `address_not_verified` attention. */
interface AddressHold {
  /** Submission lines that the hold is for. */
  lines: SubmissionLineId[];
  /** requested → placed → released; rejected: Shopify does not allow a hold. */
  hold: "requested" | "placed" | "released" | "rejected";
}

export function addressHold(detail: unknown): AddressHold {
  const stored = (detail ?? {}) as Partial<AddressHold>;
  return { lines: stored.lines ?? [], hold: stored.hold ?? "requested" };
}

/** Tells the app's hold for a submission from any other (shopify: FulfillmentHold.handle). */
function holdHandle(submissionId: SubmissionId): string {
  return `inkbridge-${submissionId.replaceAll("-", "").slice(-16)}`;
}
