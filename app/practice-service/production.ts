import type { PracticeOrder } from "../../prisma/client/client.ts";
import type { ParsedWebhook } from "../ports/webhooks.ts";
import { readItems, nextStageAt, STAGES, practiceTracking, type PracticeContext } from "./practice-order.ts";
import { listRegistrations } from "./registrations.ts";

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
