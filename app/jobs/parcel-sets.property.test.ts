import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { whileLockHeld } from "../../tests/support/held-lock.ts";
import { memoryShopify, type MemoryShopify } from "../../tests/support/memory-shopify.ts";
import { openOrdersWorld } from "../../tests/support/orders-world.ts";
import { propertyRuns } from "../../tests/support/release.ts";
import { until } from "../../tests/support/until.ts";
import type { OrdersContext } from "../orders/core/context.ts";
import { stepParcel } from "../orders/provider-updates/shipments.ts";
import { gidOf } from "../ports/gid.ts";
import type { OrderId, ParcelId } from "../ports/ids.ts";
import { createParcelSets } from "./workers.ts";
import { recordTracking } from "../orders/provider-updates/record-events.testing.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;
beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const LINES = [gidOf("LineItem", "1"), gidOf("LineItem", "2")] as const;

/** An order at the print service, and what Shopify makes of it. */
const story = fc.record({
  sent: fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 })),
  /** Of each line, at a second location. */
  elsewhere: fc.tuple(fc.nat({ max: 1 }), fc.nat({ max: 1 })),
  status: fc.constantFrom("OPEN", "OPEN", "IN_PROGRESS", "ON_HOLD"),
  byHand: fc.boolean(),
  numbers: fc.uniqueArray(fc.constantFrom("T1", "T2"), { minLength: 1, maxLength: 2 }),
  fault: fc.option(
    fc.record({
      operation: fc.constantFrom("readFulfillment" as const, "createFulfillment" as const, "updateTracking" as const),
      fault: fc.constantFrom("not_processed" as const, "response_lost" as const, "rejected" as const),
    }),
  ),
});
type Story = Parameters<Parameters<typeof story.map>[0]>[0];
const PLAIN: Story = {
  ...{ sent: [1, 1], elsewhere: [0, 0], status: "OPEN", byHand: false, numbers: ["T1"], fault: null },
};

interface ShippedOrder {
  orderId: OrderId;
  shopify: MemoryShopify;
  parcels: ParcelId[];
}

/** Orders with parcels, each in a shop of its own, and what works their parcels in sets, as one worker process does. */
async function shippedOrders(stories: readonly Story[]) {
  const time = { now: world.ctx.clock.now() };
  const clock = { now: () => new Date(time.now) };
  const byDomain = new Map<string, MemoryShopify>();
  const of = (domain: string) => byDomain.get(domain)!.port;
  const shopify: OrdersContext["shopify"] = {
    ...memoryShopify().port,
    readFulfillment: (domain, order) => of(domain).readFulfillment(domain, order),
    createFulfillment: (domain, input) => of(domain).createFulfillment(domain, input),
    updateTracking: (domain, input) => of(domain).updateTracking(domain, input),
  };
  const ctx: OrdersContext = { ...world.ctx, clock, shopify };
  const orders: ShippedOrder[] = [];
  for (const { sent, elsewhere, status, byHand, numbers, fault } of stories) {
    const lines = LINES.map((gid, at) => ({ gid, sku: `SHIRT-${at}`, quantity: sent[at] ?? 0 }));
    const { order, shop, submission } = await world.order(lines);
    const own = world.shopify();
    byDomain.set(shop.domain, own);
    const part = (of: (at: number) => number) => Object.fromEntries(LINES.map((gid, at) => [gid, of(at)]));
    const fo = own.addFulfillmentOrder(part((at) => (sent[at] ?? 0) - (elsewhere[at] ?? 0)));
    if (elsewhere.includes(1))
      own.addFulfillmentOrder(
        part((at) => elsewhere[at] ?? 0),
        { assignedLocation: "Annex" },
      );
    const line = fo.lines.find(({ remaining }) => remaining > 0);
    if (byHand && line) {
      const one = { fulfillmentOrderGid: fo.gid, fulfillmentOrderLineGid: line.gid, quantity: 1 };
      own.fulfillManually({ lines: [one], tracking: [], notifyCustomer: false });
    }
    if (fo.status !== "CLOSED") own.setStatus(fo, status);
    if (fault) own.fail(fault.operation, fault.fault);
    for (const trackingNumber of numbers)
      await recordTracking(ctx, { ...submission, trackingNumber, trackingUrl: "", reportedBy: "event" });
    const parcels = await world.db.parcel.findMany({
      where: { submissionId: submission.id },
      orderBy: { trackingNumber: "asc" },
    });
    orders.push({ orderId: order.id, shopify: own, parcels: parcels.map(({ id }) => id) });
  }
  const firsts = orders.map(({ parcels }) => parcels[0]!);
  /** The first parcel of each order, all at once. */
  const stepFirsts = () => {
    const sets = createParcelSets(ctx);
    return Promise.allSettled(firsts.map((id) => stepParcel(ctx, id, sets)));
  };
  const states = async () => {
    const parcels = await world.db.parcel.findMany({ where: { id: { in: firsts } } });
    return firsts.map((id) => parcels.find((one) => one.id === id)?.state);
  };
  const advance = (ms: number) => void (time.now = new Date(time.now.getTime() + ms));
  return { ctx, orders, firsts, stepFirsts, states, advance };
}

