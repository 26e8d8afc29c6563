import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { whileLockHeld } from "../../tests/support/held-lock.ts";
import { address, gid, line } from "../../tests/support/order-fixtures.ts";
import { openOrdersWorld } from "../../tests/support/orders-world.ts";
import { propertyRuns } from "../../tests/support/release.ts";
import type { OrdersContext } from "../orders/core/context.ts";
import { RejectedError, UnavailableError, UncertainError } from "../ports/errors.ts";
import { until } from "../../tests/support/until.ts";
import { readShop } from "../orders/core/shop-row.ts";
import { openShop, type OpenShop } from "../orders/receive/open-shop.testing.ts";
import { recordEvents } from "../orders/provider-updates/record-events.ts";
import { statusEvent } from "../orders/provider-updates/status.ts";
import { trackingEvent } from "../orders/provider-updates/tracking.ts";
import { receiveSnapshots, type SnapshotToReceive } from "../orders/receive/receive-order.ts";
import { stepSubmission } from "../orders/submit/step-submission.ts";
import type { OrderSnapshot } from "../ports/order-model.ts";
import { createSubmissionSets } from "./workers.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;
beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

/** What Shopify shows of an order, and shows of it later. */
const shown = fc.record({
  financialStatus: fc.constantFrom("paid", "pending"),
  risk: fc.constantFrom<OrderSnapshot["risk"]>("low", "high"),
  cancelled: fc.boolean(),
  quantities: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 2 }),
  street: fc.constantFrom("12 Main St", "99 Elm St", null),
});
/** What comes of a create call. */
const ANSWERS = ["accepted", "other items", "rejected", "rejected SKU", "busy", "no answer"] as const;
const story = fc.record({ first: shown, then: fc.option(shown), answer: fc.constantFrom(...ANSWERS) });
type Shown = Parameters<typeof snapshotOf>[2];

const snapshotOf = (
  shop: OpenShop,
  at: number,
  {
    cancelled,
    quantities,
    street,
    ...rest
  }: { cancelled: boolean; quantities: number[]; street: string | null } & Partial<OrderSnapshot>,
  minutes: number,
): OrderSnapshot =>
  shop.paid({
    ...{ ...rest, gid: gid("Order", 1000 + at), name: `#${1000 + at}`, updatedAt: shop.later(minutes) },
    cancelledAt: cancelled ? shop.later(minutes) : null,
    shippingAddress: address({ address1: street }),
    lines: quantities.map((quantity, index) =>
      line({ gid: gid("LineItem", at * 10 + index), quantity, remaining: quantity }),
    ),
  });

/** The rows of a shop by order, without what differs between any two: ids, keyed hashes, encrypted content, references. */
async function rowsOf(shop: OpenShop): Promise<unknown[]> {
  const { rows } = await world.pool.query<{ row: unknown }>(
    `SELECT jsonb_build_object(
       'order', to_jsonb(o) - '{id,shopId,addressHash,searchHashes,customerEncrypted}'::text[],
       'lines', (SELECT jsonb_agg(to_jsonb(l) - '{id,orderId}'::text[] ORDER BY l."shopifyGid") FROM "OrderLine" l WHERE l."orderId" = o."id"),
       'submissions', (SELECT jsonb_agg(to_jsonb(s) - '{id,shopId,orderId,printAccountId,reference,payloadEncrypted,payloadHash}'::text[]
           || jsonb_build_object(
             'lines', (SELECT jsonb_agg(to_jsonb(p) - '{id,submissionId,orderLineId,artworkHash}'::text[] ORDER BY p."position")
               FROM "SubmissionLine" p WHERE p."submissionId" = s."id"),
             'attempts', (SELECT jsonb_agg(to_jsonb(a) - '{id,submissionId,printAccountId,payloadHash,lines,messageEncrypted}'::text[] ORDER BY a."number")
               FROM "Attempt" a WHERE a."submissionId" = s."id"))
           ORDER BY s."createdAt", s."id") FROM "Submission" s WHERE s."orderId" = o."id"),
       'parcels', (SELECT jsonb_agg(to_jsonb(p) - '{id,shopId,submissionId,claimToken}'::text[] ORDER BY p."trackingNumber")
         FROM "Parcel" p JOIN "Submission" s ON s."id" = p."submissionId" WHERE s."orderId" = o."id"),
       'reasons', (SELECT jsonb_agg(to_jsonb(t) - '{id,shopId,orderId,submissionId,basis,detail}'::text[] ORDER BY t."code", t."subject", t."clearedAt", t."clearedBy")
         FROM "Attention" t WHERE t."orderId" = o."id"),
       'history', (SELECT jsonb_agg(jsonb_build_array(h."code", h."actor", h."at") ORDER BY h."code", h."actor")
         FROM "History" h WHERE h."orderId" = o."id"),
       'flow', (SELECT jsonb_agg(f."trigger" ORDER BY f."trigger") FROM "FlowEvent" f WHERE f."orderId" = o."id")) AS "row"
     FROM "Order" o WHERE o."shopId" = $1 ORDER BY o."name"`,
    [shop.shop.id],
  );
  return rows.map(({ row }) => row);
}

