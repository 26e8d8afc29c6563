import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createServices, type Services } from "../../app/composition/services.server.ts";
import { notificationsContext, shopActionsContext } from "../../app/composition/shop-context.server.ts";
import { countByKey } from "../../app/encryption/rotate-key.ts";
import { rotateEncryptionKey, type RotationResult } from "../../app/encryption/rotate-key.ts";
import { columnName, ENCRYPTED_COLUMNS } from "../../app/encryption/encrypted-columns.ts";
import { addClaimPhoto, openClaim } from "../../app/orders/actions/claims.ts";
import { refreshOrder } from "../../app/orders/actions/refresh-order.ts";
import { previewChange, saveChange } from "../../app/orders/changes/change-order.ts";
import { readShop } from "../../app/orders/core/shop-row.ts";
import { saveChannels } from "../../app/notifications/channels.ts";
import { TOPICS } from "../../app/orders/core/topics.ts";
import { gidOf } from "../../app/ports/gid.ts";
import { DEFAULT_QUERY } from "../../app/orders/pages/list/list-query.ts";
import { readOrdersPage } from "../../app/orders/pages/list/read-page.ts";
import { readOrderDetails } from "../../app/orders/pages/details/order-details.ts";
import {
  createEncryptor,
  hashKeyOf,
  type EncryptionKey,
  type Encryptor,
} from "../../app/encryption/encryptor.server.ts";
import { noDeadline, printOrder } from "../../app/print-service/print-service.testing.ts";
import { rotateSecretNow } from "../../app/print-accounts/webhooks/change-webhook.ts";
import { findWebhookSecrets } from "../../app/print-accounts/print-accounts.ts";
import { viewAccount } from "../../app/settings-page/account.ts";
import { DEFAULT_ACCOUNT } from "../../sandbox/print-service/index.ts";
import { itForRelease } from "../support/release.ts";
import { newPracticeShop } from "../support/practice-shop.ts";
import { until } from "../support/until.ts";
import { order, stockShop, type Goods } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { silentLog } from "../support/silent-log.ts";

/** The world's own key. */
const OLD: EncryptionKey = { id: "k1", key: Buffer.alloc(32, 7) };
const NEW: EncryptionKey = { id: "k2", key: Buffer.alloc(32, 9) };
const HASH = hashKeyOf([OLD]);
const both = createEncryptor([NEW, OLD], HASH);

let testApp: TestApp;
let goods: Goods;
let refused: string;
let sent: string;
let changed: string;

const pool = () => testApp.services.core.database.pool;
const db = () => testApp.services.core.ctx.db;
const shop = () => db().shop.findUniqueOrThrow({ where: { domain: testApp.shop } });
const remainingKeyIds = async () => new Set((await countByKey(pool())).map(({ keyId }) => keyId));
const sum = (done: readonly RotationResult[], of: "reencrypted" | "unreadable" | "changed") =>
  done.reduce((total, so) => total + so[of], 0);

/** Puts everything back under the old key, as before a rotation. */
const asBefore = () => rotateEncryptionKey(pool(), createEncryptor([OLD, NEW], HASH), OLD.id);

/** The shop's owner. */
const USER = "90001";

const OTHER_CUSTOMER = {
  shippingAddress: { firstName: "Cleo", address1: "1 Oak Row", city: "Salem", countryCode: "US" },
};

/** A life that leaves something in every encrypted column. */
beforeAll(async () => {
  testApp = await startTestApp();
  goods = await stockShop(testApp);
  testApp.printService.addFault({ endpoint: "create", effect: "body_status", status: 400, message: "No such street." });
  refused = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt }])).id;
  await testApp.waitForOrder(refused, "rejected", (v) => v.submissions[0]?.state === "rejected");
  sent = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.shirt }])).id;
  await testApp.waitForOrder(sent, "sent", (v) => v.submissions[0]?.state === "submitted");
  await refreshOrder(testApp.services.core.ctx, { shopId: (await shop()).id, shopifyGid: gidOf("Order", sent) });
  changed = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: goods.unmapped }], OTHER_CUSTOMER)).id;
  await changeNote(changed);
  const idToken = testApp.shopify.sessionToken(testApp.shop, USER);
  testApp.services.core.requestStaffName({ shop: await shop(), userId: USER, idToken });
  await makePracticeOrder();
  await addChannel();
  await openClaimWithPhoto(sent);
  await rotateSecretNow(shopActionsContext(testApp.services.core), await shop());
  await until("all handled", async () => (await db().webhookDelivery.count({ where: { state: "waiting" } })) === 0);
  await until("the name of staff", () => db().staffMember.findFirst());
  await testApp.stopWorkers();
});
afterAll(() => testApp.close());

