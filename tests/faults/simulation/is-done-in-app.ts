import type { ActionRequest } from "../environment/perform-action.ts";
import { retryUntilDone } from "./retry-until-done.ts";
import type { Simulation, SimulatedOrder } from "./simulation.ts";

interface Asked {
  found: SimulatedOrder;
  request: ActionRequest;
  lineGid: string | null;
}

const CHANGE_IN_FORCE = `SELECT c."id" FROM "OrderChange" c JOIN "Order" o ON o."id" = c."orderId"
  JOIN "Shop" h ON h."id" = o."shopId" LEFT JOIN "OrderLine" l ON l."id" = c."orderLineId"
  WHERE h."domain" = $1 AND o."shopifyGid" = $2 AND l."shopifyGid" IS NOT DISTINCT FROM $3 AND c."endedAt" IS NULL`;

const HELD = `SELECT "id" FROM "Attention" WHERE "submissionId" = $1 AND "code" = 'held_by_staff' AND "clearedAt" IS NULL`;

const EXCLUDED = `SELECT "id" FROM "OrderLine" WHERE "id" = $1 AND "excludedAt" IS NOT NULL`;

const CANCELLED = `SELECT "id" FROM "Submission" WHERE "id" = $1 AND "state" = 'cancelled'`;

const FILE_ACCEPTED = `SELECT "link" FROM "PrintFile" WHERE "shopId" = $1 AND "link" = $2 AND "acceptedHash" = $3`;

/** Whether the order's page shows that it was done; null where the page does not tell. */
export async function isDoneInApp(simulation: Simulation, { found, request, lineGid }: Asked): Promise<boolean | null> {
  const changeInForce = () =>
    hasRow(simulation, CHANGE_IN_FORCE, [found.shop.domain, `gid://shopify/Order/${found.order.id}`, lineGid]);
  switch (request.action) {
    case "change":
      return changeInForce();
    case "withdraw_change":
      return !(await changeInForce());
    case "hold":
      return hasRow(simulation, HELD, [request.ref.submissionId]);
    case "release":
      return !(await hasRow(simulation, HELD, [request.ref.submissionId]));
    case "exclude_line":
      return hasRow(simulation, EXCLUDED, [request.ref.lineId]);
    case "include_line":
      return !(await hasRow(simulation, EXCLUDED, [request.ref.lineId]));
    case "use_new_file":
      return hasRow(simulation, FILE_ACCEPTED, [request.ref.shopId, request.link, request.sha256]);
    case "withdraw_reprint":
      return hasRow(simulation, CANCELLED, [request.ref.submissionId]);
    default:
      return null;
  }
}

/** Tries again while the database is away. */
async function hasRow(
  { environment: { database } }: Simulation,
  sql: string,
  values: (string | null)[],
): Promise<boolean> {
  let found = false;
  await retryUntilDone("the page is read", async () => {
    found = (await database.pool.query(sql, values)).rows.length > 0;
  });
  return found;
}
