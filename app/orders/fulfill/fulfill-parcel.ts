import { RemoteError, RejectedError, retryAfterOf } from "../../ports/errors.ts";
import type { FulfillmentSnapshot } from "../../ports/shopify.ts";
import type { OrdersContext } from "../core/context.ts";
import type { OrderRows } from "../core/order-rows.ts";
import {
  claimParcel,
  type ParcelClaim,
  alone,
  changeOrderOf,
  notifiesCustomer,
  trackingOf,
  type LoadedParcel,
  type ParcelContext,
  type ParcelsTogether,
} from "./load-parcel.ts";
import {
  adoptFulfillments,
  completeParcel,
  completeIn,
  rescheduleParcel,
  parkParcel,
  parkParcelOfCancelled,
  type ParcelRetry,
} from "./complete-parcel.ts";
import { makeFirstWrite } from "./first-write.ts";
import { planParcel, type OwnHold, type Plan } from "./plan-parcel.ts";
import {
  matchLostWrites,
  performWrite,
  type FailedWrite,
  type PlannedWrite,
  type WriteResult,
  writeCorrectedLink,
} from "./perform-write.ts";
import { readFulfillmentOf } from "./read-fulfillment.ts";
import type { ParcelId } from "../../ports/ids.ts";

/** finished: the claim was released, or another worker has the parcel. */
type RoundOutcome = "finished" | "again" | "rejected";

/** Each round reads Shopify again. More rounds than that mean that another app changes the same order. */
const MAX_ROUNDS = 4;

/**
 * Brings one parcel's tracking to Shopify: reads what Shopify shows, plans, claims, writes, records. Whatever is more than one
 * write begins with the claim. Safe to call at any time: never repeats a write whose answer was lost and that may have taken
 * effect. awaits_shipment: it does not count as shipped yet, and nothing was written.
 */
export async function fulfillParcel(
  orders: OrdersContext,
  parcelId: ParcelId,
  together: ParcelsTogether = alone(orders),
): Promise<"done" | "awaits_shipment"> {
  const ctx = { ...orders, ...together };
  const first = await makeFirstWrite(ctx, parcelId);
  if (first.outcome === "awaits_shipment") return first.outcome;
  if (first.outcome === "made") await afterFirstWrite(ctx, first.loaded, first.result);
  if (first.outcome === "none") {
    const claim = await changeOrderOf(ctx, first.loaded, (rows) => claimParcel(rows, ctx, parcelId));
    if (claim) await runRounds(ctx, claim, { rejected: false, unread: first.unread });
  }
  return "done";
}

async function afterFirstWrite(ctx: ParcelContext, loaded: LoadedParcel, result: WriteResult): Promise<void> {
  if (result.outcome === "done") return;
  const outcome = await handleFailedWrite(ctx, { loaded, rejectedBefore: false }, result);
  if (outcome !== "finished") await runRounds(ctx, loaded.claim, { rejected: true, unread: null });
}

/** `rejected`: Shopify has rejected a write before. `unread`: why Shopify could not be read just now. */
async function runRounds(
  ctx: ParcelContext,
  claim: ParcelClaim,
  { rejected, unread }: { rejected: boolean; unread: RemoteError | null },
): Promise<void> {
  let rejectedBefore = rejected;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const outcome = await runRound(ctx, claim, rejectedBefore, unread);
    if (outcome === "finished") return;
    rejectedBefore ||= outcome === "rejected";
  }
  const loaded = await ctx.load(claim);
  if (loaded) await rescheduleParcel(ctx, loaded, { code: "fulfillment_blocked", waitMs: "recheck" });
}

async function runRound(
  ctx: ParcelContext,
  claim: ParcelClaim,
  rejectedBefore: boolean,
  unread: RemoteError | null,
): Promise<RoundOutcome> {
  const first = await ctx.load(claim);
  if (!first) return "finished";
  const read = await readSnapshot(ctx, first, unread);
  if (read.outcome === "rescheduled") return "finished";
  const { snapshot } = read;
  const matched = await matchLostWrites(ctx, first, snapshot);
  if (matched === "claim_lost") return "finished";
  const loaded = matched === "recorded" ? ((await ctx.load(claim)) ?? first) : first;
  const linkUpdate = await writeCorrectedLink(ctx, loaded, snapshot, trackingOf(loaded));
  if (linkUpdate.outcome !== "done") return handleFailedWrite(ctx, { loaded, rejectedBefore }, linkUpdate);
  const completedWrites = loaded.writes.filter((write) => write.outcome === "done" && write.kind !== "link_update");
  if (completedWrites.some((write) => write.kind === "tracking_update"))
    return finish(completeParcel(ctx, loaded, snapshot));
  const plan = planParcel({ ...loaded, tracking: trackingOf(loaded), snapshot, started: completedWrites.length > 0 });
  return executePlan(ctx, { loaded, snapshot, plan, rejectedBefore });
}

type SnapshotRead = { outcome: "read"; snapshot: FulfillmentSnapshot } | { outcome: "rescheduled" };

