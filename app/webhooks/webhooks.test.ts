import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeEach, describe, expect, inject, it } from "vitest";
import { until } from "../../tests/support/until.ts";
import { answerBeforeTheBody, intakeWorld, postEvent, postWebhook, sign } from "./webhook-server.testing.ts";

const KEYS = { header: "X-Our-Key", tokens: ["present", "previous"] };
let keysReadable = true;
const world = await intakeWorld(async (key) => {
  if (!keysReadable) throw new Error("no database");
  return key === "ACCOUNT" ? KEYS : null;
});
const { db } = world.database;
const REFUSALS = { count: 5, windowMs: 3_600_000 };
const asked: string[] = [];
/** Another one, whose doors lose patience soon. */
const guarded = await intakeWorld(
  async (key) => {
    asked.push(key);
    return key === "ACCOUNT" ? KEYS : null;
  },
  REFUSALS,
  async () => {
    asked.push("all keys");
    return ["ACCOUNT"];
  },
);
afterAll(() => Promise.all([world.close(), guarded.close()]));

beforeEach(async () => {
  keysReadable = true;
  await db.delivery.deleteMany();
  for (const list of [world.woken, world.counted, world.logged]) list.length = 0;
});

const many = <T>(count: number, one: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => one(at)));

describe("a webhook of Shopify", () => {
  it("is kept, sealed, before it is acknowledged, and wakes one worker", async () => {
    const headers = { "x-shopify-event-id": "event-1", "x-shopify-triggered-at": "2026-03-01T11:59:58Z" };
    const body = '{"id":1,"email":"ada@shop.example"}';
    expect(await postWebhook(world, { body, id: "delivery-1", shop: "One.myshopify.com", headers })).toBe(200);
    const [row, ...others] = await db.delivery.findMany();
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      source: "shopify",
      topic: "orders/create",
      scope: "one.myshopify.com",
      deliveryId: "delivery-1",
      eventId: "event-1",
      triggeredAt: new Date("2026-03-01T11:59:58Z"),
      receivedAt: new Date("2026-03-01T12:00:00Z"),
      dueAt: new Date("2026-03-01T12:00:00Z"),
      state: "waiting",
    });
    const box = Buffer.from(row?.bodySealed ?? []);
    expect(box.includes("ada@shop.example")).toBe(false);
    expect(world.seal.openText(box, `delivery:${row?.id}`)).toBe(body);
    expect(world.woken).toEqual([row?.id]);
  });

  it("is not acknowledged before the commit", async () => {
    const blocker = await world.database.pool.connect();
    await blocker.query('BEGIN; LOCK TABLE "Delivery" IN EXCLUSIVE MODE');
    let status: number | null = null;
    const answered = postWebhook(world).then((given) => (status = given));
    await until("the insert waits", async () => {
      const { rowCount } = await blocker.query(
        `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = '"Delivery"'::regclass`,
      );
      return rowCount;
    });
    expect(status).toBeNull();
    expect(world.woken).toEqual([]);
    await blocker.query("ROLLBACK");
    blocker.release();
    expect(await answered).toBe(200);
    expect(await db.delivery.count()).toBe(1);
  });

  it("is kept once, however often it comes at the same time", async () => {
    const statuses = await many(100, () => postWebhook(world, { id: "again-and-again" }));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await db.delivery.count()).toBe(1);
    expect(world.woken).toHaveLength(1);
  });

  it("loses nothing of a crowd", async () => {
    const statuses = await many(300, (at) => postWebhook(world, { body: `{"id":${at}}` }));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const rows = await db.delivery.findMany();
    const bodies = rows.map((row) => world.seal.openText(Buffer.from(row.bodySealed ?? []), `delivery:${row.id}`));
    expect(new Set(bodies)).toEqual(new Set(Array.from({ length: 300 }, (_, at) => `{"id":${at}}`)));
    expect([...world.woken].sort()).toEqual(rows.map((row) => row.id).sort());
  });

  it("is another one when another shop sends the same id", async () => {
    await postWebhook(world, { id: "same", shop: "one.myshopify.com" });
    await postWebhook(world, { id: "same", shop: "two.myshopify.com" });
    expect(await db.delivery.count()).toBe(2);
  });

  it("without an id is known by its body and topic", async () => {
    await postWebhook(world, { id: null });
    await postWebhook(world, { id: null });
    expect(await db.delivery.count()).toBe(1);
    await postWebhook(world, { id: null, topic: "orders/updated" });
    await postWebhook(world, { id: null, body: '{"id":2}' });
    expect(await db.delivery.count()).toBe(3);
  });

  it.each([
    ["a signature of another body", 401, { signature: sign(Buffer.from("{}")) }],
    ["no signature", 401, { signature: "" }],
    ["another host in the shop header", 400, { shop: "one.myshopify.com.example" }],
    ["an address that names no topic", 400, { topic: "Orders/%2e%2e" }],
    ["a compressed body", 415, { headers: { "content-encoding": "gzip" } }],
    ["a body above 10 MB", 413, { body: Buffer.alloc(10 * 1024 * 1024 + 1, "a") }],
  ])("with %s is answered %i and leaves nothing", async (_name, status, hook) => {
    expect(await postWebhook(world, hook)).toBe(status);
    expect(await db.delivery.count()).toBe(0);
    expect(world.woken).toEqual([]);
  });

  it("may be large, and of any bytes", async () => {
    const body = Buffer.alloc(5 * 1024 * 1024, Buffer.from([0, 255, 128, 34]));
    expect(await postWebhook(world, { body })).toBe(200);
    const row = await db.delivery.findFirstOrThrow();
    expect(world.seal.open(Buffer.from(row.bodySealed ?? []), `delivery:${row.id}`).equals(body)).toBe(true);
  });

  it("comes by POST only", async () => {
    const answer = await fetch(`${world.origin}/webhooks/orders/create`);
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
  });
});

