import { ForeignError, Rejected, Unavailable } from "../../ports/errors.ts";
import type { FulfillmentPicture, TrackingInfo } from "../../ports/shopify.ts";
import type { OrdersContext } from "../core/context.ts";
import { carrierOf } from "./carrier.ts";
import { claimParcel, type ParcelClaim } from "./claim-parcel.ts";
import { loadParcel, type LoadedParcel } from "./load-parcel.ts";
import { planParcel, type OwnHold, type Plan } from "./plan-parcel.ts";
import { recogniseWrites } from "./match-lost-writes.ts";
import { writeCorrectedLink } from "./correct-link.ts";
import { finishParcel, putOffParcel, stickParcel } from "./complete-parcel.ts";
import { makeWrite, type PlannedWrite, type Written } from "./perform-write.ts";

/** over: the parcel has been given back, or is another worker's. */
type Round = "over" | "again" | "refused";

/** Each round reads Shopify anew; more than a few in a row would be a quarrel with somebody else's changes. */
const MOST_ROUNDS = 4;

/**
 * Brings one parcel's tracking to Shopify: reads what stands there, plans, writes, records. Woken as often as one likes;
 * claims first, and never writes what a lost answer may have written already.
 */
export async function fulfilParcel(ctx: OrdersContext, parcelId: string): Promise<void> {
  const claim = await claimParcel(ctx, parcelId);
  if (!claim) return;
  let refused = false;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const outcome = await oneRound(ctx, claim, refused);
    if (outcome === "over") return;
    refused ||= outcome === "refused";
  }
  const loaded = await loadParcel(ctx, parcelId);
  if (loaded) await putOffParcel(ctx, claim, loaded, { code: "fulfillment_blocked", waitMs: ctx.policy.recheckMs });
}

async function oneRound(ctx: OrdersContext, claim: ParcelClaim, refusedBefore: boolean): Promise<Round> {
  const first = await loadParcel(ctx, claim.parcelId);
  if (!first) return "over";
  const picture = await readPicture(ctx, claim, first);
  if (!picture) return "over";
  if (!(await recogniseWrites(ctx, claim, first, picture))) return "over";
  const loaded = (await loadParcel(ctx, claim.parcelId)) ?? first;
  const notLinked = await writeCorrectedLink(ctx, claim, loaded, picture, trackingOf(loaded));
  if (notLinked) return notWritten(ctx, { claim, loaded, refusedBefore }, notLinked);
  const done = loaded.writes.filter((write) => write.outcome === "done" && write.kind !== "link_update");
  if (done.some((write) => write.kind === "tracking_update")) return over(finishParcel(ctx, claim, loaded, picture));
  const plan = planParcel({
    tracking: trackingOf(loaded),
    lines: loaded.lines,
    picture,
    ours: loaded.ours,
    begun: done.length > 0,
  });
  return follow(ctx, { claim, loaded, picture, plan, refusedBefore });
}

/** null: it could not be read, and the parcel was put off. */
async function readPicture(
  ctx: OrdersContext,
  claim: ParcelClaim,
  loaded: LoadedParcel,
): Promise<FulfillmentPicture | null> {
  if (!loaded.installed) {
    await putOffParcel(ctx, claim, loaded, { code: "fulfillment_waiting", waitMs: ctx.policy.retryMostMs });
    return null;
  }
  try {
    const picture = await ctx.shopify.readFulfillment(loaded.shopDomain, loaded.orderGid);
    if (picture) return picture;
    await putOffParcel(ctx, claim, loaded, { code: "fulfillment_waiting", waitMs: ctx.policy.recheckMs });
  } catch (error) {
    if (!(error instanceof ForeignError)) throw error;
    await putOffParcel(ctx, claim, loaded, { code: "fulfillment_waiting", atLeastMs: askedWait(error) });
  }
  return null;
}

interface Followed {
  claim: ParcelClaim;
  loaded: LoadedParcel;
  picture: FulfillmentPicture;
  plan: Plan;
  refusedBefore: boolean;
}

function follow(ctx: OrdersContext, at: Followed): Promise<Round> {
  const { claim, loaded, picture, plan } = at;
  const blocked = { code: "fulfillment_blocked", waitMs: ctx.policy.recheckMs, tellAtOnce: true } as const;
  const notify = loaded.notifyCustomer && !loaded.writes.some((write) => write.outcome === "done" && write.notified);
  switch (plan.kind) {
    case "stands":
      return over(finishParcel(ctx, claim, loaded, picture));
    case "blocked":
      return over(putOffParcel(ctx, claim, loaded, blocked));
    case "not_made_yet":
      return over(putOffParcel(ctx, claim, loaded, { code: "fulfillment_waiting" }));
    case "unplaced":
      return over(stickParcel(ctx, claim, loaded, "tracking_unplaced"));
    case "release":
      return release(ctx, claim, loaded, plan.holds);
    case "add_tracking":
      return writeAll(ctx, at, [{ ...plan, kind: "tracking_update", notify }], null);
    case "create": {
      const tracking = trackingOf(loaded);
      // One e-mail for a parcel, however many locations it is fulfilled from.
      const writes = plan.creates.map((create, n) => ({
        kind: "create" as const,
        create,
        tracking,
        notify: notify && n === 0,
      }));
      return writeAll(ctx, at, writes, plan.blocked ? blocked : null);
    }
  }
}

async function writeAll(
  ctx: OrdersContext,
  at: Followed,
  writes: readonly PlannedWrite[],
  then: Parameters<typeof putOffParcel>[3] | null,
): Promise<Round> {
  const { claim, loaded, picture } = at;
  for (const write of writes) {
    const written = await makeWrite(ctx, claim, loaded, write);
    if (written.outcome !== "done") return notWritten(ctx, at, written);
  }
  return over(then ? putOffParcel(ctx, claim, loaded, then) : finishParcel(ctx, claim, loaded, picture));
}

/** A refusal is looked into once, for the picture may have changed under us; the same again is for a person. */
function notWritten(
  ctx: OrdersContext,
  { claim, loaded, refusedBefore }: Pick<Followed, "claim" | "loaded" | "refusedBefore">,
  written: Written,
): Promise<Round> {
  switch (written.outcome) {
    case "lost":
      return Promise.resolve("over");
    case "refused":
      return refusedBefore ? over(stickParcel(ctx, claim, loaded, "fulfillment_refused")) : Promise.resolve("refused");
    default:
      return over(putOffParcel(ctx, claim, loaded, { code: "fulfillment_waiting", atLeastMs: written.retryAfterMs }));
  }
}

/** The goods are on their way: our hold for a doubtful address has lost its reason. */
async function release(
  ctx: OrdersContext,
  claim: ParcelClaim,
  loaded: LoadedParcel,
  holds: readonly OwnHold[],
): Promise<Round> {
  try {
    for (const hold of holds) await ctx.shopify.releaseHold(loaded.shopDomain, hold.fulfillmentOrderGid, hold.handle);
    return "again";
  } catch (error) {
    if (!(error instanceof ForeignError)) throw error;
    const code = error instanceof Rejected ? "fulfillment_blocked" : "fulfillment_waiting";
    return over(putOffParcel(ctx, claim, loaded, { code, atLeastMs: askedWait(error) }));
  }
}

const askedWait = (error: ForeignError): number | undefined =>
  error instanceof Unavailable ? error.retryAfterMs : undefined;

const over = (work: Promise<void>): Promise<Round> => work.then(() => "over");

function trackingOf(loaded: LoadedParcel): TrackingInfo {
  const { trackingNumber: number, trackingUrl: url } = loaded.parcel;
  return { number, url, company: carrierOf(url) };
}
