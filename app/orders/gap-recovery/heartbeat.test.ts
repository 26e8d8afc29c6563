import { Prisma } from "../../../prisma/client/client.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openFreshDatabase } from "../../../tests/support/database.ts";
import { createEncryptor } from "../../encryption/encryptor.server.ts";
import { systemIds } from "../../composition/ids.server.ts";
import { silentLog } from "../../../tests/support/silent-log.ts";
import { DEFAULT_POLICY } from "../core/policy.ts";
import { createHeartbeat } from "./heartbeat.ts";
import { isHistoryComplete } from "../core/is-history-complete.ts";
import type { PrintAccountId } from "../../ports/ids.ts";

const MINUTE = 60_000;
let database: Awaited<ReturnType<typeof openFreshDatabase>>;
let account: PrintAccountId;
let now: Date;
let storedBeats: Map<string, Date>;
let warned: string[];

const encryptorWith = (byte: number) => createEncryptor([{ id: "k1", key: Buffer.alloc(32, byte) }]);
const context = () => ({
  db: database.db,
  clock: { now: () => now },
  policy: DEFAULT_POLICY,
  log,
  encryptor: encryptorWith(7),
});
const log = { ...silentLog, warn: (_fields: object, message: string) => void warned.push(message) };
const checkpoint = {
  read: async () => new Map(storedBeats),
  save: (identity: string, at: Date) => void storedBeats.set(identity, at),
};
const worker = () => createHeartbeat(context(), checkpoint);
const advance = (ms: number) => void (now = new Date(now.getTime() + ms));
async function historyComplete(ctx = context()): Promise<boolean> {
  const complete = isHistoryComplete(ctx, Prisma.sql`${account}::uuid`);
  const [row] = await database.db.$queryRaw<{ complete: boolean | null }[]>`SELECT ${complete} AS "complete"`;
  return row?.complete ?? false;
}
const gap = () => database.db.printAccount.findUniqueOrThrow({ where: { id: account } });

beforeAll(async () => {
  database = await openFreshDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  now = new Date("2026-11-21T09:00:00Z");
  storedBeats = new Map();
  warned = [];
  await database.db.heartbeat.deleteMany();
  await database.db.printAccount.deleteMany();
  account = systemIds.uuid();
  const bytes = new Uint8Array([1]);
  await database.db.printAccount.create({
    data: {
      id: account,
      key: account,
      emailHash: account,
      credentialsEncrypted: bytes,
      webhookHeader: "X",
      webhookSecretEncrypted: bytes,
      createdAt: new Date("2026-11-01T00:00:00Z"),
    },
  });
});

