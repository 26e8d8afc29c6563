import type { Simulation } from "./simulation.ts";

const RETIRE_STATEMENTS = [
  `UPDATE "Shop" SET "uninstalledAt" = now(), "printAccountId" = NULL WHERE "domain" = ANY($1)`,
  ...["Order", "Submission", "Parcel"].map(
    (table) =>
      `UPDATE "${table}" SET "dueAt" = NULL WHERE "shopId" IN (SELECT "id" FROM "Shop" WHERE "domain" = ANY($1))`,
  ),
  `UPDATE "Submission" SET "printAccountId" = NULL WHERE "shopId" IN (SELECT "id" FROM "Shop" WHERE "domain" = ANY($1))`,
  `UPDATE "FlowEvent" SET "dueAt" = NULL`,
  `UPDATE "WebhookDelivery" SET "state" = 'done', "dueAt" = NULL WHERE "state" = 'waiting'`,
];

/** Takes a seed's shops out of the way of the next one: nothing of them is due, nobody sweeps them. */
export async function retireShops({ environment, shops }: Simulation): Promise<void> {
  for (const sql of RETIRE_STATEMENTS) {
    const parameters = sql.includes("$1") ? [shops.map((shop) => shop.domain)] : [];
    await environment.database.pool.query(sql, parameters);
  }
}
