import { describe, expect, inject, it } from "vitest";
import { createDatabase } from "../db.server.ts";
import { isDatabaseTrouble } from "./database-trouble.ts";

const coded = (code: string) => Object.assign(new Error("said"), { code });

describe("an error of the database", () => {
  it("that is away is trouble, as Prisma and pg really say it", async () => {
    const { db, pool, close } = createDatabase("postgresql://nobody@127.0.0.1:1/nowhere", { connections: 1 });
    const errors = await Promise.all([
      db.delivery.count().catch((error: unknown) => error),
      db.$transaction(async (tx) => tx.delivery.count()).catch((error: unknown) => error),
      pool.query("SELECT 1").catch((error: unknown) => error),
    ]);
    expect(errors.map(isDatabaseTrouble)).toEqual([true, true, true]);
    await close();
  });

  it.each(["P2024", "40P01", "57P01", "ECONNRESET"])("with the code %s is trouble, also as a cause", (code) => {
    expect(isDatabaseTrouble(coded(code))).toBe(true);
    expect(isDatabaseTrouble(new Error("outer", { cause: coded(code) }))).toBe(true);
  });

  it("that answers nothing is trouble, as pg says it", async () => {
    const { pool, close } = createDatabase(inject("postgresUrl"), { connections: 1 });
    const query = { text: "SELECT pg_sleep(5)", query_timeout: 50 };
    const client = await pool.connect();
    const error: unknown = await client.query(query).catch((failure: unknown) => failure);
    client.release(true);
    expect(isDatabaseTrouble(error)).toBe(true);
    await close();
  });

  it.each([new TypeError("no such property"), coded("P2002"), coded("22P05"), "text", null])(
    "otherwise is ours: %s",
    (error) => {
      expect(isDatabaseTrouble(error)).toBe(false);
    },
  );
});
