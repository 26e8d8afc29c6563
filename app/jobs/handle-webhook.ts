import { DELIVERY_BODY } from "../encryption/encrypted-columns.ts";
import { addLogContext } from "../logging/log-context.ts";
import type { OrdersContext } from "../orders/core/context.ts";
import type { InTransaction } from "../orders/core/lock.ts";
import { findByReference, findOtherwiseNamed } from "../orders/provider-updates/find-by-reference.ts";
import {
  recordEvents,
  type ProviderEvent,
  isTestReference,
  TEST_EVENT,
} from "../orders/provider-updates/record-events.ts";
import { statusEvent } from "../orders/provider-updates/status.ts";
import { findOrderShowing } from "../orders/fulfill/read-fulfillment.ts";
import { trackingEvent } from "../orders/provider-updates/tracking.ts";
import { dueNow } from "../orders/core/reschedule.ts";
import {
  receiveOrderByGid,
  receiveSnapshot,
  receiveSnapshots,
  type CommitSnapshot,
  type ReceiveOutcome,
  type SnapshotToReceive,
} from "../orders/receive/receive-order.ts";
import { settleRouting } from "../orders/receive/recheck-order.ts";
import { UnauthorizedError } from "../ports/errors.ts";
import type { WebhookParser, ParsedWebhook } from "../ports/webhooks.ts";
import { batched } from "../common/batched.ts";
import type { GiveWay } from "./give-way.ts";
import { inSets, MAX_LINES } from "./in-sets.ts";
import {
  finishDeliveries,
  finishDelivery,
  readWaitingDeliveries,
  rescheduleDelivery,
  UNKNOWN_ACCOUNT,
  type DeliveryRow,
  type WaitingDelivery,
} from "./delivery-row.ts";
import type { ShopWebhook, ShopWebhookResult } from "./handle-shop-webhook.ts";
import type { Gid } from "../ports/gid.ts";
import type { OrderId, PrintAccountId, WebhookDeliveryId } from "../ports/ids.ts";

export interface WebhookHandling {
  ctx: OrdersContext;
  parser: WebhookParser;
  handleShopWebhook(shop: string, webhook: ShopWebhook, receivedAt: Date): Promise<ShopWebhookResult>;
}

interface WebhookHandlerContext extends WebhookHandling {
  read(id: WebhookDeliveryId): Promise<WaitingDelivery | null | undefined>;
  receive: ReturnType<typeof createReceiveSets>;
  record: ReturnType<typeof createEventSets>;
}

/**
 * Reads a committed delivery and does what it asks; repeating it does no harm. Of deliveries that are handled at the same time, the
 * orders are received together, once their senders' have let others by, and the events of the print service recorded.
 */
export function createWebhookHandler(
  handling: WebhookHandling,
  letBy: GiveWay["letBy"] = () => Promise.resolve(),
): (id: WebhookDeliveryId) => Promise<void> {
  const { ctx } = handling;
  const read = batched((ids: readonly WebhookDeliveryId[]) => readWaitingDeliveries(ctx.sql, ids));
  const receive = createReceiveSets(ctx);
  const handler = {
    ...{ ...handling, read, record: createEventSets(ctx) },
    receive: (one: SnapshotToReceive & { row: DeliveryRow }) => letBy(one.row.scope).then(() => receive(one)),
  };
  return (id) => handleWebhook(handler, id);
}

/** Snapshots are applied together with the ends of their deliveries. */
const createReceiveSets = (ctx: OrdersContext) =>
  inSets({
    keyOf: ({ shop, snapshot }: SnapshotToReceive & { row: DeliveryRow }) => `${shop.id} ${snapshot.gid}`,
    weightOf: ({ snapshot }) => snapshot.lines.length,
    maxWeight: MAX_LINES,
    run: (items, alone) =>
      receiveSnapshots(ctx, items, { skipLocked: !alone }, (tx, outcomes) =>
        finishDeliveries(
          tx,
          items.flatMap(({ row }, at) => {
            const applied = outcomes[at];
            return applied && !(applied instanceof Error) ? [{ row, state: "done", orderId: applied.orderId }] : [];
          }),
        ),
      ),
  });

/** Events are recorded together with the ends of their deliveries. */
const createEventSets = (ctx: OrdersContext) =>
  inSets({
    keyOf: ({ row }: { row: DeliveryRow; event: ProviderEvent; items: number }) => row.id,
    weightOf: ({ items }) => items,
    maxWeight: MAX_LINES,
    run: (deliveries, alone) =>
      recordEvents(
        ctx,
        deliveries.map(({ event }) => event),
        { skipLocked: !alone },
        (tx, outcomes) =>
          finishDeliveries(
            tx,
            deliveries.flatMap(({ row }, at) => {
              const recorded = outcomes[at];
              if (!recorded || recorded.outcome === "unknown_reference") return [];
              return [{ row, state: "done", orderId: recorded.orderId }];
            }),
          ),
      ),
  });

