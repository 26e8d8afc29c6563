import { afterAll, beforeAll, expect, it } from "vitest";
import { ACTS, type Act } from "../../app/orders/actions/actions.ts";
import { readOrderPage } from "../../app/orders/pages/details/order-page.ts";
import { prune } from "../../app/privacy/prune.ts";
import { until } from "../support/until.ts";
import { order, stock, type Goods } from "../support/goods.ts";
import { openWorld, type World } from "../support/test-app.ts";

const DAY = 86_400_000;
const KEPT = 60;

let world: World;
let goods: Goods;

beforeAll(async () => {
  world = await openWorld();
  goods = await stock(world);
});
afterAll(() => world.close());

const buy = () => world.shopify.placeOrder(world.shop, order([{ variantId: goods.shirt }]));
const printed = (name: string) => world.press.state().orders.filter((o) => o.reference.startsWith(`${name.slice(1)}-`));
const state = (id: string, wanted: string) => world.seen(id, wanted, (v) => v.submissions.at(-1)?.state === wanted);
const shopId = async () =>
  (await world.services.core.ctx.db.shop.findUniqueOrThrow({ where: { domain: world.shop } })).id;
const act = async (name: Act, submissionId = "") =>
  ACTS[name](world.services.core.ctx, { shopId: await shopId(), submissionId });
const page = async (id: string) => {
  const { ctx, readEvent } = world.services.core;
  return readOrderPage({ ...ctx, readEvent }, await shopId(), `gid://shopify/Order/${id}`);
};
const pruned = () => prune(world.services.core.ctx, KEPT);
const handled = () =>
  until("all deliveries handled", async () => {
    await Promise.all([world.shopify.settled(), world.press.settled()]);
    return (await world.services.core.ctx.db.delivery.count({ where: { state: "waiting" } })) === 0;
  });

it("old contents are let go of, what may still be sent is not, and everything goes on without them", async () => {
  const { db } = world.services.core.ctx;
  const sent = buy();
  const replaced = buy();
  const held = buy();
  const view = await world.seen(held.id, "there", (v) => v.submissions.length > 0);
  await state(sent.id, "submitted");
  await state(replaced.id, "submitted");
  await state(held.id, "submitted");
  await world.change({ approval: "manual" });
  const waiting = buy();
  const waits = await state(waiting.id, "waiting");
  world.press.ship(view.submissions[0]?.reference ?? "", { trackingNumber: "R1" });
  await state(held.id, "fulfilled");
  await handled();
  expect(await pruned()).toMatchObject({ bodies: 0, contents: 0, deliveries: 0 });

  world.clock.pass((KEPT + 1) * DAY);
  const young = buy();
  await world.seen(young.id, "there", (v) => v.submissions.length > 0);
  // Rows that a worker has just taken are left for the next time.
  for (const { id } of [sent, replaced, held]) {
    await until("let go of", async () => {
      expect((await pruned())["deliveries"]).toBe(0);
      return (await page(id))?.submissions[0]?.content === null;
    });
  }
  const bodies = { bodySealed: { not: null }, receivedAt: { lt: new Date() } };
  await until("no old body left", async () => {
    await pruned();
    return (await db.delivery.count({ where: bodies })) === 0;
  });
  expect((await page(held.id))?.submissions[0]).toMatchObject({ content: null, contentErasedAt: expect.any(String) });
  expect((await page(young.id))?.submissions[0]?.content).not.toBeNull();
  expect((await page(waiting.id))?.submissions[0]?.content).not.toBeNull();

  // A change of the address still shows: its hash has stayed.
  world.shopify.editOrder(world.shop, sent.id, { shippingAddress: { address1: "99 Oak Street" } });
  await world.seen(sent.id, "the change", (v) =>
    Boolean(v.submissions[0]?.attention.some(({ code }) => code === "address_changed_after_sent")),
  );
  // A replacement is made up of what Shopify says now.
  const first = (await world.view(replaced.id))?.submissions[0];
  expect(await act("replace", first?.id)).toBe("done");
  const second = await world.seen(replaced.id, "the replacement", (v) => v.submissions.length === 2);
  await world.seen(replaced.id, "asks", (v) => v.submissions[1]?.state === "waiting");
  expect(await act("approve", second.submissions[1]?.id)).toBe("done");
  await world.seen(replaced.id, "replaced", (v) => v.submissions[1]?.state === "submitted");
  expect(printed(replaced.name)).toHaveLength(2);
  // What waited all the time is sent whole.
  expect(await act("approve", waits.submissions[0]?.id)).toBe("done");
  await state(waiting.id, "submitted");
  expect(printed(waiting.name)[0]?.shipping["shipping_address1"]).toBe("12 Elm Road");
  await world.change({ approval: "automatic" });
  // A long way, step by step over HTTP.
}, 90_000);

it("a content that went missing is made up anew before it is sent", async () => {
  await world.change({ approval: "manual" });
  const placed = buy();
  const view = await state(placed.id, "waiting");
  const id = view.submissions[0]?.id ?? "";
  await world.services.core.ctx.db.submission.update({ where: { id }, data: { payloadSealed: null } });
  expect(await act("approve", id)).toBe("done");
  await state(placed.id, "submitted");
  expect(printed(placed.name)).toHaveLength(1);
  await world.change({ approval: "automatic" });
});
