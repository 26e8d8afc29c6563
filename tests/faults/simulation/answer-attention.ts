import { randomUUID } from "node:crypto";
import pLimit from "p-limit";
import type { OrderLineId, ShopId, SubmissionId } from "../../../app/ports/ids.ts";
import { drawFileCrash } from "../schedule/catalog-changes.ts";
import { drawCrash } from "../schedule/unusual-orders.ts";
import { draws } from "../schedule/random.ts";
import { takeStaffAction, type StaffAction } from "./staff-action.ts";
import { USER } from "../environment/perform-action.ts";
import { chooseAnswer } from "./choose-answer.ts";
import { connectPrintAccount } from "./installation.ts";
import { openQuestions } from "./open-questions.ts";
import type { Simulation, SimulatedOrder } from "./simulation.ts";

/** Who works at the same time, over all shops: each asks the runner's few connections what came of it. */
const PEOPLE = 8;

/**
 * People go through what is open and answer it truthfully, two of them at the same time with the same answer; one of their
 * pages may fail at any point. Returns how many questions were answered.
 */
export async function answerAttention(simulation: Simulation): Promise<number> {
  const shops = simulation.shops.filter((shop) => !shop.uninstalledForGood);
  const domains = shops.map((shop) => shop.domain);
  const questions = await openQuestions(simulation, domains);
  const rejected = shops.filter(({ domain }) =>
    questions.some(({ code, found }) => code === "print_account_rejected" && found.shop.domain === domain),
  );
  for (const shop of rejected) await connectPrintAccount(simulation, shop);
  const acts = [
    ...onceForEachFile(
      questions.flatMap((question): StaffAction[] => {
        const request = chooseAnswer(simulation, question);
        return request ? [{ request, found: question.found, lineGid: question.lineGid, crash: null }] : [];
      }),
    ),
    ...(await reconsidered(simulation, domains)),
    ...(await reprints(simulation, domains)),
  ];
  // One process serves all pages: some of what people do at the same time is lost with it, and they do it again.
  const draw = draws(simulation.schedule.seed, "crashes while answering");
  const people = pLimit(PEOPLE);
  await people.map(acts, async (one) => {
    const crash = one.request.of === "file" ? drawFileCrash(draw) : drawCrash(draw);
    await takeStaffAction(simulation, { ...one, crash, twice: true });
    if (one.request.of === "reprint") await thinkAgain(simulation, one.found);
  });
  return acts.length + rejected.length;
}

/** Who uses a new file does that for all orders that print from its link. */
function onceForEachFile(actions: readonly StaffAction[]): StaffAction[] {
  const linkOf = ({ request }: StaffAction) => (request.of === "file" ? request.link : null);
  return actions.filter(
    (one, at) => linkOf(one) === null || at === actions.findIndex((other) => linkOf(other) === linkOf(one)),
  );
}

interface ReconsideredRow {
  domain: string;
  shopId: ShopId;
  orderGid: string;
  lineId: OrderLineId | null;
  lineGid: string | null;
}

/** What staff left out, and orders from before the start date that nobody looked at. */
const RECONSIDERED = `
  SELECT h."domain", h."id" AS "shopId", o."shopifyGid" AS "orderGid", l."id" AS "lineId", l."shopifyGid" AS "lineGid"
  FROM "Order" o JOIN "Shop" h ON h."id" = o."shopId"
    LEFT JOIN "OrderLine" l ON l."orderId" = o."id" AND l."excludedAt" IS NOT NULL
  WHERE h."domain" = ANY($1) AND (l."id" IS NOT NULL OR o."ignoredReason" = 'before_go_live')`;