describe("an event of the print service", () => {
  const event = '{"order_id":"B1-AAAAAAAAAA","tracking_number":"1Z","tracking_url":"https://track.example/1Z"}';

  it.each([
    ["tracking", "present"],
    ["order-status", "previous"],
  ])("about %s is kept with an accepted token, and is never taken for a repeat", async (topic, token) => {
    for (const _ of [1, 2]) expect(await postEvent(world, `ACCOUNT/${topic}`, { "x-our-key": token }, event)).toBe(200);
    const rows = await db.delivery.findMany();
    expect(rows.map((row) => [row.source, row.topic, row.scope])).toEqual(
      rows.map(() => ["print_service", topic, "ACCOUNT"]),
    );
    expect(rows.map((row) => row.id).sort()).toEqual([...world.woken].sort());
    expect(rows).toHaveLength(2);
  });

  it.each([
    ["a wrong token", "ACCOUNT/tracking", { "x-our-key": "guess" }, 401],
    ["no token", "ACCOUNT/tracking", {}, 401],
    ["an unknown account", "OTHER/tracking", { "x-our-key": "present" }, 401],
    ["an unknown address", "ACCOUNT/else", { "x-our-key": "present" }, 404],
  ])("with %s changes nothing", async (_name, path, headers, status) => {
    expect(await postEvent(world, path, headers as Record<string, string>, event)).toBe(status);
    expect(await db.delivery.count()).toBe(0);
  });

  it("is sent again later when its key cannot be looked up", async () => {
    keysReadable = false;
    expect(await postEvent(world, "ACCOUNT/tracking", { "x-our-key": "present" }, event)).toBe(503);
    keysReadable = true;
    expect(await postEvent(world, "ACCOUNT/tracking", { "x-our-key": "present" }, event)).toBe(200);
  });
});