async function handleWebhook(handler: WebhookHandlerContext, id: WebhookDeliveryId): Promise<void> {
  const { ctx } = handler;
  let delivery = await handler.read(id);
  if (delivery === "left") [delivery] = await readWaitingDeliveries(ctx.sql, [id]);
  if (!delivery || delivery === "left") return;
  const { row, encryptedBody } = delivery;
  let webhook: ParsedWebhook | null = null;
  try {
    webhook = parse(handler, row, encryptedBody);
    await applyWebhook(handler, row, webhook);
  } catch (error) {
    if (await isOfUninstalledShop(ctx, row, webhook, error))
      return finishDelivery(ctx.sql, row, "ignored", { problem: "app_uninstalled" });
    const orderId = webhook && (await findReferencedOrder(ctx, row.scope, webhook).catch(() => null));
    await rescheduleDelivery(ctx, row, error, orderId);
  }
}

/** After a reinstallation the sweep reads the orders, and the scopes are known from the installation. */
const MOOT_IF_UNINSTALLED: readonly ParsedWebhook["kind"][] = [
  "order",
  "order_changed",
  "fulfillment_order_changed",
  "fulfillment_order_routed",
  "scopes_updated",
];

/** Nobody can read the order or the scopes any more. Access that was lost without a word of Shopify may come back, and is waited for. */
async function isOfUninstalledShop(
  ctx: OrdersContext,
  row: DeliveryRow,
  webhook: ParsedWebhook | null,
  error: unknown,
): Promise<boolean> {
  if (!(error instanceof UnauthorizedError) || !webhook || !MOOT_IF_UNINSTALLED.includes(webhook.kind)) return false;
  const uninstalled = { domain: row.scope, uninstalledAt: { not: null }, accessLostAt: null };
  return (await ctx.db.shop.count({ where: uninstalled })) > 0;
}

function parse({ ctx, parser }: WebhookHandlerContext, row: DeliveryRow, encryptedBody: Buffer): ParsedWebhook {
  const body = DELIVERY_BODY.decryptBytes(ctx, row.id, encryptedBody);
  return row.source === "shopify" ? parser.shopify(row.topic, row.scope, body) : parser.printService(row.topic, body);
}

async function applyWebhook(handler: WebhookHandlerContext, row: DeliveryRow, webhook: ParsedWebhook): Promise<void> {
  const { ctx } = handler;
  const commit = commitWith(handler, row);
  switch (webhook.kind) {
    case "order":
      return ignoreUnlessApplied(ctx, row, await receiveSnapshot(ctx, row.shop, webhook.snapshot, commit));
    // The bodies of these two do not hold the order: the order is read from Shopify and received as it is now.
    case "order_changed":
      return ignoreUnlessApplied(ctx, row, await receiveOrderByGid(ctx, row.shop, webhook.orderGid, commit));
    case "fulfillment_order_changed":
      return receiveByFulfillmentOrder(handler, row, webhook.fulfillmentOrderGid);
    case "fulfillment_order_routed": {
      // Shopify sends it for every order. Mostly the order was read since: then there is nothing new.
      const orderId = row.shop && (await findOrderShowing(ctx, row.shop.id, webhook.fulfillmentOrderGid));
      if (orderId) return finishDelivery(ctx.sql, row, "done", { orderId });
      return receiveByFulfillmentOrder(handler, row, webhook.fulfillmentOrderGid, settleRouting);
    }
    case "tracking":
    case "status":
      return applyProviderUpdate(handler, row, webhook);
    case "no_action":
      return finishDelivery(ctx.sql, row, "ignored", {});
    case "unreadable":
      ctx.log.warn({ delivery: row.id, topic: row.topic, problem: webhook.problem }, "delivery set aside");
      return finishDelivery(ctx.sql, row, "dead_letter", { problem: webhook.problem });
    default:
      return applyShopWebhook(handler, row, webhook);
  }
}

/** `settle`: finishes the delivery where the order need not be read for it. */
async function receiveByFulfillmentOrder(
  handler: WebhookHandlerContext,
  row: DeliveryRow,
  fulfillmentOrderGid: Gid<"FulfillmentOrder">,
  settle?: typeof settleRouting,
): Promise<void> {
  const { ctx } = handler;
  const found = await ctx.shopify.orderOfFulfillmentOrder(row.scope, fulfillmentOrderGid);
  if (!found) return finishDelivery(ctx.sql, row, "ignored", { problem: "no_such_fulfillment_order" });
  if (settle && row.shop && (await settle(ctx, row.shop.id, found, finishIn(ctx, row)))) return;
  const outcome = await receiveOrderByGid(ctx, row.shop, found.orderGid, commitWith(handler, row));
  return ignoreUnlessApplied(ctx, row, outcome);
}

