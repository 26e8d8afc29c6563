import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeEach, expect, it } from "vitest";
import { startPrivatePgBouncer } from "../../scripts/launcher/private-pgbouncer.ts";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { whileLockHeld } from "../../tests/support/held-lock.ts";
import { describePooler } from "../../tests/support/pooler.ts";
import { createDatabase } from "../database/db.server.ts";
import { createDeliveryWriter, type NewDelivery } from "./delivery-writer.ts";
import { newId } from "../../tests/support/ids.ts";

const database = await openFreshDatabase({ connections: 6 });
afterAll(() => database.drop());
beforeEach(() => database.pool.query('TRUNCATE "WebhookDelivery"'));

function delivery(over: Partial<NewDelivery> = {}): NewDelivery {
  return {
    id: newId(),
    source: "shopify",
    topic: "orders/create",
    scope: "one.myshopify.com",
    deliveryId: randomUUID(),
    receivedAt: new Date("2026-03-01T12:00:00Z"),
    bodyEncrypted: Buffer.from("encrypted"),
    ...over,
  };
}

it("one delivery that cannot be kept harms no neighbour", async () => {
  const writer = createDeliveryWriter(database.pool);
  const all = Array.from({ length: 50 }, (_, at) => delivery(at === 20 ? { topic: "no\0text" } : {}));
  const outcomes = await Promise.allSettled(all.map((one) => writer.write(one)));
  expect(outcomes.flatMap((one, at) => (one.status === "rejected" ? [at] : []))).toEqual([20]);
  expect(await database.db.webhookDelivery.count()).toBe(49);
});

it("refuses at once what would wait beyond its bound, and commits what it took", async () => {
  const writer = createDeliveryWriter(database.pool);
  const held = await Promise.all(Array.from({ length: 6 }, () => database.pool.connect()));
  const outcomes: Promise<string>[] = [];
  const keep = (body: Buffer) =>
    outcomes.push(
      writer.write(delivery({ bodyEncrypted: body })).then(
        () => "kept",
        () => "rejected",
      ),
    );
  const large = Buffer.alloc(8 * 1024 * 1024);
  for (let n = 0; n < 12; n += 1) keep(large);
  // Eight of 8 MB fill the bound; nothing is lost of those.
  expect(await Promise.all(outcomes.slice(8))).toEqual(["rejected", "rejected", "rejected", "rejected"]);
  for (const client of held) client.release();
  expect(await Promise.all(outcomes.slice(0, 8))).toEqual(Array.from({ length: 8 }, () => "kept"));
  expect(await database.db.webhookDelivery.count()).toBe(8);
});

it("says of each delivery whether it was there before, also within one batch", async () => {
  const writer = createDeliveryWriter(database.pool);
  const deliveryId = "twice";
  expect(await Promise.all([writer.write(delivery({ deliveryId })), writer.write(delivery({ deliveryId }))])).toEqual(
    expect.arrayContaining(["committed", "duplicate"]),
  );
  expect(await writer.write(delivery({ deliveryId }))).toBe("duplicate");
  expect(await database.db.webhookDelivery.count()).toBe(1);
});

it("two processes that are sent the same deliveries in opposite order do not block each other", async () => {
  const [one, other] = [createDeliveryWriter(database.pool), createDeliveryWriter(database.pool)];
  const ids = Array.from({ length: 400 }, () => randomUUID());
  const write = (writer: typeof one, deliveryId: string) => writer.write(delivery({ deliveryId }));
  const outcomes = await Promise.all([
    ...ids.map((id) => write(one, id)),
    ...[...ids].reverse().map((id) => write(other, id)),
  ]);
  expect(outcomes.filter((outcome) => outcome === "committed")).toHaveLength(400);
  expect(outcomes.filter((outcome) => outcome === "duplicate")).toHaveLength(400);
});

it("rows of a batch are inserted in one order, whatever order they came in: else two processes deadlock", async () => {
  const ids = ["a", "m", "z"];
  // `end` does not wait for the last word of a connection, which the drop of the database may cut.
  const pool = new pg.Pool({ connectionString: database.url }).on("error", () => undefined);
  let inserts = 0;
  pool.on("release", () => (inserts += 1));
  const write = (deliveryIds: string[]) => {
    const writer = createDeliveryWriter(pool);
    return Promise.all(deliveryIds.map((deliveryId) => writer.write(delivery({ deliveryId }))));
  };
  // Both stop at a row of the middle: one in the order they came in would hold "z" then, and the other "a".
  const outcomes = await whileLockHeld(
    database.pool,
    (holder) =>
      holder.query(
        `INSERT INTO "WebhookDelivery" ("id", "source", "topic", "scope", "deliveryId", "receivedAt", "bodyEncrypted")
         VALUES ($1, 'shopify', 'orders/create', 'one.myshopify.com', 'm', now(), '')`,
        [randomUUID()],
      ),
    () => Promise.all([write(ids), write(ids.toReversed())]),
    { waiters: 2, end: "ROLLBACK" },
  );
  await pool.end();
  expect(outcomes.flat().filter((outcome) => outcome === "committed")).toHaveLength(3);
  // A batch that is a deadlock's victim is inserted again, row by row.
  expect(inserts).toBe(2);
});

it("bodies too large to go together go one after another", async () => {
  const writer = createDeliveryWriter(database.pool);
  const bodyEncrypted = Buffer.alloc(5 * 1024 * 1024, 1);
  expect(await Promise.all([1, 2, 3].map(() => writer.write(delivery({ bodyEncrypted }))))).toEqual(
    Array(3).fill("committed"),
  );
});

describePooler("behind a pooler whose connections are shared", () => {
  it("every delivery is committed", async () => {
    const pgBouncer = await startPrivatePgBouncer({ databaseUrl: database.url, serverConnections: 3 });
    const { pool, close } = createDatabase(pgBouncer.url, { connections: 10 });
    const writer = createDeliveryWriter(pool, 6);
    // Batches of many sizes, one after another and at once.
    for (let round = 1; round <= 12; round += 1) {
      const written = Array.from({ length: round * round }, () => writer.write(delivery()));
      expect(new Set(await Promise.all(written))).toEqual(new Set(["committed"]));
    }
    expect(await database.db.webhookDelivery.count()).toBe(650);
    await close();
    await pgBouncer.stop();
  });
});