describe("guessing at the doors", () => {
  const event = '{"order_id":"B1-AAAAAAAAAA"}';
  const guess = () => postWebhook(guarded, { signature: sign(Buffer.from("another body")) });

  beforeEach(async () => {
    await guarded.database.db.delivery.deleteMany();
    for (const list of [guarded.woken, guarded.counted, guarded.logged]) list.length = 0;
  });

  it("is answered with a wait after a while, and the right signature from the same address is taken all the same", async () => {
    const answers = await many(12, guess);
    expect(new Set(answers)).toEqual(new Set([401, 429]));
    expect(answers.filter((status) => status === 401).length).toBeLessThanOrEqual(REFUSALS.count);
    expect(new Set(await many(20, () => postWebhook(guarded)))).toEqual(new Set([200]));
    expect(await guarded.database.db.delivery.count()).toBe(20);
    expect(await guess()).toBe(429);
  });

  it("at the print service's door neither, and the right key is taken all the same", async () => {
    const post = (token: string) => postEvent(guarded, "ACCOUNT/tracking", { "x-our-key": token }, event);
    expect(new Set(await many(12, () => post("guess")))).toEqual(new Set([401, 429]));
    expect(new Set(await many(20, () => post("present")))).toEqual(new Set([200]));
    expect(await guarded.database.db.delivery.count()).toBe(20);
  });

  it("costs no look-up each, once the address has guessed too often", async () => {
    const post = (at: number) => postEvent(guarded, `GUESS${at}/tracking`, { "x-our-key": "guess" }, event);
    await many(12, post);
    asked.length = 0;
    expect(new Set(await many(40, post))).toEqual(new Set([429]));
    const wrong = () => postEvent(guarded, "ACCOUNT/tracking", { "x-our-key": "guess" }, event);
    expect(new Set(await many(40, wrong))).toEqual(new Set([429]));
    // An answer stands for two seconds; a busy machine may take longer than that for all of them.
    expect(asked.length).toBeLessThan(10);
    expect(asked.filter((one) => !["all keys", "ACCOUNT"].includes(one))).toEqual([]);
    expect(await postEvent(guarded, "ACCOUNT/tracking", { "x-our-key": "present" }, event)).toBe(200);
  });

  it("costs neither a read of the body nor a look-up where the headers are no signature, no shop, no key", async () => {
    asked.length = 0;
    const endless = (path: string, headers: Record<string, string>) =>
      answerBeforeTheBody(guarded.origin, path, headers);
    const signature = sign(Buffer.from(""));
    const shop = { "x-shopify-shop-domain": "one.myshopify.com" };
    expect(await endless("/webhooks/orders/create", shop)).toMatch(/ (401|429) /);
    expect(await endless("/webhooks/orders/create", { ...shop, "x-shopify-hmac-sha256": "0".repeat(64) })).toMatch(
      / (401|429) /,
    );
    expect(await endless("/webhooks/orders/create", { "x-shopify-hmac-sha256": signature })).toMatch(/ (400|429) /);
    expect(await endless("/print-events/%2e%2e/tracking", { "x-our-key": "present" })).toMatch(/ (401|429) /);
    expect(asked).toEqual([]);
    expect(await endless("/print-events/OTHER/tracking", { "x-our-key": "present" })).toMatch(/ (401|429) /);
  });
});

describe("with the database away", () => {
  it("answers 503, logs no word of the body, and takes the repeat afterwards", async () => {
    const name = new URL(world.database.url).pathname.slice(1);
    const maintenance = new pg.Client({ connectionString: inject("postgresUrl") });
    await maintenance.connect();
    try {
      await maintenance.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      await maintenance.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [name]);
      const hook = { id: randomUUID(), body: '{"email":"ada@shop.example"}' };
      expect(await postWebhook(world, hook)).toBe(503);
      expect(world.woken).toEqual([]);
      expect(world.counted).toEqual(["shopify failed"]);
      expect(world.logged.join()).not.toContain("ada@");
      await maintenance.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
      expect(await until("the repeat is taken", async () => (await postWebhook(world, hook)) === 200)).toBe(true);
      expect(world.woken).toHaveLength(1);
    } finally {
      await maintenance.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
      await maintenance.end();
    }
  });
});
