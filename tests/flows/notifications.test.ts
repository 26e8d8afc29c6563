import { afterAll, beforeAll, expect, it } from "vitest";
import { notificationsContext } from "../../app/composition/shop-context.server.ts";
import { tellShops } from "../../app/notifications/send.ts";
import { TOPICS } from "../../app/orders/core/topics.ts";
import { inboxSettings } from "../../sandbox/app-settings.ts";
import { createInbox, type Inbox } from "../../sandbox/inbox/inbox.ts";
import { startBuiltApp, type BuiltApp } from "../support/built-app.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";

const HOUR = 3_600_000;

let testApp: TestApp;
let builtApp: BuiltApp;
let inbox: Inbox;
let goods: Goods;

beforeAll(async () => {
  inbox = await createInbox();
  testApp = await startTestApp({ env: inboxSettings(inbox), settings: { approval: "manual" } });
  goods = await stockShop(testApp);
  builtApp = await startBuiltApp(testApp);
});
afterAll(async () => {
  await builtApp.close();
  await testApp.close();
  await inbox.close();
});

const ctx = () => notificationsContext(testApp.services.core);
const tell = () => tellShops(ctx());

async function place() {
  const placed = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt }]));
  await testApp.waitForOrder(placed.id, "held", (seen) => seen.reasons.length > 0);
  return placed;
}

it("an order of Shopify that needs approval is told by email at once, more of them an hour later, until the recipient stops it", async () => {
  const timings = Object.fromEntries(TOPICS.map((topic) => [topic, "at_once"]));
  const added = [{ key: "a", kind: "email", target: "kim@shop.example", timings, digestTime: "08:00" }];
  const body = { intent: "save", added, changed: [], removed: [] };
  const saved = await builtApp.request(testApp.shop, "POST", "/app/api/notifications", { body });
  expect([saved.status, saved.text]).toEqual([200, expect.stringContaining("saved")]);

  const first = await place();
  await tell();
  const [handle] = testApp.shop.split(".");
  expect(inbox.mails()).toHaveLength(1);
  expect(inbox.mails()[0]?.subject).toContain(`Order can't be sent: ${first.name}`);
  expect(inbox.mails()[0]?.text).toContain(
    `https://admin.shopify.com/store/${handle}/apps/the-app/app/orders/${first.id}`,
  );
  expect(inbox.mails()[0]?.text).not.toContain("Ada");

  for (let n = 0; n < 3; n += 1) await place();
  await tell();
  expect(inbox.mails()).toHaveLength(1);
  testApp.clock.advance(HOUR);
  await tell();
  expect(inbox.mails()).toHaveLength(2);
  expect(inbox.mails()[1]?.subject).toContain("3 need attention");

  // A mail program that opens the link changes nothing; its one click, or the page's button, does.
  const link = /<(\S+)>/.exec(inbox.mails()[1]?.headers["list-unsubscribe"] ?? "")?.[1] ?? "";
  const { pathname } = new URL(link);
  const open = () => builtApp.request(testApp.shop, "GET", pathname, { token: null });
  expect((await open()).text).toContain("Stop emails");
  expect((await open()).text).toContain("Stop emails");
  const click = await fetch(new URL(pathname, builtApp.url), {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
    redirect: "manual",
  });
  expect(click.status).toBe(200);
  expect((await open()).text).toContain("stopped these emails");
  expect((await builtApp.request(testApp.shop, "GET", `${pathname}0`, { token: null })).status).toBe(404);
  await place();
  testApp.clock.advance(2 * HOUR);
  await tell();
  expect(inbox.mails()).toHaveLength(2);
});
