import type { Parcel } from "@prisma/client";
import { cleanText } from "../build/clean-text.ts";
import { clear } from "../attentions.ts";
import type { OrdersContext, Tx } from "../context.ts";
import { keepFlowNews } from "../flow/keep.ts";
import { note } from "../history.ts";
import { lockOrder } from "../lock.ts";
import { signOfLife } from "./alive.ts";
import { findByReference, type SeenBy } from "./find.ts";
import { parcelNumber } from "./parcel-number.ts";

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
