import { afterAll, beforeAll, expect, it } from "vitest";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import { DEFAULT_POLICY } from "../core/policy.ts";
import { coolDown } from "./rate-limit.ts";
import { delayOf } from "./rate-limit.testing.ts";
import { gidOf } from "../../ports/gid.ts";

const LINE = { gid: gidOf("LineItem", "1"), sku: "TEE-BLACK-M", quantity: 1 };
let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => {
  world = await openOrdersWorld();
});
afterAll(() => world.close());

it("an account starts no more calls within a second than the policy allows; another account does not wait", async () => {
  const one = await world.order([LINE]);
  for (let sent = 1; sent < DEFAULT_POLICY.accountRequestsPerSecond; sent += 1) {
    expect(await delayOf(world, one.account.id)).toBe(0);
    await one.submit("submitted");
  }
  const full = await delayOf(world, one.account.id);
  expect(full).toBeGreaterThan(0);
  expect(full).toBeLessThanOrEqual(1_250);
  expect(await delayOf(world, (await world.order([LINE])).account.id)).toBe(0);
  world.advance(1_000);
  expect(await delayOf(world, one.account.id)).toBe(0);
});

it("what is sent again counts as much as what is sent first", async () => {
  const one = await world.order([LINE]);
  for (let sent = 1; sent < DEFAULT_POLICY.accountRequestsPerSecond; sent += 1) await one.submit("submitted");
  world.advance(60_000);
  expect(await delayOf(world, one.account.id)).toBe(0);
  const again = { lastAttemptAt: world.ctx.clock.now() };
  await world.db.submission.updateMany({ where: { printAccountId: one.account.id }, data: again });
  expect(await delayOf(world, one.account.id)).toBeGreaterThan(0);
  world.advance(1_000);
  expect(await delayOf(world, one.account.id)).toBe(0);
});

it("an account has no more calls open than the policy allows; one past its timeout does not count", async () => {
  const one = await world.order([LINE], "ready");
  for (let open = 0; open < DEFAULT_POLICY.accountConcurrency; open += 1) {
    expect(await delayOf(world, one.account.id)).toBe(0);
    const { id } = await one.submit("submitting");
    const claimedAt = world.ctx.clock.now();
    await world.db.submission.update({ where: { id }, data: { claimedAt, sentAt: null } });
  }
  await world.db.submission.updateMany({ where: { printAccountId: one.account.id }, data: { sentAt: null } });
  expect(await delayOf(world, one.account.id)).toBeGreaterThan(0);
  world.advance(DEFAULT_POLICY.createTimeoutMs);
  expect(await delayOf(world, one.account.id)).toBe(0);
});

it("an account is not called for at least as long as the service asked", async () => {
  const { account } = await world.order([LINE], "ready");
  await coolDown(world.ctx, world.sql, account.id, 60_000);
  expect(await delayOf(world, account.id)).toBeGreaterThanOrEqual(60_000);
  world.advance(59_000);
  expect(await delayOf(world, account.id)).toBeGreaterThanOrEqual(1_000);
  world.advance(1_000);
  expect(await delayOf(world, account.id)).toBe(0);
});
