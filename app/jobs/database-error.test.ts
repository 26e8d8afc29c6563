import { Prisma } from "../../prisma/client/client.ts";
import { afterAll, describe, expect, inject, it } from "vitest";
import { openFreshDatabase } from "../../tests/support/database.ts";
import { createDatabase } from "../database/db.server.ts";
import type { Tx } from "../database/sql.ts";
import { classifyDatabaseError, isDatabaseUnavailable } from "./database-error.ts";

const database = await openFreshDatabase({ connections: 3 });
afterAll(() => database.drop());
const { db, sql, pool } = database;

const coded = (code: string, message = "said") => Object.assign(new Error(message), { code });
const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "no error",
    (error: unknown) => error,
  );
type PrismaTx = Prisma.TransactionClient;

describe("a database that is away", () => {
  it("is recognized as Prisma and pg really say it", async () => {
    const nowhere = createDatabase("postgresql://nobody@127.0.0.1:1/nowhere", { connections: 1 });
    const errors = await Promise.all([
      errorOf(nowhere.db.webhookDelivery.count()),
      errorOf(nowhere.db.$transaction(async (tx) => tx.webhookDelivery.count())),
      errorOf(nowhere.sql.transaction((tx) => tx.query`SELECT 1`)),
      errorOf(nowhere.pool.query("SELECT 1")),
    ]);
    expect(errors.map(classifyDatabaseError)).toEqual(Array.from(errors, () => "unavailable"));
    await nowhere.close();
  });

  it("is one that answers nothing, as pg says it", async () => {
    const other = createDatabase(inject("postgresUrl"), { connections: 1 });
    const query = { text: "SELECT pg_sleep(5)", query_timeout: 50 };
    const client = await other.pool.connect();
    const error = await errorOf(client.query(query));
    client.release(true);
    expect(classifyDatabaseError(error)).toBe("unavailable");
    await other.close();
  });

  it("is one that ends connections, whatever the query was made with", async () => {
    const ending = (tx: PrismaTx) => tx.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())`;
    const afterEnd = async (tx: PrismaTx) => {
      await ending(tx).catch(() => undefined);
      await tx.webhookDelivery.count();
    };
    const bySql = (tx: Tx) =>
      Promise.all([tx.query`SELECT pg_terminate_backend(pg_backend_pid())`, tx.query`SELECT 1`]);
    const errors = [
      await errorOf(db.$transaction(ending)),
      await errorOf(db.$transaction(afterEnd)),
      await errorOf(sql.transaction(bySql)),
    ];
    expect(errors.map(classifyDatabaseError)).toEqual(["unavailable", "unavailable", "unavailable"]);
  });

  it("is one without a free connection", async () => {
    const held = await Promise.all([1, 2, 3].map(() => pool.connect()));
    const error = errorOf(db.$transaction((tx) => tx.webhookDelivery.count(), { maxWait: 100 }));
    expect(classifyDatabaseError(await error)).toBe("unavailable");
    for (const client of held) client.release();
  });

  it("and two transactions that met are alike: the one that gave way passes later", async () => {
    await db.$executeRaw`CREATE TABLE "Met" ("id" int PRIMARY KEY)`;
    await db.$executeRaw`INSERT INTO "Met" VALUES (1), (2)`;
    let ready = 0;
    let both = (): void => undefined;
    const bothHaveOne = new Promise<void>((resolve) => (both = resolve));
    const inTurn = async (take: (id: number) => Promise<unknown>, one: number, other: number) => {
      await take(one);
      ready += 1;
      if (ready === 2) both();
      await bothHaveOne;
      await take(other);
    };
    const row = (id: number) => Prisma.sql`SELECT 1 FROM "Met" WHERE "id" = ${id} FOR UPDATE`;
    const byPrisma = db.$transaction((tx) => inTurn((id) => tx.$queryRaw(row(id)), 1, 2));
    const bySql = sql.transaction((tx) => inTurn((id) => tx.query(row(id)), 2, 1));
    const errors = await Promise.all([errorOf(byPrisma), errorOf(bySql)]);
    expect(errors.filter(isDatabaseUnavailable)).toHaveLength(1);
    expect(errors.filter((error) => error === "no error")).toHaveLength(1);
  });

  it.each(["P2024", "P2034", "40P01", "57P01", "25006", "ECONNRESET"])("has the code %s, also as a cause", (code) => {
    expect(classifyDatabaseError(coded(code))).toBe("unavailable");
    expect(classifyDatabaseError(new Error("outer", { cause: coded(code) }))).toBe("unavailable");
  });
});

it.each(["53100", "58030"])("a full or failing disk of the database has the code %s, also as a cause", (code) => {
  expect(classifyDatabaseError(coded(code))).toBe("disk");
  expect(classifyDatabaseError(new Error("outer", { cause: coded(code) }))).toBe("disk");
});

it("a pooler's word that it lost its server counts as away, that a statement is malformed does not", () => {
  expect(classifyDatabaseError(coded("08P01", "server conn crashed?"))).toBe("unavailable");
  expect(classifyDatabaseError(coded("08P01", "bind message supplies 1 parameters"))).toBeNull();
});

describe("work that is itself too long", () => {
  const limitStatementTime = (tx: PrismaTx) => tx.$executeRaw`SET LOCAL statement_timeout = 50`;

  it("is distinguished from a database that is away: a statement that was canceled", async () => {
    const holder = await pool.connect();
    await holder.query('BEGIN; LOCK TABLE "Shop"');
    const raw = db.$transaction(async (tx) => {
      await limitStatementTime(tx);
      await tx.$queryRaw`SELECT 1 FROM "Shop"`;
    });
    const byModel = db.$transaction(async (tx) => {
      await limitStatementTime(tx);
      await tx.shop.count();
    });
    const bySql = sql.transaction((tx) =>
      Promise.all([tx.execute`SET LOCAL statement_timeout = 50`, tx.query`SELECT 1 FROM "Shop"`]),
    );
    const errors = await Promise.all([errorOf(raw), errorOf(byModel), errorOf(bySql)]);
    expect(errors.map(classifyDatabaseError)).toEqual(["timeout", "timeout", "timeout"]);
    await holder.query("SET LOCAL statement_timeout = 50");
    const plain = await errorOf(holder.query("SELECT pg_sleep(5)"));
    holder.release(true);
    expect(classifyDatabaseError(plain)).toBe("timeout");
  });

  it("is distinguished from a database that is away: a transaction that was not over in time", async () => {
    const late = (then: (tx: PrismaTx) => Promise<unknown>) =>
      db.$transaction(
        async (tx) => {
          await tx.$queryRaw`SELECT 1 FROM pg_sleep(0.2)`;
          await then(tx);
        },
        { timeout: 50 },
      );
    const errors = [
      await errorOf(late(() => Promise.resolve())),
      await errorOf(late((tx) => tx.webhookDelivery.count())),
      await errorOf(late((tx) => tx.$queryRaw`SELECT 1`)),
    ];
    expect(errors.map(classifyDatabaseError)).toEqual(["timeout", "timeout", "timeout"]);
  });
});

it.each([new TypeError("no such property"), coded("P2002"), coded("22P05"), "text", null])(
  "any other error is ours: %s",
  (error) => {
    expect(classifyDatabaseError(error)).toBeNull();
  },
);
