import { afterEach, beforeEach, expect, it } from "vitest";
import { ACTS } from "../../app/orders/person/acts.ts";
import { tellOfSilent } from "../../app/orders/sweep/tell-of-silent.ts";
import { until } from "../support/until.ts";
import { order, stock } from "./goods.ts";
import { openWorld, type World } from "./world.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
let world: World;
let orderId: string;

beforeEach(async () => {
  world = await openWorld();
  const goods = await stock(world);
  orderId = world.shopify.placeOrder(world.shop, order([{ variantId: goods.shirt }])).id;
  await world.seen(orderId, "sent", (view) => view.submissions[0]?.state === "submitted");
});
afterEach(() => world.close());

const codes = async () => (await world.view(orderId))?.submissions[0]?.attention.map(({ code }) => code);
const told = () => tellOfSilent(world.services.core.ctx);
const refuse = (refusedAt: Date | null) => world.services.core.ctx.db.printAccount.updateMany({ data: { refusedAt } });

it("an order on an account that is refused since says so, until the account is connected again", async () => {
  await refuse(world.clock.now());
  await told();
  expect(await codes()).toEqual([]);

  world.clock.pass(16 * MINUTE);
  await Promise.all([told(), told()]);
  expect(await codes()).toEqual(["not_followed"]);

  await refuse(null);
  await told();
  expect(await codes()).toEqual([]);
});

it("an order without a parcel for ten days says so, until a parcel is told of", async () => {
  world.clock.pass(9 * DAY);
  expect(await told()).toBe(0);
  world.clock.pass(DAY + MINUTE);
  await Promise.all([told(), told()]);
  expect(await codes()).toEqual(["not_shipped_yet"]);

  world.press.ship((await world.view(orderId))?.submissions[0]?.reference ?? "", { trackingNumber: "AT-LAST" });
  await world.seen(orderId, "fulfilled", (view) => view.submissions[0]?.state === "fulfilled");
  await told();
  expect(await codes()).toEqual([]);
});

it("what a person has asked the print service about is not asked again", async () => {
  world.clock.pass(11 * DAY);
  await told();
  const { ctx } = world.services.core;
  const { id: shopId } = await ctx.db.shop.findUniqueOrThrow({ where: { domain: world.shop } });
  const submissionId = (await world.view(orderId))?.submissions[0]?.id ?? "";
  expect(await ACTS.acknowledge(ctx, { shopId, submissionId })).toBe("done");
  world.clock.pass(DAY);
  expect(await told()).toBe(0);
  await until("at rest", async () => (await codes())?.length === 0);
});
