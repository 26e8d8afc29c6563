import { RejectedError, UnauthorizedError } from "../ports/errors.ts";
import type { PrintAccountId } from "../ports/ids.ts";
import { CAPABILITIES, NO_FURTHER_CALLS, type PrintAccountCalls, type PrintService } from "../ports/print-service.ts";
import type { PracticeContext } from "./practice-order.ts";
import { createOrder, practiceQuote } from "./create-order.ts";
import { listAllOrders, listOrders, orderDetail } from "./read-orders.ts";
import { listRegistrations, writeRegistration } from "./registrations.ts";

export { advanceProduction, type PracticeWebhook } from "./production.ts";

/** A print service without a service behind it: its orders are rows of the database, and nothing is printed. */
export function createPracticeService(ctx: PracticeContext): PrintService {
  return { forAccount: (id) => callsOf(ctx, id) };
}

/** Every call of a live account is refused: an empty list would pass for a proof that the print service has no order. */
function callsOf(ctx: PracticeContext, id: PrintAccountId): PrintAccountCalls {
  const call = <T>(operation: keyof PrintAccountCalls, work: () => T | Promise<T>) =>
    observed(ctx, operation, () => assertPracticeAccount(ctx, id).then(work));
  return {
    capabilities: () => Promise.resolve(CAPABILITIES.v1),
    further: () => Promise.resolve(NO_FURTHER_CALLS),
    prepareCreate: () => Promise.resolve(),
    create: (order, deadline) => call("create", () => createOrder(ctx, id, order, deadline)),
    testPrice: (input) => call("testPrice", () => practiceQuote(input)),
    list: (input) => call("list", () => listOrders(ctx, id, input)),
    listAll: (input) => call("listAll", () => listAllOrders(ctx, id, input)),
    detail: (input) => call("detail", () => orderDetail(ctx, id, input)),
    listRegistrations: (kind) => call("listRegistrations", () => listRegistrations(ctx, id, kind)),
    createRegistration: (kind, input) => call("createRegistration", () => writeRegistration(ctx, id, kind, input)),
    updateRegistration: (kind, input) => call("updateRegistration", () => writeRegistration(ctx, id, kind, input)),
  };
}

const WRITES: readonly (keyof PrintAccountCalls)[] = ["create", "createRegistration", "updateRegistration"];

/** Reports the call as the client of the print service does. */
async function observed<T>(
  { observe }: Pick<PracticeContext, "observe">,
  operation: keyof PrintAccountCalls,
  call: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  const end = (result: string) =>
    observe?.({
      ...{ system: "practice_service", operation, isWrite: WRITES.includes(operation) },
      ...{ result, ms: performance.now() - startedAt },
    });
  try {
    const answer = await call();
    end("ok");
    return answer;
  } catch (error) {
    end(error instanceof RejectedError ? "rejected" : "error");
    throw error;
  }
}

async function assertPracticeAccount({ db }: Pick<PracticeContext, "db">, id: PrintAccountId): Promise<void> {
  if ((await db.printAccount.count({ where: { id, kind: "practice" } })) === 0)
    throw new UnauthorizedError("practice: no practice account");
}
