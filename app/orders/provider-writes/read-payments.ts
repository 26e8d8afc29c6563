import { Decimal } from "decimal.js";
import type { PaymentProblem, PrintAccount } from "../../../prisma/client/client.ts";
import type { OrderId, ShopId } from "../../ports/ids.ts";
import { canWrite } from "../../ports/print-service.ts";
import type { OrdersContext } from "../core/context.ts";
import { unpaidLines } from "../provider-updates/status-meaning.ts";
import { AMOUNT_COLUMNS, knownAmount, type Amount } from "./request-write.ts";

/** Why a shop's payments at the print service wait. Times are ISO 8601, UTC. */
export interface WaitingPayments {
  problem: PaymentProblem;
  /** Orders of the shop that wait to be paid for. */
  orders: number;
  since: string;
  /** When one of them is tried again. */
  retryAt: string;
}

/** null: the account can pay, or nothing of the shop waits for it. */
export async function readWaitingPayments(
  { db, clock }: Pick<OrdersContext, "db" | "clock">,
  shopId: ShopId,
  account: Pick<PrintAccount, "id" | "paymentProblem" | "paymentProblemSince" | "paymentRetryAt"> | null,
): Promise<WaitingPayments | null> {
  if (!account?.paymentProblem) return null;
  const [row] = await db.$queryRaw<[{ orders: number }]>`
    SELECT count(DISTINCT w."orderId")::int AS "orders" FROM "ProviderWrite" w
    JOIN "Submission" s ON s."id" = w."submissionId" AND s."openWrite" = 'pay'
    WHERE w."printAccountId" = ${account.id}::uuid AND w."shopId" = ${shopId}::uuid AND w."settledAt" IS NULL`;
  if (row.orders === 0) return null;
  const { paymentProblem: problem, paymentProblemSince, paymentRetryAt } = account;
  const now = clock.now();
  return {
    ...{ problem, orders: row.orders },
    since: (paymentProblemSince ?? now).toISOString(),
    retryAt: (paymentRetryAt ?? now).toISOString(),
  };
}

/** What orders cost that are to be paid for, before they are. */
export interface AmountsDue {
  /** One for each currency. */
  known: (Amount & { orders: number })[];
  /** Orders whose amount nobody knows until they are paid for. */
  unknown: number;
}

/** Of the orders of a shop that can be paid for; the others are left out. */
export async function readAmountsDue(
  { db }: Pick<OrdersContext, "db">,
  shopId: ShopId,
  orderIds: readonly OrderId[],
): Promise<AmountsDue> {
  const rows = await db.submission.findMany({
    where: { shopId, orderId: { in: [...orderIds] }, replacedAt: null, openWrite: null },
    select: {
      ...{ orderId: true, state: true, lines: true },
      cost: { select: AMOUNT_COLUMNS },
      printAccount: { select: { kind: true, interfaceVersion: true } },
    },
  });
  const due = rows.filter((row) => canWrite(row.printAccount, "pay") && unpaidLines(row).length > 0);
  const amounts = due.flatMap(({ orderId, cost }) => {
    const amount = knownAmount(cost);
    return amount ? [{ orderId, ...amount }] : [];
  });
  const known = [...Map.groupBy(amounts, ({ currency }) => currency)].map(([currency, of]) => ({
    currency,
    amount: Decimal.sum(...of.map(({ amount }) => amount)).toFixed(),
    orders: new Set(of.map(({ orderId }) => orderId)).size,
  }));
  const unknown = new Set(due.filter(({ cost }) => !knownAmount(cost)).map(({ orderId }) => orderId));
  return { known, unknown: unknown.size };
}
