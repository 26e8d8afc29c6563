import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { shopActionsContext } from "../../app/composition/shop-context.server.ts";
import { sweepAccount } from "../../app/orders/provider-updates/sweep-account.ts";
import { gidOf } from "../../app/ports/gid.ts";
import { connectAccount } from "../../app/settings-page/account.ts";
import { cancelMove, moveShop, viewMove, type AccountMoveView } from "../../app/settings-page/move-account.ts";
import { DEFAULT_ACCESS_TOKEN, DEFAULT_ACCOUNT } from "../../sandbox/print-service/options.ts";
import { order } from "../support/goods.ts";
import { reasonCodes } from "../support/reasons.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { until } from "../support/until.ts";

/** Version 3 sells it under another SKU, and knows this one, too. */
const TEE = "TEE-BLACK-M";
const FOREIGN_TOKEN = "token-of-another-account";

let testApp: TestApp;
let tee: string;

/** Both versions over the same orders. What is sold is known to both. */
beforeAll(async () => {
  testApp = await startTestApp({
    policy: { providerCheckIntervalMs: 60_000, createTimeoutMs: 4_000, claimTtlMs: 10_000 },
    printService: {
      interfaces: ["v1", "v3"],
      accessTokens: { [DEFAULT_ACCESS_TOKEN]: DEFAULT_ACCOUNT.email, [FOREIGN_TOKEN]: "other@example.com" },
    },
  });
  const made = testApp.shopify.addProduct(testApp.shop, {
    title: "Tee",
    vendor: "Press",
    variants: [{ title: "M", price: "25.00" }],
  });
  tee = made.variants[0]?.id ?? "";
  await testApp.map(gidOf("ProductVariant", tee), gidOf("Product", made.id), TEE);
});
beforeEach(() => testApp.printService.clearFaults());
afterAll(() => testApp.close());

const core = () => testApp.services.core;
const shopRow = () => core().ctx.db.shop.findUniqueOrThrow({ where: { domain: testApp.shop } });
const accountId = async () => (await shopRow()).printAccountId ?? expect.unreachable();
const connect = async (accessToken: string) =>
  connectAccount(shopActionsContext(core()), await shopRow(), { accessToken });
const move = async () => moveShop(shopActionsContext(core()), (await shopRow()).id);
const compared = (): Promise<AccountMoveView> =>
  until("both lists are compared", async () => {
    const view = await viewMove(core().ctx, (await shopRow()).id);
    return view && view.state !== "comparing" ? view : null;
  });
const buy = () => testApp.shopify.placeOrder(testApp.shop, order([{ variantId: tee }]));
type Placed = ReturnType<typeof buy>;
const printed = ({ name }: Placed) =>
  testApp.printService.state().orders.filter((one) => one.reference.startsWith(`${name.slice(1)}-`));
const state = ({ id }: Placed, expected: string) =>
  testApp.waitForOrder(id, expected, (view) => view.submissions[0]?.state === expected);
const accountOf = async ({ id }: Placed) => {
  const where = { order: { shopifyGid: gidOf("Order", id) } };
  return (await core().ctx.db.submission.findFirstOrThrow({ where })).printAccountId;
};
async function sweep(account: Awaited<ReturnType<typeof accountId>>): Promise<void> {
  testApp.clock.advance(120_000);
  await sweepAccount(core().ctx, account);
}
const numbers = (placed: Placed) =>
  placed.fulfillments.flatMap(({ tracking }) => tracking.map(({ number }) => number)).sort();

