import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { until } from "../../tests/support/until.ts";
import {
  responseBeforeBody,
  startWebhookServer,
  postPrintServiceWebhook,
  postWebhook,
  sign,
  type WebhookTestServer,
} from "./webhook-server.testing.ts";

const KEYS = { header: "X-Our-Key", tokens: ["present", "previous"] };
let secretsReadable = true;
const server = await startWebhookServer(async (key) => {
  if (!secretsReadable) throw new Error("no database");
  return key === "ACCOUNT" ? KEYS : null;
});
const { db } = server.database;
afterAll(() => server.close());

beforeEach(async () => {
  secretsReadable = true;
  await db.webhookDelivery.deleteMany();
  for (const list of [server.woken, server.observed, server.apiVersions, server.logged]) list.length = 0;
});

const many = <T>(count: number, one: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => one(at)));

describe("a webhook of Shopify", () => {
  it("is kept, encrypted, before it is acknowledged, and wakes one worker", async () => {
    const body = '{"id":1,"email":"ada@shop.example"}';
    expect(await postWebhook(server, { body, id: "delivery-1", shop: "One.myshopify.com" })).toBe(200);
    const [row, ...others] = await db.webhookDelivery.findMany();
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      source: "shopify",
      topic: "orders/create",
      scope: "one.myshopify.com",
      deliveryId: "delivery-1",
      receivedAt: new Date("2026-03-01T12:00:00Z"),
      dueAt: new Date("2026-03-01T12:00:00Z"),
      state: "waiting",
    });
    const ciphertext = Buffer.from(row?.bodyEncrypted ?? []);
    expect(ciphertext.includes("ada@shop.example")).toBe(false);
    expect(server.encryptor.decryptText(ciphertext, `delivery:${row?.id}`)).toBe(body);
    expect(server.woken).toEqual([row?.id]);
  });

  it("reports with which API version it was made, where its signature fits", async () => {
    const headers = { "x-shopify-api-version": "2027-01" };
    await postWebhook(server, { headers });
    await postWebhook(server, { headers, signature: Buffer.alloc(32).toString("base64") });
    await postWebhook(server);
    expect(server.apiVersions).toEqual(["2027-01", undefined]);
  });

  it("is not acknowledged before the commit", async () => {
    const blocker = await server.database.pool.connect();
    await blocker.query('BEGIN; LOCK TABLE "WebhookDelivery" IN EXCLUSIVE MODE');
    let status: number | null = null;
    const answered = postWebhook(server).then((given) => (status = given));
    await until("the insert waits", async () => {
      const { rowCount } = await blocker.query(
        `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = '"WebhookDelivery"'::regclass`,
      );
      return rowCount;
    });
    expect(status).toBeNull();
    expect(server.woken).toEqual([]);
    expect(server.underway).toEqual(["one.myshopify.com"]);
    await blocker.query("ROLLBACK");
    blocker.release();
    expect(await answered).toBe(200);
    expect(server.underway).toEqual([]);
    expect(await db.webhookDelivery.count()).toBe(1);
  });

  it("is kept once, however often it comes at the same time", async () => {
    const statuses = await many(100, () => postWebhook(server, { id: "again-and-again" }));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await db.webhookDelivery.count()).toBe(1);
    expect(server.woken).toHaveLength(1);
  });

  it("loses nothing of a crowd", async () => {
    const statuses = await many(300, (at) => postWebhook(server, { body: `{"id":${at}}` }));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const rows = await db.webhookDelivery.findMany();
    const bodies = rows.map((row) =>
      server.encryptor.decryptText(Buffer.from(row.bodyEncrypted ?? []), `delivery:${row.id}`),
    );
    expect(new Set(bodies)).toEqual(new Set(Array.from({ length: 300 }, (_, at) => `{"id":${at}}`)));
    expect([...server.woken].sort()).toEqual(rows.map((row) => row.id).sort());
  });

  it("is another one when another shop sends the same id", async () => {
    await postWebhook(server, { id: "same", shop: "one.myshopify.com" });
    await postWebhook(server, { id: "same", shop: "two.myshopify.com" });
    expect(await db.webhookDelivery.count()).toBe(2);
  });

  it("without an id is known by its body and topic", async () => {
    await postWebhook(server, { id: null });
    await postWebhook(server, { id: null });
    expect(await db.webhookDelivery.count()).toBe(1);
    await postWebhook(server, { id: null, topic: "orders/updated" });
    await postWebhook(server, { id: null, body: '{"id":2}' });
    expect(await db.webhookDelivery.count()).toBe(3);
  });

  it.each([
    ["a signature of another body", 401, { signature: sign(Buffer.from("{}")) }],
    ["no signature", 401, { signature: "" }],
    ["another host in the shop header", 400, { shop: "one.myshopify.com.example" }],
    ["an address that names no topic", 400, { topic: "Orders/%2e%2e" }],
    ["a compressed body", 415, { headers: { "content-encoding": "gzip" } }],
    ["a body above 10 MB", 413, { body: Buffer.alloc(10 * 1024 * 1024 + 1, "a") }],
  ])("with %s is answered %i and leaves nothing", async (_name, status, hook) => {
    expect(await postWebhook(server, hook)).toBe(status);
    expect(await db.webhookDelivery.count()).toBe(0);
    expect(server.woken).toEqual([]);
  });

  it("may be large, and of any bytes", async () => {
    const body = Buffer.alloc(5 * 1024 * 1024, Buffer.from([0, 255, 128, 34]));
    expect(await postWebhook(server, { body })).toBe(200);
    const row = await db.webhookDelivery.findFirstOrThrow();
    expect(server.encryptor.decrypt(Buffer.from(row.bodyEncrypted ?? []), `delivery:${row.id}`).equals(body)).toBe(
      true,
    );
  });

  it("comes by POST only", async () => {
    const answer = await fetch(`${server.origin}/webhooks/orders/create`);
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
  });
});

