import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../support/until.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { requestsAbout, PUBLIC_ROUTES, type RouteRequest, type Ids, type Markers } from "./route-requests.testing.ts";
import { startBuiltApp, type BuiltApp } from "../support/built-app.ts";
import { idOf, newId } from "../support/ids.ts";
import { notificationsContext } from "../../app/composition/shop-context.server.ts";
import { listChannels, saveChannels } from "../../app/notifications/channels.ts";
import type { Reconciliation } from "../../app/orders/reconciliation/reconcile.ts";
import type { ReconciliationRow } from "../../app/orders/reconciliation/rows.ts";
import { CLAIM_PHOTO, encryptClaim } from "../../app/orders/core/claim-content.ts";
import type { OrderId, PrintAccountId, ShopId, SubmissionId } from "../../app/ports/ids.ts";
import type { Rule } from "../../app/settings/rules.ts";

const ROUTES = fileURLToPath(new URL("../../app/routes", import.meta.url));
const OTHER = "two.myshopify.com";
const OTHER_ACCOUNT = { email: "second-press@example.com", password: "another word" };
const OWNER_ACCOUNT = { email: "first-press@example.com", password: "let-me-print" };
/** In the data of one shop only; each is shown to its owner by one of the requests. */
const MARKERS: Markers = {
  reference: "",
  address: "Marker Lane",
  view: "Marked view",
  dryRun: "#MARKED",
  note: "Marked note",
  unmatched: "MARKED-REFERENCE",
  account: OWNER_ACCOUNT.email,
  setting: "marked-fallback@example.com",
  rule: "Marked rule",
  property: "Marked words",
  problem: "MARKED-4-Mar",
  listed: "MARKED-LISTED",
  channel: "marked-recipient@example.com",
  photo: "MARKED-PHOTO",
  catalog: "Marked catalog product",
};

/** A member of staff who sees one of these has an entry in the access log. */
const BUYERS_DATA = ["Ada Buyer", MARKERS.address, MARKERS.property];

let testApp: TestApp;
let builtApp: BuiltApp;
let goods: Goods;
let ids: Ids;

const db = () => testApp.services.core.ctx.db;
const readTestShop = (domain: string) => db().shop.findUniqueOrThrow({ where: { domain } });

beforeAll(async () => {
  testApp = await startTestApp({ printService: { accounts: [OWNER_ACCOUNT, OTHER_ACCOUNT] }, account: OWNER_ACCOUNT });
  goods = await stockShop(testApp);
  await testApp.addShop(OTHER, {}, OTHER_ACCOUNT);
  ids = await seedOwnerData();
  await testApp.stopWorkers();
  builtApp = await startBuiltApp(testApp);
});
afterAll(async () => {
  await builtApp.close();
  await testApp.close();
});

