import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { createInbox } from "../../sandbox/inbox/inbox.ts";
import type { HookFault } from "../../sandbox/inbox/faults.ts";
import { reroute } from "../../sandbox/reroute.ts";
import { openOrdersWorld } from "../../tests/support/orders-world.ts";
import { newId } from "../../tests/support/ids.ts";
import { slowness } from "../../tests/support/slowness.ts";
import { changeOrder } from "../orders/core/change-orders.ts";
import type { AttentionCode } from "../orders/core/attention.ts";
import { enqueueSkuEvents } from "../orders/core/enqueue-flow-event.ts";
import { clearReasons, raiseReason } from "../orders/core/order-rows.ts";
import { gidOf } from "../ports/gid.ts";
import type { ShopId } from "../ports/ids.ts";
import type { Notifier } from "../ports/notify.ts";
import { listChannels, restartChannel, saveChannels, sendTest } from "./channels.ts";
import type { Timing } from "./channel-view.ts";
import type { NotificationsContext } from "./context.ts";
import { createPostWebhook } from "./post-webhook.server.ts";
import { createSendEmail } from "./send-email.server.ts";
import { readStopLink, stopByLink } from "./stop-link.ts";
import { tellShops } from "./send.ts";
import { TOPICS, type Topic } from "../orders/core/topics.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ADDRESS = "kim@shop.example";
const HOOK = "https://hooks.example/T1/secret";

const world = await openOrdersWorld();
const inbox = await createInbox();
process.env["INKBRIDGE_INBOX_STANDIN"] = inbox.url;
const undo = reroute({ shopify: inbox.url });
afterAll(async () => {
  undo();
  delete process.env["INKBRIDGE_INBOX_STANDIN"];
  await Promise.all([world.close(), inbox.close()]);
});
beforeEach(() => inbox.clear());

const limits = { timeoutMs: 1_500 * slowness };
const smtp = {
  host: "127.0.0.1",
  port: inbox.smtpPort,
  login: null,
  tls: "none",
  from: "Inkbridge <app@ink.example>",
} as const;
const notifier: Notifier = {
  sendsEmail: true,
  ...createSendEmail(smtp, limits),
  webhook: createPostWebhook(limits),
};
const ctx: NotificationsContext = { ...world.ctx, notifier, appUrl: "https://app.ink.example", apiKey: "key" };
const { db } = world;

afterEach(async () => {
  await db.notificationChannel.deleteMany();
  await db.flowEvent.deleteMany();
});

let orders = 0;
/** Makes an order of a shop need attention. */
async function hold(shopId: ShopId, code: AttentionCode = "awaiting_approval") {
  orders += 1;
  const now = ctx.clock.now();
  const [id, number] = [newId(), String(5_000 + orders)];
  await db.order.create({
    data: {
      ...{ id, shopId, shopifyGid: gidOf("Order", number), name: `#${number}`, currency: "USD" },
      ...{ shopifyCreatedAt: now, shopifyUpdatedAt: now, receivedAt: now },
    },
  });
  await changeOrder(world, id, (rows) => raiseReason(rows, world.ctx, { shopId, orderId: id, code }));
  const clear = () =>
    changeOrder(world, id, (rows) => clearReasons(rows, world.ctx, { codes: [code] }, { userId: "7" }));
  return { id, number, name: `#${number}`, clear };
}

const all = (timing: Timing) => Object.fromEntries(TOPICS.map((topic) => [topic, timing])) as Record<Topic, Timing>;

interface ToldOptions {
  kind?: "email" | "webhook";
  timings?: Record<Topic, Timing>;
}

/** A shop in New York that is told. */
async function shopTold({ kind = "email", timings = all("at_once") }: ToldOptions = {}) {
  const { shop } = await world.shop();
  await db.shop.update({ where: { id: shop.id }, data: { timezone: "America/New_York", name: "Moon" } });
  const target = kind === "email" ? ADDRESS : HOOK;
  const added = [{ key: "a", kind, target, timings, digestTime: "08:00" }];
  const saved = await saveChannels(ctx, shop.id, { added, changed: [], removed: [] });
  const [channel] = await listChannels(ctx, shop.id);
  if (saved.outcome !== "saved" || !channel) throw new Error(JSON.stringify(saved));
  const view = async () => (await listChannels(ctx, shop.id))[0];
  return { id: shop.id, domain: shop.domain, channelId: channel.id, secret: saved.secrets[0]?.secret ?? "", view };
}

