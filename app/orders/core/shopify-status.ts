import { Prisma, type Submission } from "../../../prisma/client/client.ts";
import type { OrderId, ShopId } from "../../ports/ids.ts";
import { byUrgency, needsStaffAction, type AttentionCode } from "./attention.ts";
import type { OrdersContext } from "./context.ts";
import type { PrintStage } from "./state-names.ts";
import { IN_FLIGHT_STATES, MUTABLE_STATES, UNSHIPPED_STATES } from "./states.ts";

/* What Shopify shows of an order: a tag with metafields, and a hold (fulfill/write-shopify-status.ts writes them). */

/** What decides what Shopify shows of an order. */
export interface StatusInput {
  /** Without replaced ones. */
  submissions: readonly Pick<Submission, "id" | "state">[];
  /** The open ones. */
  reasons: readonly { code: AttentionCode; submissionId: string | null }[];
}

const STAGE_STATES = [
  ["waiting", MUTABLE_STATES],
  ["at_provider", [...IN_FLIGHT_STATES, ...UNSHIPPED_STATES]],
  ["shipped", ["shipped"]],
  ["fulfilled", ["fulfilled"]],
] as const;

/** The tab of the orders list that an order is on, the one about people first; null: nothing of it is, or was, printed. */
export function printStage({ submissions, reasons }: StatusInput): PrintStage | null {
  if (reasons.some(({ code }) => needsStaffAction(code))) return "attention";
  for (const [stage, states] of STAGE_STATES)
    if (submissions.some(({ state }) => (states as readonly string[]).includes(state))) return stage;
  return submissions.length > 0 ? "cancelled" : null;
}

/** Shopify holds the goods already, or they are due on a later date. */
const HELD_THERE: readonly AttentionCode[] = ["held_in_shopify", "scheduled_in_shopify"];

/**
 * The most pressing reason for which an order waits for a person, while nothing of it was sent: what is under way goes on in Shopify, too.
 * null: none.
 */
export function holdReason({ submissions, reasons }: StatusInput): AttentionCode | null {
  const standing = submissions.filter(({ state }) => state !== "cancelled");
  if (standing.some(({ state }) => !MUTABLE_STATES.includes(state))) return null;
  const codes = reasons.flatMap(({ code, submissionId }) =>
    needsStaffAction(code) && !HELD_THERE.includes(code) && standing.some(({ id }) => id === submissionId) ? code : [],
  );
  return codes.toSorted(byUrgency)[0] ?? null;
}

const HOLD_HANDLE = "inkbridge-order-";

/** Tells this hold of an order from any other (shopify: FulfillmentHold.handle). */
export const orderHoldHandle = (orderId: OrderId): string => `${HOLD_HANDLE}${orderId.replaceAll("-", "").slice(-16)}`;

/** Whether the app has set the hold for an order, under whatever id it had. */
export const isOrderHold = ({ handle, heldByApp }: { handle: string | null; heldByApp: boolean }): boolean =>
  heldByApp && handle?.startsWith(HOLD_HANDLE) === true;

/** From the first order on: a part of the transaction that changes what a shop shows in Shopify. */
export const SHOW_AGAIN = { statusesAfter: "00000000-0000-0000-0000-000000000000" as OrderId } as const;

const MAX_COUNTED = 1_000;

/** How many of a shop's orders may have a tag of the app; `more`: than are counted. */
export async function countTagged(
  { db }: Pick<OrdersContext, "db">,
  shopId: ShopId,
): Promise<{ orders: number; more: boolean }> {
  const rows = await db.$queryRaw<{ count: number }[]>(Prisma.sql`
    SELECT count(*)::int AS "count" FROM (SELECT FROM "ShopifyStatus"
      WHERE "shopId" = ${shopId}::uuid AND "tags" <> '{}' LIMIT ${MAX_COUNTED + 1}) AS tagged`);
  const count = rows[0]?.count ?? 0;
  return { orders: Math.min(count, MAX_COUNTED), more: count > MAX_COUNTED };
}
