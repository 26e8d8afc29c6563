import { RemoteError } from "../../ports/errors.ts";
import type { ParcelId } from "../../ports/ids.ts";
import type { FulfillmentSnapshot } from "../../ports/shopify.ts";
import type { OrdersContext } from "../core/context.ts";
import { setParcel, submissionIn, type OrderRows } from "../core/order-rows.ts";
import { newClaim } from "../core/reschedule.ts";
import { countsAsShipped } from "../core/states.ts";
import { isOrderBusy, notifiesCustomer, trackingOf, type LoadedParcel, type ParcelContext } from "./load-parcel.ts";
import { completeIn } from "./complete-parcel.ts";
import { performWrite, type PlannedWrite, type WriteResult } from "./perform-write.ts";
import { planParcel } from "./plan-parcel.ts";
import { readFulfillmentOf, type FulfillmentRead } from "./read-fulfillment.ts";

/**
 * none: the parcel has to be claimed first. `unread`: why Shopify could not be read. awaits_shipment: nothing is to be written. gone: it
 * was erased.
 */
type FirstWrite =
  | { outcome: "made"; loaded: LoadedParcel; result: WriteResult }
  | { outcome: "none"; loaded: LoadedParcel; unread: RemoteError | null }
  | { outcome: "awaits_shipment" | "gone" };

/**
 * Fulfills a parcel of which nothing was written yet with one write, which most parcels need: the parcel is claimed in the
 * transaction that claims the write, where nothing has changed since the parcel was read and planned.
 */
export async function makeFirstWrite(ctx: ParcelContext, parcelId: ParcelId): Promise<FirstWrite> {
  const { claimToken, ...claimFields } = newClaim(ctx);
  const loaded = await ctx.load({ parcelId, token: claimToken });
  if (!loaded) return { outcome: "gone" };
  if (!countsAsShipped(loaded.parcel)) return { outcome: "awaits_shipment" };
  const none = { outcome: "none", loaded, unread: null } as const;
  if (!isUntouched(ctx, loaded)) return none;
  const { shop, order, lines } = loaded;
  let read: FulfillmentRead;
  try {
    read = await readFulfillmentOf(ctx, { shop, order, lineItemGids: lines.map((line) => line.lineItemGid) });
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    return { ...none, unread: error };
  }
  if (read.outcome !== "read") return none;
  const { snapshot } = read;
  const write = planOneWrite(loaded, snapshot);
  if (!write) return none;
  const result = await performWrite(ctx, loaded, write, {
    takeClaim: (rows) => claimAsLoaded(rows, loaded, claimFields),
    whenDone: (rows) => completeIn(rows, ctx, loaded, snapshot),
  });
  return result.outcome === "claim_lost" ? none : { outcome: "made", loaded, result };
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
 * outcome of a write raises the version of its parcel.
 */
function claimAsLoaded(
  rows: OrderRows,
  { claim, ids, parcel, parcelVersions, submissionVersion }: LoadedParcel,
  { claimedAt, dueAt }: { claimedAt: Date; dueAt: Date },
): boolean {
  const current = rows.parcels.find(({ id }) => id === parcel.id);
  if (current?.state !== "waiting" || current.version !== parcel.version || !countsAsShipped(current)) return false;
  if (submissionIn(rows, ids.submissionId).version !== submissionVersion) return false;
  if (rows.parcels.reduce((sum, { version }) => sum + version, 0) !== parcelVersions) return false;
  if (isOrderBusy(rows, parcel.id)) return false;
  setParcel(rows, current, { state: "writing", claimToken: claim.token, claimedAt, dueAt });
  return true;
}
