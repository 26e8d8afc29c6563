import { Decimal } from "decimal.js";
import type { Prisma } from "../../../../prisma/client/client.ts";
import { byUrgency, reasonWords, type AttentionCode } from "../../core/attention.ts";
import type { ProviderRequest } from "../../core/attention-registry.ts";
import type { OrdersContext } from "../../core/context.ts";
import { inRepeatableRead } from "../../../database/db.server.ts";
import { statusMeaning } from "../../provider-updates/status-meaning.ts";
import { isPractice } from "../../core/submission-row.ts";
import { SHIPPED_STATES, UNSHIPPED_STATES, type SubmissionState } from "../../core/states.ts";
import { decryptCustomer, type CustomerSummary } from "../../core/customer-summary.ts";
import { HEAD_SELECT, orderHead, type OrderHead } from "../order-head.ts";
import { orderStage, shownStage, type Lateness, type ShownStage } from "./stages.ts";
import { leastAdvanced } from "./tabs.ts";
import type { ShopId, OrderId } from "../../../ports/ids.ts";

/** One order as a row of a list. No personal data but the customer, where asked for. */
export interface OrderSummary extends OrderHead {
  /** null where it was not asked for, the order was not read since customers are kept, or the customer was erased. */
  customer: CustomerSummary | null;
  marks: OrderMark[];
  /** Title of Shopify's shipping method. */
  shippingTitle: string | null;
  /** The state of the least advanced submission; null without a submission. */
  state: SubmissionState | null;
  /** The number of the other submissions. */
  furtherSubmissions: number;
  /** The most urgent open reason, and the number of the others. */
  attention: { code: AttentionCode; further: number } | null;
  /** Every open reason once, the most urgent first. */
  reasons: AttentionCode[];
  /** What the print service is asked for about its print orders. */
  requests: { asks: ProviderRequest; reference: string; serviceOrderId: string | null }[];
  /** Pieces to print, and all pieces of the order; a tip is none. */
  units: { printable: number; all: number };
  /** The different statuses of the items that are not fulfilled yet, in the print service's words. */
  providerStatuses: string[];
  parcels: { trackingNumber: string }[];
  /** null where it was not asked for, and where nothing is under way. */
  stage: ShownStage | null;
  /** Paid for print items and shipping, a decimal string; null while unknown. */
  paid: { amount: string; currency: string } | null;
}

/**
 * What stands beside the name of an order whatever its state is: canceled in Shopify after it was sent, all items ended by
 * the print service before they shipped, on a practice account, a test order, changed by staff for print, with a reprint.
 */
const ORDER_MARKS = ["cancelled", "ended_at_provider", "practice", "test", "changed", "reprint"] as const;
export type OrderMark = (typeof ORDER_MARKS)[number];

/** What a summary is made of. An order's money, hashes and fulfillment orders would take longer to read than all of it. */
export const SUMMARY_SELECT = {
  ...HEAD_SELECT,
  ...{ test: true, currency: true, subtotal: true, shippingPaid: true, shippingTitle: true, customerEncrypted: true },
  lines: { select: { quantity: true, eligibility: true, eligibilityReason: true } },
  attentions: {
    where: { clearedAt: null },
    orderBy: [{ openedAt: "asc" }, { id: "asc" }],
    select: { code: true, submissionId: true },
  },
  changes: { where: { endedAt: null }, select: { id: true }, take: 1 },
  submissions: {
    where: { replacedAt: null },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: {
      id: true,
      reference: true,
      serviceOrderId: true,
      state: true,
      kind: true,
      createdAt: true,
      sentAt: true,
      submittedAt: true,
      printAccount: { select: { kind: true } },
      lines: { orderBy: { position: "asc" }, select: { orderStatus: true, quantity: true, fulfilled: true } },
      parcels: {
        orderBy: [{ firstSeenAt: "asc" }, { id: "asc" }],
        select: { trackingNumber: true, firstSeenAt: true },
      },
    },
  },
} as const satisfies Prisma.OrderSelect;

