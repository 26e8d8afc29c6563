import type { Parcel } from "@prisma/client";
import { cleanText } from "../../common/clean-text.ts";
import { clear } from "../core/raise-attention.ts";
import type { OrdersContext, Tx } from "../core/context.ts";
import { keepFlowNews } from "../core/enqueue-flow-event.ts";
import { note } from "../core/history.ts";
import { lockOrder } from "../core/lock.ts";
import { signOfLife } from "./mark-seen.ts";
import { findByReference, type SeenBy } from "./find-by-reference.ts";
import { parcelNumber } from "./tracking-number.ts";

export interface TrackingNews {
  /** The account whose event or list said so; undefined when the caller knows the submission already. */
  accountId?: string;
  reference: string;
  trackingNumber: string;
  trackingUrl: string;
  seenBy: SeenBy;
}

/** ignored: it carries no tracking number. */
export type TrackingRecorded = "recorded" | "known" | "ignored" | "unknown_reference";

const LONGEST_LINK = 2048;

/**
 * Keeps a parcel (service-interface 2.9, 6.1), once per submission and number, and wakes its fulfilment.
 * No parcel goes away, and no link: a later word without one changes nothing, one with another link corrects it.
 */
export async function recordTracking(ctx: OrdersContext, news: TrackingNews): Promise<TrackingRecorded> {
  const found = await findByReference(ctx, news.reference, news.accountId);
  if (!found) return "unknown_reference";
  const number = parcelNumber(news.trackingNumber);
  const result = await ctx.db.$transaction(async (tx): Promise<{ was: TrackingRecorded; parcelId?: string }> => {
    await lockOrder(tx, found.orderId);
    const ids = { shopId: found.shopId, orderId: found.orderId, submissionId: found.id };
    if (number === "") {
      await note(tx, ctx, {
        ...ids,
        code: "tracking.without_number",
        actor: "print_service",
        data: { by: news.seenBy },
      });
      return { was: "ignored" };
    }
    const kept = await keepParcel(tx, ctx, ids, { number, link: link(news.trackingUrl), seenBy: news.seenBy });
    await signOfLife(tx, ctx, found.id, { event: "shipped", news: kept.was === "recorded" });
    // What is on its way was addressed well enough; fulfilling it releases our hold in Shopify.
    await clear(tx, ctx, { ...ids, codes: ["address_not_verified"] }, "facts");
    return kept;
  });
  if (result.parcelId) ctx.wake.parcel(result.parcelId);
  return result.was;
}

async function keepParcel(
  tx: Tx,
  ctx: OrdersContext,
  ids: { shopId: string; orderId: string; submissionId: string },
  seen: { number: string; link: string; seenBy: SeenBy },
): Promise<{ was: TrackingRecorded; parcelId?: string }> {
  const key = { submissionId: ids.submissionId, trackingNumber: seen.number };
  const known = await tx.parcel.findUnique({ where: { submissionId_trackingNumber: key } });
  const now = ctx.clock.now();
  if (known) return { was: "known", ...(await correctLink(tx, now, known, seen)) };
  const row = { id: ctx.ids.uuid(), shopId: ids.shopId, ...key, trackingUrl: seen.link, seenBy: seen.seenBy };
  await tx.parcel.create({ data: { ...row, firstSeenAt: now, dueAt: now } });
  await keepFlowNews(tx, ctx, { ...ids, id: row.id }, "parcel_shipped");
  await note(tx, ctx, {
    ...ids,
    code: "parcel.seen",
    actor: "print_service",
    data: { parcel: row.id, by: seen.seenBy },
  });
  return { was: "recorded", parcelId: row.id };
}

/**
 * Takes a link that is another one, and has what stands in Shopify follow. Events come late and in any order: none of them
 * takes back what the list or the detail, which show the present, told of the link.
 */
async function correctLink(
  tx: Tx,
  now: Date,
  known: Parcel,
  { link, seenBy }: { link: string; seenBy: SeenBy },
): Promise<{ parcelId?: string }> {
  const present = seenBy !== "event";
  if (link === "" || (known.trackingUrl !== "" && !present && known.seenBy !== "event")) return {};
  if (link === known.trackingUrl) {
    if (present && known.seenBy === "event") await tx.parcel.update({ where: { id: known.id }, data: { seenBy } });
    return {};
  }
  const again = known.state === "fulfilled" ? { state: "waiting" as const, dueAt: now, tries: 0 } : {};
  await tx.parcel.update({
    where: { id: known.id },
    data: { trackingUrl: link, seenBy, linkCorrectedAt: now, version: { increment: 1 }, ...again },
  });
  return { parcelId: known.id };
}

/** The link where it is one that a buyer may be sent to, else "". */
function link(given: string): string {
  const text = cleanText(given);
  const url = URL.canParse(text) ? new URL(text) : null;
  return url && /^https?:$/.test(url.protocol) && text.length <= LONGEST_LINK ? text : "";
}
