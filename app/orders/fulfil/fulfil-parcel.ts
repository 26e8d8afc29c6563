import { RemoteError, RejectedError, retryAfterOf } from "../../ports/errors.ts";
import type { FulfillmentSnapshot, TrackingInfo } from "../../ports/shopify.ts";
import type { OrdersContext } from "../core/context.ts";
import { carrierOf } from "./carrier.ts";
import { claimParcel, type ParcelClaim } from "./claim-parcel.ts";
import { loadParcel, type LoadedParcel } from "./load-parcel.ts";
import { planParcel, type OwnHold, type Plan } from "./plan-parcel.ts";
import { matchLostWrites } from "./match-lost-writes.ts";
import { writeCorrectedLink } from "./correct-link.ts";
import { completeParcel, rescheduleParcel, parkParcel } from "./complete-parcel.ts";
import { performWrite, type PlannedWrite, type WriteResult } from "./perform-write.ts";

/** finished: the claim was released, or another worker has the parcel. */
type RoundOutcome = "finished" | "again" | "rejected";

/** Each round reads Shopify again. More than a few in a row would be a conflict with another app's changes. */
const MAX_ROUNDS = 4;

/**
 * Brings one parcel's tracking to Shopify: reads what Shopify shows, plans, writes, records. Safe to call at any time: claims
 * first, and never repeats a write whose answer was lost and that may have taken effect.
 */
export async function fulfilParcel(ctx: OrdersContext, parcelId: string): Promise<void> {
  const claim = await claimParcel(ctx, parcelId);
  if (!claim) return;
  let rejected = false;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const outcome = await runRound(ctx, claim, rejected);
    if (outcome === "finished") return;
    rejected ||= outcome === "rejected";
  }
  const loaded = await loadParcel(ctx, parcelId);
  if (loaded)
    await rescheduleParcel(ctx, claim, loaded, { code: "fulfillment_blocked", waitMs: ctx.policy.recheckIntervalMs });
}

async function runRound(ctx: OrdersContext, claim: ParcelClaim, rejectedBefore: boolean): Promise<RoundOutcome> {
  const first = await loadParcel(ctx, claim.parcelId);
  if (!first) return "finished";
  const read = await readSnapshot(ctx, claim, first);
  if (read.outcome === "rescheduled") return "finished";
  const { snapshot } = read;
  if (!(await matchLostWrites(ctx, claim, first, snapshot))) return "finished";
  const loaded = (await loadParcel(ctx, claim.parcelId)) ?? first;
  const linkUpdate = await writeCorrectedLink(ctx, claim, loaded, snapshot, trackingOf(loaded));
  if (linkUpdate.outcome !== "done") return handleFailedWrite(ctx, { claim, loaded, rejectedBefore }, linkUpdate);
  const completedWrites = loaded.writes.filter((write) => write.outcome === "done" && write.kind !== "link_update");
  if (completedWrites.some((write) => write.kind === "tracking_update"))
    return finish(completeParcel(ctx, claim, loaded, snapshot));
  const plan = planParcel({
    tracking: trackingOf(loaded),
    lines: loaded.lines,
    snapshot,
    ownFulfillments: loaded.ownFulfillments,
    started: completedWrites.length > 0,
  });
  return executePlan(ctx, { claim, loaded, snapshot, plan, rejectedBefore });
}

type SnapshotRead = { outcome: "read"; snapshot: FulfillmentSnapshot } | { outcome: "rescheduled" };

/** Reads what Shopify shows of the order; tries the parcel again later where that fails. */
async function readSnapshot(ctx: OrdersContext, claim: ParcelClaim, loaded: LoadedParcel): Promise<SnapshotRead> {
  if (!loaded.installed) {
    await rescheduleParcel(ctx, claim, loaded, { code: "fulfillment_waiting", waitMs: ctx.policy.retryMaxMs });
    return { outcome: "rescheduled" };
  }
  try {
    const snapshot = await ctx.shopify.readFulfillment(loaded.shopDomain, loaded.orderGid);
    if (snapshot) return { outcome: "read", snapshot };
    await rescheduleParcel(ctx, claim, loaded, { code: "fulfillment_waiting", waitMs: ctx.policy.recheckIntervalMs });
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    await rescheduleParcel(ctx, claim, loaded, { code: "fulfillment_waiting", atLeastMs: retryAfterOf(error) });
  }
  return { outcome: "rescheduled" };
}