/** Something of every kind in the first shop. */
async function seedOwnerData(): Promise<Ids> {
  const { ctx } = testApp.services.core;
  const rule: Rule = {
    ...{ id: newId(), name: MARKERS.rule, on: false, match: "all", action: { do: "hold" } },
    conditions: [{ of: "quantity", not: false, atLeast: "1" }],
  };
  const reviews = { approval: "manual" as const, personalizationProperties: ["Name"] };
  await testApp.change({ fallbackEmail: MARKERS.setting, ...reviews, rules: [rule] });
  const line = { variantId: goods.shirt, properties: [{ name: "Name", value: MARKERS.property }] };
  const base = order([line]);
  const placed = testApp.shopify.placeOrder(testApp.shop, {
    ...base,
    shippingAddress: { ...base.shippingAddress, address1: `1 ${MARKERS.address}` },
  });
  const seen = await testApp.waitForOrder(placed.id, "held", (v) => v.submissions[0]?.state === "waiting");
  MARKERS.reference = seen.submissions[0]?.reference ?? "";
  const mine = await readTestShop(testApp.shop);
  const row = await db().order.findFirstOrThrow({ where: { shopId: mine.id } });
  const mapping = await db().mapping.findFirstOrThrow({ where: { shopId: mine.id } });
  await db().mapping.update({ where: { id: mapping.id }, data: { note: MARKERS.note } });
  const [viewId, variantsViewId, inboxViewId] = [ctx.ids.uuid(), ctx.ids.uuid(), ctx.ids.uuid()];
  const view = { shopId: mine.id, name: MARKERS.view, query: "", createdAt: ctx.clock.now() };
  await db().savedView.createMany({
    data: [
      { ...view, id: viewId, page: "orders" },
      { ...view, id: variantsViewId, page: "variants" },
      { ...view, id: inboxViewId, page: "inbox" },
    ],
  });
  const dryRunId = ctx.ids.uuid();
  const at = ctx.clock.now();
  await db().dryRun.create({
    data: {
      ...{ id: dryRunId, shopId: mine.id, state: "checking", startedAt: at, since: at, currency: "USD" },
      orders: {
        create: { position: 0, shopifyGid: row.shopifyGid, name: MARKERS.dryRun, placedAt: at, outcome: "would_send" },
      },
    },
  });
  const { key } = await db().printAccount.findUniqueOrThrow({ where: { id: mine.printAccountId ?? idOf("") } });
  const unmatchedId = ctx.ids.uuid();
  await db().unmatchedEvent.create({
    data: {
      id: unmatchedId,
      accountKey: key,
      reference: MARKERS.unmatched,
      deliveryId: ctx.ids.uuid(),
      receivedAt: ctx.clock.now(),
    },
  });
  await until("all handled", async () => (await db().webhookDelivery.count({ where: { state: "waiting" } })) === 0);
  const deliveryId = ctx.ids.uuid();
  await db().webhookDelivery.create({
    data: {
      id: deliveryId,
      source: "shopify",
      topic: "orders/updated",
      scope: testApp.shop,
      deliveryId,
      receivedAt: ctx.clock.now(),
      bodyEncrypted: new Uint8Array([1]),
      state: "dead_letter",
    },
  });
  const dataRequestId = ctx.ids.uuid();
  await db().dataRequest.create({
    data: {
      ...{ id: dataRequestId, shopId: mine.id, state: "open", requestedAt: ctx.clock.now() },
      orderGids: [row.shopifyGid],
    },
  });
  const accessId = ctx.ids.uuid();
  await db().buyerDataAccess.create({
    data: { id: accessId, shopId: mine.id, at: ctx.clock.now(), userId: "1", view: "order", orderIds: [row.id] },
  });
  const importId = ctx.ids.uuid();
  const problem = { column: "variantId", problem: { kind: "converted", as: "date", text: MARKERS.problem } };
  await db().mappingImport.create({
    data: { id: importId, shopId: mine.id, state: "checked", createdAt: ctx.clock.now() },
  });
  const bulkEditId = ctx.ids.uuid();
  const bulkEdit = { id: bulkEditId, shopId: mine.id, createdAt: ctx.clock.now(), action: { kind: "confirm_mapping" } };
  await db().bulkEdit.create({ data: { ...bulkEdit, state: "done" } });
  const printAccountId = mine.printAccountId ?? idOf("");
  const [catalogProductId, copiedAt] = [ctx.ids.uuid(), ctx.clock.now()];
  await db().catalogCopy.create({ data: { printAccountId, source: "file", copiedAt, wholeAt: copiedAt } });
  const product = { id: catalogProductId, printAccountId, code: "C", name: MARKERS.catalog, text: MARKERS.catalog };
  await db().catalogProduct.create({ data: { ...product, pictureUrl: "", templateUrl: "", seenAt: copiedAt } });
  const importRow = { id: ctx.ids.uuid(), importId, row: 2, wrong: true, problems: [problem] };
  const texts = { itemSku: "", artworkFront: "", artworkBack: "", mockup: "", note: "", requiredSides: [] };
  const { productGid, variantGid } = mapping;
  await db().mappingImportRow.create({ data: { ...importRow, ...texts, productGid, variantGid } });
  const variant = { shopId: mine.id, productGid, variantGid, productTitle: "Tee", title: "Black / M", options: [] };
  const facts = { position: 1, price: "25.00", status: "active" as const, giftCard: false, requiresShipping: true };
  // The workers may have read the shop's variants already.
  await db().productVariant.createMany({
    data: [{ ...variant, ...facts, factsHash: "", readAt: ctx.clock.now() }],
    skipDuplicates: true,
  });
  const today = ctx.clock.now().toISOString().slice(0, 10);
  await compareDays(mine, today);
  const orderId = row.id;
  return {
    orderNumber: placed.id,
    orderId,
    lineId: (await db().orderLine.findFirstOrThrow({ where: { orderId } })).id,
    submissionId: seen.submissions[0]?.id ?? "",
    viewId,
    variantsViewId,
    inboxViewId,
    dryRunId,
    importId,
    bulkEditId,
    catalogProductId,
    dataRequestId,
    accessId,
    productNumber: mapping.productGid.split("/").at(-1) ?? "",
    variantNumber: mapping.variantGid.split("/").at(-1) ?? "",
    unmatchedId,
    deliveryId,
    channelId: await addChannel(mine.id),
    ...(await addClaim(mine.id, orderId, seen.submissions[0]?.id ?? idOf(""))),
    artwork: mapping.artworkFront,
    from: today,
    to: today,
  };
}

