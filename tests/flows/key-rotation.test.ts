import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createServices, type Services } from "../../app/services.server.ts";
import { shopActs } from "../../app/composition/shop-context.server.ts";
import { countBoxes } from "../../app/encryption/remaining.ts";
import { resealAll, type Resealed } from "../../app/encryption/rotate-key.ts";
import { nameOf, SEALED_COLUMNS } from "../../app/encryption/encrypted-columns.ts";
import { readOrderPage } from "../../app/orders/pages/details/order-page.ts";
import { createSealer, hashKeyOf, type SealKey, type Sealer } from "../../app/encryption/encryptor.server.ts";
import { rotateKey } from "../../app/print-accounts/webhooks/change-webhook.ts";
import { eventKeys } from "../../app/print-accounts/print-accounts.ts";
import { viewAccount } from "../../app/settings/edit/view-account.ts";
import { DEFAULT_ACCOUNT } from "../../sandbox/print-service/index.ts";
import { until } from "../support/until.ts";
import { order, stock, type Goods } from "../support/goods.ts";
import { openWorld, type World } from "../support/test-app.ts";

/** The world's own key. */
const OLD: SealKey = { id: "k1", key: Buffer.alloc(32, 7) };
const NEW: SealKey = { id: "k2", key: Buffer.alloc(32, 9) };
const HASH = hashKeyOf([OLD]);
const both = createSealer([NEW, OLD], HASH);

let world: World;
let goods: Goods;
let refused: string;
let sent: string;

const pool = () => world.services.core.database.pool;
const db = () => world.services.core.ctx.db;
const shop = () => db().shop.findUniqueOrThrow({ where: { domain: world.shop } });
const keysLeft = async () => new Set((await countBoxes(pool())).map(({ keyId }) => keyId));
const sum = (done: readonly Resealed[], of: "resealed" | "unreadable" | "changed") =>
  done.reduce((total, so) => total + so[of], 0);

/** Puts everything back under the old key, as before a rotation. */
const asBefore = () => resealAll(pool(), createSealer([OLD, NEW], HASH), OLD.id);

/** A life that leaves something in every sealed column. */
beforeAll(async () => {
  world = await openWorld();
  goods = await stock(world);
  world.press.addFault({ endpoint: "create", effect: "body_status", status: 400, message: "No such street." });
  refused = world.shopify.placeOrder(world.shop, order([{ variantId: goods.shirt }])).id;
  await world.seen(refused, "refused", (v) => v.submissions[0]?.state === "rejected");
  sent = world.shopify.placeOrder(world.shop, order([{ variantId: goods.shirt }])).id;
  await world.seen(sent, "sent", (v) => v.submissions[0]?.state === "submitted");
  await rotateKey(shopActs(world.services.core), await shop());
  await until("all handled", async () => (await db().delivery.count({ where: { state: "waiting" } })) === 0);
  await world.stopWorkers();
});
afterAll(() => world.close());

describe("the list of sealed columns", () => {
  it("names every column of bytes in the database, and every field that calls itself sealed", async () => {
    const { rows } = await pool().query<{ name: string }>(
      `SELECT table_name || '.' || column_name AS "name" FROM information_schema.columns
       WHERE table_schema = 'public' AND (data_type = 'bytea' OR column_name ILIKE '%sealed%')`,
    );
    const listed = SEALED_COLUMNS.filter(({ stored }) => stored === "bytes").map(nameOf);
    expect(rows.map(({ name }) => name).sort()).toEqual(listed.sort());
  });

  it("names every column in which a box stands as text", async () => {
    const { rows: columns } = await pool().query<{ table: string; column: string }>(
      `SELECT c.table_name AS "table", c.column_name AS "column" FROM information_schema.columns c
       WHERE c.table_schema = 'public' AND c.data_type IN ('text', 'jsonb', 'json', 'character varying')`,
    );
    // A box under a key with an id of two letters begins with the bytes 1, 2, "k1".
    const head = Buffer.from([1, 2, ...Buffer.from("k1")])
      .toString("base64")
      .slice(0, 5);
    const holding: string[] = [];
    for (const { table, column } of columns) {
      const like = `SELECT 1 FROM "${table}" WHERE "${column}"::text LIKE $1 LIMIT 1`;
      if ((await pool().query(like, [`%${head}%`])).rowCount) holding.push(`${table}.${column}`);
    }
    const listed = SEALED_COLUMNS.filter(({ stored }) => stored === "base64").map(nameOf);
    expect(holding.sort()).toEqual(listed.sort());
  });

  it("is all in use here, so that what follows is about each of them", async () => {
    const used = new Set((await countBoxes(pool())).map(({ column }) => column));
    expect(SEALED_COLUMNS.map(nameOf).filter((name) => !used.has(name))).toEqual([]);
  });
});

