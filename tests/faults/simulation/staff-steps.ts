import type { ChangeRequest } from "../../../app/orders/changes/change-order.ts";
import type { ChangeKind, CrashPoint, Step } from "../schedule/plan.ts";
import { BULK_APPROVED, type AttentionCode } from "../../../app/orders/core/attention.ts";
import { USER } from "../environment/perform-action.ts";
import { applyMerchantStep } from "./merchant-steps.ts";
import { clickUntilAnswered, takeStaffAction } from "./staff-action.ts";
import { chooseAnswer } from "./choose-answer.ts";
import { openQuestions, type OpenQuestion } from "./open-questions.ts";
import { changedAddressOf } from "./personal-data.ts";
import {
  delay,
  recordOrder,
  runInBackground,
  shopByNumber,
  type Simulation,
  type SimulatedOrder,
  type SimulatedShop,
} from "./simulation.ts";
import type { OrderLineId, ShopId, SubmissionId } from "../../../app/ports/ids.ts";
import { scaled } from "../within.ts";

/** What staff does in the app while orders come. Returns whether the step was one of these. */
export function applyStaffStep(simulation: Simulation, step: Step): boolean {
  if (step.do === "approve in bulk") {
    runInBackground(simulation, approveInBulk(simulation, shopByNumber(simulation, step.shop), step));
    return true;
  }
  if (step.do !== "answer" && step.do !== "staff hold" && step.do !== "change order") return false;
  const found = simulation.orders.get(step.order);
  if (found && !found.shop.uninstalledForGood) runInBackground(simulation, startStaffStep(simulation, found, step));
  return true;
}

type StaffStep = Extract<Step, { do: "answer" | "staff hold" | "change order" }>;

function startStaffStep(simulation: Simulation, found: SimulatedOrder, step: StaffStep): Promise<void> {
  switch (step.do) {
    case "answer":
      return answerOrder(simulation, found, step.crash);
    case "staff hold":
      return holdOrder(simulation, found, step.crash);
    case "change order":
      return changeOrder(simulation, found, step);
  }
}

/** How long staff waits until the app shows something; what takes longer is answered at the end. */
const PATIENCE_MS = scaled(15_000);
const LOOK_EVERY_MS = 250;

/** Answers whatever the order's page asks first. */
async function answerOrder(simulation: Simulation, found: SimulatedOrder, crash: CrashPoint | null): Promise<void> {
  const questions = await lookFor(async () => {
    const open = await openQuestions(simulation, [found.shop.domain]);
    return open.filter((question) => question.found === found && chooseAnswer(simulation, question) !== null);
  });
  for (const question of questions) await answer(simulation, question, crash);
}

async function answer(simulation: Simulation, question: OpenQuestion, crash: CrashPoint | null): Promise<void> {
  const request = chooseAnswer(simulation, question);
  if (request) await takeStaffAction(simulation, { request, found: question.found, lineGid: question.lineGid, crash });
}

/** What an approval of several orders clears, of the reasons that staff here says yes to. */
const WAITS: readonly AttentionCode[] = ["awaiting_approval", "payment_approval", "item_returned"];

/** Approves all orders of a shop that wait for nothing else an approval would clear, while one of them changes in Shopify. */
async function approveInBulk(
  simulation: Simulation,
  shop: SimulatedShop,
  { meanwhile, crash }: Step & { do: "approve in bulk" },
): Promise<void> {
  const { clock, web } = simulation.environment;
  let shownAt = clock.now();
  const questions = await lookFor(async () => {
    shownAt = clock.now();
    const open = (await openQuestions(simulation, [shop.domain])).filter(({ code }) => BULK_APPROVED.includes(code));
    const others = new Set(open.filter(({ code }) => !WAITS.includes(code)).map(({ orderId }) => orderId));
    return open.filter(({ orderId }) => !others.has(orderId));
  });
  const [first] = questions;
  if (!first || shop.uninstalledForGood) return;
  const chosen = new Map(questions.map((one) => [one.orderId, one.found]));
  const at = clock.now();
  for (const found of chosen.values()) {
    recordOrder(simulation, found);
    found.decisions.given.push({ value: "approve", from: at, until: at });
  }
  if (crash) void web.arm(crash.point, crash.action);
  applyMerchantStep(simulation, { do: meanwhile, order: first.found.key });
  const { shopId } = first;
  const request = { of: "orders", action: "approve", ref: { shopId }, orderIds: [...chosen.keys()] } as const;
  await clickUntilAnswered(simulation, { ...request, shownAt: shownAt.toISOString() });
}