/** A claim with a photo. */
async function addClaim(shopId: ShopId, orderId: OrderId, submissionId: SubmissionId) {
  const { ctx } = testApp.services.core;
  const [claimId, photoId] = [ctx.ids.uuid(), ctx.ids.uuid()];
  const about = { shopId, orderId, submissionId, kind: "damaged" } as const;
  const contentEncrypted = CLAIM_PHOTO.encrypt(ctx, photoId, MARKERS.photo);
  const photo = { id: photoId, contentHash: "h", contentEncrypted, addedAt: ctx.clock.now() };
  const content = encryptClaim(ctx, claimId, { description: "", answerText: "" });
  const row = { id: claimId, request: ctx.ids.uuid(), ...about, openedAt: ctx.clock.now(), contentEncrypted: content };
  await db().claim.create({ data: { ...row, photos: { create: photo } } });
  return { claimId, photoId };
}

async function addChannel(shopId: ShopId): Promise<string> {
  const ctx = notificationsContext(testApp.services.core);
  const timings = {
    sending: "daily",
    address: "off",
    payment: "off",
    artwork: "off",
    after_sending: "off",
    account: "off",
  } as const;
  const added = [{ key: "a", kind: "email" as const, target: MARKERS.channel, timings, digestTime: "08:00" }];
  await saveChannels(ctx, shopId, { added, changed: [], removed: [] });
  const [channel] = await listChannels(ctx, shopId);
  return channel?.id ?? "";
}

/** A comparison with one difference. */
async function compareDays(mine: { id: ShopId; printAccountId: PrintAccountId | null }, day: string): Promise<void> {
  const { ctx } = testApp.services.core;
  const row: ReconciliationRow = {
    ...{ key: MARKERS.listed, why: "unknown_reference", reference: MARKERS.listed, submissionId: null, order: null },
    ...{ orderHint: null, state: null, sentAt: null, parcels: [], providerOrder: null },
    ...{ unmatchedEvents: 0, reportedMissing: false, dismissed: false },
  };
  const none = { missing_at_provider: [], shipped_not_fulfilled: [], fulfilled_not_shipped: [] };
  const result: Reconciliation = {
    range: { from: day, to: day },
    comparedAt: ctx.clock.now().toISOString(),
    buckets: { ...none, unexpected_at_provider: [row] },
    counts: { matched: 0, pending: 0, other_shop: 0, outside_range: 0, dismissed: 0, other_account: 0 },
  };
  await db().reconciliation.create({
    data: {
      ...{ id: ctx.ids.uuid(), shopId: mine.id, printAccountId: mine.printAccountId ?? idOf(""), timezone: "UTC" },
      ...{ fromDay: day, toDay: day, state: "compared", startedAt: ctx.clock.now(), result: JSON.stringify(result) },
    },
  });
}

/** Rows of these tables are a shop's by their column `shopId`. */
const OF_SHOP = [
  ...["Order", "Submission", "Attention", "History", "Mapping", "SavedView", "DryRun", "MappingImport", "DataRequest"],
  ...["BulkEdit", "Parcel", "Reconciliation", "NotificationChannel", "Claim", "ProviderWrite"],
];
/** Rows of these by the row of another table that they belong to. */
const PARTS: [table: string, column: string, whole: string][] = [
  ["OrderLine", "orderId", "Order"],
  ["SubmissionLine", "submissionId", "Submission"],
  ["Attempt", "submissionId", "Submission"],
  ["Lookup", "submissionId", "Submission"],
  ["DryRunOrder", "dryRunId", "DryRun"],
  ["MappingImportRow", "importId", "MappingImport"],
  ["BulkEditVariant", "editId", "BulkEdit"],
  ["ReconciliationPart", "reconciliationId", "Reconciliation"],
  ["NotificationMessage", "channelId", "NotificationChannel"],
  ["ClaimLine", "claimId", "Claim"],
  ["ClaimPhoto", "claimId", "Claim"],
];
const mine = `(SELECT * FROM "Shop" WHERE "domain" = $1)`;
const account = `(SELECT * FROM "PrintAccount" WHERE "id" = (SELECT "printAccountId" FROM ${mine} s))`;
const BELONGINGS = [
  `SELECT t::text FROM ${mine} t`,
  `SELECT t::text FROM ${account} t`,
  ...OF_SHOP.map((table) => `SELECT t::text FROM "${table}" t JOIN ${mine} s ON t."shopId" = s."id"`),
  ...PARTS.map(
    ([table, column, whole]) =>
      `SELECT t::text FROM "${table}" t JOIN "${whole}" w ON w."id" = t."${column}" JOIN ${mine} s ON s."id" = w."shopId"`,
  ),
  `SELECT t::text FROM "WebhookDelivery" t WHERE t."scope" = $1`,
  `SELECT t::text FROM "UnmatchedEvent" t JOIN ${account} a ON a."key" = t."accountKey"`,
  `SELECT t::text FROM "PriceQuote" t JOIN ${account} a ON a."id" = t."printAccountId"`,
].join(" UNION ALL ");

