import type { Delivery } from "@prisma/client";
import type { OrdersContext, Tx } from "../orders/core/context.ts";
import { findByReference } from "../orders/provider-updates/find-by-reference.ts";
import { recordStatus } from "../orders/provider-updates/status.ts";
import { isTestReference, TEST_EVENT } from "../orders/provider-updates/test-event.ts";
import { recordTracking } from "../orders/provider-updates/tracking.ts";
import { backoff } from "../orders/core/policy.ts";
import { receive, receiveByGid, type Received } from "../orders/receive/receive-order.ts";
import { MOST_FAILURES } from "../orders/core/failed-work.ts";
import type { DeliveryReader, Meaning } from "../ports/webhooks.ts";
import { ForeignError, Unavailable } from "../ports/errors.ts";
import { namedOrder } from "./referenced-order.ts";
import { isDatabaseAway } from "./database-error.ts";
import { sealedBody } from "./encrypted-body.ts";
import type { ShopEvents } from "./shop-webhooks.ts";

export interface DeliveryHandling {
  ctx: OrdersContext;
  reader: DeliveryReader;
  shops: ShopEvents;
}

/** All of a delivery but its body. */
type Head = Omit<Delivery, "bodySealed">;

/** Reads one committed delivery and does what it asks. Repeating it does no harm. */
export async function handleDelivery(handling: DeliveryHandling, id: string): Promise<void> {
  const { ctx } = handling;
  const row = await ctx.db.delivery.findUnique({ where: { id }, omit: { bodySealed: true } });
  const sealed = row?.state === "waiting" ? await sealedBody(ctx.db, id) : null;
  if (!row || !sealed) return;
  let meaning: Meaning | null = null;
  try {
    meaning = read(handling, row, sealed);
    await act(handling, row, meaning);
  } catch (error) {
    const orderId = meaning && (await namedOrder(ctx, row.scope, meaning).catch(() => null));
    await putOff(ctx, row, error, orderId);
  }
}

function read({ ctx, reader }: DeliveryHandling, row: Head, sealed: Buffer): Meaning {
  const body = ctx.seal.open(sealed, `delivery:${row.id}`);
  return row.source === "shopify" ? reader.shopify(row.topic, row.scope, body) : reader.printService(row.topic, body);
}

async function act(handling: DeliveryHandling, row: Head, meaning: Meaning): Promise<void> {
  const { ctx, shops } = handling;
  const done: (tx: Tx, orderId: string) => Promise<void> = (tx, orderId) => finish(tx, ctx, row, "done", { orderId });
  switch (meaning.kind) {
    case "order":
      return received(ctx, row, await receive(ctx, row.scope, meaning.snapshot, done));
    // The bodies of these two tell too little: the order is read from Shopify and received as it is now.
    case "order_touched":
      return received(ctx, row, await receiveByGid(ctx, row.scope, meaning.orderGid, done));
    case "fulfillment_order_touched": {
      const orderGid = await shops.orderOfFulfillmentOrder(row.scope, meaning.fulfillmentOrderGid);
      if (orderGid) return received(ctx, row, await receiveByGid(ctx, row.scope, orderGid, done));
      return finish(ctx.db, ctx, row, "ignored", { problem: "no_such_fulfillment_order" });
    }
    case "tracking":
    case "status":
      return newsFromService(ctx, row, meaning);
    case "nothing":
      return finish(ctx.db, ctx, row, "ignored", {});
    case "unreadable":
      ctx.log.warn({ delivery: row.id, topic: row.topic, problem: meaning.problem }, "delivery set aside");
      return finish(ctx.db, ctx, row, "poison", { problem: meaning.problem });
    default:
      return aboutShop(handling, row, meaning);
  }
}

/** What takes long is done in parts, and others have their turn after each; what claims what is not so is refused. */
async function aboutShop(
  { ctx, shops }: DeliveryHandling,
  row: Head,
  meaning: Parameters<ShopEvents["handle"]>[1],
): Promise<void> {
  switch (await shops.handle(row.scope, meaning)) {
    case "done":
      return finish(ctx.db, ctx, row, "done", {});
    case "unfinished":
      await ctx.db.delivery.updateMany({
        where: { id: row.id, state: "waiting" },
        data: { attempts: 0, failures: 0, dueAt: ctx.clock.now() },
      });
      return;
    case "app_installed":
      ctx.log.warn(
        { delivery: row.id, shop: row.scope, topic: row.topic },
        "refused: the app is installed in the shop",
      );
      // A late app/uninstalled is nothing odd after a reinstallation; a request to erase is something that people should see.
      return finish(ctx.db, ctx, row, meaning.kind === "shop_redact" ? "poison" : "ignored", {
        problem: "app_installed",
      });
  }
}

