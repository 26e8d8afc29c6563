import type { Prisma } from "../../../../prisma/client/client.ts";
import type { OrdersContext } from "../../core/context.ts";
import { isReprint, withoutReprints } from "../../core/reprints.ts";
import { isSendingPaused } from "../../core/sending-plan.ts";
import { countsAsShipped, MUTABLE_STATES, RETRYABLE_PARCEL_STATES } from "../../core/states.ts";
import { inRepeatableRead } from "../../../database/db.server.ts";
import { isUnwanted } from "../../provider-writes/decide-write.ts";
import { canWrite } from "../../../ports/print-service.ts";
import { AMOUNT_COLUMNS, isUncalledPayment } from "../../provider-writes/request-write.ts";
import { isActive } from "../../actions/order-actions.ts";
import type { ActionContext } from "../../actions/available-actions.ts";
import type { Gid } from "../../../ports/gid.ts";
import type { ShopId } from "../../../ports/ids.ts";

/** The newest history entries that a page shows. */
const MAX_HISTORY = 300;

const INCLUDE = {
  shop: {
    select: { settings: true, timezone: true, sendingPausedAt: true, sendingPausedUntil: true, printAccountId: true },
  },
  lines: { orderBy: { id: "asc" } },
  shopifyStatus: { select: { tags: true, hold: true } },
  changes: { orderBy: [{ createdAt: "asc" }, { id: "asc" }] },
  attentions: { where: { clearedAt: null }, orderBy: [{ openedAt: "asc" }, { id: "asc" }] },
  history: { orderBy: [{ at: "desc" }, { id: "desc" }], take: MAX_HISTORY },
  submissions: {
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    include: {
      lines: { orderBy: { position: "asc" } },
      attempts: { orderBy: { number: "asc" } },
      lookups: { orderBy: { at: "desc" }, take: 40 },
      parcels: {
        orderBy: [{ firstSeenAt: "asc" }, { id: "asc" }],
        include: { writes: { orderBy: [{ startedAt: "asc" }, { id: "asc" }] } },
      },
      printAccount: { select: { kind: true, interfaceVersion: true, paymentProblem: true, shippingServices: true } },
      cost: { select: AMOUNT_COLUMNS },
      providerWrites: { where: { settledAt: null }, select: { requestedBy: true, calls: true } },
    },
  },
  claims: {
    orderBy: [{ openedAt: "asc" }, { id: "asc" }],
    include: {
      lines: { orderBy: { orderLineId: "asc" } },
      photos: { select: { id: true }, orderBy: [{ addedAt: "asc" }, { id: "asc" }] },
      parcel: { select: { trackingNumber: true } },
    },
  },
} as const satisfies Prisma.OrderInclude;

/** An order with all rows of its details. */
export type StoredOrder = Prisma.OrderGetPayload<{ include: typeof INCLUDE }>;
export type StoredSubmission = StoredOrder["submissions"][number];

/** Reads in one database snapshot. null when the shop has no such order. */
export async function readStoredOrder(
  ctx: Pick<OrdersContext, "db">,
  shopId: ShopId,
  shopifyGid: Gid<"Order">,
): Promise<StoredOrder | null> {
  return inRepeatableRead(ctx.db, (tx) =>
    tx.order.findUnique({ where: { shopId_shopifyGid: { shopId, shopifyGid } }, include: INCLUDE }),
  );
}

/** The submission that views show first: the unsent one, reprints last, else the newest that is neither canceled nor replaced. */
export function currentSubmission({ submissions }: StoredOrder): StoredSubmission | undefined {
  const open = submissions.filter((one) => MUTABLE_STATES.includes(one.state));
  return (
    withoutReprints(open)[0] ??
    open[0] ??
    submissions.findLast((one) => one.state !== "cancelled" && !one.replacedAt) ??
    submissions.at(-1)
  );
}

const WRITES = ["pay", "cancel"] as const;

/** The facts that decide which actions a submission offers. */
export function actionContextOf(
  { clock }: Pick<OrdersContext, "clock">,
  order: StoredOrder,
  submission: StoredSubmission,
): ActionContext {
  const paymentPaused =
    isSendingPaused(clock.now(), order.shop) && isUncalledPayment(submission, submission.providerWrites);
  const open = order.attentions.filter((row) => row.submissionId === submission.id);
  return {
    state: submission.state,
    replaced: submission.replacedAt !== null,
    reprint: isReprint(submission),
    codes: open.map((row) => row.code),
    hasOpenParcels: submission.parcels.some(
      (parcel) => RETRYABLE_PARCEL_STATES.includes(parcel.state) && countsAsShipped(parcel),
    ),
    orderActive: isActive(order),
    writes: WRITES.filter(
      (kind) =>
        (submission.openWrite === null || (kind === "pay" && paymentPaused)) &&
        canWrite(submission.printAccount, kind) &&
        (kind !== "pay" || order.shop.printAccountId !== null),
    ),
    paymentPaused,
    unwanted: isUnwanted(order, order.lines, submission),
  };
}

/** The display name of the line, parcel or SKU that a subject stands for; null for the whole order. */
export type NameOf = (subject: string) => string | null;

/** Subjects are Shopify's ids of lines, ids of `Parcel` rows, or SKUs of the print service. */
export function namesIn(order: StoredOrder): NameOf {
  const names = new Map<string, string>();
  for (const line of order.lines) names.set(line.shopifyGid, lineTitle(line));
  for (const { parcels } of order.submissions) for (const one of parcels) names.set(one.id, one.trackingNumber);
  return (subject) => (subject === "" ? null : (names.get(subject) ?? subject));
}

/** e.g. `Tee, Black / M`. */
export function lineTitle(line: { title: string; variantTitle: string | null }): string {
  return line.variantTitle ? `${line.title}, ${line.variantTitle}` : line.title;
}