/** Everything that belongs to the first shop, as it stands. */
async function belongings(): Promise<string[]> {
  const { pool } = testApp.services.core.database;
  const { rows } = await pool.query<{ t: string }>({ name: "belongings", text: BELONGINGS, values: [testApp.shop] });
  return rows.map(({ t }) => t).toSorted();
}

const send = (shop: string, ask: RouteRequest, token?: null) =>
  builtApp.request(shop, ask.method, ask.path, { body: ask.body, ...(token === null && { token }) });
const titleOf = (ask: RouteRequest) =>
  `${ask.method} ${ask.path} ${ask.body === undefined ? "" : JSON.stringify(ask.body)}`;

describe("the list of requests", () => {
  it("has every loader and every action of every route", () => {
    const exported: string[] = [];
    for (const file of readdirSync(ROUTES)) {
      const route = file.replace(/\.tsx?$/, "");
      if (PUBLIC_ROUTES.includes(route) || file.includes(".test.")) continue;
      const text = readFileSync(`${ROUTES}/${file}`, "utf8");
      for (const kind of ["loader", "action"]) {
        if (new RegExp(`^export (async function|function|const) ${kind}\\b`, "m").test(text))
          exported.push(`${route} ${kind}`);
      }
    }
    const coveredRoutes = new Set(requestsAbout(ids, MARKERS).map(({ route, kind }) => `${route} ${kind}`));
    expect([...coveredRoutes].sort()).toEqual(exported.sort());
  });
});

it("a shop's things are seen and changed by itself alone, whatever ids others name", async () => {
  await requestAnonymously();
  await requestAsOtherShop();
  await requestAsOwner();
});

/** Nobody without an id token hears anything, and nothing changes. */
async function requestAnonymously(): Promise<void> {
  const before = await belongings();
  for (const ask of requestsAbout(ids, MARKERS)) {
    const { status, text } = await send(testApp.shop, ask, null);
    // Remix answers 202 where it leads the browser elsewhere.
    const turnedAway = status >= 300 || status === 202;
    expect([titleOf(ask), status, turnedAway]).toEqual([titleOf(ask), status, true]);
    for (const mark of Object.values(MARKERS))
      expect([titleOf(ask), text.includes(mark)]).toEqual([titleOf(ask), false]);
  }
  expect(await belongings()).toEqual(before);
}

async function requestAsOtherShop(): Promise<void> {
  const before = await belongings();
  for (const ask of requestsAbout(ids, MARKERS)) {
    const title = titleOf(ask);
    const { status, text } = await send(OTHER, ask);
    expect({ title, status, fits: ask.other.includes(status) }).toEqual({ title, status, fits: true });
    if (ask.expectedText) expect([title, text.includes(ask.expectedText), text]).toEqual([title, true, text]);
    for (const mark of [...Object.values(MARKERS), ...(ask.marker ? [ask.marker] : [])]) {
      // What was asked for may be repeated in the answer.
      if (title.includes(mark)) continue;
      expect({ title, mark, seen: text.includes(mark) }).toEqual({ title, mark, seen: false });
    }
    expect({ title, belongings: await belongings() }).toEqual({ title, belongings: before });
  }
}

/**
 * What another shop must not see or do is there to be seen and done: the owner is shown each mark, and may. Who is shown a
 * buyer's data is in the access log.
 */
async function requestAsOwner(): Promise<void> {
  for (const ask of requestsAbout(ids, MARKERS)) {
    const title = titleOf(ask);
    const { status, text } = await send(testApp.shop, ask);
    const { count } = await db().buyerDataAccess.deleteMany({ where: { id: { not: idOf(ids.accessId) } } });
    if (BUYERS_DATA.some((mark) => text.includes(mark)))
      expect({ title, logged: count > 0 }).toEqual({ title, logged: true });
    expect({ title, status, fits: ask.owner.includes(status), text: text.slice(0, 300) }).toMatchObject({
      title,
      fits: true,
    });
    if (ask.marker) expect({ title, shown: text.includes(ask.marker) }).toEqual({ title, shown: true });
  }
}