type Story = { first: Shown; then: Shown | null; answer: (typeof ANSWERS)[number] };

/** The error that such a create call ends with, if so. */
function failureOf(answer: Story["answer"], itemSku = ""): Error | null {
  if (answer === "rejected") return new RejectedError("no", { httpStatus: 400 });
  if (answer === "rejected SKU")
    return new RejectedError("no", { httpStatus: 400, providerMessage: `${itemSku}: SKU not found` });
  // Not 429: no other order of the account would be sent then.
  if (answer === "busy") return new UnavailableError("later", { httpStatus: 503 });
  return answer === "no answer" ? new UncertainError("no answer") : null;
}

/** Plays the stories in a shop of their own: all at once in sets, or one order after another in the given sequence. */
async function play(stories: readonly Story[], sequence: readonly number[] | null) {
  const shop = await openShop(world);
  const row = (await readShop(world.sql, { id: shop.shop.id }))!;
  const together = { inPlace: <T>(call: () => Promise<T>) => call(), ...createSubmissionSets(shop.ctx) };
  const current = new Map<string, OrderSnapshot>();
  shop.ctx.shopify.readOrder = (_domain, orderGid) => Promise.resolve(current.get(orderGid) ?? null);
  shop.printService.create = ({ reference, items }) => {
    const story = stories[Number(/^(\d+)/.exec(reference)?.[1]) - 1000];
    const failure = story && failureOf(story.answer, items[0]?.itemSku);
    if (failure) return Promise.reject(failure);
    const made = items.map((item) => ({ serviceItemId: `item of ${item.itemSku}`, ...item }));
    return Promise.resolve({ reference, updatedAt: null, items: story?.answer === "accepted" ? made : [] });
  };
  const receive = async (items: readonly SnapshotToReceive[]) => {
    for (const { snapshot } of items) current.set(snapshot.gid, snapshot);
    if (!sequence) return void (await receiveSnapshots(shop.ctx, items, { skipLocked: true }));
    for (const at of sequence) if (items[at]) await receiveSnapshots(shop.ctx, [items[at]], { skipLocked: false });
  };
  const inTurn = (show: (one: Story) => Shown | null, minutes: number) =>
    stories.flatMap((one, at) => {
      const seen = show(one);
      return seen ? [{ shop: row, snapshot: snapshotOf(shop, at, seen, minutes) }] : [];
    });
  await receive(inTurn(({ first }) => first, 1));
  await receive(inTurn(({ then }) => then, 2));
  const ids = (await shop.submissions()).map(({ id }) => id);
  if (sequence) for (const id of ids) await stepSubmission(shop.ctx, id);
  else await Promise.all(ids.map((id) => stepSubmission(shop.ctx, id, together)));
  return { rows: await rowsOf(shop), sent: shop.printService.created.length };
}

