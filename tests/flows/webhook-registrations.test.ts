import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { shopActionsContext } from "../../app/composition/shop-context.server.ts";
import { TEST_EVENT } from "../../app/orders/provider-updates/record-events.ts";
import { sweepAccount } from "../../app/orders/provider-updates/sweep-account.ts";
import { RemoteError } from "../../app/ports/errors.ts";
import {
  reregisterWebhooks,
  rotateSecretNow,
  setWebhookActive,
  rotateWebhookSecret,
  maintainWebhookSecrets,
} from "../../app/print-accounts/webhooks/change-webhook.ts";
import { readWebhooksOverview } from "../../app/print-accounts/webhooks/webhook-status.ts";
import { runWebhookSelfTest } from "../../app/print-accounts/webhooks/self-test.ts";
import { readUnmatched } from "../../app/print-accounts/webhooks/unmatched-events.ts";
import { itForRelease } from "../support/release.ts";
import { until } from "../support/until.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { idOf } from "../support/ids.ts";

let testApp: TestApp;
let goods: Goods;

beforeAll(async () => {
  testApp = await startTestApp({ policy: { providerCheckIntervalMs: 60_000 } });
  goods = await stockShop(testApp);
  await testApp.addShop("two.myshopify.com");
});
beforeEach(async () => {
  testApp.printService.clearFaults();
  // As a day after the last rotation.
  const data = {
    webhookSecretRotatingSince: null,
    previousWebhookSecretUntil: null,
    previousWebhookSecretEncrypted: null,
  };
  await db().printAccount.updateMany({ data });
});
afterAll(() => testApp.close());

const db = () => testApp.services.core.ctx.db;
const registrationActions = () => shopActionsContext(testApp.services.core);
const readTestShop = (domain = testApp.shop) => db().shop.findUniqueOrThrow({ where: { domain } });
const readRegistrations = async (domain = testApp.shop) => {
  const read = await readWebhooksOverview(registrationActions(), await readTestShop(domain));
  if (!read) throw new Error("no print account");
  return { ...read, of: (kind: string) => read.webhooks.find((one) => one.kind === kind) };
};

/** An order at the service. */
async function sent() {
  const { id } = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt }]));
  const view = await testApp.waitForOrder(id, "submitted", (v) => v.submissions[0]?.state === "submitted");
  return { id, reference: view.submissions[0]?.reference ?? "" };
}
const becomes = (id: string, state: string) =>
  testApp.waitForOrder(id, state, (v) => v.submissions[0]?.state === state);

/** Has the service send one event of each kind about an order; each has to be accepted. */
async function bothEventsArrive() {
  const { id, reference } = await sent();
  const before = testApp.printService.state().deliveries.length;
  testApp.printService.startProduction(reference);
  await becomes(id, "in_production");
  testApp.printService.ship(reference);
  await becomes(id, "fulfilled");
  await testApp.printService.settled();
  const deliveries = testApp.printService.state().deliveries.slice(before);
  expect(new Set(deliveries.map(({ kind }) => kind))).toEqual(new Set(["tracking", "order_status"]));
  expect(deliveries.map(({ responseStatus }) => responseStatus)).toEqual(deliveries.map(() => 200));
}

describe("a rotation of the key that breaks off", () => {
  const tokens = () => new Set(testApp.printService.state().registrations.map(({ accessToken }) => accessToken)).size;

  it.each([
    ["before the first registration", "register", 1],
    ["between the two registrations", "register_update_order", 2],
  ] as const)("%s loses no event, and is ended later", async (_when, endpoint, known) => {
    const { printAccountId } = await readTestShop();
    testApp.printService.addFault({ effect: "server_error", endpoint, times: 50 });
    const broken = rotateWebhookSecret(registrationActions(), printAccountId ?? idOf(""));
    await expect(broken).rejects.toBeInstanceOf(RemoteError);
    expect(tokens()).toBe(known);
    testApp.printService.clearFaults();
    expect((await readRegistrations()).rotatingSince).not.toBeNull();
    await bothEventsArrive();
    await maintainWebhookSecrets(registrationActions());
    expect(await readRegistrations()).toMatchObject({
      rotatingSince: null,
      previousSecretUntil: expect.any(String) as string,
    });
    expect(tokens()).toBe(1);
    await bothEventsArrive();
  });

  itForRelease("after both registrations, before that was recorded, loses no event, and is ended later", async () => {
    const before = testApp.printService.state().registrations[0]?.accessToken;
    expect(await rotateSecretNow(registrationActions(), await readTestShop())).toMatchObject({ outcome: "rotated" });
    const since = testApp.clock.now();
    await db().printAccount.updateMany({
      data: { webhookSecretRotatingSince: since, previousWebhookSecretUntil: null },
    });
    await bothEventsArrive();
    await maintainWebhookSecrets(registrationActions());
    expect(testApp.printService.state().registrations.map(({ accessToken }) => accessToken)).not.toContain(before);
    expect(await rotateSecretNow(registrationActions(), await readTestShop())).toMatchObject({ outcome: "too_soon" });
    await bothEventsArrive();
  });
});

