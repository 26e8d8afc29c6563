import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Unauthorized, Unavailable } from "../../ports/errors.ts";
import type { PrintAccountCalls, SyncedOrder } from "../../ports/print-service.ts";
import { openWorld } from "../fulfil/orders-world.testing.ts";
import type { State } from "../core/transitions.ts";
import { refreshOrder } from "./refresh-order.ts";

let world: Awaited<ReturnType<typeof openWorld>>;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

type Detail = PrintAccountCalls["detail"];

/** An order whose Shopify is away, and a print service that answers detail like that. */
async function setUp(state: State, detail: Detail) {
  const placed = await world.order([{ gid: "gid://shopify/LineItem/1", sku: "A", quantity: 1 }], state);
  const woken: string[] = [];
  const ctx = {
    ...world.ctx,
    shopify: {
      ...world.ctx.shopify,
      readOrder: () => Promise.reject(new Unavailable("away")),
    },
    printService: { forAccount: () => ({ detail }) as Partial<PrintAccountCalls> as PrintAccountCalls },
    wake: { ...world.ctx.wake, submission: (id: string) => void woken.push(id) },
  };
  const whose = { shopId: placed.shop.id, shopifyGid: placed.order.shopifyGid };
  return { ...placed, woken, ctx, whose };
}

const shown = (reference: string): SyncedOrder => ({
  serviceOrderId: "7",
  reference,
  enteredAt: null,
  storeName: null,
  items: [],
  trackings: [{ trackingNumber: "T1", trackingUrl: "https://carrier.test/T1", updatedAt: null }],
});
const never: Detail = () => new Promise(() => undefined);

it("both sides are asked; what the print service shows is taken in although Shopify is away", async () => {
  const asked: string[] = [];
  const { ctx, whose, submission, order } = await setUp("submitted", async ({ reference, date }) => {
    asked.push(date);
    return date === "2026-11-20" ? shown(reference) : null;
  });
  expect(await refreshOrder(ctx, whose)).toEqual({ shopify: "unavailable", service: "asked" });
  expect(asked).toEqual(["2026-11-21", "2026-11-20"]);
  const row = await world.db.submission.findUniqueOrThrow({ where: { id: submission.id } });
  expect(row).toMatchObject({ state: "shipped", serviceDate: "2026-11-20", checkedAt: ctx.clock.now() });
  const { dueAt } = await world.db.order.findUniqueOrThrow({ where: { id: order.id } });
  expect(dueAt && dueAt > ctx.clock.now()).toBe(true);
});

it("only its own shop may ask", async () => {
  const { ctx, whose } = await setUp("submitted", never);
  expect(await refreshOrder(ctx, { ...whose, shopId: randomUUID() })).toBe("not_found");
});

it("nobody waits for a side that does not answer", async () => {
  const { ctx, whose } = await setUp("submitted", never);
  expect(await refreshOrder(ctx, whose, 300)).toMatchObject({ service: "slow" });
});

it.each<[string, State, Detail, string]>([
  ["shows nothing", "submitted", async () => null, "not_there"],
  ["shows nothing of what was given up", "cancelled", async () => null, "asked"],
  ["is away", "in_production", () => Promise.reject(new Unavailable("away")), "unavailable"],
  ["refuses the account", "shipped", () => Promise.reject(new Unauthorized("no")), "refused"],
])("it is told that the print service %s", async (_what, state, detail, service) => {
  const { ctx, whose } = await setUp(state, detail);
  expect(await refreshOrder(ctx, whose)).toEqual({ shopify: "unavailable", service });
});

it("what nobody knows is looked up at once, with its proof", async () => {
  const { ctx, whose, submission, woken } = await setUp("uncertain", never);
  await world.db.submission.update({ where: { id: submission.id }, data: { dueAt: null } });
  expect(await refreshOrder(ctx, whose)).toMatchObject({ service: "looking" });
  expect(woken).toContain(submission.id);
  const row = await world.db.submission.findUniqueOrThrow({ where: { id: submission.id } });
  expect(row.dueAt).toEqual(ctx.clock.now());
});