type Stored = Prisma.OrderGetPayload<{ select: typeof SUMMARY_SELECT }>;

/** What the list of orders shows beside what every summary has. */
interface ListView extends Pick<OrdersContext, "encryptor"> {
  lateness: Lateness;
}

/** The summaries of these orders of a shop, in this sequence. Only the list of orders passes `list`. */
export async function readOrderSummaries(
  ctx: Pick<OrdersContext, "db">,
  shopId: ShopId,
  ids: readonly OrderId[],
  list: ListView | null = null,
): Promise<OrderSummary[]> {
  if (ids.length === 0) return [];
  const orders = await inRepeatableRead(ctx.db, (tx) =>
    tx.order.findMany({ where: { shopId, id: { in: [...ids] } }, select: SUMMARY_SELECT }),
  );
  const byId = new Map(orders.map((order) => [order.id, orderSummary(order, list)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export function orderSummary(order: Stored, list: ListView | null): OrderSummary {
  const active = order.submissions.filter((s) => s.state !== "cancelled");
  const [code, ...further] = order.attentions.map((a) => a.code).sort(byUrgency);
  const pieces = (lines: Stored["lines"]) => lines.reduce((sum, line) => sum + line.quantity, 0);
  return {
    ...orderHead(order),
    customer: list && decryptCustomer(list, order),
    marks: marks(order, active),
    shippingTitle: order.shippingTitle,
    state: leastAdvanced(order.submissions.map((s) => s.state)) ?? null,
    furtherSubmissions: Math.max(0, active.length - 1),
    attention: code ? { code, further: further.length } : null,
    reasons: [...new Set(order.attentions.map((a) => a.code))].sort(byUrgency),
    requests: requests(order),
    units: {
      printable: pieces(order.lines.filter((line) => line.eligibility === "printable")),
      all: pieces(order.lines.filter((line) => line.eligibilityReason !== "tip")),
    },
    providerStatuses: [...new Set(active.flatMap((s) => s.lines.flatMap(statusInProduction)))],
    parcels: active.flatMap((s) => s.parcels.map(({ trackingNumber }) => ({ trackingNumber }))),
    stage: list && shownStage(orderStage(order.submissions), list.lateness),
    paid: paid(order),
  };
}

/** Each once: several reasons may ask for the same. */
function requests({ attentions, submissions }: Stored): OrderSummary["requests"] {
  const all = attentions.flatMap(({ code, submissionId }) => {
    const submission = submissions.find(({ id }) => id === submissionId);
    const asks = submission && reasonWords(code, SHIPPED_STATES.includes(submission.state)).asks;
    if (!submission || !asks) return [];
    const { reference, serviceOrderId } = submission;
    return [{ asks, reference, serviceOrderId }];
  });
  return all.filter((one, at) => {
    return at === all.findIndex(({ asks, reference }) => asks === one.asks && reference === one.reference);
  });
}

function paid({ subtotal, shippingPaid, currency }: Stored): OrderSummary["paid"] {
  if (subtotal === null || shippingPaid === null) return null;
  return { amount: new Decimal(subtotal).plus(shippingPaid).toFixed(), currency };
}

function marks(order: Stored, active: Stored["submissions"]): OrderMark[] {
  const isMarked: Record<OrderMark, boolean> = {
    cancelled: order.cancelledAt !== null && active.length > 0,
    ended_at_provider: active.some((s) => UNSHIPPED_STATES.includes(s.state) && s.lines.every(hasEnded)),
    practice: active.some(isPractice),
    test: order.test,
    changed: order.changes.length > 0,
    reprint: active.some((s) => s.kind === "reprint"),
  };
  return ORDER_MARKS.filter((mark) => isMarked[mark]);
}

/** The service reports no status of what has left it: the last one would stand for good. */
const statusInProduction = (line: Stored["submissions"][number]["lines"][number]): string[] =>
  line.orderStatus === null || line.fulfilled >= line.quantity ? [] : [line.orderStatus];

const hasEnded = ({ orderStatus }: { orderStatus: string | null }): boolean => statusMeaning(orderStatus) === "ended";
