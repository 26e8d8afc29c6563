import { UnauthorizedError } from "../ports/errors.ts";
import type { PrintAccountId } from "../ports/ids.ts";
import type { PrintAccountCalls, PrintService } from "../ports/print-service.ts";
import type { PracticeContext } from "./context.ts";
import { createOrder } from "./create-order.ts";
import { practiceQuote } from "./prices.ts";
import { listAllOrders, listOrders, orderDetail } from "./read-orders.ts";
import { listRegistrations, writeRegistration } from "./registrations.ts";

export { advanceProduction, type PracticeWebhook } from "./production.ts";

/** A print service without a service behind it: its orders are rows of the database, and nothing is printed. */
export function createPracticeService(ctx: PracticeContext): PrintService {
  return { forAccount: (id) => callsOf(ctx, id) };
}

/** Every call of a live account is refused: an empty list would pass for a proof that the print service has no order. */
function callsOf(ctx: PracticeContext, id: PrintAccountId): PrintAccountCalls {
  const check = () => assertPracticeAccount(ctx, id);
  return {
    create: (order, deadline) => check().then(() => createOrder(ctx, id, order, deadline)),
    testPrice: (input) => check().then(() => practiceQuote(input)),
    list: (input) => check().then(() => listOrders(ctx, id, input)),
    listAll: (input) => check().then(() => listAllOrders(ctx, id, input)),
    detail: (input) => check().then(() => orderDetail(ctx, id, input)),
    listRegistrations: (kind) => check().then(() => listRegistrations(ctx, id, kind)),
    createRegistration: (kind, input) => check().then(() => writeRegistration(ctx, id, kind, input)),
    updateRegistration: (kind, input) => check().then(() => writeRegistration(ctx, id, kind, input)),
  };
}

async function assertPracticeAccount({ db }: Pick<PracticeContext, "db">, id: PrintAccountId): Promise<void> {
  if ((await db.printAccount.count({ where: { id, kind: "practice" } })) === 0)
    throw new UnauthorizedError("practice: no practice account");
}