/** An order of a practice account, which the shop does not use now. */
async function makePracticeOrder(): Promise<void> {
  const { ctx } = testApp.services.core;
  const { accountId } = await newPracticeShop(ctx);
  await ctx.printService.forAccount(accountId).create(printOrder(), noDeadline);
}

/** A webhook that is told what needs attention. */
async function addChannel(): Promise<void> {
  const timings = Object.fromEntries(TOPICS.map((topic) => [topic, "daily"])) as Record<
    (typeof TOPICS)[number],
    "daily"
  >;
  const channel = {
    key: "1",
    kind: "webhook" as const,
    target: "https://hooks.example/orders",
    timings,
    digestTime: "08:00",
  };
  const ctx = notificationsContext(testApp.services.core);
  const saved = await saveChannels(ctx, (await shop()).id, { added: [channel], changed: [], removed: [] });
  expect(saved).toMatchObject({ outcome: "saved" });
}

/** A customer's complaint about what was sent, with a photo. */
async function openClaimWithPhoto(orderId: string): Promise<void> {
  const { ctx, redrawPhoto } = testApp.services.core;
  const shopId = (await shop()).id;
  const shopifyGid = gidOf("Order", orderId);
  const { id: submissionId, lines } = await db().submission.findFirstOrThrow({
    where: { order: { shopifyGid } },
    include: { lines: true },
  });
  const claimed = lines.map(({ orderLineId: lineId }) => ({ lineId, quantity: 1 }));
  const input = { request: ctx.ids.uuid(), submissionId, trackingNumber: null, kind: "lost", lines: claimed } as const;
  const opened = await openClaim(ctx, { shopId, shopifyGid, userId: USER }, { ...input, description: "Never came" });
  if (opened.result !== "done") throw new Error("no claim");
  const photo = await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const claimRef = { shopId, claimId: opened.claimId, userId: USER };
  expect(await addClaimPhoto({ ...ctx, redrawPhoto }, claimRef, photo)).toBe("done");
}

/** Staff changes an order that is held. */
async function changeNote(orderId: string): Promise<void> {
  await testApp.waitForOrder(orderId, "held", (v) => v.reasons.length > 0);
  const { ctx } = testApp.services.core;
  const line = await db().orderLine.findFirstOrThrow({ where: { order: { shopifyGid: gidOf("Order", orderId) } } });
  const request = {
    shopifyGid: gidOf("Order", orderId),
    lineId: line.id,
    values: { note: "ANNA 7" },
    reason: "Called",
  };
  const row = await readShop(ctx.sql, { domain: testApp.shop });
  const change = { ...request, saveAddress: false, approves: false, userId: USER };
  if (!row) throw new Error("no shop");
  const shown = await previewChange(ctx, row, change);
  if (shown.result !== "preview") throw new Error("no preview");
  expect(await saveChange(ctx, row, { ...change, token: shown.preview.token })).toMatchObject({ result: "saved" });
}

describe("the list of encrypted columns", () => {
  it("names every column of bytes in the database, and every field that calls itself encrypted", async () => {
    const { rows } = await pool().query<{ name: string }>(
      `SELECT table_name || '.' || column_name AS "name" FROM information_schema.columns
       WHERE table_schema = 'public' AND (data_type = 'bytea' OR column_name LIKE '%Encrypted')`,
    );
    const listed = ENCRYPTED_COLUMNS.filter(({ stored }) => stored === "bytes").map(columnName);
    expect(rows.map(({ name }) => name).sort()).toEqual(listed.sort());
  });

  it("names every column in which a ciphertext stands as text", async () => {
    const { rows: columns } = await pool().query<{ table: string; column: string }>(
      `SELECT c.table_name AS "table", c.column_name AS "column" FROM information_schema.columns c
       WHERE c.table_schema = 'public' AND c.data_type IN ('text', 'jsonb', 'json', 'character varying')`,
    );
    // A ciphertext under a key with an id of two letters begins with the bytes 1, 2, "k1".
    const head = Buffer.from([1, 2, ...Buffer.from("k1")])
      .toString("base64")
      .slice(0, 5);
    const holding: string[] = [];
    for (const { table, column } of columns) {
      const like = `SELECT 1 FROM "${table}" WHERE "${column}"::text LIKE $1 LIMIT 1`;
      if ((await pool().query(like, [`%${head}%`])).rowCount) holding.push(`${table}.${column}`);
    }
    const listed = ENCRYPTED_COLUMNS.filter(({ stored }) => stored === "base64").map(columnName);
    expect(holding.sort()).toEqual(listed.sort());
  });

  it("is all in use here, so that what follows is about each of them", async () => {
    const used = new Set((await countByKey(pool())).map(({ column }) => column));
    expect(ENCRYPTED_COLUMNS.map(columnName).filter((name) => !used.has(name))).toEqual([]);
  });
});

