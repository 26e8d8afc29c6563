import { ACTS, type Act } from "../../../app/orders/actions/actions.ts";
import { connect } from "./installation.ts";
import type { Scene } from "./simulation.ts";

interface Open {
  code: string;
  domain: string;
  shopId: string;
  submissionId: string;
  reference: string;
}

const SQL = `
  SELECT a."code", sh."domain", sh."id" AS "shopId", s."id" AS "submissionId", s."reference"
  FROM "Attention" a JOIN "Shop" sh ON sh."id" = a."shopId" JOIN "Submission" s ON s."id" = a."submissionId"
  WHERE a."clearedAt" IS NULL AND sh."domain" = ANY($1)`;

/**
 * People go through what is open and answer it truthfully, two of them at the same time with the same answer.
 * Returns how many questions were answered.
 */
export async function peopleAnswer(scene: Scene): Promise<number> {
  const { plant, shops } = scene;
  const { rows } = await plant.database.pool.query<Open>(SQL, [shops.map((shop) => shop.domain)]);
  const refused = new Set(rows.filter((row) => row.code === "print_account_refused").map((row) => row.domain));
  for (const shop of shops) if (!shop.gone && refused.has(shop.domain)) await connect(scene, shop);
  const answers = rows.flatMap((row) => {
    const act = answerTo(scene, row);
    return act ? [{ act, whose: { shopId: row.shopId, submissionId: row.submissionId } }] : [];
  });
  const { ctx } = plant.services.core;
  await Promise.all(
    answers.flatMap(({ act, whose }) => [ACTS[act](ctx, whose), ACTS[act](ctx, whose)] as Promise<unknown>[]),
  );
  return answers.length + refused.size;
}

function answerTo(scene: Scene, { code, reference }: Open): Act | null {
  switch (code) {
    case "uncertain_decide":
      return scene.plant.press.remembers.orders.some((one) => one.reference === reference)
        ? "is_there"
        : "is_not_there";
    case "rejected":
      return "send_now";
    case "address_not_verified":
    case "status_problem":
      return scene.stopped.has(reference) ? "replace" : null;
    case "fulfillment_refused":
    case "tracking_unplaced":
      return "retry_fulfillment";
    default:
      return null;
  }
}