describe("a shop that moves its account from version 1 to version 3", () => {
  it("prints nothing twice, and follows on each version what was sent through it", async () => {
    const former = await accountId();
    const [old, byEvent] = [buy(), buy()];
    for (const placed of [old, byEvent]) await state(placed, "submitted");

    // Another account of the service has other orders.
    expect(await connect(FOREIGN_TOKEN)).toEqual({ outcome: "comparing", version: "v3" });
    expect(await compared()).toMatchObject({ state: "compared", verdict: "too_few", both: 0, onlyPresent: 2 });
    expect(await move()).toBe("not_same");
    await cancelMove(core().ctx, (await shopRow()).id);

    expect(await connect(DEFAULT_ACCESS_TOKEN)).toEqual({ outcome: "comparing", version: "v3" });
    expect(await compared()).toMatchObject({
      state: "compared",
      verdict: "same",
      both: 2,
      onlyPresent: 0,
      different: 0,
    });
    expect(await accountId()).toBe(former);

    // The answer of one is lost, and it shows nowhere: nobody knows yet whether the service has it. One waits for its sending.
    testApp.printService.addFault({ endpoint: "create", effect: "reset" });
    for (const endpoint of ["detail", "list"] as const)
      testApp.printService.addFault({ endpoint, effect: "server_error", times: 1_000 });
    const unclear = buy();
    await state(unclear, "uncertain");
    await core().ctx.db.shop.update({
      where: { domain: testApp.shop },
      data: { sendingPausedAt: core().ctx.clock.now() },
    });
    const waiting = buy();
    await state(waiting, "waiting");

    expect(await move()).toBe("moved");
    const present = await accountId();
    expect(present).not.toBe(former);
    expect(await viewMove(core().ctx, (await shopRow()).id)).toMatchObject({ state: "moved", open: 3 });
    await core().ctx.db.shop.update({ where: { domain: testApp.shop }, data: { sendingPausedAt: null } });
    await core().ctx.db.submission.updateMany({ where: { state: "waiting" }, data: { dueAt: core().ctx.clock.now() } });

    await state(waiting, "submitted");
    const fresh = buy();
    await state(fresh, "submitted");
    expect(await Promise.all([old, byEvent, unclear, waiting, fresh].map(accountOf))).toEqual([
      ...[former, former, former],
      ...[present, present],
    ]);
    // Version 3 names its fields otherwise.
    expect([waiting, fresh].map((placed) => printed(placed)[0]?.raw.includes("firstName"))).toEqual([true, true]);

    // What nobody knew is looked up where it was sent, and never repeated.
    testApp.printService.clearFaults();
    await until("the lookup", async () => {
      await core().ctx.db.submission.updateMany({
        where: { state: "uncertain" },
        data: { dueAt: core().ctx.clock.now() },
      });
      return (await testApp.view(unclear.id))?.submissions[0]?.state === "submitted";
    });
    expect(await accountOf(unclear)).toBe(former);
    expect([old, byEvent, unclear, waiting, fresh].map((placed) => printed(placed).length)).toEqual([1, 1, 1, 1, 1]);

    // The service tells the former address of one order, and of the other only what its list and detail show.
    const [first, second, third] = [old, byEvent, fresh].map((placed) => printed(placed)[0]?.serviceId ?? "");
    testApp.printService.startProduction(second ?? "");
    testApp.printService.ship(second ?? "", { trackingNumber: "1ZEVENT" });
    await state(byEvent, "fulfilled");
    testApp.printService.addEventFault({ effect: "drop", times: 20 });
    testApp.printService.startProduction(first ?? "");
    testApp.printService.ship(first ?? "", { trackingNumber: "1ZSWEPT" });
    await until("the tracking of the former account", async () => {
      await sweep(former);
      return numbers(old).length === 1;
    });
    testApp.printService.clearEventFaults();
    testApp.printService.markPaid(third ?? "");
    testApp.printService.startProduction(third ?? "");
    testApp.printService.ship(third ?? "", { trackingNumber: "1ZNEW" });
    await state(fresh, "fulfilled");
    expect([old, byEvent, fresh].map(numbers)).toEqual([["1ZSWEPT"], ["1ZEVENT"], ["1ZNEW"]]);
    for (const placed of [old, byEvent, fresh]) expect(reasonCodes(await testApp.view(placed.id))).toEqual([]);
    expect(await core().ctx.db.unmatchedEvent.count()).toBe(0);
  });
});