/** What Shopify shows of the order; where that cannot be read, the parcel is retried later, or waits for staff. */
async function readSnapshot(
  ctx: ParcelContext,
  loaded: LoadedParcel,
  unread: RemoteError | null,
): Promise<SnapshotRead> {
  if (!loaded.installed) {
    await rescheduleParcel(ctx, loaded, { code: "fulfillment_waiting", waitMs: ctx.policy.retryMaxMs });
    return { outcome: "rescheduled" };
  }
  try {
    if (unread) throw unread;
    const { shop, order, lines } = loaded;
    const read = await readFulfillmentOf(ctx, { shop, order, lineItemGids: lines.map((line) => line.lineItemGid) });
    if (read.outcome === "read") return read;
    if (read.outcome === "too_old") await parkParcel(ctx, loaded, "order_too_old");
    // An order that was deleted in Shopify does not come back.
    else await rescheduleParcel(ctx, loaded, { code: "fulfillment_waiting", waitMs: "recheck" });
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    await rescheduleParcel(ctx, loaded, { code: "fulfillment_waiting", atLeastMs: retryAfterOf(error) });
  }
  return { outcome: "rescheduled" };
}

interface PlannedRound {
  loaded: LoadedParcel;
  snapshot: FulfillmentSnapshot;
  plan: Plan;
  rejectedBefore: boolean;
}

function executePlan(ctx: ParcelContext, planned: PlannedRound): Promise<RoundOutcome> {
  const { loaded, snapshot, plan } = planned;
  const blocked = { code: "fulfillment_blocked", waitMs: "recheck", raiseNow: true } as const;
  const notify = notifiesCustomer(loaded, snapshot);
  switch (plan.kind) {
    case "already_present":
      return finish(completeParcel(ctx, loaded, snapshot));
    case "adopt":
      return adoptFulfillments(ctx, loaded, plan.fulfillments);
    case "blocked":
      return finish(rescheduleParcel(ctx, loaded, blocked));
    case "not_created_yet":
      return finish(rescheduleParcel(ctx, loaded, { code: "fulfillment_waiting", waitMs: "backoff_then_recheck" }));
    case "unmatched":
      return finish(
        snapshot.cancelledAt
          ? parkParcelOfCancelled(ctx, loaded, snapshot.cancelledAt)
          : parkParcel(ctx, loaded, "tracking_unmatched"),
      );
    case "release":
      return releaseOwnHolds(ctx, loaded, plan.holds);
    case "open":
      return openScheduled(ctx, planned, plan);
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

/** Makes the writes, at least one; the parcel is completed with the record of the last one, or retried afterwards. */
async function writeAll(
  ctx: ParcelContext,
  planned: PlannedRound,
  writes: readonly PlannedWrite[],
  afterwards: ParcelRetry | null,
): Promise<RoundOutcome> {
  const { loaded, snapshot } = planned;
  const complete = (rows: OrderRows) => completeIn(rows, ctx, loaded, snapshot);
  for (const write of writes) {
    const isLast = write === writes.at(-1) && !afterwards;
    const result = await performWrite(ctx, loaded, write, isLast ? { whenDone: complete } : {});
    if (result.outcome !== "done") return handleFailedWrite(ctx, planned, result);
  }
  if (afterwards) await rescheduleParcel(ctx, loaded, afterwards);
  return "finished";
}

/**
 * After the first rejection Shopify is read again, since the snapshot may be outdated; after a second one a person is
 * asked.
 */
function handleFailedWrite(
  ctx: ParcelContext,
  { loaded, rejectedBefore }: Pick<PlannedRound, "loaded" | "rejectedBefore">,
  result: FailedWrite,
): Promise<RoundOutcome> {
  switch (result.outcome) {
    case "claim_lost":
      return Promise.resolve("finished");
    case "rejected":
      return rejectedBefore ? finish(parkParcel(ctx, loaded, "fulfillment_rejected")) : Promise.resolve("rejected");
    case "uncertain":
    case "not_processed":
      return finish(rescheduleParcel(ctx, loaded, { code: "fulfillment_waiting", atLeastMs: result.retryAfterMs }));
  }
}

/** The parcel has shipped, so the app's own hold for a doubtful address has lost its reason. */
function releaseOwnHolds(ctx: ParcelContext, loaded: LoadedParcel, holds: readonly OwnHold[]): Promise<RoundOutcome> {
  const release = async () => {
    for (const hold of holds) await ctx.shopify.releaseHold(loaded.shop.domain, hold.fulfillmentOrderGid, hold.handle);
  };
  return clearTheWay(ctx, loaded, release, (error) =>
    finish(
      rescheduleParcel(ctx, loaded, {
        code: "fulfillment_blocked",
        waitMs: "recheck",
        atLeastMs: retryAfterOf(error),
      }),
    ),
  );
}

/** The parcel is on its way before the date that Shopify has for its goods: staff had them printed. */
function openScheduled(
  ctx: ParcelContext,
  planned: PlannedRound,
  { scheduled, otherwise }: Extract<Plan, { kind: "open" }>,
): Promise<RoundOutcome> {
  const { loaded } = planned;
  const open = async () => {
    for (const gid of scheduled) await ctx.shopify.openFulfillmentOrder(loaded.shop.domain, gid);
  };
  return clearTheWay(ctx, loaded, open, () => executePlan(ctx, { ...planned, plan: otherwise }));
}

/** Writes what has to come before a fulfillment; then Shopify is read again. */
async function clearTheWay(
  ctx: ParcelContext,
  loaded: LoadedParcel,
  write: () => Promise<void>,
  whenRejected: (error: RejectedError) => Promise<RoundOutcome>,
): Promise<RoundOutcome> {
  try {
    await write();
    return "again";
  } catch (error) {
    if (error instanceof RejectedError) return whenRejected(error);
    if (!(error instanceof RemoteError)) throw error;
    return finish(rescheduleParcel(ctx, loaded, { code: "fulfillment_waiting", atLeastMs: retryAfterOf(error) }));
  }
}

const finish = (work: Promise<void>): Promise<RoundOutcome> => work.then(() => "finished");