describe("an event of the print service", () => {
  const event = '{"order_id":"B1-AAAAAAAAAA","tracking_number":"1Z","tracking_url":"https://track.example/1Z"}';

  it.each([
    ["tracking", "present"],
    ["order-status", "previous"],
  ])("about %s is kept with an accepted token, and is never taken for a repeat", async (topic, token) => {
    for (const _ of [1, 2])
      expect(await postPrintServiceWebhook(server, `ACCOUNT/${topic}`, { "x-our-key": token }, event)).toBe(200);
    const rows = await db.webhookDelivery.findMany();
    expect(rows.map((row) => [row.source, row.topic, row.scope])).toEqual(
      rows.map(() => ["print_service", topic, "ACCOUNT"]),
    );
    expect(rows.map((row) => row.id).sort()).toEqual([...server.woken].sort());
    expect(rows).toHaveLength(2);
  });

  it.each([
    ["a wrong token", "ACCOUNT/tracking", { "x-our-key": "guess" }, 401],
    ["no token", "ACCOUNT/tracking", {}, 401],
    ["an unknown account", "OTHER/tracking", { "x-our-key": "present" }, 401],
    ["an unknown address", "ACCOUNT/else", { "x-our-key": "present" }, 404],
  ])("with %s changes nothing", async (_name, path, headers, status) => {
    expect(await postPrintServiceWebhook(server, path, headers as Record<string, string>, event)).toBe(status);
    expect(await db.webhookDelivery.count()).toBe(0);
  });

  it("is sent again later when its key cannot be looked up", async () => {
    secretsReadable = false;
    expect(await postPrintServiceWebhook(server, "ACCOUNT/tracking", { "x-our-key": "present" }, event)).toBe(503);
    secretsReadable = true;
    expect(await postPrintServiceWebhook(server, "ACCOUNT/tracking", { "x-our-key": "present" }, event)).toBe(200);
  });
});

