import { afterAll, beforeAll, expect, it } from "vitest";
import { UnauthorizedError, UnavailableError } from "../../ports/errors.ts";
import { CAPABILITIES, type PrintAccountCalls, type SyncedOrder } from "../../ports/print-service.ts";
import { openOrdersWorld } from "../../../tests/support/orders-world.ts";
import type { SubmissionState } from "../core/states.ts";
import { refreshOrder } from "./refresh-order.ts";
import { newId } from "../../../tests/support/ids.ts";
import { NO_RECIPIENT } from "../../../tests/support/provider-orders.ts";

let world: Awaited<ReturnType<typeof openOrdersWorld>>;

beforeAll(async () => {
  world = await openOrdersWorld();
});
afterAll(() => world.close());

type Detail = PrintAccountCalls["detail"];

/** An order whose Shopify is away, and a print service that answers detail like that. */
async function setUp(state: SubmissionState, detail: Detail) {
  const placed = await world.order([{ gid: "gid://shopify/LineItem/1", sku: "A", quantity: 1 }], state);
  const woken: string[] = [];
  const ctx = {
    ...world.ctx,
    shopify: {
      ...world.ctx.shopify,
      readOrder: () => Promise.reject(new UnavailableError("away")),
    },
    printService: {
      forAccount: () =>
        ({
          detail,
          capabilities: () => Promise.resolve(CAPABILITIES.v1),
        }) as Partial<PrintAccountCalls> as PrintAccountCalls,
    },
    wake: { ...world.ctx.wake, submission: (id: string) => void woken.push(id) },
  };
  const ref = { shopId: placed.shop.id, shopifyGid: placed.order.shopifyGid };
  return { ...placed, woken, ctx, ref };
}

const providerOrder = (reference: string): SyncedOrder => ({
  serviceOrderId: "7",
  reference,
  enteredAt: null,
  storeName: null,
  recipient: NO_RECIPIENT,
  items: [],
  trackings: [{ trackingNumber: "T1", trackingUrl: "https://carrier.test/T1", updatedAt: null }],
});
const noAnswer: Detail = () => new Promise(() => undefined);

it("both sides are asked; what the print service shows is applied although Shopify is away", async () => {
  const requestedDates: string[] = [];
  const { ctx, ref, submission, order } = await setUp("submitted", async ({ reference, date }) => {
    requestedDates.push(date);
    return date === "2026-11-20" ? providerOrder(reference) : null;
  });
  expect((await refreshOrder(ctx, ref)).refreshed).toEqual({ shopify: "unavailable", provider: "refreshed" });
  expect(requestedDates).toEqual(["2026-11-21", "2026-11-20"]);
  const row = await world.db.submission.findUniqueOrThrow({ where: { id: submission.id } });
  expect(row).toMatchObject({ state: "shipped", serviceDate: "2026-11-20", checkedAt: ctx.clock.now() });
  const { dueAt } = await world.db.order.findUniqueOrThrow({ where: { id: order.id } });
  expect(dueAt && dueAt > ctx.clock.now()).toBe(true);
});

it("only its own shop may ask", async () => {
  const { ctx, ref } = await setUp("submitted", noAnswer);
  expect(await refreshOrder(ctx, { ...ref, shopId: newId() })).toEqual({ result: "not_found", refreshed: null });
});

it("a side that does not answer is not waited for", async () => {
  const { ctx, ref } = await setUp("submitted", noAnswer);
  expect((await refreshOrder(ctx, ref, 300)).refreshed).toMatchObject({ provider: "slow" });
});

it.each<[string, SubmissionState, Detail, string]>([
  ["shows nothing", "submitted", async () => null, "not_found"],
  ["shows nothing of what was given up", "cancelled", async () => null, "refreshed"],
  ["is away", "in_production", () => Promise.reject(new UnavailableError("away")), "unavailable"],
  ["refuses the account", "shipped", () => Promise.reject(new UnauthorizedError("no")), "rejected"],
])("it reports that the print service %s", async (_what, state, detail, provider) => {
  const { ctx, ref } = await setUp(state, detail);
  expect((await refreshOrder(ctx, ref)).refreshed).toEqual({ shopify: "unavailable", provider });
});

it("an uncertain submission is looked up at once, with its proof", async () => {
  const { ctx, ref, submission, woken } = await setUp("uncertain", noAnswer);
  await world.db.submission.update({ where: { id: submission.id }, data: { dueAt: null } });
  expect((await refreshOrder(ctx, ref)).refreshed).toMatchObject({ provider: "lookup_scheduled" });
  expect(woken).toContain(submission.id);
  const row = await world.db.submission.findUniqueOrThrow({ where: { id: submission.id } });
  expect(row.dueAt).toEqual(ctx.clock.now());
});
