import type { Scene } from "./simulation.ts";

const FORGET = [
  `UPDATE "Shop" SET "uninstalledAt" = now(), "printAccountId" = NULL WHERE "domain" = ANY($1)`,
  ...["Order", "Submission", "Parcel"].map(
    (table) =>
      `UPDATE "${table}" SET "dueAt" = NULL WHERE "shopId" IN (SELECT "id" FROM "Shop" WHERE "domain" = ANY($1))`,
  ),
  `UPDATE "Submission" SET "printAccountId" = NULL WHERE "shopId" IN (SELECT "id" FROM "Shop" WHERE "domain" = ANY($1))`,
  `UPDATE "FlowNews" SET "dueAt" = NULL`,
  `UPDATE "Delivery" SET "state" = 'done', "dueAt" = NULL WHERE "state" = 'waiting'`,
];

/** Takes a seed's shops out of the way of the next one: nothing of them is due, nobody sweeps them. */
export async function retire({ plant, shops }: Scene): Promise<void> {
  for (const sql of FORGET) {
    const needs = sql.includes("$1") ? [shops.map((shop) => shop.domain)] : [];
    await plant.database.pool.query(sql, needs);
  }
}