describe("a registration that somebody switched off", () => {
  itForRelease("is shown, stays off in a rotation, and costs no news; registering switches it on again", async () => {
    const { id, reference } = await sent();
    expect(
      await setWebhookActive(registrationActions(), await readTestShop(), { kind: "tracking", active: false }),
    ).toBe("registered");
    expect((await readRegistrations()).webhooks.map(({ state, active }) => [state, active])).toEqual([
      ["ours", false],
      ["ours", true],
    ]);
    expect(await rotateSecretNow(registrationActions(), await readTestShop())).toMatchObject({ outcome: "rotated" });
    expect((await readRegistrations()).of("tracking")?.active).toBe(false);
    const trackingEvents = testApp.printService.state().deliveries.filter(({ kind }) => kind === "tracking").length;
    testApp.printService.ship(reference);
    await testApp.printService.settled();
    expect(testApp.printService.state().deliveries.filter(({ kind }) => kind === "tracking")).toHaveLength(
      trackingEvents,
    );
    testApp.clock.advance(120_000);
    await sweepAccount(testApp.services.core.ctx, (await readTestShop()).printAccountId ?? idOf(""));
    await becomes(id, "fulfilled");
    expect(await reregisterWebhooks(registrationActions(), await readTestShop(), { kinds: ["tracking"] })).toBe(
      "registered",
    );
    expect((await readRegistrations()).of("tracking")?.active).toBe(true);
    await bothEventsArrive();
  });
});

describe("two shops on one print account", () => {
  it("share its registrations, and see that they do", async () => {
    expect((await readRegistrations()).shops).toBe(2);
    await setWebhookActive(registrationActions(), await readTestShop("two.myshopify.com"), {
      kind: "order_status",
      active: false,
    });
    expect((await readRegistrations()).of("order_status")?.active).toBe(false);
    await reregisterWebhooks(registrationActions(), await readTestShop());
    expect((await readRegistrations("two.myshopify.com")).of("order_status")?.active).toBe(true);
    expect(testApp.printService.state().registrations).toHaveLength(2);
    await bothEventsArrive();
  });
});

describe("a test event", () => {
  it.each(["tracking", "order_status"] as const)(
    "arrives at the endpoint, and counts neither as an update nor as an unknown order: %s",
    async (kind) => {
      const before = (await readRegistrations()).of(kind);
      const unmatched = await readUnmatched(registrationActions(), await readTestShop(), { after: null, before: null });
      const handled = () => db().webhookDelivery.count({ where: { problem: TEST_EVENT, state: "ignored" } });
      const earlier = await handled();
      expect(await runWebhookSelfTest(registrationActions(), await readTestShop(), kind)).toMatchObject({
        outcome: "arrived",
      });
      await until("the test was handled", async () => (await handled()) > earlier);
      expect((await readRegistrations()).of(kind)).toEqual(before);
      expect(await readUnmatched(registrationActions(), await readTestShop(), { after: null, before: null })).toEqual(
        unmatched,
      );
    },
  );

  it("says why it does not arrive", async () => {
    const shop = await readTestShop();
    const at = (appUrl: string) => runWebhookSelfTest({ ...registrationActions(), appUrl }, shop, "tracking");
    expect(await at(testApp.printService.url)).toEqual({ outcome: "answered", httpStatus: 404 });
    expect(await at("http://127.0.0.1:9")).toEqual({ outcome: "unreachable" });
    const selfTest = () => Promise.resolve({ httpStatus: 200, ms: 5 });
    expect(await runWebhookSelfTest({ ...registrationActions(), sendSelfTest: selfTest }, shop, "tracking")).toEqual({
      outcome: "elsewhere",
    });
  });
});

describe("events of an unknown reference", () => {
  itForRelease("are counted and listed, the latest first, page by page there and back", async () => {
    const { key, webhookHeader } = await db().printAccount.findFirstOrThrow();
    const token = testApp.printService.state().registrations[0]?.accessToken ?? "";
    const counted = async () => (await readRegistrations()).of("tracking")?.unmatched ?? 0;
    const before = await counted();
    for (let n = 0; n < 45; n += 1) {
      const body = JSON.stringify({ order_id: `NOBODY-${n}`, tracking_number: "T", tracking_url: "" });
      const headers = { "content-type": "application/json", [webhookHeader]: token };
      const answer = await fetch(`${testApp.appUrl}/print-events/${key}/tracking`, { method: "POST", body, headers });
      expect(answer.status).toBe(200);
    }
    await until("all were kept", async () => (await counted()) === before + 45);
    const page = async (after: string | null, back: string | null) =>
      readUnmatched(registrationActions(), await readTestShop(), { after, before: back });
    const first = await page(null, null);
    const second = await page(first.next, null);
    const third = await page(second.next, null);
    expect([first, second, third].map(({ rows }) => rows.length)).toEqual([20, 20, 5]);
    const all = [first, second, third].flatMap(({ rows }) => rows.map(({ reference }) => reference));
    expect(new Set(all).size).toBe(45);
    expect([first.previous, third.next]).toEqual([null, null]);
    expect(await page(null, third.previous)).toMatchObject({ rows: second.rows });
    expect(await page(null, second.previous)).toEqual(first);
    expect(await page("broken", null)).toEqual(first);
  });
});