describe("the history of an account", () => {
  it("is not complete before the first heartbeat of a worker", async () => {
    expect(await historyComplete()).toBe(false);
    expect(await worker()()).toBe("ok");
    expect(await historyComplete()).toBe(true);
    // Nothing was ever sent from here: whatever a shop's go-live, there is nothing to look up.
    expect((await database.db.heartbeat.findUniqueOrThrow({ where: { id: 1 } })).since).toEqual(new Date(0));
  });

  it("stays complete over a quick restart, and while workers beat", async () => {
    await worker()();
    advance(2 * MINUTE);
    const beat = worker();
    expect(await beat()).toBe("ok");
    for (let n = 0; n < 10; n += 1) {
      advance(MINUTE);
      expect(await beat()).toBe("ok");
      expect(await historyComplete()).toBe(true);
    }
  });

  it("is incomplete after a while without a worker: at once, and from the last beat on", async () => {
    await worker()();
    const last = now;
    advance(3 * MINUTE + 1);
    expect(await historyComplete()).toBe(false);
    expect(await worker()()).toBe("no_heartbeat");
    expect(await historyComplete()).toBe(false);
    expect(await gap()).toMatchObject({ syncGapFrom: last, syncGapDetectedAt: now, webhookSecretRotatingSince: null });
  });

  it("keeps the beginning of a gap that is still open, and records the later detection", async () => {
    await worker()();
    const last = now;
    advance(10 * MINUTE);
    await worker()();
    advance(10 * MINUTE);
    await worker()();
    expect(await gap()).toMatchObject({ syncGapFrom: last, syncGapDetectedAt: now });
  });

  it("is incomplete where Redis, or the worker itself, remembers a later beat than the database", async () => {
    const beat = worker();
    await beat();
    const backup = await database.db.heartbeat.findUniqueOrThrow({ where: { id: 1 } });
    const times = { installedAt: now, goLiveAt: now };
    await database.db.shop.create({
      data: { id: systemIds.uuid(), domain: "a.myshopify.com", settings: {}, ...times },
    });
    const restore = () => database.db.heartbeat.update({ where: { id: 1 }, data: { at: backup.at } });
    for (const remembers of ["the worker", "redis"] as const) {
      advance(1000);
      await beat();
      await restore();
      if (remembers === "the worker") storedBeats.clear();
      expect(await (remembers === "redis" ? worker() : beat)()).toBe("rolled_back");
      expect(await historyComplete()).toBe(false);
      expect((await gap()).webhookSecretRotatingSince).not.toBeNull();
      // What Shopify shows of orders may be newer than this database, too.
      expect(await database.db.shop.findMany({ select: { statusesLostAt: true } })).toEqual([{ statusesLostAt: now }]);
      await database.db.printAccount.updateMany({ data: { syncGapFrom: null, syncGapDetectedAt: null } });
    }
  });

  it("is incomplete on another server, timeline or copy, even before the next beat", async () => {
    const beat = worker();
    await beat();
    await database.db.heartbeat.update({ where: { id: 1 }, data: { identity: "another" } });
    expect(await historyComplete()).toBe(false);
    expect(await beat()).toBe("another_database");
    expect(await historyComplete()).toBe(false);
    expect(await beat()).toBe("ok");
    expect(await historyComplete()).toBe(false);
  });

  it("is incomplete where a database has no beat, and a checkpoint has one", async () => {
    storedBeats.set("a database that is gone", new Date(now.getTime() - MINUTE));
    expect(await worker()()).toBe("rolled_back");
    expect((await gap()).syncGapFrom).toEqual(new Date("2026-11-01T00:00:00Z"));
  });

  it("is not affected by another installation on the same Redis, which is logged once", async () => {
    const beat = worker();
    await beat();
    for (let n = 0; n < 3; n += 1) {
      advance(MINUTE / 4);
      storedBeats.set("another installation's", new Date(now.getTime() + MINUTE));
      expect(await beat()).toBe("ok");
      expect(await historyComplete()).toBe(true);
    }
    expect(warned.filter((line) => line.includes("REDIS_PREFIX"))).toHaveLength(1);
  });

  it("stays complete with workers whose clocks differ a little, and with many that start at once", async () => {
    const [a, b] = [worker(), worker()];
    await Promise.all([a(), b(), worker()(), worker()()]);
    advance(2000);
    await a();
    advance(-2000);
    expect(await b()).toBe("ok");
    expect(await a()).toBe("ok");
    expect(await historyComplete()).toBe(true);
  });
});

describe("under another hash key", () => {
  const other = () => ({ ...context(), encryptor: encryptorWith(8) });

  it("a worker does not beat, and its processes claim nothing although others beat", async () => {
    await worker()();
    await expect(createHeartbeat(other(), checkpoint)()).rejects.toThrow("another hash key");
    expect(await historyComplete()).toBe(true);
    expect(await historyComplete(other())).toBe(false);
    expect(await worker()()).toBe("ok");
  });

  it("a database that an earlier release used takes the key of the first worker", async () => {
    await worker()();
    await database.db.heartbeat.update({ where: { id: 1 }, data: { hashKeyMark: null } });
    expect(await worker()()).toBe("ok");
    await expect(createHeartbeat(other(), checkpoint)()).rejects.toThrow("another hash key");
  });
});

it("a database has an identity, and each copy has another", async () => {
  const identity = async (db: typeof database.db) => {
    const [row] = await db.$queryRaw<{ identity: string }[]>`SELECT database_identity() AS "identity"`;
    return row?.identity;
  };
  const other = await openFreshDatabase();
  try {
    expect(await identity(database.db)).toMatch(/^\d+\/[0-9A-F]{8}\/\d+$/);
    expect(await identity(other.db)).not.toBe(await identity(database.db));
  } finally {
    await other.drop();
  }
});
