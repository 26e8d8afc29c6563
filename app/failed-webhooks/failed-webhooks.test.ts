import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, it } from "vitest";
import { openWorld } from "../orders/fulfil/orders-world.testing.ts";
import { putAway, readAgain } from "./actions.ts";
import { countStuck, readStuck } from "./list.ts";

const world = await openWorld();
afterAll(() => world.close());

const woken: string[] = [];
const ctx = { ...world.ctx, wake: { ...world.ctx.wake, delivery: (id: string) => void woken.push(id) } };
let shop: { id: string; domain: string; printAccountId: string | null };
let key: string;

beforeEach(async () => {
  woken.length = 0;
  const made = await world.order([{ gid: "gid://shopify/LineItem/1", sku: "A", quantity: 1 }]);
  key = randomUUID();
  const account = await world.db.printAccount.create({
    data: {
      id: randomUUID(),
      key,
      emailHash: key,
      credentialsSealed: new Uint8Array(),
      eventHeader: "x",
      eventTokenSealed: new Uint8Array(),
      createdAt: new Date(),
    },
  });
  shop = { id: made.shop.id, domain: `${randomUUID()}.myshopify.com`, printAccountId: account.id };
});

type Seed = Partial<Parameters<typeof world.db.delivery.create>[0]["data"]>;

async function delivery(over: Seed = {}): Promise<string> {
  const id = randomUUID();
  await world.db.delivery.create({
    data: {
      id,
      source: "shopify",
      topic: "orders/updated",
      scope: shop.domain,
      deliveryId: id,
      receivedAt: world.ctx.clock.now(),
      bodySealed: new Uint8Array([1]),
      state: "poison",
      problem: "not_json",
      attempts: 8,
      failures: 8,
      handledAt: world.ctx.clock.now(),
      ...over,
    } as Parameters<typeof world.db.delivery.create>[0]["data"],
  });
  return id;
}

const event = (over: Seed = {}) => delivery({ source: "print_service", topic: "tracking", scope: key, ...over });
const stateOf = (id: string) => world.db.delivery.findUniqueOrThrow({ where: { id } });

it("a shop sees what was set aside or fails of its own, and of its print account", async () => {
  const mine = [await delivery(), await event(), await delivery({ state: "waiting", attempts: 3 })];
  await delivery({ state: "waiting", attempts: 2 });
  await delivery({ state: "done" });
  await delivery({ scope: "other.myshopify.com" });
  await event({ scope: "another account" });
  const { rows } = await readStuck(ctx, shop, null);
  expect(rows.map(({ id }) => id).sort()).toEqual(mine.sort());
  expect(rows.filter(({ state }) => state === "failing")).toHaveLength(1);
  expect(await countStuck(ctx, shop)).toBe(3);
  expect(await countStuck(ctx, { ...shop, printAccountId: null })).toBe(2);
});

it("pages lead on, and a broken place is the first", async () => {
  for (let n = 0; n < 52; n += 1) await delivery();
  const first = await readStuck(ctx, shop, "nowhere");
  const second = await readStuck(ctx, shop, first.next);
  expect([first.rows.length, second.rows.length, second.next]).toEqual([50, 2, null]);
  expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(52);
});

it("is read again from the beginning, unless it is another's, handled or erased", async () => {
  const mine = await delivery();
  const left = [
    await delivery({ scope: "other.myshopify.com" }),
    await delivery({ state: "done" }),
    await delivery({ bodySealed: null }),
  ];
  expect(await readAgain(ctx, shop, [mine, mine, ...left])).toEqual({ done: 1, left: 3 });
  expect(woken).toEqual([mine]);
  expect(await stateOf(mine)).toMatchObject({ state: "waiting", attempts: 0, failures: 0, handledAt: null });
  expect((await stateOf(left[0] ?? "")).state).toBe("poison");
});

it("is put away with its body, but no request about people, and nothing that still waits", async () => {
  const mine = await delivery();
  const left = [
    await delivery({ topic: "customers/redact" }),
    await delivery({ state: "waiting" }),
    await event({ scope: "another account" }),
  ];
  const refused = await delivery({ topic: "shop/redact", problem: "app_installed" });
  expect(await putAway(ctx, shop, [mine, refused, ...left])).toEqual({ done: 2, left: 3 });
  expect(await stateOf(mine)).toMatchObject({ state: "ignored", bodySealed: null });
  for (const id of left) expect((await stateOf(id)).bodySealed).not.toBeNull();
});
