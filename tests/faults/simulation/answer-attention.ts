import { ACTIONS, type Action } from "../../../app/orders/actions/actions.ts";
import { connectPrintAccount } from "./installation.ts";
import type { Simulation } from "./simulation.ts";
import type { ShopId, SubmissionId } from "../../../app/ports/ids.ts";

interface OpenAttention {
  code: string;
  domain: string;
  shopId: ShopId;
  submissionId: SubmissionId;
  reference: string;
}

const OPEN_ATTENTION_SQL = `
  SELECT a."code", sh."domain", sh."id" AS "shopId", s."id" AS "submissionId", s."reference"
  FROM "Attention" a JOIN "Shop" sh ON sh."id" = a."shopId" JOIN "Submission" s ON s."id" = a."submissionId"
  WHERE a."clearedAt" IS NULL AND sh."domain" = ANY($1)`;

/**
 * People go through what is open and answer it truthfully, two of them at the same time with the same answer.
 * Returns how many questions were answered.
 */
export async function answerAttention(simulation: Simulation): Promise<number> {
  const { environment, shops } = simulation;
  const { rows } = await environment.database.pool.query<OpenAttention>(OPEN_ATTENTION_SQL, [
    shops.map((shop) => shop.domain),
  ]);
  const rejectedAccounts = new Set(
    rows.filter((row) => row.code === "print_account_rejected").map((row) => row.domain),
  );
  for (const shop of shops)
    if (!shop.uninstalledForGood && rejectedAccounts.has(shop.domain)) await connectPrintAccount(simulation, shop);
  const actions = rows.flatMap((row) => {
    const action = actionFor(simulation, row);
    return action ? [{ action, target: { shopId: row.shopId, submissionId: row.submissionId } }] : [];
  });
  const { ctx } = environment.services.core;
  await Promise.all(
    actions.flatMap(
      ({ action, target }) => [ACTIONS[action](ctx, target), ACTIONS[action](ctx, target)] as Promise<unknown>[],
    ),
  );
  return actions.length + rejectedAccounts.size;
}

function actionFor(simulation: Simulation, { code, reference }: OpenAttention): Action | null {
  switch (code) {
    case "uncertain_needs_decision":
      return simulation.environment.printService.store.orders.some((one) => one.reference === reference)
        ? "confirm_received"
        : "confirm_not_received";
    case "rejected":
      return "send_now";
    case "address_not_verified":
    case "status_problem":
      return simulation.stopped.has(reference) ? "replace" : null;
    case "fulfillment_rejected":
    case "tracking_unmatched":
      return "retry_fulfillment";
    default:
      return null;
  }
}