describe("encryption again", () => {
  it("brings everything under the new key, and the second time finds nothing to do", async () => {
    await asBefore();
    expect(await remainingKeyIds()).toEqual(new Set(["k1"]));
    const done = await rotateEncryptionKey(pool(), both, NEW.id, { batch: 2 });
    expect([sum(done, "unreadable"), sum(done, "changed")]).toEqual([0, 0]);
    expect(done.filter(({ reencrypted }) => reencrypted === 0)).toEqual([]);
    expect(await remainingKeyIds()).toEqual(new Set(["k2"]));
    expect(sum(await rotateEncryptionKey(pool(), both, NEW.id), "reencrypted")).toBe(0);
  });

  it("continues where it was broken off, and by two at once", async () => {
    await asBefore();
    const broken = rotateEncryptionKey(pool(), both, NEW.id, {
      batch: 1,
      onBatch: ({ reencrypted }) => {
        if (reencrypted >= 2) throw new Error("pulled the plug");
      },
    });
    await expect(broken).rejects.toThrow("pulled the plug");
    expect(await remainingKeyIds()).toEqual(new Set(["k1", "k2"]));
    await Promise.all([
      rotateEncryptionKey(pool(), both, NEW.id, { batch: 1 }),
      rotateEncryptionKey(pool(), both, NEW.id, { batch: 1 }),
    ]);
    expect(await remainingKeyIds()).toEqual(new Set(["k2"]));
  });

  it("writes over nothing that somebody changed meanwhile", async () => {
    await asBefore();
    const { id } = await db().printAccount.findFirstOrThrow({ where: { kind: "live" } });
    const context = `print-account:${id}:token`;
    const newer = new Uint8Array(createEncryptor([OLD]).encrypt("a newer token", context));
    let raced = false;
    const racing: Encryptor = {
      ...both,
      encrypt(plain, at) {
        // Between the reading of the row and its change.
        if (at === context) raced = true;
        return both.encrypt(plain, at);
      },
    };
    const changing = Object.assign(Object.create(pool()) as ReturnType<typeof pool>, {
      query: async (...args: [string, unknown[]]) => {
        if (raced) {
          raced = false;
          await db().printAccount.update({ where: { id }, data: { tokenEncrypted: newer } });
        }
        return pool().query(...args);
      },
    });
    const done = await rotateEncryptionKey(changing, racing, NEW.id);
    expect(sum(done, "changed")).toBe(1);
    expect((await db().printAccount.findFirstOrThrow({ where: { kind: "live" } })).tokenEncrypted).toEqual(newer);
    await rotateEncryptionKey(pool(), both, NEW.id);
    const row = await db().printAccount.findFirstOrThrow({ where: { kind: "live" } });
    expect(createEncryptor([NEW], HASH).decryptText(row.tokenEncrypted ?? new Uint8Array(), context)).toBe(
      "a newer token",
    );
  });

  it("leaves what no key opens, says so, and does all the rest", async () => {
    await asBefore();
    const lost = await db().webhookDelivery.findFirstOrThrow({ where: { bodyEncrypted: { not: null } } });
    const strange = createEncryptor([{ id: "k0", key: Buffer.alloc(32, 1) }]).encrypt("lost", `delivery:${lost.id}`);
    await db().webhookDelivery.update({ where: { id: lost.id }, data: { bodyEncrypted: new Uint8Array(strange) } });
    const done = await rotateEncryptionKey(pool(), both, NEW.id);
    expect(sum(done, "unreadable")).toBe(1);
    expect(await remainingKeyIds()).toEqual(new Set(["k0", "k2"]));
    await db().webhookDelivery.update({ where: { id: lost.id }, data: { bodyEncrypted: lost.bodyEncrypted } });
  });
});