interface PlannedRound {
  claim: ParcelClaim;
  loaded: LoadedParcel;
  snapshot: FulfillmentSnapshot;
  plan: Plan;
  rejectedBefore: boolean;
}

function executePlan(ctx: OrdersContext, planned: PlannedRound): Promise<RoundOutcome> {
  const { claim, loaded, snapshot, plan } = planned;
  const blocked = { code: "fulfillment_blocked", waitMs: ctx.policy.recheckIntervalMs, raiseNow: true } as const;
  const notify = loaded.notifyCustomer && !loaded.writes.some((write) => write.outcome === "done" && write.notified);
  switch (plan.kind) {
    case "already_present":
      return finish(completeParcel(ctx, claim, loaded, snapshot));
    case "blocked":
      return finish(rescheduleParcel(ctx, claim, loaded, blocked));
    case "not_created_yet":
      return finish(rescheduleParcel(ctx, claim, loaded, { code: "fulfillment_waiting" }));
    case "unmatched":
      return finish(parkParcel(ctx, claim, loaded, "tracking_unmatched"));
    case "release":
      return releaseOwnHolds(ctx, claim, loaded, plan.holds);
    case "add_tracking":
      return writeAll(ctx, planned, [{ ...plan, kind: "tracking_update", notify }], null);
    case "create": {
      const tracking = trackingOf(loaded);
      // One email for a parcel, from however many locations it is fulfilled.
      const writes = plan.creates.map((create, n) => ({
        kind: "create" as const,
        create,
        tracking,
        notify: notify && n === 0,
      }));
      return writeAll(ctx, planned, writes, plan.blocked ? blocked : null);
    }
  }
}

async function writeAll(
  ctx: OrdersContext,
  planned: PlannedRound,
  writes: readonly PlannedWrite[],
  afterwards: Parameters<typeof rescheduleParcel>[3] | null,
): Promise<RoundOutcome> {
  const { claim, loaded, snapshot } = planned;
  for (const write of writes) {
    const result = await performWrite(ctx, claim, loaded, write);
    if (result.outcome !== "done") return handleFailedWrite(ctx, planned, result);
  }
  return finish(
    afterwards ? rescheduleParcel(ctx, claim, loaded, afterwards) : completeParcel(ctx, claim, loaded, snapshot),
  );
}

/** The first rejection has Shopify read again, since the snapshot may be outdated; a second one is for a person. */
function handleFailedWrite(
  ctx: OrdersContext,
  { claim, loaded, rejectedBefore }: Pick<PlannedRound, "claim" | "loaded" | "rejectedBefore">,
  result: WriteResult,
): Promise<RoundOutcome> {
  switch (result.outcome) {
    case "claim_lost":
      return Promise.resolve("finished");
    case "rejected":
      return rejectedBefore
        ? finish(parkParcel(ctx, claim, loaded, "fulfillment_rejected"))
        : Promise.resolve("rejected");
    default:
      return finish(
        rescheduleParcel(ctx, claim, loaded, { code: "fulfillment_waiting", atLeastMs: result.retryAfterMs }),
      );
  }
}

/** The parcel has shipped: the app's own hold for a doubtful address has lost its reason. */
async function releaseOwnHolds(
  ctx: OrdersContext,
  claim: ParcelClaim,
  loaded: LoadedParcel,
  holds: readonly OwnHold[],
): Promise<RoundOutcome> {
  try {
    for (const hold of holds) await ctx.shopify.releaseHold(loaded.shopDomain, hold.fulfillmentOrderGid, hold.handle);
    return "again";
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    const code = error instanceof RejectedError ? "fulfillment_blocked" : "fulfillment_waiting";
    return finish(rescheduleParcel(ctx, claim, loaded, { code, atLeastMs: retryAfterOf(error) }));
  }
}

const finish = (work: Promise<void>): Promise<RoundOutcome> => work.then(() => "finished");

function trackingOf(loaded: LoadedParcel): TrackingInfo {
  const { trackingNumber: number, trackingUrl: url } = loaded.parcel;
  return { number, url, company: carrierOf(url) };
}