it("orders in sets become what each becomes alone, in any sequence", async () => {
  const stories = fc.array(story, { minLength: 2, maxLength: 4 });
  const property = fc.asyncProperty(
    stories.chain((given) => fc.tuple(fc.constant(given), fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }))),
    async ([given, sequence]) => {
      const alone = await play(given, sequence);
      const inSets = await play(given, null);
      expect(inSets).toEqual(alone);
    },
  );
  await fc.assert(property, { numRuns: propertyRuns(60) });
});

/** A shop with so many orders that are due, and what works them in sets. */
async function dueOrders(count: number, policy: Partial<OrdersContext["policy"]> = {}, quantities = [1]) {
  const shop = await openShop(world);
  const ctx = { ...shop.ctx, policy: { ...shop.ctx.policy, ...policy } };
  const row = (await readShop(world.sql, { id: shop.shop.id }))!;
  const plain = { cancelled: false, quantities, street: "12 Main St" };
  const snapshots = Array.from({ length: count }, (_, at) => snapshotOf(shop, at, plain, 1));
  await receiveSnapshots(
    shop.ctx,
    snapshots.map((snapshot) => ({ shop: row, snapshot })),
    { skipLocked: true },
  );
  shop.ctx.shopify.readOrder = (_domain, orderGid) =>
    Promise.resolve(snapshots.find((one) => one.gid === orderGid) ?? null);
  const submissions = await shop.submissions();
  /** As one worker process does. */
  const stepAll = (watch = (step: Promise<void>) => step) => {
    const together = { inPlace: <T>(call: () => Promise<T>) => call(), ...createSubmissionSets(ctx) };
    return Promise.all(submissions.map(({ id }) => watch(stepSubmission(ctx, id, together))));
  };
  const states = async () => (await shop.submissions()).map(({ state }) => state);
  return { shop, submissions, stepAll, states };
}

it("an order that another transaction has locked keeps none of its set from being sent, and follows", async () => {
  const { shop, submissions, stepAll, states } = await dueOrders(3);
  const [held, ...others] = submissions;
  await whileLockHeld(
    world.pool,
    (holder) => holder.query(`SELECT FROM "Order" WHERE "id" = $1 FOR UPDATE`, [held!.orderId]),
    () => stepAll(),
    {
      last: async () => {
        await until("two are sent", () => shop.printService.created.length === 2);
        const sent = shop.printService.created.map(({ order }) => order.reference).sort();
        expect(sent).toEqual(others.map(({ reference }) => reference).sort());
      },
    },
  );
  expect(await states()).toEqual(["submitted", "submitted", "submitted"]);
  expect(shop.printService.created).toHaveLength(3);
});

it("two processes that take the same orders in sets send each once", async () => {
  const { shop, submissions, stepAll, states } = await dueOrders(4);
  await Promise.all([stepAll(), stepAll()]);
  expect(await states()).toEqual(["submitted", "submitted", "submitted", "submitted"]);
  expect(shop.printService.created.map(({ order }) => order.reference).sort()).toEqual(
    submissions.map(({ reference }) => reference).sort(),
  );
});

it("a set claims no more calls of an account than the account may have open", async () => {
  const { shop, stepAll, states } = await dueOrders(5, { accountConcurrency: 2 });
  // Answered once the others have ended: on a busy machine they may come in a later set.
  const { promise: answer, resolve: answerAll } = Promise.withResolvers<void>();
  const { create } = shop.printService;
  shop.printService.create = (order) => answer.then(() => create(order));
  let ended = 0;
  const all = stepAll((step) => step.then(() => void (ended += 1)));
  await until("three steps have ended", () => ended === 3);
  expect(shop.printService.created).toHaveLength(2);
  answerAll();
  await all;
  expect((await states()).sort()).toEqual(["ready", "ready", "ready", "submitted", "submitted"]);
});

