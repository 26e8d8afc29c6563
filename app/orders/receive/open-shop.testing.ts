import { mapping, snapshot } from "../../../tests/support/order-fixtures.ts";
import type { OrderSnapshot, OrderSummary, PrintOrder } from "../../ports/order-model.ts";
import {
  CAPABILITIES,
  type CreatedOrder,
  type InterfaceVersion,
  type PrintAccountCalls,
  type SyncedOrder,
} from "../../ports/print-service.ts";
import type { ShopSettings } from "../../settings/settings.ts";
import type { FollowContext } from "../fulfill/follow-submission.ts";
import type { LookupContext } from "../provider-reader/shared-scan.ts";
import { memoryShopify } from "../../../tests/support/memory-shopify.ts";
import type { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { readShop } from "../core/shop-row.ts";
import type { SubmissionState } from "../core/states.ts";
import { receiveSnapshot } from "./receive-order.ts";
import type { PrintAccountId } from "../../ports/ids.ts";
import { newId } from "../../../tests/support/ids.ts";
import type { Gid } from "../../ports/gid.ts";

type OrdersWorld = Awaited<ReturnType<typeof openOrdersWorld>>;

/**
 * A shop with a print account and the mapping of `order-fixtures`, between a Shopify and a print service whose answers a
 * test sets. Both keep what the app asked of them.
 */
export async function openShop(world: OrdersWorld, settings: Partial<ShopSettings> = {}) {
  const { db } = world;
  const { account, shop } = await world.shop({ settings: { editWindowMinutes: 0, ...settings } });
  await db.mapping.create({ data: { id: newId(), shopId: shop.id, ...mapping(), updatedAt: new Date() } });
  await beat(world);
  const woken: string[] = [];
  const shopify = {
    /** Answers to a read of an order. */
    read: (): Promise<OrderSnapshot | null> => Promise.resolve(null),
    reads: 0,
    /** Pages of the orders by updated_at. */
    pages: [] as { gid: Gid<"Order">; updatedAt: Date }[][],
    sinceAsked: [] as Date[],
    /** Answers to a request for summaries of orders. */
    summarize: (_gids: readonly Gid<"Order">[]): Promise<OrderSummary[]> => Promise.resolve([]),
  };
  const printService = {
    /** Of the interface, as the accounts of the test are reached. */
    version: "v1" as InterfaceVersion,
    prepareCreate: () => Promise.resolve(),
    /** Accepts what is sent. */
    create: ({ reference, items }: PrintOrder): Promise<CreatedOrder> =>
      Promise.resolve({ reference, updatedAt: null, items: items.map((item) => ({ serviceItemId: null, ...item })) }),
    detail: (): Promise<SyncedOrder | null> => Promise.resolve(null),
    created: [] as { account: string; order: PrintOrder }[],
    detailAsked: [] as { account: string; date: string }[],
  };
  const callsOf = (
    accountId: PrintAccountId,
  ): Pick<PrintAccountCalls, "capabilities" | "prepareCreate" | "create" | "detail"> => ({
    capabilities: () => Promise.resolve(CAPABILITIES[printService.version]),
    prepareCreate: () => printService.prepareCreate(),
    create(order) {
      printService.created.push({ account: accountId, order });
      return printService.create(order);
    },
    detail({ date }) {
      printService.detailAsked.push({ account: accountId, date });
      return printService.detail();
    },
  });
  const ctx: LookupContext & FollowContext = {
    ...world.ctx,
    listScan: { scanFor: () => Promise.reject(new Error("no list scan here")) },
    artwork: { check: () => Promise.resolve({ ok: true, type: "image/png", file: null }) },
    printService: { forAccount: (id) => callsOf(id) as PrintAccountCalls },
    wake: { ...world.ctx.wake, submission: (id) => void woken.push(id), order: (id) => void woken.push(id) },
    shopify: {
      ...memoryShopify().port,
      readOrder() {
        shopify.reads += 1;
        return shopify.read();
      },
      summarizeOrders: (_domain, gids) => shopify.summarize(gids),
      ordersUpdatedSince(_domain, since, after) {
        const page = Number(after ?? 0);
        shopify.sinceAsked.push(since);
        const next = page + 1 < shopify.pages.length ? String(page + 1) : null;
        return Promise.resolve({ orders: shopify.pages[page] ?? [], next });
      },
    },
  };
  const now = world.ctx.clock.now();
  const orderRow = (gid = paid().gid) => db.order.findFirst({ where: { shopId: shop.id, shopifyGid: gid } });
  /** A paid order of one mapped shirt, placed now. */
  function paid(over: Partial<OrderSnapshot> = {}): OrderSnapshot {
    return snapshot({ createdAt: now, updatedAt: now, ...over });
  }
  return {
    ctx,
    db,
    sql: world.sql,
    account,
    shop,
    shopify,
    printService,
    woken,
    paid,
    orderRow,
    /** So many minutes after `paid()` was placed. */
    later: (minutes: number): Date => new Date(now.getTime() + minutes * 60_000),
    /** Sets the state of every submission, as sent now. */
    setState: (state: SubmissionState) =>
      db.submission.updateMany({ where: { shopId: shop.id }, data: { state, sentAt: world.ctx.clock.now() } }),
    /** Receives an order as a webhook or a read brings it. */
    receive: async (given: OrderSnapshot = paid()) =>
      receiveSnapshot(ctx, await readShop(world.sql, { id: shop.id }), given),
    submissions: () =>
      db.submission.findMany({
        where: { shopId: shop.id },
        include: { lines: { orderBy: { position: "asc" } } },
        // The clock of a test may stand still; ids follow one another all the same.
        orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      }),
    orderLines: () => db.orderLine.findMany({ where: { order: { shopId: shop.id } }, orderBy: { shopifyGid: "asc" } }),
    /** Codes of the open reasons, sorted. */
    async openCodes(): Promise<string[]> {
      const rows = await db.attention.findMany({ where: { shopId: shop.id, clearedAt: null } });
      return rows.map(({ code }) => code).sort();
    },
    history: async () =>
      (await db.history.findMany({ where: { shopId: shop.id }, orderBy: { at: "asc" } })).map(({ code }) => code),
  };
}

export type OpenShop = Awaited<ReturnType<typeof openShop>>;

/** A worker's heartbeat: without a fresh one nothing is sent. */
export async function beat({ pool, ctx }: OrdersWorld): Promise<void> {
  await pool.query(
    `INSERT INTO "Heartbeat" ("id", "at", "since", "identity") VALUES (1, $1, $1, database_identity())
     ON CONFLICT ("id") DO UPDATE SET "at" = $1`,
    [ctx.clock.now()],
  );
}