interface UnsentRow {
  shopId: ShopId;
  submissionId: SubmissionId;
}

const UNSENT = `SELECT s."id" AS "submissionId", s."shopId" FROM "Submission" s JOIN "Order" o ON o."id" = s."orderId"
  JOIN "Shop" h ON h."id" = o."shopId"
  WHERE h."domain" = $1 AND o."shopifyGid" = $2 AND s."state" IN ('waiting', 'ready')`;

async function holdOrder(simulation: Simulation, found: SimulatedOrder, crash: CrashPoint | null): Promise<void> {
  const gid = `gid://shopify/Order/${found.order.id}`;
  const [row] = await lookFor(async () => {
    const { pool } = simulation.environment.database;
    return (await pool.query<UnsentRow>(UNSENT, [found.shop.domain, gid])).rows;
  });
  if (!row) return;
  const request = { of: "submission", action: "hold", ref: { ...row, userId: USER } } as const;
  await takeStaffAction(simulation, { found, request, lineGid: null, crash });
}

export interface HeldLine {
  shopId: ShopId;
  lineId: OrderLineId;
  lineGid: string;
}

/** Lines of the first submission of an order, the largest first, while something holds that. */
const HELD_LINE = `SELECT s."shopId", l."id" AS "lineId", l."shopifyGid" AS "lineGid" FROM "Submission" s
  JOIN "Order" o ON o."id" = s."orderId" JOIN "Shop" h ON h."id" = o."shopId"
  JOIN "SubmissionLine" sl ON sl."submissionId" = s."id" JOIN "OrderLine" l ON l."id" = sl."orderLineId"
  WHERE h."domain" = $1 AND o."shopifyGid" = $2 AND s."state" = 'waiting' AND s."kind" = 'first'
    AND l."eligibilityReason" = 'mapped_variant'
    AND EXISTS (SELECT 1 FROM "Attention" a WHERE a."submissionId" = s."id" AND a."clearedAt" IS NULL)
  ORDER BY sl."quantity" DESC, sl."position"`;

/** Changes one thing of an order once that is held. */
async function changeOrder(
  simulation: Simulation,
  found: SimulatedOrder,
  step: Step & { do: "change order" },
): Promise<void> {
  const [row] = await lookFor(() => heldLines(simulation, found));
  if (row) await changeHeldLine(simulation, found, row, step);
}

/** The lines of the order that can be changed, while something holds the order. */
export async function heldLines({ environment }: Simulation, { shop, order }: SimulatedOrder): Promise<HeldLine[]> {
  const { pool } = environment.database;
  return (await pool.query<HeldLine>(HELD_LINE, [shop.domain, `gid://shopify/Order/${order.id}`])).rows;
}

/** Changes one thing of a line that is held, or of its order. */
export async function changeHeldLine(
  simulation: Simulation,
  found: SimulatedOrder,
  row: HeldLine,
  { change, crash }: { change: ChangeKind; crash: CrashPoint | null },
): Promise<void> {
  const shopifyGid = `gid://shopify/Order/${found.order.id}` as const;
  const isOfOrder = change === "address" || change === "method";
  const asked = {
    shopifyGid,
    lineId: isOfOrder ? null : row.lineId,
    values: changedValues(found, change),
    reason: "The customer asked for it",
    saveAddress: true,
    // Who saves a line has seen its text in the preview.
    approves: true,
    userId: USER,
  };
  const request = { of: "change", action: "change", ref: { shopId: row.shopId }, asked } as const;
  await takeStaffAction(simulation, { found, request, lineGid: isOfOrder ? null : row.lineGid, crash });
}

function changedValues({ key }: SimulatedOrder, change: ChangeKind): ChangeRequest["values"] {
  switch (change) {
    case "SKU":
      return { itemSku: "HOODIE-GREY-L" };
    case "artwork":
      return { artworkFront: `https://cdn.shopify.com/artwork/changed-${key}.png` };
    case "note":
      return { note: `Changed for ${key}` };
    case "quantity":
      return { quantity: 1 };
    case "method":
      return { method: 2 };
    case "address":
      return { address: changedAddressOf(key) };
  }
}

/** Looks again and again until there is something. The database may be away just now. */
async function lookFor<T>(look: () => Promise<T[]>): Promise<T[]> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    const seen = await look().catch(() => []);
    if (seen.length > 0) return seen;
    await delay(LOOK_EVERY_MS);
  }
  return [];
}