describe("sealing anew", () => {
  it("brings everything under the new key, and the second time finds nothing to do", async () => {
    await asBefore();
    expect(await keysLeft()).toEqual(new Set(["k1"]));
    const done = await resealAll(pool(), both, NEW.id, { batch: 2 });
    expect([sum(done, "unreadable"), sum(done, "changed")]).toEqual([0, 0]);
    expect(done.filter(({ resealed }) => resealed === 0)).toEqual([]);
    expect(await keysLeft()).toEqual(new Set(["k2"]));
    expect(sum(await resealAll(pool(), both, NEW.id), "resealed")).toBe(0);
  });

  it("goes on where it was broken off, and by two at once", async () => {
    await asBefore();
    const broken = resealAll(pool(), both, NEW.id, {
      batch: 1,
      onBatch: ({ resealed }) => {
        if (resealed >= 2) throw new Error("pulled the plug");
      },
    });
    await expect(broken).rejects.toThrow("pulled the plug");
    expect(await keysLeft()).toEqual(new Set(["k1", "k2"]));
    await Promise.all([resealAll(pool(), both, NEW.id, { batch: 1 }), resealAll(pool(), both, NEW.id, { batch: 1 })]);
    expect(await keysLeft()).toEqual(new Set(["k2"]));
  });

  it("writes over nothing that somebody changed meanwhile", async () => {
    await asBefore();
    const { id } = await db().printAccount.findFirstOrThrow();
    const context = `print-account:${id}:token`;
    const newer = new Uint8Array(createSealer([OLD]).seal("a newer token", context));
    let raced = false;
    const racing: Sealer = {
      ...both,
      seal(plain, at) {
        // Between the reading of the row and its change.
        if (at === context) raced = true;
        return both.seal(plain, at);
      },
    };
    const changing = Object.assign(Object.create(pool()) as ReturnType<typeof pool>, {
      query: async (...args: [string, unknown[]]) => {
        if (raced) {
          raced = false;
          await db().printAccount.update({ where: { id }, data: { tokenSealed: newer } });
        }
        return pool().query(...args);
      },
    });
    const done = await resealAll(changing, racing, NEW.id);
    expect(sum(done, "changed")).toBe(1);
    expect((await db().printAccount.findFirstOrThrow()).tokenSealed).toEqual(newer);
    await resealAll(pool(), both, NEW.id);
    const row = await db().printAccount.findFirstOrThrow();
    expect(createSealer([NEW], HASH).openText(row.tokenSealed ?? new Uint8Array(), context)).toBe("a newer token");
  });

  it("leaves what no key opens, says so, and does all the rest", async () => {
    await asBefore();
    const lost = await db().delivery.findFirstOrThrow({ where: { bodySealed: { not: null } } });
    const strange = createSealer([{ id: "k0", key: Buffer.alloc(32, 1) }]).seal("lost", `delivery:${lost.id}`);
    await db().delivery.update({ where: { id: lost.id }, data: { bodySealed: new Uint8Array(strange) } });
    const done = await resealAll(pool(), both, NEW.id);
    expect(sum(done, "unreadable")).toBe(1);
    expect(await keysLeft()).toEqual(new Set(["k0", "k2"]));
    await db().delivery.update({ where: { id: lost.id }, data: { bodySealed: lost.bodySealed } });
  });
});

describe("with the old key thrown away", () => {
  let later: Services;
  beforeAll(async () => {
    await asBefore();
    await resealAll(pool(), both, NEW.id);
    const { core } = world.services;
    const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
    later = createServices({ ...core.env, sealKeys: [NEW], hashKey: HASH }, log, { clock: world.clock });
  });
  afterAll(() => later.close());

  it("everything can be read: orders, words, deliveries, credentials, tokens, event keys", async () => {
    const { ctx, sessions, readEvent } = later.core;
    const row = await shop();
    for (const id of [refused, sent]) {
      const page = await readOrderPage({ ...ctx, readEvent }, row.id, `gid://shopify/Order/${id}`);
      expect(JSON.stringify(page)).toContain("Elm Road");
    }
    const page = await readOrderPage({ ...ctx, readEvent }, row.id, `gid://shopify/Order/${refused}`);
    expect(JSON.stringify(page)).toContain("No such street.");
    expect(await viewAccount(ctx, row.id)).toMatchObject({ email: DEFAULT_ACCOUNT.email });
    expect((await sessions.loadSession(`offline_${world.shop}`))?.accessToken).toMatch(/^shp/);
    const { key } = await db().printAccount.findFirstOrThrow();
    expect((await eventKeys(ctx, key))?.tokens).toHaveLength(2);
    for (const delivery of await db().delivery.findMany({ where: { bodySealed: { not: null } } })) {
      ctx.seal.open(delivery.bodySealed ?? new Uint8Array(), `delivery:${delivery.id}`);
    }
  });

  it("the hashes are what they were: the account is found again by its e-mail", async () => {
    const { seal } = later.core.ctx;
    const account = await db().printAccount.findFirstOrThrow();
    expect(seal.hash(DEFAULT_ACCOUNT.email)).toBe(account.emailHash);
    expect(createSealer([NEW]).hash(DEFAULT_ACCOUNT.email)).not.toBe(account.emailHash);
  });
});

describe("the commands", () => {
  const ROOT = fileURLToPath(new URL("../..", import.meta.url));
  const b64 = (key: Uint8Array) => Buffer.from(key).toString("base64");

  function keys(command: string, credentialsKey: string): Promise<{ code: number | null; said: string }> {
    const { env } = world.services.core;
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
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (said += part.toString()));
    return new Promise((resolve) => child.once("close", (code) => resolve({ code, said })));
  }

  it("go the way of docs/operations.md", async () => {
    await asBefore();
    const hash = await keys("hash", b64(OLD.key));
    expect(hash).toEqual({ code: 0, said: `hash:${b64(HASH)}\n` });
    const list = `k2:${b64(NEW.key)},k1:${b64(OLD.key)},${hash.said.trim()}`;
    expect(await keys("left", list)).toMatchObject({ code: 1, said: expect.stringContaining("Still sealed with k1.") });
    const done = await keys("reseal", list);
    expect(done).toMatchObject({ code: 0, said: expect.stringContaining("Everything is sealed with k2.") });
    for (const key of [OLD.key, NEW.key]) expect(done.said).not.toContain(b64(key));
    expect(await keys("left", `k2:${b64(NEW.key)},${hash.said.trim()}`)).toMatchObject({ code: 0 });
  });
});