describe("guessing at the endpoints", () => {
  const event = '{"order_id":"B1-AAAAAAAAAA"}';
  const REJECTION_LIMIT = { count: 5, windowMs: 3_600_000 };
  const lookups: string[] = [];
  /** Its endpoints answer with a wait early. One for each test: what the tests guess adds up. */
  let limitedServer: WebhookTestServer;
  const guess = () => postWebhook(limitedServer, { signature: sign(Buffer.from("another body")) });

  beforeEach(async () => {
    lookups.length = 0;
    limitedServer = await startWebhookServer(
      async (key) => {
        lookups.push(key);
        return key === "ACCOUNT" ? KEYS : null;
      },
      REJECTION_LIMIT,
      async () => {
        lookups.push("all keys");
        return ["ACCOUNT"];
      },
    );
  });
  afterEach(() => limitedServer.close());

  it("is answered with a wait after a while, and the right signature from the same address is accepted nevertheless", async () => {
    const answers = await many(12, guess);
    expect(new Set(answers)).toEqual(new Set([401, 429]));
    expect(answers.filter((status) => status === 401).length).toBeLessThanOrEqual(REJECTION_LIMIT.count);
    expect(new Set(await many(20, () => postWebhook(limitedServer)))).toEqual(new Set([200]));
    expect(await limitedServer.database.db.webhookDelivery.count()).toBe(20);
    expect(await guess()).toBe(429);
  });

  it("at the print service's endpoint neither, and the right key is accepted nevertheless", async () => {
    const post = (token: string) =>
      postPrintServiceWebhook(limitedServer, "ACCOUNT/tracking", { "x-our-key": token }, event);
    expect(new Set(await many(12, () => post("guess")))).toEqual(new Set([401, 429]));
    expect(new Set(await many(20, () => post("present")))).toEqual(new Set([200]));
    expect(await limitedServer.database.db.webhookDelivery.count()).toBe(20);
  });

  it("costs no lookup each, once the address has guessed too often", async () => {
    const post = (at: number) =>
      postPrintServiceWebhook(limitedServer, `GUESS${at}/tracking`, { "x-our-key": "guess" }, event);
    await many(12, post);
    lookups.length = 0;
    expect(new Set(await many(40, post))).toEqual(new Set([429]));
    const wrong = () => postPrintServiceWebhook(limitedServer, "ACCOUNT/tracking", { "x-our-key": "guess" }, event);
    expect(new Set(await many(40, wrong))).toEqual(new Set([429]));
    // An answer stands for two seconds; a busy machine may take longer than that for all of them.
    expect(lookups.length).toBeLessThan(10);
    expect(lookups.filter((one) => !["all keys", "ACCOUNT"].includes(one))).toEqual([]);
    expect(await postPrintServiceWebhook(limitedServer, "ACCOUNT/tracking", { "x-our-key": "present" }, event)).toBe(
      200,
    );
  });

  it("costs neither a read of the body nor a lookup where the headers are no signature, no shop, no key", async () => {
    const endless = (path: string, headers: Record<string, string>) =>
      responseBeforeBody(limitedServer.origin, path, headers);
    const signature = sign(Buffer.from(""));
    const shop = { "x-shopify-shop-domain": "one.myshopify.com" };
    expect(await endless("/webhooks/orders/create", shop)).toMatch(/ (401|429) /);
    expect(await endless("/webhooks/orders/create", { ...shop, "x-shopify-hmac-sha256": "0".repeat(64) })).toMatch(
      / (401|429) /,
    );
    expect(await endless("/webhooks/orders/create", { "x-shopify-hmac-sha256": signature })).toMatch(/ (400|429) /);
    expect(await endless("/print-events/%2e%2e/tracking", { "x-our-key": "present" })).toMatch(/ (401|429) /);
    expect(lookups).toEqual([]);
    expect(await endless("/print-events/OTHER/tracking", { "x-our-key": "present" })).toMatch(/ (401|429) /);
  });
});

describe("what is observed", () => {
  it("is the topic and outcome of a delivery, and why a request is none", async () => {
    expect(await postWebhook(server, { id: "twice" })).toBe(200);
    expect(await postWebhook(server, { id: "twice" })).toBe(200);
    expect(await postWebhook(server, { signature: "" })).toBe(401);
    expect(await postWebhook(server, { signature: sign(Buffer.from("another body")) })).toBe(401);
    expect(await postWebhook(server, { shop: "no shop" })).toBe(400);
    expect(await postWebhook(server, { headers: { "content-encoding": "gzip" } })).toBe(415);
    const event = (key: string) => postPrintServiceWebhook(server, "ACCOUNT/tracking", { "x-our-key": key }, "{}");
    expect(await event("guess")).toBe(401);
    expect(await event("present")).toBe(200);
    secretsReadable = false;
    expect(await event("present")).toBe(503);
    expect(server.observed).toEqual([
      "shopify orders/create committed",
      "shopify orders/create duplicate",
      "shopify rejected no_signature",
      "shopify rejected wrong_signature",
      "shopify rejected no_topic_or_shop",
      "shopify rejected unusable_body",
      "print_service rejected wrong_key",
      "print_service tracking committed",
      "print_service rejected database_unavailable",
    ]);
  });
});

describe("with the database away", () => {
  it("answers 503, logs no word of the body, and takes the repeat afterwards", async () => {
    const name = new URL(server.database.url).pathname.slice(1);
    const maintenance = new pg.Client({ connectionString: inject("postgresUrl") });
    await maintenance.connect();
    try {
      await maintenance.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      await maintenance.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [name]);
      const hook = { id: randomUUID(), body: '{"email":"ada@shop.example"}' };
      expect(await postWebhook(server, hook)).toBe(503);
      expect(server.woken).toEqual([]);
      expect(server.observed).toEqual(["shopify orders/create failed"]);
      expect(server.logged.join()).not.toContain("ada@");
      await maintenance.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
      expect(await until("the repeat is taken", async () => (await postWebhook(server, hook)) === 200)).toBe(true);
      expect(server.woken).toHaveLength(1);
    } finally {
      await maintenance.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
      await maintenance.end();
    }
  });
});