it("nothing of a set is sent when its claims are not committed", async () => {
  const { shop, submissions, stepAll, states } = await dueOrders(3);
  await world.pool.query(
    `CREATE FUNCTION refuse_attempt() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
     CREATE TRIGGER refuse_attempt BEFORE INSERT ON "Attempt" FOR EACH ROW WHEN (NEW."submissionId" = '${submissions[1]!.id}')
     EXECUTE FUNCTION refuse_attempt()`,
  );
  await expect(stepAll()).rejects.toThrow("no");
  await world.pool.query(`DROP TRIGGER refuse_attempt ON "Attempt"; DROP FUNCTION refuse_attempt()`);
  const ends = "submitted ready submitted";
  await until("the others are recorded", async () => (await states()).join(" ") === ends);
  expect(shop.printService.created.map(({ order }) => order.reference)).not.toContain(submissions[1]!.reference);
});

/** What the print service says of an order, in turn. */
const told = fc.array(
  fc.oneof(
    fc.record({
      about: fc.constant("parcel" as const),
      number: fc.constantFrom("T1", "T 1", "T2", "T3,T4", ""),
      url: fc.constantFrom("", "https://carrier.test/T1", "ftp://carrier.test"),
    }),
    fc.record({
      about: fc.constant("items" as const),
      statuses: fc.array(
        fc.constantFrom("In production", "Shipped", "Not verify", "Cancelled", "On hold", "Waiting payment", "Boxed"),
        { minLength: 1, maxLength: 2 },
      ),
      messageError: fc.constantFrom(null, "No such street"),
    }),
  ),
  { maxLength: 4 },
);
const followed = fc.record({ told, state: fc.constantFrom("submitted", "uncertain", "cancelled", "replaced") });
type Followed = Parameters<Parameters<typeof followed.map>[0]>[0];

const eventOf = (ctx: OrdersContext, { reference }: { reference: string }, one: Followed["told"][number]) => {
  const from = { reference, reportedBy: "event" as const };
  if (one.about === "parcel") return trackingEvent(ctx, { ...from, trackingNumber: one.number, trackingUrl: one.url });
  const items = one.statuses.map((orderStatus, at) => ({
    ...{ itemSku: SKUS[at] ?? "", orderStatus, messageError: one.messageError },
  }));
  return statusEvent(ctx, { ...from, items, deliveryId: null });
};
const SKUS = ["TEE-BLACK-M", "NEVER-SENT"];

/** Tells a shop of its orders: all at once in a set, or one event after another, order by order in the given sequence. */
async function tell(orders: readonly Followed[], sequence: readonly number[] | null) {
  const { shop, submissions, stepAll } = await dueOrders(orders.length, {}, [1, 2]);
  await stepAll();
  const { ctx } = shop;
  for (const [at, { state }] of orders.entries()) {
    const data = state === "replaced" ? { replacedAt: ctx.clock.now() } : { state: state as "uncertain" };
    await world.db.submission.update({ where: { id: submissions[at]!.id }, data });
  }
  const eventsOf = (at: number) => orders[at]?.told.map((one) => eventOf(ctx, submissions[at]!, one)) ?? [];
  if (!sequence)
    await recordEvents(
      ctx,
      orders.flatMap((_, at) => eventsOf(at)),
      { skipLocked: true },
    );
  else for (const event of sequence.flatMap(eventsOf)) await recordEvents(ctx, [event]);
  return rowsOf(shop);
}

it("events of the print service in a set leave what each leaves alone, in any sequence of the orders", async () => {
  const orders = fc.array(followed, { minLength: 2, maxLength: 4 });
  const property = fc.asyncProperty(
    orders,
    fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
    async (given, sequence) => {
      expect(await tell(given, null)).toEqual(await tell(given, sequence));
    },
  );
  await fc.assert(property, { numRuns: propertyRuns(40) });
});