describe("with the old key thrown away", () => {
  let later: Services;
  beforeAll(async () => {
    await asBefore();
    await rotateEncryptionKey(pool(), both, NEW.id);
    const { core } = testApp.services;
    later = createServices({ ...core.env, encryptionKeys: [NEW], hashKey: HASH }, silentLog, {
      clock: testApp.clock,
    });
  });
  afterAll(() => later.close());

  it("everything can be read: orders, words, deliveries, credentials, tokens, event keys", async () => {
    const { ctx, sessions, parsePrintServiceWebhook } = later.core;
    const row = await shop();
    const readDecrypted = (id: string) =>
      readOrderDetails(ctx, row.id, `gid://shopify/Order/${id}`, { ...ctx, parsePrintServiceWebhook });
    for (const id of [refused, sent]) {
      const page = await readDecrypted(id);
      expect(JSON.stringify(page)).toContain("Elm Road");
    }
    const page = await readDecrypted(refused);
    expect(JSON.stringify(page)).toContain("No such street.");
    expect(JSON.stringify(await readDecrypted(changed))).toContain("Ana Lopez");
    expect(await viewAccount(ctx, row.id)).toMatchObject({ email: DEFAULT_ACCOUNT.email });
    expect((await sessions.loadSession(`offline_${testApp.shop}`))?.accessToken).toMatch(/^shp/);
    const { key } = await db().printAccount.findFirstOrThrow({ where: { kind: "live" } });
    expect((await findWebhookSecrets(ctx, key))?.tokens).toHaveLength(2);
    for (const delivery of await db().webhookDelivery.findMany({ where: { bodyEncrypted: { not: null } } })) {
      ctx.encryptor.decrypt(delivery.bodyEncrypted ?? new Uint8Array(), `delivery:${delivery.id}`);
    }
  });

  it("orders are shown with their customers, and found by them", async () => {
    const { ctx } = later.core;
    const query = { ...DEFAULT_QUERY, search: "buyer louisv" };
    const { rows } = await readOrdersPage(ctx, (await shop()).id, query);
    expect(rows.map(({ number }) => number).toSorted()).toEqual([refused, sent].toSorted());
    expect(rows.map(({ customer }) => customer?.name)).toEqual(["Ada Buyer", "Ada Buyer"]);
  });

  it("the hashes are what they were: the account is found again by its email", async () => {
    const { encryptor } = later.core.ctx;
    const account = await db().printAccount.findFirstOrThrow({ where: { kind: "live" } });
    expect(encryptor.hash(DEFAULT_ACCOUNT.email)).toBe(account.emailHash);
    expect(createEncryptor([NEW]).hash(DEFAULT_ACCOUNT.email)).not.toBe(account.emailHash);
  });
});

describe("the commands", () => {
  const ROOT = fileURLToPath(new URL("../..", import.meta.url));
  const b64 = (key: Uint8Array) => Buffer.from(key).toString("base64");

  function keys(command: string, credentialsKey: string): Promise<{ code: number | null; output: string }> {
    const { env } = testApp.services.core;
    const settings = {
      PATH: process.env.PATH,
      DATABASE_URL: env.databaseUrl,
      REDIS_URL: env.redisUrl,
      CREDENTIALS_KEY: credentialsKey,
      SHOPIFY_API_KEY: "key",
      SHOPIFY_API_SECRET: "secret",
      SHOPIFY_APP_URL: env.shopify.appUrl,
      SCOPES: "read_orders",
      PRINT_SERVICE_URL: env.printService.url,
    } as unknown as NodeJS.ProcessEnv;
    const child = spawn(process.execPath, ["scripts/keys.ts", command], { cwd: ROOT, env: settings });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (output += part.toString()));
    return new Promise((resolve) => child.once("close", (code) => resolve({ code, output })));
  }

  itForRelease("go the way of docs/operations.md", async () => {
    await asBefore();
    const hash = await keys("hash", b64(OLD.key));
    expect(hash).toEqual({ code: 0, output: `hash:${b64(HASH)}\n` });
    const list = `k2:${b64(NEW.key)},k1:${b64(OLD.key)},${hash.output.trim()}`;
    expect(await keys("remaining", list)).toMatchObject({
      code: 1,
      output: expect.stringContaining("Still encrypted with k1."),
    });
    const done = await keys("rotate", list);
    expect(done).toMatchObject({ code: 0, output: expect.stringContaining("Everything is encrypted with k2.") });
    for (const key of [OLD.key, NEW.key]) expect(done.output).not.toContain(b64(key));
    expect(await keys("remaining", `k2:${b64(NEW.key)},${hash.output.trim()}`)).toMatchObject({ code: 0 });
  });
});