/** What was received is finished in its own transaction; what was not for us ends here. */
async function received(ctx: OrdersContext, row: Head, outcome: Received): Promise<void> {
  if (outcome === "unknown_shop" || outcome === "not_in_shopify")
    await finish(ctx.db, ctx, row, "ignored", { problem: outcome });
}

async function newsFromService(
  ctx: OrdersContext,
  row: Head,
  meaning: Meaning & { kind: "tracking" | "status" },
): Promise<void> {
  const account = await ctx.db.printAccount.findUnique({ where: { key: row.scope }, select: { id: true } });
  if (!account) return finish(ctx.db, ctx, row, "ignored", { problem: "unknown_account" });
  const from = { accountId: account.id, seenBy: "event" as const };
  const outcome =
    meaning.kind === "tracking"
      ? await recordTracking(ctx, { ...meaning, ...from })
      : await recordStatus(ctx, { ...meaning, ...from, deliveryId: row.id });
  if (outcome !== "unknown_reference") {
    const submission = await findByReference(ctx, meaning.reference, account.id);
    return finish(ctx.db, ctx, row, "done", submission ? { orderId: submission.orderId } : {});
  }
  if (isTestReference(meaning.reference)) return finish(ctx.db, ctx, row, "ignored", { problem: TEST_EVENT });
  // Kept: the reference may turn up (a restored database, another installation), and a person can see it.
  await ctx.db.$transaction(async (tx) => {
    const event = {
      accountKey: row.scope,
      reference: meaning.reference.replaceAll("\0", ""),
      receivedAt: row.receivedAt,
    };
    await tx.unmatchedEvent.upsert({
      where: { deliveryId: row.id },
      create: { id: ctx.ids.uuid(), deliveryId: row.id, ...event },
      update: { matchedAt: null },
    });
    await finish(tx, ctx, row, "done", { problem: "unknown_reference" });
  });
}

async function finish(
  tx: Tx,
  ctx: OrdersContext,
  row: Head,
  state: "done" | "ignored" | "poison",
  rest: { orderId?: string; problem?: string },
): Promise<void> {
  const data = { state, handledAt: ctx.clock.now(), dueAt: null, ...rest };
  await tx.delivery.update({
    where: { id: row.id },
    data: (await mustForget(tx, row, state, rest.orderId)) ? { ...data, bodySealed: null } : data,
    select: { id: true },
  });
}

/**
 * A privacy request names the buyer, a late delivery may bring back what was erased, and what nobody reads may name
 * a buyer whom no later request would find: none of these bodies is kept.
 */
async function mustForget(tx: Tx, row: Head, state: string, orderId: string | undefined): Promise<boolean> {
  if (row.source === "shopify" && state === "ignored") return true;
  if (row.topic.startsWith("customers/") || row.topic === "shop/redact") return true;
  if (!orderId) return false;
  const order = await tx.order.findUniqueOrThrow({
    where: { id: orderId },
    select: { redactedAt: true, leftAlone: true },
  });
  return order.redactedAt !== null || order.leftAlone === "redacted";
}

async function putOff(ctx: OrdersContext, row: Head, error: unknown, orderId: string | null): Promise<void> {
  const name = error instanceof Error ? error.name : "unknown";
  const absent = error instanceof ForeignError || isDatabaseAway(error);
  const failures = row.failures + (absent ? 0 : 1);
  const fields = { delivery: row.id, topic: row.topic, error: name, at: absent ? undefined : briefly(error) };
  ctx.log[absent ? "warn" : "error"](fields, "delivery not handled yet");
  const asked = error instanceof Unavailable ? (error.retryAfterMs ?? 0) : 0;
  const wait = Math.max(backoff(ctx.policy, row.attempts, ctx.random()), asked);
  const dueAt = new Date(ctx.clock.now().getTime() + wait);
  const over = failures >= MOST_FAILURES ? ({ state: "poison", dueAt: null } as const) : { dueAt };
  // One that was erased, put away or handled meanwhile stays so.
  await ctx.db.delivery.updateMany({
    where: { id: row.id, state: "waiting" },
    data: { attempts: { increment: 1 }, failures, problem: name, ...over, ...(orderId ? { orderId } : {}) },
  });
}

/** Where our own code failed, without the message: messages of a database may quote values. */
function briefly(error: unknown): string | undefined {
  return error instanceof Error ? error.stack?.split("\n").slice(1, 4).join(" ").trim() : undefined;
}