/** The rows of an order, without what differs between any two: ids, tokens, references. */
async function rowsOf({ orderId, shopify }: ShippedOrder): Promise<unknown> {
  const { rows } = await world.pool.query<{ row: unknown }>(
    `SELECT jsonb_build_object(
       'submission', jsonb_build_object('state', s."state", 'version', s."version", 'dueAt', s."dueAt"),
       'fulfilled', (SELECT jsonb_agg(l."fulfilled" ORDER BY l."position") FROM "SubmissionLine" l WHERE l."submissionId" = s."id"),
       'parcels', (SELECT jsonb_agg(to_jsonb(p) - '{id,shopId,submissionId,claimToken}'::text[] || jsonb_build_object(
           'writes', (SELECT jsonb_agg(to_jsonb(w) - '{id,parcelId,lines}'::text[] ORDER BY w."startedAt", w."fulfillmentGid", w."kind", w."outcome")
             FROM "ShopifyWrite" w WHERE w."parcelId" = p."id")) ORDER BY p."trackingNumber")
         FROM "Parcel" p WHERE p."submissionId" = s."id"),
       'reasons', (SELECT jsonb_agg(jsonb_build_array(t."code", t."openedAt", t."clearedAt", t."clearedBy") ORDER BY t."code", t."openedAt")
         FROM "Attention" t WHERE t."orderId" = s."orderId"),
       'history', (SELECT jsonb_agg(jsonb_build_array(h."code", h."actor", h."at") ORDER BY h."code", h."at")
         FROM "History" h WHERE h."orderId" = s."orderId")) AS "row"
     FROM "Submission" s WHERE s."orderId" = $1`,
    [orderId],
  );
  const { fulfillments, fulfillmentOrders } = shopify.snapshot;
  return { rows, fulfillments, fulfillmentOrders, notified: shopify.notifiedNumbers };
}

/** Works the parcels until those that wait were tried three times: of all orders at once, or one after another in the given sequence. */
async function work(stories: readonly Story[], sequence: readonly number[] | null): Promise<unknown[]> {
  const { ctx, orders, advance } = await shippedOrders(stories);
  const sets = createParcelSets(ctx);
  for (let round = 0; round < 3; round += 1) {
    for (const nth of [0, 1]) {
      const ids = (sequence ?? [...orders.keys()]).flatMap((at) => orders[at]?.parcels[nth] ?? []);
      if (sequence) for (const id of ids) await stepParcel(ctx, id);
      else await Promise.all(ids.map((id) => stepParcel(ctx, id, sets)));
    }
    advance(20 * 60_000);
  }
  return Promise.all(orders.map(rowsOf));
}

it("parcels in sets become what each becomes alone, in any sequence", async () => {
  const property = fc.asyncProperty(
    fc.array(story, { minLength: 2, maxLength: 4 }),
    fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
    async (stories, sequence) => {
      expect(await work(stories, null)).toEqual(await work(stories, sequence));
    },
  );
  await fc.assert(property, { numRuns: propertyRuns(20) });
});

it("a parcel whose order is locked keeps none of its set from Shopify, and follows", async () => {
  const { orders, stepFirsts, states } = await shippedOrders([PLAIN, PLAIN, PLAIN]);
  await whileLockHeld(
    world.pool,
    (holder) => holder.query(`SELECT FROM "Order" WHERE "id" = $1 FOR UPDATE`, [orders[1]!.orderId]),
    stepFirsts,
    {
      last: async () => {
        await until("two are fulfilled", async () => (await states()).join(" ") === "fulfilled waiting fulfilled");
        expect(orders[1]!.shopify.createdByApp).toEqual([]);
      },
    },
  );
  expect(await states()).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
});

it("two processes that take the same parcels in sets write each once", async () => {
  const { orders, stepFirsts, states } = await shippedOrders([PLAIN, PLAIN, PLAIN, PLAIN]);
  await Promise.all([stepFirsts(), stepFirsts()]);
  expect(await states()).toEqual(["fulfilled", "fulfilled", "fulfilled", "fulfilled"]);
  for (const { shopify } of orders) expect(shopify.notifiedNumbers).toEqual(["T1"]);
});

/** Does `work` while the database refuses a change of the writes of one parcel. */
async function whileRefused<T>(change: "INSERT" | "UPDATE", parcelId: ParcelId, work: () => Promise<T>): Promise<T> {
  await world.pool.query(
    `CREATE FUNCTION refuse_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
     CREATE TRIGGER refuse_write BEFORE ${change} ON "ShopifyWrite" FOR EACH ROW WHEN (NEW."parcelId" = '${parcelId}')
     EXECUTE FUNCTION refuse_write()`,
  );
  try {
    return await work();
  } finally {
    await world.pool.query(`DROP TRIGGER refuse_write ON "ShopifyWrite"; DROP FUNCTION refuse_write()`);
  }
}

it("a claim that cannot be committed writes nothing to Shopify, and keeps none of its set from it", async () => {
  const { ctx, orders, firsts, stepFirsts, states } = await shippedOrders([PLAIN, PLAIN, PLAIN]);
  const ended = await whileRefused("INSERT", firsts[1]!, stepFirsts);
  expect(ended.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(await states()).toEqual(["fulfilled", "waiting", "fulfilled"]);
  expect(orders[1]!.shopify.calls).not.toContain("createFulfillment");
  await stepParcel(ctx, firsts[1]!);
  expect(await states()).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
});

it("a write whose record is lost is found in Shopify by the next claim, and not made again", async () => {
  const { ctx, orders, firsts, stepFirsts, states, advance } = await shippedOrders([PLAIN, PLAIN, PLAIN]);
  const ended = await whileRefused("UPDATE", firsts[1]!, stepFirsts);
  expect(ended.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(await states()).toEqual(["fulfilled", "writing", "fulfilled"]);
  expect(orders[1]!.shopify.createdByApp).toHaveLength(1);
  advance(ctx.policy.claimTtlMs);
  await stepParcel(ctx, firsts[1]!);
  expect(await states()).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
  expect(orders[1]!.shopify.createdByApp).toHaveLength(1);
  expect(orders[1]!.shopify.notifiedNumbers).toEqual(["T1"]);
});
