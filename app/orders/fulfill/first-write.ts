import { RemoteError } from "../../ports/errors.ts";
import type { ParcelId } from "../../ports/ids.ts";
import type { FulfillmentSnapshot } from "../../ports/shopify.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import { newClaim } from "../core/reschedule.ts";
import { countsAsShipped } from "../core/states.ts";
import { orderBusy } from "./claim-parcel.ts";
import { completeParcelIn } from "./complete-parcel.ts";
import { loadParcel, notifiesCustomer, trackingOf, type LoadedParcel } from "./load-parcel.ts";
import { performWrite, type PlannedWrite, type WriteResult } from "./perform-write.ts";
import { planParcel } from "./plan-parcel.ts";
import { readFulfillmentOf, type FulfillmentRead } from "./read-fulfillment.ts";

/** none: the parcel has to be claimed first. `unread`: why Shopify could not be read. awaits_shipment: nothing is to be written. */
export type FirstWrite =
  | { outcome: "made"; loaded: LoadedParcel; result: WriteResult }
  | { outcome: "none"; unread: RemoteError | null }
  | { outcome: "awaits_shipment" };

const NONE: FirstWrite = { outcome: "none", unread: null };

/**
 * Fulfills a parcel of which nothing was written yet with one write, which most parcels need: the parcel is claimed in the
 * transaction that claims the write, where nothing has changed since the parcel was read and planned.
 */
export async function makeFirstWrite(ctx: OrdersContext, parcelId: ParcelId): Promise<FirstWrite> {
  const { claimToken, ...claimFields } = newClaim(ctx);
  const loaded = await loadParcel(ctx, { parcelId, token: claimToken });
  if (loaded && !countsAsShipped(loaded.parcel)) return { outcome: "awaits_shipment" };
  if (!loaded || !isUntouched(ctx, loaded)) return NONE;
  const { shop, order, lines } = loaded;
  let read: FulfillmentRead;
  try {
    read = await readFulfillmentOf(ctx, { shop, order, lineItemGids: lines.map((line) => line.lineItemGid) });
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    return { outcome: "none", unread: error };
  }
  if (read.outcome !== "read") return NONE;
  const { snapshot } = read;
  const write = planOneWrite(loaded, snapshot);
  if (!write) return NONE;
  const result = await performWrite(ctx, loaded, write, {
    takeClaim: (tx) => claimAsLoaded(tx, loaded, claimFields),
    whenDone: (tx) => completeParcelIn(tx, ctx, loaded, snapshot),
  });
  return result.outcome === "claim_lost" ? NONE : { outcome: "made", loaded, result };
}

const isUntouched = ({ clock }: OrdersContext, { parcel, writes, installed }: LoadedParcel): boolean =>
  parcel.state === "waiting" &&
  (parcel.dueAt === null || parcel.dueAt <= clock.now()) &&
  parcel.linkCorrectedAt === null &&
  writes.length === 0 &&
  installed;

/** null: the parcel takes another step than one fulfillment. */
function planOneWrite(loaded: LoadedParcel, snapshot: FulfillmentSnapshot): PlannedWrite | null {
  const tracking = trackingOf(loaded);
  const plan = planParcel({ ...loaded, tracking, snapshot, started: false });
  if (plan.kind !== "create" || plan.blocked) return null;
  const [create, ...others] = plan.creates;
  const notify = notifiesCustomer(loaded, snapshot);
  return create && others.length === 0 ? { kind: "create", create, tracking, notify } : null;
}

/**
 * waiting → writing, unless a parcel of the order, or the submission, has changed since the parcel was read: each claim and each
 * outcome of a write raises the version of its parcel. Needs the order's lock.
 */
async function claimAsLoaded(
  tx: Tx,
  { claim, parcel, parcelVersions, submission }: LoadedParcel,
  { claimedAt, dueAt }: { claimedAt: Date; dueAt: Date },
): Promise<boolean> {
  const claimed = await tx.$executeRaw`
    UPDATE "Parcel" p SET "state" = 'writing', "claimToken" = ${claim.token}::uuid, "claimedAt" = ${claimedAt},
      "dueAt" = ${dueAt}, "version" = p."version" + 1
    FROM "Submission" x
    WHERE p."id" = ${claim.parcelId}::uuid AND p."state" = 'waiting' AND p."version" = ${parcel.version}
      AND p."awaitingShipmentUntil" IS NULL AND x."id" = p."submissionId" AND x."version" = ${submission.version}
      AND ${parcelVersions} = (SELECT sum(q."version")::int FROM "Parcel" q JOIN "Submission" y ON y."id" = q."submissionId"
        WHERE y."orderId" = x."orderId")
      AND NOT ${orderBusy(claim.orderId)}`;
  return claimed === 1;
}