/** Staff takes back some of what was left out, and sends some of what was skipped. */
async function reconsidered(simulation: Simulation, domains: readonly string[]): Promise<StaffAction[]> {
  const { environment, schedule } = simulation;
  const { rows } = await environment.database.pool.query<ReconsideredRow>(RECONSIDERED, [domains]);
  return rows.flatMap(({ domain, shopId, orderGid, lineId, lineGid }): StaffAction[] => {
    const found = findOrder(simulation, domain, orderGid);
    if (!found || !draws(schedule.seed, `reconsidered ${found.key}`).chance(0.5)) return [];
    const request = lineId
      ? ({ of: "line", action: "include_line", ref: { shopId, lineId, userId: USER } } as const)
      : ({
          of: "order",
          action: "send_ignored",
          ref: { shopId, shopifyGid: `gid://shopify/Order/${found.order.id}`, userId: USER },
        } as const);
    return [{ found, request, lineGid, crash: null }];
  });
}

const findOrder = ({ orders }: Simulation, domain: string, gid: string): SimulatedOrder | undefined =>
  [...orders.values()].find(({ shop, order }) => shop.domain === domain && gid === `gid://shopify/Order/${order.id}`);

interface ShippedRow {
  domain: string;
  shopId: ShopId;
  orderGid: string;
  lineId: OrderLineId;
  lineGid: string;
}

/** One line of each order of which a parcel went out. */
const SHIPPED = `
  SELECT DISTINCT ON (o."id") h."domain", h."id" AS "shopId", o."shopifyGid" AS "orderGid", l."id" AS "lineId",
    l."shopifyGid" AS "lineGid"
  FROM "Submission" s JOIN "Order" o ON o."id" = s."orderId" JOIN "Shop" h ON h."id" = o."shopId"
    JOIN "SubmissionLine" sl ON sl."submissionId" = s."id" JOIN "OrderLine" l ON l."id" = sl."orderLineId"
  WHERE h."domain" = ANY($1) AND s."state" IN ('shipped', 'fulfilled') AND s."replacedAt" IS NULL
  ORDER BY o."id", l."id"`;

/** A few parcels arrived damaged: one unit is printed once more. */
async function reprints(simulation: Simulation, domains: readonly string[]): Promise<StaffAction[]> {
  const { environment, schedule } = simulation;
  const { rows } = await environment.database.pool.query<ShippedRow>(SHIPPED, [domains]);
  return rows.flatMap(({ domain, shopId, orderGid, lineId, lineGid }): StaffAction[] => {
    const found = findOrder(simulation, domain, orderGid);
    if (!found || !draws(schedule.seed, `reprint ${found.key}`).chance(0.15)) return [];
    const asked = { request: randomUUID(), lines: [{ lineId, quantity: 1 }], reason: "damaged" as const };
    const ref = { shopId, shopifyGid: `gid://shopify/Order/${found.order.id}` as const, userId: USER };
    return [{ found, request: { of: "reprint", action: "reprint", ref, asked }, lineGid, crash: null }];
  });
}

interface UnsentReprint {
  shopId: ShopId;
  submissionId: SubmissionId;
}

const UNSENT_REPRINT = `SELECT s."id" AS "submissionId", s."shopId" FROM "Submission" s JOIN "Order" o ON o."id" = s."orderId"
  JOIN "Shop" h ON h."id" = o."shopId"
  WHERE h."domain" = $1 AND o."shopifyGid" = $2 AND s."kind" = 'reprint' AND s."state" IN ('waiting', 'ready')`;

/** Some reprints are withdrawn at once, if they are not on their way by then. */
async function thinkAgain(simulation: Simulation, found: SimulatedOrder): Promise<void> {
  const draw = draws(simulation.schedule.seed, `withdrawal ${found.key}`);
  if (!draw.chance(0.5)) return;
  const gid = `gid://shopify/Order/${found.order.id}`;
  const { pool } = simulation.environment.database;
  const { rows } = await pool.query<UnsentReprint>(UNSENT_REPRINT, [found.shop.domain, gid]);
  for (const row of rows) {
    const request = { of: "submission", action: "withdraw_reprint", ref: { ...row, userId: USER } } as const;
    await takeStaffAction(simulation, { found, request, lineGid: null, crash: drawCrash(draw), twice: true });
  }
}