const tell = () => tellShops(ctx);
const subjects = () => inbox.mails().map(({ subject }) => subject);
const advance = async (ms: number) => {
  world.advance(ms);
  await tell();
};

test("an order that needs approval makes one email, with a link to the order and one to stop", async () => {
  const shop = await shopTold();
  const order = await hold(shop.id);
  await Promise.all([tell(), tell(), tell()]);
  await advance(2 * HOUR);
  expect(inbox.mails()).toMatchObject([{ to: ADDRESS, subject: `Order can't be sent: ${order.name} · Moon` }]);
  const [mail] = inbox.mails();
  const handle = shop.domain.split(".")[0];
  expect(mail?.text).toContain(`https://admin.shopify.com/store/${handle}/apps/key/app/orders/${order.number}`);
  expect(mail?.text).toContain("Your settings require approval before sending. Approve the order.");
  expect(mail?.headers).toMatchObject({ "list-unsubscribe-post": "List-Unsubscribe=One-Click" });
  expect(mail?.headers["list-unsubscribe"]).toMatch(
    /^<https:\/\/app\.ink\.example\/notifications\/stop\/[0-9a-f.-]+>$/,
  );
  expect(await shop.view()).toMatchObject({ state: "active", last: { subject: "sending", outcome: "sent" } });
});

test("fifty orders held within a minute make one email, and the next hour one with their count", async () => {
  const shop = await shopTold();
  const first = await hold(shop.id);
  await tell();
  for (let n = 0; n < 49; n += 1) {
    await hold(shop.id);
    world.advance(1_000);
  }
  await tell();
  await advance(58 * MINUTE);
  expect(subjects()).toEqual([`Order can't be sent: ${first.name} · Moon`]);
  await advance(2 * MINUTE);
  expect(subjects().slice(1)).toEqual(["Order can't be sent: 49 need attention · Moon"]);
  expect(inbox.mails()[1]?.text).toContain("And 29 more");
  await advance(3 * HOUR);
  expect(inbox.mails()).toHaveLength(2);
});

