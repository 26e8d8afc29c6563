import type { Services } from "../../app/composition/services.server.ts";
import type { BenchDatabase } from "../database.ts";
import { seedShop } from "../seed-shop.ts";

/** A shop with its print account. */
export interface HistoryShop {
  id: string;
  printAccountId: string;
}

/** `count` shops with a print account each; the first is connected by the app, the others are copies of it. */
export async function createShops(
  services: Services,
  { pool }: BenchDatabase,
  count: number,
): Promise<[HistoryShop, ...HistoryShop[]]> {
  await seedShop(services, "bench-shop-0.myshopify.com");
  const others = [count - 1];
  await pool.query(
    `INSERT INTO "PrintAccount" ("id", "key", "emailHash", "credentialsEncrypted", "webhookHeader", "webhookSecretEncrypted",
       "trackingRegisteredAt", "statusRegisteredAt", "createdAt")
     SELECT gen_random_uuid(), 'KEY' || n, 'copy ' || n, "credentialsEncrypted", "webhookHeader", "webhookSecretEncrypted",
       "trackingRegisteredAt", "statusRegisteredAt", "createdAt"
     FROM "PrintAccount", generate_series(1, $1::int) AS n`,
    others,
  );
  await pool.query(
    `INSERT INTO "Shop" ("id", "domain", "installedAt", "goLiveAt", "settings", "printAccountId", "connectedAt")
     SELECT gen_random_uuid(), 'bench-shop-' || n || '.myshopify.com', s."installedAt", s."goLiveAt", s."settings", a."id", s."connectedAt"
     FROM "Shop" s, generate_series(1, $1::int) AS n JOIN "PrintAccount" a ON a."emailHash" = 'copy ' || n`,
    others,
  );
  const { rows } = await pool.query<HistoryShop>(
    `SELECT "id", "printAccountId" FROM "Shop" ORDER BY "domain" <> 'bench-shop-0.myshopify.com'`,
  );
  return rows as [HistoryShop, ...HistoryShop[]];
}
