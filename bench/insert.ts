import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { BASELINE_TABLE } from "./database.ts";
import { SHOP } from "./signed-orders.ts";

/** One delivery, one prepared insert, one commit: what there is no way around. */
export async function insertOne(pool: Pool, deliveryId: string, body: Buffer): Promise<void> {
  const now = new Date();
  await pool.query({
    name: "baseline_insert",
    text: `INSERT INTO "${BASELINE_TABLE}"
             ("id", "source", "topic", "scope", "deliveryId", "eventId", "triggeredAt", "receivedAt", "dueAt", "bodyEncrypted")
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [randomUUID(), "shopify", "orders/create", SHOP, deliveryId, null, now, now, now, body],
  });
}
