import type { Simulation } from "./simulation.ts";

/** One look at everything that may still move. */
export interface ActivityProbe {
  /** What moves, or should move now, in words; empty: all is at rest for the moment. */
  pending: string[];
  /** The same in two looks: nothing that anybody can see has changed in between. */
  fingerprint: string;
}

/** Due for longer than this is late: polls and queues need a moment. Milliseconds. */
const LATE_MS = 1_000;

interface Row {
  late_deliveries: string;
  submitting: string;
  writing: string;
  late: string;
  unswept: string;
  states: string;
}

const ACTIVITY_SQL = `
  WITH mine AS (SELECT * FROM "Shop" WHERE "domain" = ANY($1))
  SELECT
    (SELECT count(*) FROM "WebhookDelivery" d WHERE d."state" = 'waiting'
      AND (d."dueAt" IS NULL OR d."dueAt" <= $2::timestamptz)) AS late_deliveries,
    (SELECT count(*) FROM "Submission" s JOIN mine ON mine."id" = s."shopId" WHERE s."state" = 'submitting') AS submitting,
    (SELECT count(*) FROM "Parcel" p JOIN mine ON mine."id" = p."shopId" WHERE p."state" = 'writing') AS writing,
    (SELECT count(*) FROM "Submission" s JOIN mine ON mine."id" = s."shopId" WHERE s."dueAt" <= $3)
    + (SELECT count(*) FROM "Order" o JOIN mine ON mine."id" = o."shopId" WHERE o."dueAt" <= $3)
    + (SELECT count(*) FROM "Parcel" p JOIN mine ON mine."id" = p."shopId" WHERE p."dueAt" <= $3
        AND p."state" IN ('waiting', 'writing'))
    + (SELECT count(*) FROM "ShopifyStatus" t JOIN mine ON mine."id" = t."shopId" WHERE t."dueAt" <= $3
        AND mine."uninstalledAt" IS NULL)
    + (SELECT count(*) FROM "ProviderWrite" w JOIN mine ON mine."id" = w."shopId"
        JOIN "PrintAccount" a ON a."id" = w."printAccountId" WHERE w."dueAt" <= $3 AND mine."uninstalledAt" IS NULL
        AND (w."kind" = 'cancel' OR a."paymentRetryAt" IS NULL OR a."paymentRetryAt" <= $3)) AS late,
    (SELECT count(*) FROM mine WHERE "uninstalledAt" IS NULL AND ("ordersSweptAt" IS NULL OR "ordersSweptAt" < $4))
    + (SELECT count(*) FROM "PrintAccount" a WHERE $5 AND a."refusedAt" IS NULL AND (a."sweptAt" IS NULL OR a."sweptAt" < $4)
        AND a."id" IN (SELECT "printAccountId" FROM mine WHERE "uninstalledAt" IS NULL)) AS unswept,
    (SELECT coalesce(string_agg(s."id" || s."state"::text || coalesce(s."replacedAt"::text, ''), ',' ORDER BY s."id"), '')
      FROM "Submission" s JOIN mine ON mine."id" = s."shopId")
    || ',' || (SELECT coalesce(string_agg(p."id" || p."state"::text, ',' ORDER BY p."id"), '')
      FROM "Parcel" p JOIN mine ON mine."id" = p."shopId")
    || ',' || (SELECT coalesce(string_agg(w."id" || coalesce(w."outcome"::text, ''), ',' ORDER BY w."id"), '')
      FROM "ProviderWrite" w JOIN mine ON mine."id" = w."shopId")
    || ',' || (SELECT coalesce(string_agg(a."id" || ' ' || a."code", ',' ORDER BY a."id"), '')
      FROM "Attention" a JOIN mine ON mine."id" = a."shopId" WHERE a."clearedAt" IS NULL) AS states`;

/** `sweptSince`: both sweeps have to have gone round since then, by the environment's clock. */
export async function probeActivity(
  { environment, schedule, shops, running }: Simulation,
  sweptSince: Date,
): Promise<ActivityProbe> {
  const now = environment.clock.now();
  const late = new Date(now.getTime() - LATE_MS);
  const domains = shops.map((shop) => shop.domain);
  const { rows } = await environment.database.pool.query<Row>(ACTIVITY_SQL, [
    domains,
    now,
    late,
    sweptSince,
    // A list that cannot be read is never compared to its end.
    schedule.permanent.unreadable === null,
  ]);
  const row = rows[0];
  if (!row) throw new Error("the database returned nothing");
  const requestsInFlight = environment.printService.inFlight() + environment.shopify.inFlight;
  const counts: [string, string | number][] = [
    ["people and printers at work", running.size],
    ["requests of ours under way", requestsInFlight],
    ["deliveries not handled", row.late_deliveries],
    ["submissions being sent", row.submitting],
    ["parcels being written", row.writing],
    ["rows that are due", row.late],
    ["sweeps to come", row.unswept],
  ];
  const pending = counts.flatMap(([what, count]) => (Number(count) > 0 ? [`${count} ${what}`] : []));
  return { pending, fingerprint: row.states + externalFingerprint(environment, domains) };
}

function externalFingerprint({ printService, shopify }: Simulation["environment"], domains: readonly string[]): string {
  const fulfilled = domains.map((domain) =>
    shopify
      .shop(domain)
      .orders.map((order) => order.fulfillments.length)
      .join(),
  );
  const { orders, transactions } = printService.store;
  return `${orders.length} ${transactions.length} ${shopify.notifications.length} ${fulfilled.join(";")}`;
}
