import { afterAll, beforeAll, expect, it } from "vitest";
import { whileLockHeld } from "../../../tests/support/held-lock.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { transact } from "../core/append.ts";
import { claimsOf, LINE } from "./claim.testing.ts";
import { readClaimGates } from "./claim.ts";
import { coolDown, rateLimitDelay } from "./rate-limit.ts";
import { beat } from "../receive/open-shop.testing.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => void (world = await openOrdersWorld()));
afterAll(() => world.close());

const LINK = "https://art.example/front.png";

/** A submission that is ready, and the gate before a claim of it. */
async function ready(settings = {}) {
  await beat(world);
  const { submission, shop, account } = await world.order([LINE], "ready");
  await world.db.submission.update({ where: { id: submission.id }, data: { sentAt: null } });
  await world.db.shop.update({ where: { id: shop.id }, data: { settings } });
  const asked = { shopId: shop.id, printAccountId: account.id, submissionId: submission.id, links: [LINK] };
  return {
    submission,
    shop,
    account,
    gate: () =>
      transact(world, (tx) => readClaimGates(tx, world.ctx, [asked])).then((gates) => gates.get(submission.id) ?? null),
  };
}

it("shows the shop with its settings and its account, and that nothing keeps the call", async () => {
  const { shop, account, gate } = await ready({ approval: "manual" });
  expect(await gate()).toMatchObject({
    shop: { id: shop.id, domain: shop.domain, settings: { approval: "manual" }, printAccountId: account.id },
    ...{ historyComplete: true, rateLimit: { open: 0, begun: 0, until: null }, attempts: 0 },
  });
});

it("counts the attempts of this submission alone", async () => {
  const { submission, gate } = await ready();
  await claimsOf(world).claimed();
  expect(await gate()).toMatchObject({ attempts: 0 });
  const startedAt = world.ctx.clock.now();
  for (const number of [1, 2])
    await world.db.attempt.create({
      data: { id: world.ctx.ids.uuid(), submissionId: submission.id, number, startedAt },
    });
  expect(await gate()).toMatchObject({ attempts: 2 });
});

it("tells a history that lacks something, and a wait that the service asked for", async () => {
  const { account, gate } = await ready();
  await world.db.printAccount.update({ where: { id: account.id }, data: { syncGapFrom: world.ctx.clock.now() } });
  await coolDown(world.ctx, world.sql, account.id, 3_600_000);
  const shown = await gate();
  expect(shown).toMatchObject({ historyComplete: false });
  expect(rateLimitDelay(world.ctx, shown!.rateLimit)).toBeGreaterThanOrEqual(3_600_000);
});

it("does not count a database without a fresh heartbeat of a worker as complete", async () => {
  const { gate } = await ready();
  await world.db.heartbeat.deleteMany();
  expect(await gate()).toMatchObject({ historyComplete: false });
});

it("shows which file staff has accepted at the links, of this shop alone", async () => {
  const { shop, gate } = await ready();
  const { shop: another } = await world.shop();
  const none = (await gate())?.acceptance;
  const checkedAt = world.ctx.clock.now();
  const file = { link: LINK, host: "art.example", acceptedHash: "first", checkedAt };
  await world.db.printFile.create({ data: { shopId: another.id, ...file } });
  expect((await gate())?.acceptance).toBe(none);
  await world.db.printFile.create({ data: { shopId: shop.id, ...file } });
  const accepted = (await gate())?.acceptance;
  expect(accepted).not.toBe(none);
  await world.db.printFile.updateMany({ where: { shopId: shop.id }, data: { changedAt: checkedAt } });
  expect((await gate())?.acceptance).not.toBe(accepted);
});

it("is null while somebody changes the shop: the submission waits for the change", async () => {
  const { shop, gate } = await ready();
  const shown = await whileLockHeld(
    world.pool,
    (holder) => holder.query(`SELECT 1 FROM "Shop" WHERE "id" = $1 FOR UPDATE`, [shop.id]),
    gate,
  );
  expect(shown).toBeNull();
  expect(await gate()).not.toBeNull();
});