test("each kind of reason has its own hour, and what is switched off is not told", async () => {
  const shop = await shopTold({ timings: { ...all("at_once"), payment: "off" } });
  await hold(shop.id, "awaiting_approval");
  await hold(shop.id, "payment_pending");
  const address = await hold(shop.id, "address_incomplete");
  await tell();
  expect(subjects().toSorted()).toEqual([
    `Address: ${address.name} · Moon`,
    expect.stringMatching(/^Order can't be sent: /),
  ]);
});

test("a print SKU that the service no longer accepts is told", async () => {
  const shop = await shopTold();
  const skuEvent = { productGid: gidOf("Product", "1"), itemSku: "TEE-1", countryCodes: ["US"], cost: null };
  await db.$transaction((tx) => enqueueSkuEvents(tx, ctx, [{ shopId: shop.id, trigger: "sku_rejected", skuEvent }]));
  await tell();
  expect(subjects()).toEqual(["Artwork or SKU: SKU TEE-1 · Moon"]);
});

test("what staff has settled is not told, nor what happened before the address was added, nor another shop's", async () => {
  const { shop: other } = await world.shop();
  const shop = await shopTold();
  await hold(other.id);
  await (await hold(shop.id)).clear();
  await tell();
  expect(inbox.mails()).toEqual([]);
  const late = await hold(shop.id);
  world.advance(MINUTE);
  await saveChannels(ctx, shop.id, {
    added: [{ key: "b", kind: "email", target: "new@shop.example", timings: all("at_once"), digestTime: "08:00" }],
    changed: [],
    removed: [],
  });
  await tell();
  expect(inbox.mails()).toMatchObject([{ to: ADDRESS, subject: expect.stringContaining(late.name) as string }]);
});

test("the daily digest comes at its time of the shop's clock, once, and not without something to tell", async () => {
  // Other tests move the clock, too.
  const fourInNewYork = new Date(ctx.clock.now().getTime() + 24 * HOUR).setUTCHours(9, 0, 0, 0);
  world.advance(fourInNewYork - ctx.clock.now().getTime());
  const shop = await shopTold({ timings: { ...all("daily"), address: "at_once" } });
  await hold(shop.id, "awaiting_approval");
  const paid = await hold(shop.id, "payment_pending");
  await paid.clear();
  await hold(shop.id, "cancelled_after_sent");
  await tell();
  await advance(4 * HOUR - MINUTE);
  expect(inbox.mails()).toEqual([]);
  await advance(MINUTE);
  await tell();
  expect(subjects()).toEqual(["Daily digest: 2 need attention · Moon"]);
  expect(inbox.mails()[0]?.text).toContain("AFTER SENDING");
  await advance(86_400_000);
  expect(inbox.mails()).toHaveLength(1);
  await hold(shop.id);
  await advance(86_400_000);
  expect(inbox.mails()).toHaveLength(2);
});

test("a process that is lost between claim and sending: the message is told once again an hour later, and no third time", async () => {
  const shop = await shopTold();
  const order = await hold(shop.id);
  const lost = { ...ctx, notifier: { ...notifier, email: () => new Promise<never>(() => undefined) } };
  const claimed = (tries: number) =>
    expect.poll(() => db.notificationMessage.count({ where: { claimedAt: { not: null } } })).toBe(tries);
  void tellShops(lost);
  await claimed(1);
  await tell();
  await advance(ctx.policy.claimTtlMs + 1);
  expect(inbox.mails()).toEqual([]);
  await hold(shop.id);
  await advance(59 * MINUTE);
  expect(inbox.mails()).toEqual([]);
  await advance(MINUTE);
  expect(subjects()).toEqual(["Order can't be sent: 2 need attention · Moon"]);
  expect(inbox.mails()[0]?.text).toContain(order.name);
  await advance(2 * HOUR);
  expect(inbox.mails()).toHaveLength(1);
});

test("an email whose answer was lost is sent once again, an hour later, and never a third time", async () => {
  const shop = await shopTold();
  await hold(shop.id);
  inbox.mailFaults.set("lose_answer", 2);
  await tell();
  await advance(59 * MINUTE);
  expect(inbox.mails()).toHaveLength(1);
  await advance(MINUTE);
  expect(inbox.mails()).toHaveLength(2);
  for (let n = 0; n < 5; n += 1) await advance(HOUR);
  expect(inbox.mails()).toHaveLength(2);
  expect(await shop.view()).toMatchObject({ last: { outcome: "uncertain", problem: "no_answer" } });
});

test("a mail server that greylists or takes no connection gets the email later, once", async () => {
  const shop = await shopTold();
  await hold(shop.id);
  inbox.mailFaults.set("refuse", 1);
  await tell();
  expect(await shop.view()).toMatchObject({
    state: "active",
    last: { outcome: null, problem: "answer", answerStatus: 421 },
  });
  inbox.mailFaults.set("greylist", 1);
  await advance(MINUTE);
  expect(await shop.view()).toMatchObject({ last: { outcome: null, answerStatus: 451 } });
  await advance(MINUTE);
  await advance(2 * HOUR);
  expect(inbox.mails()).toHaveLength(1);
});

test("a mail server that does not answer keeps no chat waiting", async () => {
  const emailed = await shopTold();
  const added = Array.from({ length: 9 }, (_, n) => ({
    ...{ key: String(n), kind: "email" as const, target: `kim${n}@shop.example` },
    ...{ timings: all("at_once"), digestTime: "08:00" },
  }));
  await saveChannels(ctx, emailed.id, { added, changed: [], removed: [] });
  await hold(emailed.id, "awaiting_approval");
  await hold(emailed.id, "payment_pending");
  const silent = { ...ctx, notifier: { ...notifier, email: () => new Promise<never>(() => undefined) } };
  void tellShops(silent);
  await expect.poll(() => db.notificationMessage.count({ where: { claimedAt: { not: null } } })).toBeGreaterThan(0);
  world.advance(1_000);
  const chat = await shopTold({ kind: "webhook" });
  await hold(chat.id);
  void tellShops(silent);
  await expect.poll(() => inbox.posts().length).toBe(1);
});

test("a refused recipient gets nothing more until a test message gets through, and then what waited", async () => {
  const shop = await shopTold();
  const first = await hold(shop.id);
  inbox.mailFaults.set("reject_recipient", 2);
  await tell();
  expect(await shop.view()).toMatchObject({ state: "rejected", last: { outcome: "rejected", answerStatus: 550 } });
  await hold(shop.id);
  await advance(2 * HOUR);
  expect(inbox.mails()).toEqual([]);
  expect(await sendTest(ctx, shop.id, shop.channelId)).toMatchObject({
    outcome: "rejected",
    status: 550,
    answer: expect.stringContaining("No such mailbox") as string,
  });
  expect(await sendTest(ctx, shop.id, shop.channelId)).toMatchObject({ outcome: "sent" });
  await tell();
  expect(subjects()).toEqual(["Test message from Inkbridge · Moon", "Order can't be sent: 2 need attention · Moon"]);
  expect(inbox.mails()[1]?.text).toContain(first.name);
  expect(await shop.view()).toMatchObject({ state: "active" });
});

test("what is to be tried again waits, too, once the channel is refused", async () => {
  const shop = await shopTold({ kind: "webhook" });
  await hold(shop.id);
  inbox.hookFaults.set("busy", 1);
  await tell();
  await hold(shop.id, "contact_missing");
  inbox.hookFaults.set("gone", 1);
  await tell();
  expect(await shop.view()).toMatchObject({ state: "rejected" });
  await advance(2 * HOUR);
  expect(inbox.posts()).toEqual([]);
  expect(await sendTest(ctx, shop.id, shop.channelId)).toMatchObject({ outcome: "sent" });
  await tell();
  expect(inbox.posts()).toHaveLength(3);
});

test("a test message goes to one's own channels only, and a few times an hour", async () => {
  const shop = await shopTold();
  const { shop: other } = await world.shop();
  expect(await sendTest(ctx, other.id, shop.channelId)).toEqual({ outcome: "not_found" });
  for (let n = 0; n < 5; n += 1)
    expect(await sendTest(ctx, shop.id, shop.channelId)).toMatchObject({ outcome: "sent" });
  expect(await sendTest(ctx, shop.id, shop.channelId)).toEqual({ outcome: "too_many" });
  expect(inbox.mails()).toHaveLength(5);
});

test("without a mail server nothing is lost: the page says so, and the email goes once there is one", async () => {
  const shop = await shopTold();
  await hold(shop.id);
  const without = { ...ctx, notifier: { ...notifier, sendsEmail: false, ...createSendEmail(null, limits) } };
  await tellShops(without);
  expect(await shop.view()).toMatchObject({ last: { outcome: null, problem: "no_smtp" } });
  await advance(HOUR);
  expect(inbox.mails()).toHaveLength(1);
});

test("the link in an email stops it, by a POST alone, and a forged one stops nothing", async () => {
  const shop = await shopTold();
  await hold(shop.id);
  await tell();
  const token = /\/notifications\/stop\/(\S+)/.exec(inbox.mails()[0]?.text ?? "")?.[1] ?? "";
  expect(await readStopLink(ctx, token)).toBe("active");
  const forged = token.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  expect(await readStopLink(ctx, forged)).toBe("invalid");
  await stopByLink(ctx, forged);
  expect(await shop.view()).toMatchObject({ state: "active" });
  await stopByLink(ctx, token);
  expect(await readStopLink(ctx, token)).toBe("stopped");
  await hold(shop.id);
  await advance(2 * HOUR);
  expect(inbox.mails()).toHaveLength(1);
  expect(await sendTest(ctx, shop.id, shop.channelId)).toEqual({ outcome: "not_found" });
  await restartChannel(ctx, shop.id, shop.channelId);
  world.advance(3 * MINUTE);
  const later = await hold(shop.id);
  await tell();
  expect(subjects().at(-1)).toBe(`Order can't be sent: ${later.name} · Moon`);
  await saveChannels(ctx, shop.id, { added: [], changed: [], removed: [shop.channelId] });
  expect(await readStopLink(ctx, token)).toBe("gone");
});

test("a webhook gets the text that Slack shows, signed with the secret that was shown once", async () => {
  const shop = await shopTold({ kind: "webhook" });
  const order = await hold(shop.id);
  await tell();
  const [post] = inbox.posts();
  const handle = shop.domain.split(".")[0];
  expect(JSON.parse(post?.body ?? "")).toEqual({
    text: `*Order can't be sent: ${order.name} · Moon*\n• <https://admin.shopify.com/store/${handle}/apps/key/app/orders/${order.number}|${order.name}> Needs approval`,
  });
  const { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signature } = post?.headers ?? {};
  const key = Buffer.from(shop.secret.slice("whsec_".length), "base64");
  expect(signature).toBe(`v1,${createHmac("sha256", key).update(`${id}.${at}.${post?.body}`).digest("base64")}`);
  const view = await shop.view();
  expect(view?.target).toBe("hooks.example/…cret");
  expect(JSON.stringify(view)).not.toContain(shop.secret);
});

test.each<[HookFault, object, posts: number]>([
  ["gone", { state: "rejected", last: { outcome: "rejected", answerStatus: 404 } }, 0],
  ["redirect", { state: "rejected", last: { outcome: "rejected", problem: "redirect" } }, 0],
  ["busy", { state: "active", last: { outcome: null, answerStatus: 429 } }, 1],
  ["unavailable", { state: "active", last: { outcome: null, answerStatus: 503 } }, 1],
  ["failing", { state: "active", last: { outcome: "uncertain", answerStatus: 500 } }, 1],
  ["lose_answer", { state: "active", last: { outcome: "uncertain", problem: "no_answer" } }, 2],
  ["time_out", { state: "active", last: { outcome: "uncertain", problem: "timeout" } }, 1],
])("a webhook's fault %s", async (fault, seen, posts) => {
  const shop = await shopTold({ kind: "webhook" });
  await hold(shop.id);
  inbox.hookFaults.set(fault, 1);
  await tell();
  expect(await shop.view()).toMatchObject(seen);
  for (let n = 0; n < 3; n += 1) await advance(HOUR);
  expect(inbox.posts()).toHaveLength(posts);
});

test("an address is not taken that is none, private, on the list already, or one too many", async () => {
  const shop = await shopTold();
  const save = (targets: [string, "email" | "webhook"][]) =>
    saveChannels(ctx, shop.id, {
      added: targets.map(([target, kind], n) => ({
        key: String(n),
        kind,
        target,
        timings: all("off"),
        digestTime: "08:00",
      })),
      changed: [],
      removed: [],
    });
  expect(
    await save([
      ["kim@", "email"],
      ["http://hooks.example/x", "webhook"],
      ["https://169.254.169.254/latest", "webhook"],
    ]),
  ).toEqual({ outcome: "invalid", errors: { 0: "email", 1: "webhook", 2: "private" } });
  expect(await save([["KIM@shop.example", "email"]])).toEqual({ outcome: "invalid", errors: { 0: "taken" } });
  const ten = Array.from({ length: 10 }, (_, n): [string, "email"] => [`kim${n}@shop.example`, "email"]);
  expect(await save(ten)).toEqual({ outcome: "invalid", errors: { 9: "too_many" } });
  expect(await listChannels(ctx, shop.id)).toHaveLength(1);
  expect(await save(ten.slice(1))).toMatchObject({ outcome: "saved" });
});

test("another shop cannot change or remove a channel", async () => {
  const shop = await shopTold();
  const { shop: other } = await world.shop();
  const changed = [{ id: shop.channelId, timings: all("off"), digestTime: "09:00" }];
  await saveChannels(ctx, other.id, { added: [], changed, removed: [shop.channelId] });
  await restartChannel(ctx, other.id, shop.channelId);
  expect(await shop.view()).toMatchObject({ digestTime: "08:00", timings: all("at_once") });
});

test("addresses are encrypted where they are stored, and in no line of the log", async () => {
  const shop = await shopTold();
  await hold(shop.id);
  inbox.mailFaults.set("reject_recipient", 1);
  await tell();
  const { rows } = await world.pool.query<{ row: string }>(
    `SELECT c::text AS "row" FROM "NotificationChannel" c UNION ALL SELECT m::text FROM "NotificationMessage" m`,
  );
  const hex = Buffer.from(ADDRESS).toString("hex");
  for (const { row } of rows) expect([row.includes(ADDRESS), row.includes(hex)]).toEqual([false, false]);
  expect(world.logLines.join("\n")).not.toContain(ADDRESS);
});