/** Applies a snapshot in one transaction with the end of its delivery, and with others. */
const commitWith =
  ({ receive }: WebhookHandlerContext, row: DeliveryRow): CommitSnapshot =>
  async (one) => {
    const applied = await receive({ ...one, row });
    if (!(applied instanceof Error)) addLogContext({ order: applied.orderId });
    return applied;
  };

/** Finishes the delivery in the transaction that applies it. */
const finishIn =
  (ctx: OrdersContext, row: DeliveryRow): InTransaction =>
  (tx, orderId) => {
    addLogContext({ order: orderId });
    return finishDelivery(tx, row, "done", { orderId });
  };

/** A long erasure runs in parts, so that other deliveries get their turn in between. */
async function applyShopWebhook(
  { ctx, handleShopWebhook }: WebhookHandlerContext,
  row: DeliveryRow,
  webhook: ShopWebhook,
): Promise<void> {
  switch (await handleShopWebhook(row.scope, webhook, row.receivedAt)) {
    case "done":
      return finishDelivery(ctx.sql, row, "done", {});
    case "unfinished":
      await ctx.db.webhookDelivery.updateMany({
        where: { id: row.id, state: "waiting" },
        data: { ...dueNow(ctx), failures: 0 },
      });
      return;
    case "app_installed": {
      const fields = { delivery: row.id, shop: row.scope, topic: row.topic };
      ctx.log.warn(fields, "refused: the app is installed in the shop");
      // A late app/uninstalled is normal after a reinstallation; staff should see a refused request to erase.
      const state = webhook.kind === "shop_redact" ? "dead_letter" : "ignored";
      return finishDelivery(ctx.sql, row, state, { problem: "app_installed" });
    }
  }
}

/** An applied snapshot has finished its delivery in its own transaction. */
async function ignoreUnlessApplied(ctx: OrdersContext, row: DeliveryRow, outcome: ReceiveOutcome): Promise<void> {
  if (outcome === "unknown_shop" || outcome === "not_in_shopify")
    await finishDelivery(ctx.sql, row, "ignored", { problem: outcome });
}

async function applyProviderUpdate(
  { ctx, record }: WebhookHandlerContext,
  row: DeliveryRow,
  webhook: ParsedWebhook & { kind: "tracking" | "status" },
): Promise<void> {
  const { accountId } = row;
  if (!accountId) return finishDelivery(ctx.sql, row, "ignored", { problem: UNKNOWN_ACCOUNT });
  const recordFor = (named: { reference: string; accountId: PrintAccountId }) => {
    const from = { ...named, reportedBy: "event" as const };
    return webhook.kind === "tracking"
      ? record({ row, items: 1, event: trackingEvent(ctx, { ...webhook, ...from }) })
      : record({
          ...{ row, items: webhook.items.length },
          event: statusEvent(ctx, { ...webhook, ...from, deliveryId: row.id }),
        });
  };
  let recorded = await recordFor({ reference: webhook.reference, accountId });
  if (recorded.outcome === "unknown_reference") {
    const named = await findOtherwiseNamed(ctx, accountId, webhook);
    if (named !== null) recorded = await recordFor(named);
  }
  if (recorded.outcome !== "unknown_reference") return addLogContext({ order: recorded.orderId });
  if (isTestReference(webhook.reference)) return finishDelivery(ctx.sql, row, "ignored", { problem: TEST_EVENT });
  // Kept: the reference may turn up (a restored database, another installation), and staff can see it.
  await ctx.sql.transaction(async (tx) => {
    const reference = (webhook.reference || (webhook.serviceOrderId ?? "")).replaceAll("\0", "");
    await tx.execute`
      INSERT INTO "UnmatchedEvent" ("id", "deliveryId", "accountKey", "reference", "receivedAt")
      VALUES (${ctx.ids.uuid()}::uuid, ${row.id}::uuid, ${row.scope}, ${reference}, ${row.receivedAt})
      ON CONFLICT ("deliveryId") DO UPDATE SET "matchedAt" = NULL`;
    await finishDelivery(tx, row, "done", { problem: "unknown_reference" });
  });
}

/** Our id of the order that a delivery names, if we have it: pages link it, and an erasure finds the body by it. */
async function findReferencedOrder(
  ctx: Pick<OrdersContext, "db" | "sql">,
  scope: string,
  webhook: ParsedWebhook,
): Promise<OrderId | null> {
  if (webhook.kind === "tracking" || webhook.kind === "status") {
    const account = await ctx.db.printAccount.findUnique({ where: { key: scope }, select: { id: true } });
    return account ? ((await findByReference(ctx, webhook.reference, account.id))?.orderId ?? null) : null;
  }
  if (webhook.kind !== "order" && webhook.kind !== "order_changed") return null;
  const shopifyGid = webhook.kind === "order" ? webhook.snapshot.gid : webhook.orderGid;
  const row = await ctx.db.order.findFirst({ where: { shop: { domain: scope }, shopifyGid }, select: { id: true } });
  return row?.id ?? null;
}
