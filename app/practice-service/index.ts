import type { PracticeOrder } from "../../prisma/client/client.ts";
import { RejectedError, UnauthorizedError } from "../ports/errors.ts";
import type { PrintAccountId } from "../ports/ids.ts";
import {
  CAPABILITIES,
  NO_FURTHER_CALLS,
  type PrintAccountCalls,
  type PrintService,
  type Registration,
  type RegistrationInput,
  type RegistrationKind,
} from "../ports/print-service.ts";
import type { ParsedWebhook } from "../ports/webhooks.ts";
import { nextStageAt, practiceTracking, readItems, STAGES, type PracticeContext } from "./practice-order.ts";
import { createOrder, practiceQuote } from "./create-order.ts";
import { listAllOrders, listOrders, orderDetail } from "./read-orders.ts";

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

/** What is registered: one address for each kind at most (print-service: registerTrackingWebhook, registerOrderStatusWebhook). */
function listRegistrations(
  { db }: Pick<PracticeContext, "db">,
  printAccountId: PrintAccountId,
  kind: RegistrationKind,
): Promise<Registration[]> {
  const select = { endpoint: true, accessKey: true, active: true };
  return db.practiceRegistration.findMany({ where: { printAccountId, kind }, select });
}

/**
 * Registers an address, or updates the registered one. The secret is not kept: an event of the practice service comes from
 * this app (`advanceProduction`).
 */
async function writeRegistration(
  { db }: Pick<PracticeContext, "db">,
  printAccountId: PrintAccountId,
  kind: RegistrationKind,
  { endpoint, accessKey, active }: RegistrationInput,
): Promise<Registration> {
  const registration = { endpoint, accessKey, active };
  await db.practiceRegistration.upsert({
    where: { printAccountId_kind: { printAccountId, kind } },
    create: { printAccountId, kind, ...registration },
    update: registration,
  });
  return registration;
}

/** Orders that one run takes to their next stage. */
const BATCH = 100;

export type PracticeWebhook = Extract<ParsedWebhook, { kind: "tracking" | "status" }>;

interface ProductionContext extends PracticeContext {
  /** Commits an event as the print service's endpoint does. The same `eventId` counts once. @throws when it is not committed */
  sendWebhook(accountKey: string, webhook: PracticeWebhook, eventId: string): Promise<void>;
}

/** Takes the practice orders that are due to their next stage, and reports that by the events of the print service. */
export async function advanceProduction(ctx: ProductionContext): Promise<void> {
  const due = await ctx.db.practiceOrder.findMany({
    where: { dueAt: { lte: ctx.clock.now() } },
    orderBy: { dueAt: "asc" },
    take: BATCH,
    include: { printAccount: { select: { key: true } } },
  });
  for (const { printAccount, ...order } of due) await advance(ctx, order, printAccount.key);
}

/** The event first: after a crash between the two it is sent again, and counts once. */
async function advance(ctx: ProductionContext, order: PracticeOrder, accountKey: string): Promise<void> {
  const { next } = STAGES[order.stage];
  if (!next || !order.dueAt) return;
  const webhook = eventOf(ctx, order, next.stage);
  const kind = webhook.kind === "tracking" ? "tracking" : "order_status";
  const [registration] = await listRegistrations(ctx, order.printAccountId, kind);
  if (registration?.active) await ctx.sendWebhook(accountKey, webhook, `${order.id}:${next.stage}`);
  // Times follow from the order's first one, also where no worker ran for a while.
  const stageAt = order.dueAt;
  await ctx.db.practiceOrder.updateMany({
    where: { id: order.id, stage: order.stage },
    data: { stage: next.stage, stageAt, dueAt: nextStageAt(next.stage, stageAt) },
  });
}

function eventOf(ctx: PracticeContext, order: PracticeOrder, stage: PracticeOrder["stage"]): PracticeWebhook {
  const { reference } = order;
  if (stage === "shipped") return { kind: "tracking", reference, ...practiceTracking(ctx.appUrl, reference) };
  const status = { orderStatus: STAGES[stage].status, messageError: null };
  return { kind: "status", reference, items: readItems(order).map(({ itemSku }) => ({ itemSku, ...status })) };
}
